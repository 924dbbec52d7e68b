/** Lines along tracks, and what lies nearest to a point. */

import type { Drawing, DrawnTrack } from "../api/schema";
import type { Point } from "./camera";

const RADIANS = Math.PI / 180;

/** From the outer edge of the first space through the middle of each to the outer edge of the last. */
export function spacePoints(track: DrawnTrack): Point[] {
  const half = track.space_length / 2;
  const ends = [track.spaces[0]!, track.spaces.at(-1)!].map(([x, y, angle], i) => {
    const way = i === 0 ? -half : half;
    return { x: x + way * Math.cos(angle * RADIANS), y: y + way * Math.sin(angle * RADIANS) };
  });
  return [ends[0]!, ...track.spaces.map(([x, y]) => ({ x, y })), ends[1]!];
}

/** The same with both places, for lines that lead somewhere. */
export function routePoints(drawing: Drawing, track: DrawnTrack): Point[] {
  const [a, b] = [track.a, track.b].map((id) => drawing.places.find((place) => place.id === id)!);
  const points = spacePoints(track);
  const [first, last] = [points[0]!, points.at(-1)!];
  const isForward = distance(first, a!) + distance(last, b!) <= distance(first, b!) + distance(last, a!);
  return isForward ? [a!, ...points, b!] : [b!, ...points, a!];
}

export function line(points: Point[]): string {
  return "M" + points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
}

export function middle(track: DrawnTrack): Point {
  const points = track.spaces;
  const [a, b] = [points[Math.floor((points.length - 1) / 2)]!, points[Math.ceil((points.length - 1) / 2)]!];
  return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function lineDistance(points: Point[], to: Point): number {
  return Math.min(...points.slice(1).map((end, i) => stretchDistance(points[i]!, end, to)));
}

function stretchDistance(a: Point, b: Point, to: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = ((to.x - a.x) * dx + (to.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(Math.max(share, 0), 1);
  return distance({ x: a.x + at * dx, y: a.y + at * dy }, to);
}

/** The item nearest to a point, if it is no farther than `reach` allows for it. */
export function nearest<Item>(
  items: Iterable<Item>,
  distanceTo: (item: Item) => number,
  reach: (item: Item) => number,
): Item | null {
  let [found, least]: [Item | null, number] = [null, Infinity];
  for (const item of items) {
    const far = distanceTo(item);
    if (far <= reach(item) && far < least) [found, least] = [item, far];
  }
  return found;
}

/** The tracks of a trail as lines that run on from one to the next. */
export function trailLines(drawing: Drawing, ids: readonly string[]): { id: string; path: string; length: number }[] {
  const tracks = ids.flatMap((id) => drawing.tracks.find((track) => track.id === id) ?? []);
  let here = startOf(tracks);
  return tracks.map((track) => {
    const points = routePoints(drawing, track);
    const start = drawing.places.find((place) => place.id === here);
    if (start && distance(points.at(-1)!, start) < distance(points[0]!, start)) points.reverse();
    here = here === track.a ? track.b : track.a;
    return { id: track.id, path: line(points), length: track.length };
  });
}

/** Where a trail begins: at the end of its first track that the second does not share. */
function startOf([first, second]: DrawnTrack[]): string | undefined {
  if (!first || !second) return first?.a;
  return first.a === second.a || first.a === second.b ? first.b : first.a;
}
