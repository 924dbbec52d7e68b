import { describe, expect, test } from "vitest";
import * as lines from "../src/board/lines";
import { DRAWING, track } from "./scene";

const [FIRST, ON] = [DRAWING.tracks[0]!, DRAWING.tracks[2]!];

test("a track's line begins and ends at the outer edges of its spaces", () => {
  expect(lines.spacePoints(FIRST)).toEqual([
    { x: 20, y: 50 },
    { x: 25, y: 50 },
    { x: 75, y: 50 },
    { x: 80, y: 50 },
  ]);
});

test("a route's line runs from place to place, however its spaces run", () => {
  const points = lines.routePoints(DRAWING, ON);
  expect([points[0]!.x, points.at(-1)!.x]).toEqual([200, 100]);
});

test("the tracks of a trail run on from one to the next", () => {
  const [a, b] = lines.trailLines(DRAWING, ["ash/birch", "birch/cedar"]);
  expect(a!.path.startsWith("M0.0 50.0")).toBe(true);
  expect(a!.path.endsWith("L100.0 50.0")).toBe(true);
  expect(b!.path.startsWith("M100.0 50.0")).toBe(true);
  expect(b!.path.endsWith("L200.0 50.0")).toBe(true);
});

test("the distance to a line is that to its nearest stretch", () => {
  const bent = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  expect(lines.lineDistance(bent, { x: 5, y: 3 })).toBe(3);
  expect(lines.lineDistance(bent, { x: 13, y: 14 })).toBe(5);
});

test("the middle of an even number of spaces lies between two", () => {
  expect(lines.middle(FIRST)).toEqual({ x: 50, y: 50 });
  expect(
    lines.middle(
      track("a/b", [
        [1, 1, 0],
        [2, 5, 0],
        [9, 9, 0],
      ]),
    ),
  ).toEqual({ x: 2, y: 5 });
});

describe("the nearest", () => {
  const far = (value: number) => value;
  test("is found within its reach only", () => {
    expect(lines.nearest([7, 5, 9], far, () => 6)).toBe(5);
    expect(lines.nearest([7, 5, 9], far, () => 4)).toBeNull();
  });
});
