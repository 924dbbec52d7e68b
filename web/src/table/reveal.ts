/** Bring into sight what is spoken of or asked, wherever one has scrolled to. */
export function reveal(part: Element, behavior: ScrollBehavior = "auto"): void {
  const table = part.closest("main");
  // On a phone the whole table scrolls, and all that matters is above the fold. Else there is a column that scrolls.
  if (table && table.scrollHeight > table.clientHeight) table.scrollTo({ top: 0, behavior });
  else part.scrollIntoView({ block: "nearest", behavior });
}
