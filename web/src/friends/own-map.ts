const LONGEST = 40;

/** What a map of one's own is called at its table: the name in its file, as an id. */
export function nameOfMap(text: string): string {
  const [, name = ""] = /^\s*name\s*=\s*["'](.+?)["']/m.exec(text) ?? [];
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return id.slice(0, LONGEST) || "own-map";
}
