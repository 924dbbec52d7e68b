/** Where things are now that the server drew somewhere else, or as another entry of a list, a moment ago. */

import type { JudgedMap } from "../api/schema";
import { placeNames, pointOf, type Row, rowsOf, type XY } from "./edits";
import type { Editor } from "./editor.svelte";
import type { MapTables } from "./keys";
import { stretch } from "./stretch";

/** What a layer over the studio's board is given. */
export interface LayerProps {
  editor: Editor;
  judged: JudgedMap;
  moved: Moved;
  zoom: number;
}

export class Moved {
  private readonly names: string[];
  private readonly rows: readonly Row[];
  private readonly locations: (number | null)[];
  private readonly routes: (number | null)[];
  private readonly drawnAs: Map<string, number>;

  /** `about` is the map that the server judged, `map` the one that there is now. */
  constructor(
    private readonly judged: JudgedMap,
    about: MapTables,
    map: MapTables,
  ) {
    this.names = placeNames(map);
    this.rows = rowsOf(map, "locations");
    const [places, routes] = [rowsOf(about, "locations"), rowsOf(about, "routes")];
    this.locations = judged.locations.map((index) => entryNow(places, this.rows, index));
    this.routes = judged.tracks.map(([index]) => entryNow(routes, rowsOf(map, "routes"), index));
    this.drawnAs = new Map(judged.drawing!.places.map(({ id }, i) => [id, i]));
  }

  /** Which of the map's entries a place or a track of the drawing is; null if there is no such any more. */
  location = (drawn: number): number | null => this.locations[drawn] ?? null;
  route = (drawn: number): number | null => this.routes[drawn] ?? null;

  pointCalled(name: unknown): XY | null {
    return pointOf(this.rows[this.names.indexOf(String(name))]);
  }

  /** The SVG transform of a place of the drawing. */
  place(drawn: number): string | undefined {
    const { x, y } = this.judged.drawing!.places[drawn]!;
    const now = this.pointNow(drawn);
    return now && (now[0] !== x || now[1] !== y) ? `translate(${now[0] - x} ${now[1] - y})` : undefined;
  }

  track(drawn: number): string | undefined {
    const { a, b } = this.judged.drawing!.tracks[drawn]!;
    const ends = [a, b].map((id) => this.drawnAs.get(id)!);
    const [from, to] = ends.map((end) => this.pointNow(end));
    const [before, after] = ends.map((end) => this.judged.drawing!.places[end]!);
    return from && to && before && after
      ? stretch([[before.x, before.y], [after.x, after.y]], [from, to]) // prettier-ignore
      : undefined;
  }

  private pointNow(drawn: number): XY | null {
    const index = this.location(drawn);
    return index === null ? null : pointOf(this.rows[index]);
  }
}

/** Entries that were not changed are the very same ones, wherever they stand now. */
function entryNow(before: readonly Row[], now: readonly Row[], index: number): number | null {
  if (before[index] === now[index] || before.length === now.length) return index;
  const found = now.indexOf(before[index]!);
  return found < 0 ? null : found;
}
