import { expect, test } from "vitest";
import type { Result } from "../src/api/schema";
import * as counting from "../src/end/counting";
import { DRAWING, view } from "./scene";

const score = { completed_tickets: 1, longest_path_length: 3, tokens: 0 };
const RESULT: Result = {
  winners: [0],
  scores: [
    { ...score, total: 17, routes: 4, tickets: 3, longest_path: 10 },
    { ...score, total: -2, routes: 2, tickets: -4, longest_path: 0 },
  ],
  seats: [
    {
      tickets: [
        { id: "ash/birch", points: 2, is_complete: false, routes: [] },
        { id: "ash/cedar", points: 5, is_complete: true, routes: ["ash/birch"] },
      ],
      tokens: [],
      longest_path: ["ash/birch", "birch/cedar"],
    },
    { tickets: [{ id: "birch/cedar", points: 4, is_complete: false, routes: [] }], tokens: [], longest_path: [] },
  ],
};
const STEPS = counting.countSteps(DRAWING, { "ash/birch": 0, "birch/cedar": 0, "ash/birch#2": 1 }, RESULT);

test("only what the map counts is told, one category after the other", () => {
  expect(counting.categoriesOf(DRAWING)).toEqual(["routes", "tickets", "longest_path"]);
  expect(STEPS.map(({ category, seat, points }) => [category, seat, points])).toEqual([
    ["routes", 0, 4],
    ["routes", 1, 2],
    ["tickets", 0, 5],
    ["tickets", 0, -2],
    ["tickets", 1, -4],
    ["longest_path", 0, 10],
  ]);
});

test("columns grow with the steps and end at the result", () => {
  expect(counting.countedAfter(STEPS, 0, 2)).toEqual([{ total: 0 }, { total: 0 }]);
  expect(counting.countedAfter(STEPS, 3, 2)).toEqual([
    { routes: 4, tickets: 5, total: 9 },
    { routes: 2, total: 2 },
  ]);
  const totals = counting.countedAfter(STEPS, STEPS.length, 2).map(({ total }) => total);
  expect(totals).toEqual(counting.countedFully(RESULT).map(({ total }) => total));
});

test("each step points at what it counts", () => {
  expect(counting.highlightsOf(STEPS[0]!).highlighted).toEqual(["ash/birch", "birch/cedar"]);
});

test("many tickets are told quicker, but not too quick", () => {
  const ticket = STEPS[2]!;
  expect(counting.pauseFor(ticket, STEPS)).toBe(1500);
  expect(
    counting.pauseFor(
      ticket,
      Array.from({ length: 20 }, () => ticket),
    ),
  ).toBe(900);
  expect(
    counting.pauseFor(
      ticket,
      Array.from({ length: 99 }, () => ticket),
    ),
  ).toBe(600);
});

test("without the server's paths there is still a result", () => {
  const plain = counting.plainResult(view({ winners: [1], scores: RESULT.scores }));
  expect(plain).toEqual({ winners: [1], scores: RESULT.scores, seats: [] });
});
