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

/** How something was touched: a finger's tap beside it may have meant something else. */
export interface Touch {
  isFinger: boolean;
  isExact: boolean;
}

/** Keys, lists and screen readers name what they mean. */
export const CERTAIN: Touch = { isFinger: false, isExact: true };

export type Found = { one: Touchable; isExact: boolean };

/** Pixels around a drawing that still count as it. What can be done now gets a finger's width. */
const REACH = { finger: { active: 22, idle: 10 }, mouse: { active: 10, idle: 5 } };

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

/** What was touched is what is meant, else what is nearest: what can be done now from farther away than the rest. */
export function findTouched(
  all: Touchable[],
  active: Touchable[],
  at: Point,
  zoom: number,
  isFinger: boolean,
): Found | null {
  const reach = isFinger ? REACH.finger : REACH.mouse;
  const isActive = new Set(active);
  const one = nearest(
    [...active, ...all.filter(({ isPlace }) => !isPlace)],
    (item) => item.distanceTo(at),
    (item) => (isActive.has(item) ? reach.active : reach.idle) / zoom,
  );
  return one && { one, isExact: one.distanceTo(at) === 0 };
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

/** Whether a click came from a finger; keys and screen readers have no pointer. */
export function isByFinger(event: MouseEvent): boolean {
  return event.detail > 0 && (event as PointerEvent).pointerType !== "mouse";
}
