/** Which page an address shows. Everything is reachable by URL; links are plain links. */

export interface Place {
  /** The first part of the path: `""` is home. */
  page: string;
  /** The second part: a match, a section of the rules. */
  id: string;
  query: URLSearchParams;
}

function here(): Place {
  const [page = "", id = ""] = location.pathname.split("/").filter(Boolean).map(decoded);
  return { page, id, query: new URLSearchParams(location.search) };
}

/** A part of an address that means nothing (`%zz`) is taken as it is: there is no such page or match. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let place = $state.raw(here());

export function currentPlace(): Place {
  return place;
}

export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  const before = place;
  place = here();
  if (before.page !== place.page || before.id !== place.id) scrollTo(0, 0);
}

/** Links inside the page do not load it again. */
export function followLinks(): void {
  addEventListener("popstate", () => (place = here()));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    const isPlain =
      !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || !isPlain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.pathname === "/docs") return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
