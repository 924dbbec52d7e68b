// A heading sorts its table: first the largest on top, then the smallest.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const falling = heading.ariaSort !== "descending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.ariaSort = falling ? "descending" : "ascending";
      const value = (row) => {
        const cell = row.cells[column];
        return column === 0 ? cell.textContent : Number(cell.dataset.sort ?? NaN);
      };
      const compare = (a, b) => {
        const [x, y] = [value(a), value(b)];
        if (column === 0) return falling ? x.localeCompare(y) : y.localeCompare(x);
        if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y); // unknown ones last
        return falling ? y - x : x - y;
      };
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    });
  });
}
