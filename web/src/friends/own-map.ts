import { read, write } from "../live/keys";

const LONGEST = 40;
const CARRIED = "whistlestop.carried-map";
/** The names of maps that others can't have. */
const BUILT_IN = ["usa", "san-francisco", "amber-lake"];

/** What a map of one's own is called at its table: the name in its file, as an id. */
export function nameOfMap(text: string): string {
  const [, name = ""] = /^\s*name\s*=\s*["'](.+?)["']/m.exec(text) ?? [];
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return BUILT_IN.includes(id) ? `my-${id}` : id.slice(0, LONGEST) || "own-map";
}

/** A map that comes from the studio to a new table; it is there once the page of that table is opened. */
export function carryMap(text: string): void {
  write(CARRIED, text, "session");
}

export function carriedMap(): string | null {
  return read(CARRIED, "session") || null;
}
