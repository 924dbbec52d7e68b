/** What lies under the routes: land, water, mountains. Each is a kind and the points that its curve goes through. */

import { distance, type Row, rounded, rowsOf, type XY } from "./edits";
import { type MapTables, valueAt, withValue } from "./keys";

export const KINDS = ["land", "water", "park", "fog", "ridge", "river", "tramway", "bridge"] as const;
const LINES = new Set<unknown>(["ridge", "river", "tramway", "bridge"]);
/** With fewer there is no curve. */
const FEWEST = 3;

export function isLine(row: Row | undefined): boolean {
  return LINES.has(row?.kind);
}

export function pointsOf(row: Row | undefined): XY[] {
  const points = row?.points;
  if (!Array.isArray(points)) return [];
  return points.filter((one): one is XY => Array.isArray(one) && one.every((number) => typeof number === "number"));
}

/** They may lie beyond the board. */
function setPoints(map: MapTables, index: number, points: readonly XY[]): MapTables {
  const value = points.map(([x, y]) => [rounded(x), rounded(y)]);
  return withValue(map, `board.outlines[${index}].points`, value);
}

/** In the middle of the board, to be drawn from there; and which one it is. */
export function addOutline(map: MapTables, kind: string): { map: MapTables; index: number } {
  const [width, height] = ["width", "height"].map((side) => Number(valueAt(map, `board.${side}`)) || 700);
  const at = (x: number, y: number): XY => [rounded(x * width!), rounded(y * height!)];
  const points = LINES.has(kind)
    ? [at(0.4, 0.5), at(0.5, 0.48), at(0.6, 0.5)]
    : [at(0.42, 0.42), at(0.58, 0.42), at(0.58, 0.58), at(0.42, 0.58)];
  const outlines = rowsOf(map, "outlines");
  return { map: withValue(map, "board.outlines", [...outlines, { kind, points }]), index: outlines.length };
}

export function movePoint(map: MapTables, index: number, point: number, to: XY): MapTables {
  return setPoints(map, index, pointsOf(rowsOf(map, "outlines")[index]).with(point, to));
}

/** Between those it lies nearest to; and which one it is. */
export function insertPoint(map: MapTables, index: number, at: XY): { map: MapTables; point: number } {
  const row = rowsOf(map, "outlines")[index];
  const points = pointsOf(row);
  const ends = isLine(row) ? points.slice(1) : [...points.slice(1), points[0]!];
  const distances = ends.map((next, i) => distance(at, points[i]!, next));
  const point = distances.indexOf(Math.min(...distances)) + 1;
  return { map: setPoints(map, index, points.toSpliced(point, 0, at)), point };
}

/** The last three stay: who wants them gone removes the outline. */
export function removePoint(map: MapTables, index: number, point: number): MapTables {
  const points = pointsOf(rowsOf(map, "outlines")[index]);
  return points.length > FEWEST ? setPoints(map, index, points.toSpliced(point, 1)) : map;
}
