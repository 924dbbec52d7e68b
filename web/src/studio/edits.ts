/** What one can do to a map: each function returns another map, and leaves the rules to the server. */

import { isTable, type MapTables, valueAt, withValue } from "./keys";

export type List = "locations" | "routes" | "tickets";
/** What can be selected besides stands in a list of its own: what lies under the routes. */
export type Entries = List | "outlines";
export type Row = Record<string, unknown>;
export type XY = readonly [number, number];

const NONE: readonly Row[] = [];

/**
 * The entries of a list; what is no entry counts as an empty one, so that numbers stay what they are. A list that has not
 * changed is the very same: nothing that looks at it is drawn anew.
 */
export function rowsOf(map: MapTables, list: Entries): readonly Row[] {
  const rows = list === "outlines" ? valueAt(map, "board.outlines") : map[list];
  if (!Array.isArray(rows)) return NONE;
  return rows.every(isTable) ? (rows as Row[]) : rows.map((row: unknown) => (isTable(row) ? (row as Row) : {}));
}

export function placeNames(map: MapTables): string[] {
  return rowsOf(map, "locations").map(({ name }) => (typeof name === "string" ? name : ""));
}

/** Where a place is; null if it has no numbers. */
export function pointOf(row: Row | undefined): XY | null {
  return typeof row?.x === "number" && typeof row.y === "number" ? [row.x, row.y] : null;
}

export function bendOf(row: Row | undefined): XY[] {
  const bend = row?.bend;
  if (!Array.isArray(bend)) return [];
  return bend.filter((point): point is XY => Array.isArray(point) && point.every((one) => typeof one === "number"));
}

export function coloursOf(row: Row | undefined): string[] {
  return Array.isArray(row?.colors) ? row.colors.map(String) : [];
}

export function deckColours(map: MapTables): string[] {
  const colours = valueAt(map, "rules.cards.colors");
  return isTable(colours) ? Object.keys(colours) : [];
}

/** A number as a file would have it: a tenth of a unit is finer than anybody sees. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function onBoard(map: MapTables, [x, y]: XY): XY {
  const side = (value: number, size: unknown) => rounded(Math.min(Math.max(value, 0), Number(size) || Infinity));
  return [side(x, valueAt(map, "board.width")), side(y, valueAt(map, "board.height"))];
}

export function append(map: MapTables, list: List, row: Row): MapTables {
  return { ...map, [list]: [...(Array.isArray(map[list]) ? (map[list] as unknown[]) : []), row] };
}

export function addPlace(map: MapTables, at: XY, stem: string): MapTables {
  const names = new Set(placeNames(map));
  let number = names.size + 1;
  while (names.has(`${stem} ${number}`)) number += 1;
  const [x, y] = onBoard(map, at);
  return append(map, "locations", { name: `${stem} ${number}`, x, y });
}

export function movePlace(map: MapTables, index: number, to: XY): MapTables {
  const [x, y] = onBoard(map, to);
  const row = rowsOf(map, "locations")[index];
  return withValue(map, `locations[${index}]`, { ...row, x, y });
}

/** What speaks of the place by its name goes with it. */
export function renamePlace(map: MapTables, index: number, name: string): MapTables {
  const before = placeNames(map)[index] ?? "";
  const isShared = placeNames(map).filter((one) => one === before).length > 1;
  const renamed = withValue(map, `locations[${index}].name`, name);
  return before && !isShared ? renameEnds(renamed, before, name) : renamed;
}

function renameEnds(map: MapTables, before: string, name: string): MapTables {
  const ends = (row: Row): Row =>
    row.a === before || row.b === before
      ? { ...row, a: row.a === before ? name : row.a, b: row.b === before ? name : row.b }
      : row;
  const next = { ...map, routes: rowsOf(map, "routes").map(ends), tickets: rowsOf(map, "tickets").map(ends) };
  const spots = valueAt(map, "rules.tokens.spots");
  if (!Array.isArray(spots) || !spots.includes(before)) return next;
  return withValue(
    next,
    "rules.tokens.spots",
    spots.map((spot: unknown) => (spot === before ? name : spot)),
  );
}

