import { expect, test } from "vitest";
import type { Frame } from "../src/api/schema";
import { readLink } from "../src/home/links";
import { endsOf } from "../src/ids";
import { linePath, scaleFor } from "../src/replay/scale";
import { turnAt, turnsOf } from "../src/replay/turns";
import { view } from "./scene";

const frame = (seat: number | null, turn: number, phase: Frame["view"]["phase"]) =>
  ({ seat, turn, view: view({ phase }) }) as Frame;

test("a replay is cut into turns, the opening first", () => {
  const frames = [
    frame(null, 0, "keep-tickets"),
    frame(0, 0, "keep-tickets"),
    frame(1, 0, "turn"),
    frame(0, 0, "second-card"),
    frame(0, 1, "turn"),
    frame(1, 2, "turn"),
  ];
  const turns = turnsOf(frames);
  expect(turns.map(({ number, seat, first, last }) => [number, seat, first, last])).toEqual([
    [0, null, 0, 2],
    [1, 0, 3, 4],
    [2, 1, 5, 5],
  ]);
  expect([0, 2, 3, 4, 5, 99].map((step) => turnAt(turns, step))).toEqual([0, 0, 1, 1, 2, 2]);
});

test("a chart has round numbers around its values, and at most six lines", () => {
  expect(scaleFor([3, 47])).toEqual({ low: 0, high: 50, ticks: [0, 10, 20, 30, 40, 50] });
  expect(scaleFor([-7, 12]).low).toBe(-10);
  expect(scaleFor([]).ticks).toEqual([0, 1]);
  expect(
    linePath([
      [0, 10],
      [5, 8.26],
    ]),
  ).toBe("M0.0 10.0L5.0 8.3");
});

test("an id names both places, on either track", () => {
  expect(endsOf("denver/omaha")).toEqual(["denver", "omaha"]);
  expect(endsOf("atlanta/raleigh#2")).toEqual(["atlanta", "raleigh"]);
});

test("links and bare ids lead to a table or a replay, and other texts nowhere", () => {
  expect(readLink(" https://example.org/table/abcdefgh#secret ")).toBe("/table/abcdefgh#secret");
  expect(readLink("https://example.org/replay/abcdefgh?step=3")).toBe("/replay/abcdefgh?step=3");
  expect(readLink("abcdefgh")).toBe("/table/abcdefgh");
  expect(readLink("good morning")).toBeNull();
});
