/** What the studio calls things. */

import { t } from "../i18n/index.svelte";
import { coloursOf, type Row } from "./edits";

export function colourName(colour: string): string {
  return t([`common:colour.${colour}`, "common:colour-other"], { colour });
}

export function pairText(row: Row | undefined): string {
  return `${String(row?.a ?? "?")} – ${String(row?.b ?? "?")}`;
}

/** `Denver – Omaha: 4, purple and grey`. */
export function routeText(row: Row | undefined): string {
  const colours = coloursOf(row).map(colourName).join(", ");
  return `${pairText(row)}: ${String(row?.length ?? "?")}, ${colours}`;
}
