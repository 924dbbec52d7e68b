import { expect, test } from "vitest";
import { type Arrow, arrowLinks, isArrow, nextInDirection } from "../src/board/arrows";
import type { Point } from "../src/board/camera";
import { middle } from "../src/board/lines";
import { DRAWING } from "./scene";

const ARROWS: Arrow[] = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"];

test("what lies in the direction of a key lies ahead, and not too far aside", () => {
  const [here, right, below] = [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
    { x: 1, y: 10 },
  ];
  expect(nextInDirection(here, [right, below], "ArrowRight")).toBe(right);
  expect(nextInDirection(here, [right, below], "ArrowDown")).toBe(below);
  expect(nextInDirection(here, [right, below], "ArrowLeft")).toBeNull();
});

test("only arrow keys are arrows", () => {
  expect(["ArrowUp", "Enter", "toString"].map(isArrow)).toEqual([true, false, false]);
});

test("arrows lead to the next in their direction", () => {
  const tracks = DRAWING.tracks.map(middle);
  for (const [from, links] of arrowLinks(tracks))
    for (const key of ARROWS) {
      const ahead = nextInDirection(from, tracks, key);
      if (ahead) expect(links[key]).toBe(ahead);
    }
});

test("arrows come from everything to everything", () => {
  const random = pseudoRandom();
  for (let round = 0; round < 300; round++) {
    const points = Array.from({ length: 2 + (round % 40) }, () => ({ x: 300 * random(), y: 200 * random() }));
    points.push({ ...points[0]! });
    const links = arrowLinks(points);
    for (const start of points) expect(walkFrom(start, links).size).toBe(points.length);
  }
});

function walkFrom(start: Point, links: ReturnType<typeof arrowLinks>): Set<Point> {
  const seen = new Set([start]);
  for (const point of seen) for (const key of ARROWS) if (links.get(point)![key]) seen.add(links.get(point)![key]!);
  return seen;
}

/** The same numbers from 0 to 1 in every run. */
function pseudoRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}
