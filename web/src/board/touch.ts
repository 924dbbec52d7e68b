/** What can be pointed at on a board, and what a finger or a mouse means. */

import type { Drawing } from "../api/schema";
import type { Point } from "./camera";
import { distance, lineDistance, middle, nearest, spacePoints } from "./lines";

/** A track or a place, with the point that stands for it when arrows move the focus. */
export interface Touchable extends Point {
  id: string;
  isPlace: boolean;
  /** How far a point is from its drawing; 0 inside. */
  distanceTo: (point: Point) => number;
}

/** Pixels around a drawing that still count as it. What can be done now gets a finger's width. */
const REACH = { finger: 22, mouse: 5, idle: 10 };

export function findTouchables(drawing: Drawing): Touchable[] {
  const tracks = drawing.tracks.map((track) => {
    const points = spacePoints(track);
    const distanceTo = (point: Point) => Math.max(0, lineDistance(points, point) - drawing.space_width / 2);
    return { id: track.id, isPlace: false, ...middle(track), distanceTo };
  });
  const places = drawing.places.map(({ id, x, y, radius }) => {
    const distanceTo = (point: Point) => Math.max(0, distance({ x, y }, point) - radius);
    return { id, isPlace: true, x, y, distanceTo };
  });
  return [...tracks, ...places];
}

/** A finger is coarse: what can be done now comes first, also if it aimed a little beside. A mouse means what it points at. */
export function findTouched(
  all: Touchable[],
  active: Touchable[],
  at: Point,
  zoom: number,
  isFinger: boolean,
): string | null {
  const near = (among: Touchable[], pixels: number) =>
    nearest(
      among,
      (one) => one.distanceTo(at),
      () => pixels / zoom,
    );
  const tracks = all.filter((one) => !one.isPlace);
  const found = isFinger
    ? (near(active, REACH.finger) ?? near(tracks, REACH.idle))
    : (near(tracks, 0) ?? near(active, REACH.mouse * 2) ?? near(tracks, REACH.mouse));
  return found?.id ?? null;
}

/** The track or place that an element of the board belongs to. */
export function idOf(element: Element): string | null {
  const own = element.closest<SVGElement>("[data-track], [data-place]");
  return own?.dataset.track ?? own?.dataset.place ?? null;
}

export function elementOf(board: HTMLElement, id: string): SVGElement | null {
  const name = CSS.escape(id);
  return board.querySelector(`[data-track="${name}"], [data-place="${name}"]`);
}