/** With its routes, its tickets and its tokens. */
export function removePlace(map: MapTables, index: number): MapTables {
  const name = placeNames(map)[index] ?? "";
  const isShared = placeNames(map).filter((one) => one === name).length > 1;
  const removed = withValue(map, `locations[${index}]`, undefined);
  if (!name || isShared) return removed;
  const others = (list: List) => rowsOf(map, list).filter(({ a, b }) => a !== name && b !== name);
  const next = { ...removed, routes: others("routes"), tickets: others("tickets") };
  const spots = valueAt(map, "rules.tokens.spots");
  if (!Array.isArray(spots) || !spots.includes(name)) return next;
  return withValue(
    next,
    "rules.tokens.spots",
    spots.filter((spot: unknown) => spot !== name),
  );
}

export function removeRow(map: MapTables, list: Entries, index: number): MapTables {
  if (list === "locations") return removePlace(map, index);
  return withValue(map, `${list === "outlines" ? "board.outlines" : list}[${index}]`, undefined);
}

export function routeBetween(map: MapTables, a: string, b: string): number {
  return rowsOf(map, "routes").findIndex((row) => (row.a === a && row.b === b) || (row.a === b && row.b === a));
}

/** A route from place to place; a second track where there is one already. Says which route it is. */
export function addRoute(
  map: MapTables,
  from: number,
  to: number,
  { length, colour }: { length: number; colour: string },
): { map: MapTables; index: number } {
  const names = placeNames(map);
  const [a, b] = [names[from] ?? "", names[to] ?? ""];
  const index = routeBetween(map, a, b);
  if (index < 0) {
    return { map: append(map, "routes", { a, b, length, colors: [colour] }), index: rowsOf(map, "routes").length };
  }
  const colours = coloursOf(rowsOf(map, "routes")[index]);
  if (colours.length > 1) return { map, index };
  return { map: withValue(map, `routes[${index}].colors`, [...colours, colour]), index };
}

export function setBend(map: MapTables, index: number, bend: readonly XY[]): MapTables {
  const points = bend.map((point) => [...onBoard(map, point)]);
  return withValue(map, `routes[${index}].bend`, points.length ? points : undefined);
}

/** How far a point is from the stretch between two others. */
export function distance([px, py]: XY, [ax, ay]: XY, [bx, by]: XY): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(Math.max(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
}

/** Another point that the route goes through, between those it lies nearest to; and which one it is. */
export function insertBend(map: MapTables, index: number, at: XY): { map: MapTables; point: number } {
  const row = rowsOf(map, "routes")[index];
  const names = placeNames(map);
  const places = rowsOf(map, "locations");
  const ends = [row?.a, row?.b].map((name) => pointOf(places[names.indexOf(String(name))]));
  const bend = bendOf(row);
  if (!ends[0] || !ends[1]) return { map, point: -1 };
  const points = [ends[0], ...bend, ends[1]];
  const distances = points.slice(1).map((next, i) => distance(at, points[i]!, next));
  const point = distances.indexOf(Math.min(...distances));
  return { map: setBend(map, index, bend.toSpliced(point, 0, at)), point };
}

export function moveBend(map: MapTables, index: number, point: number, to: XY): MapTables {
  return setBend(map, index, bendOf(rowsOf(map, "routes")[index]).with(point, to));
}

export function removeBend(map: MapTables, index: number, point: number): MapTables {
  return setBend(map, index, bendOf(rowsOf(map, "routes")[index]).toSpliced(point, 1));
}

const SIDES = ["e", "se", "s", "sw", "w", "nw", "n", "ne"] as const;
export type Side = (typeof SIDES)[number];

/** The side of a dot that a point is on. */
export function sideOf(dx: number, dy: number): Side {
  return SIDES[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8]!;
}

/** Colours of a deck under another name, on the routes too; the order stays. */
export function renameColour(map: MapTables, before: string, name: string): MapTables {
  const colours = valueAt(map, "rules.cards.colors");
  if (!isTable(colours) || name in colours) return map;
  const entries = Object.entries(colours).map(([colour, count]) => [colour === before ? name : colour, count]);
  const next = withValue(map, "rules.cards.colors", Object.fromEntries(entries));
  const routes = rowsOf(map, "routes").map((row) =>
    coloursOf(row).includes(before)
      ? { ...row, colors: coloursOf(row).map((colour) => (colour === before ? name : colour)) }
      : row,
  );
  return { ...next, routes };
}
