import { expect, test } from "vitest";
import type { ReviewedChoice, ReviewedStep } from "../src/api/schema";
import { chanceText } from "../src/chance-text";
import { accuracyOf, chancesByTurn, downfalls, mistakesIn } from "../src/replay/numbers";
import { useTexts } from "./texts";

useTexts("common", "replay");

function choice(chances: number[], loss = 0, changes: Partial<ReviewedChoice> = {}): ReviewedChoice {
  const judged = {
    action: "draw deck",
    win_chance: 0.5,
    standard_error: 0.04,
    margin: 0,
    reasons: [],
    plan: [],
    playouts: 10,
  };
  const numbers = { loss, loss_error: 0.02, is_mistake: loss > 0.06, accuracy: 1 - 10 * loss, is_exact: false };
  return { chosen: judged, best: judged, chances, ...numbers, ...changes };
}

function step(number: number, seat: number, known: ReviewedChoice, open = known): ReviewedStep {
  return { step: number, seat, action: "draw deck", is_choice: true, known, open };
}

const GAME = [
  step(1, 0, choice([0.6, 0.4]), choice([0.9, 0.1])),
  step(2, 0, choice([0.7, 0.3], 0.02), choice([0.92, 0.08], 0.2)),
  step(3, 1, choice([0.2, 0.8], 0.1), choice([0.3, 0.7])),
  step(4, 0, choice([0, 1], 0.03, { is_exact: true })),
];
const TURNS = [
  { number: 0, seat: null, first: 0, last: 1 },
  { number: 1, seat: 0, first: 2, last: 2 },
  { number: 2, seat: 1, first: 3, last: 3 },
  { number: 3, seat: 0, first: 4, last: 4 },
];
const reviewed = (steps: ReviewedStep[]) => new Map(steps.map((one) => [one.step, one]));

test("what playouts estimate is never quite 0 or 100, a result is", () => {
  expect([chanceText(0), chanceText(1), chanceText(0.724)]).toEqual(["under 1%", "over 99%", "72%"]);
  expect([chanceText(0, true), chanceText(1, true), chanceText(0.5, true)]).toEqual(["0%", "100%", "50%"]);
});

test("with all cards open every turn has its chances, with what a seat knew those of its own choices", () => {
  const chances = (knowledge: "open" | number) =>
    chancesByTurn(reviewed(GAME), TURNS, knowledge).map((point) => point?.chances[0] ?? null);
  expect(chances("open")).toEqual([0.9, 0.92, 0.3, 0]);
  expect(chances(0)).toEqual([0.6, 0.7, 0.7, 0]);
  expect(chances(1)).toEqual([null, null, 0.2, 0]); // the result is known to all
});

test("a chart goes as far as the review has come", () => {
  expect(chancesByTurn(reviewed(GAME.slice(0, 2)), TURNS, "open")).toHaveLength(2);
  expect(chancesByTurn(reviewed([]), TURNS, "open")).toEqual([]);
});

test("accuracy is the mean over a seat's choices, from 0 to 1", () => {
  expect(accuracyOf(GAME, 0)).toBeCloseTo((1 + 0.8 + 0.7) / 3);
  expect(accuracyOf(GAME, 1)).toBe(0);
  expect(accuracyOf(GAME, 2)).toBeNull();
  const forced = { ...step(5, 1, choice([0, 1], 0.9)), is_choice: false };
  expect(accuracyOf([...GAME, forced], 1)).toBe(0);
  expect(accuracyOf([step(1, 0, choice([1, 0], -0.1))], 0)).toBe(1);
});

test("mistakes are those of the knowledge that is asked for", () => {
  expect(mistakesIn(GAME, "open").map((one) => one.step)).toEqual([2]);
  expect(mistakesIn(GAME, 0).map((one) => one.step)).toEqual([3]);
});

test("who was the favourite and lost is told where", () => {
  const points = chancesByTurn(reviewed(GAME), TURNS, "open");
  expect(downfalls(points, [1])).toEqual([{ seat: 0, peak: 0.92, turn: 2, before: 0.92, after: 0.3 }]);
  expect(downfalls(points, [0, 1])).toEqual([]);
  expect(downfalls([], [1])).toEqual([]);
});
