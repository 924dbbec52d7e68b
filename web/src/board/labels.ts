/** The names of places: large enough to be read, and none over another. */

import type { Drawing, DrawnPlace } from "../api/schema";
import type { Point } from "./camera";

/** Pixels on the screen that names should have, and how much larger than drawn that may make them. */
const SIZE = { least: 10, most: 17 };
const LARGEST = 1.35;
const STEP = 0.05;
/** Of a capital letter, as a share of the size. */
const CAPITAL = 0.7;
/** Between two names side by side, likewise: else they read as one. */
const GAP = 0.4;

/** The point of a name that stays where it is when the name grows: beside the dot. */
export function heldPoint({ y, label: { lines, size } }: DrawnPlace): Point {
  const [top, bottom] = [lines[0]!.y - CAPITAL * size, lines.at(-1)!.y];
  return { x: lines[0]!.x, y: Math.min(Math.max(y, top), bottom) };
}

export function labelWidth({ label }: DrawnPlace): number {
  return Math.max(...label.lines.map(({ width }) => width));
}

/** How much larger each name is drawn than the board has it. */
export function labelScales({ places }: Drawing, zoom: number): Map<string, number> {
  const size = (places[0]?.label.size ?? 1) * zoom;
  const wanted = Math.min(Math.min(Math.max(size, SIZE.least), SIZE.most) / size, LARGEST);
  const scales = new Map(places.map(({ id }) => [id, wanted]));
  const pairs = places.flatMap((a, i) => places.slice(i + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) {
    for (let scale = wanted; scale > 1 && overlap(a, scales.get(a.id)!, b, scales.get(b.id)!); scale -= STEP) {
      for (const { id } of [a, b]) scales.set(id, Math.max(1, Math.min(scales.get(id)!, scale - STEP)));
    }
  }
  return scales;
}

function overlap(a: DrawnPlace, scaleA: number, b: DrawnPlace, scaleB: number): boolean {
  const [one, other] = [labelBox(a, scaleA), labelBox(b, scaleB)];
  const gap = GAP * a.label.size;
  return (
    one.left < other.right + gap && other.left < one.right + gap && one.top < other.bottom && other.top < one.bottom
  );
}

export function labelBox(place: DrawnPlace, scale: number) {
  const { lines, size, anchor } = place.label;
  const held = heldPoint(place);
  const width = labelWidth(place) * scale;
  const left = held.x - { start: 0, middle: width / 2, end: width }[anchor];
  return {
    left,
    right: left + width,
    top: held.y + (lines[0]!.y - CAPITAL * size - held.y) * scale,
    bottom: held.y + (lines.at(-1)!.y - held.y) * scale,
  };
}
