/** What a review's numbers say, by whose knowledge they were made. All of them come from the server. */

import type { ReviewedChoice, ReviewedStep } from "../api/schema";
import type { ReplayTurn } from "./turns";

/** All cards open, or what a seat knew. */
export type Knowledge = "open" | number;

/** A choice as it was judged: with all cards open, or with what the seat that chose knew. */
export function judged(step: ReviewedStep, knowledge: Knowledge): ReviewedChoice {
  return knowledge === "open" ? step.open : step.known;
}

export interface ChancePoint {
  step: number;
  /** To win, by seat; together 1. */
  chances: number[];
  isExact: boolean;
}

/** Everybody's chances at the end of each turn, as far as the game has been reviewed; what a seat knew changes when it
 * chooses, and at the end. */
export function chancesByTurn(
  reviewed: ReadonlyMap<number, ReviewedStep>,
  turns: ReplayTurn[],
  knowledge: Knowledge,
): (ChancePoint | null)[] {
  let now: ChancePoint | null = null;
  const points: (ChancePoint | null)[] = [];
  for (const { first, last } of turns) {
    let isReviewed = last === 0; // nobody chooses the deal
    for (let number = first; number <= last; number += 1) {
      const step = reviewed.get(number);
      if (!step) continue;
      isReviewed = number === last;
      const { chances, is_exact: isExact } = judged(step, knowledge);
      if (knowledge === "open" || knowledge === step.seat || isExact) now = { step: number, chances, isExact };
    }
    if (!isReviewed) break;
    points.push(now);
  }
  return points;
}

/** The mean over a seat's choices of what the server says of each, with what the seat knew; null before there is one. */
export function accuracyOf(steps: Iterable<ReviewedStep>, seat: number): number | null {
  const choices = [...steps].filter((step) => step.seat === seat && step.is_choice);
  if (choices.length === 0) return null;
  const sum = choices.reduce((total, step) => total + step.known.accuracy, 0);
  return Math.max(0, Math.min(1, sum / choices.length));
}

/** The choices that gave away more than noise can explain, the worst first. */
export function mistakesIn(steps: Iterable<ReviewedStep>, knowledge: Knowledge): ReviewedStep[] {
  return [...steps]
    .filter((step) => judged(step, knowledge).is_mistake)
    .sort((a, b) => judged(b, knowledge).loss - judged(a, knowledge).loss);
}

export interface Downfall {
  seat: number;
  /** The best chance that the seat ever had. */
  peak: number;
  /** The turn, by its position, in which it lost the most of it, and its chance before and after that. */
  turn: number;
  before: number;
  after: number;
}

const FAVOURITE = 0.5;

/** Where each seat that did not win, but was the favourite once, lost the most since its best moment. */
export function downfalls(points: (ChancePoint | null)[], winners: number[]): Downfall[] {
  const last = points.at(-1);
  if (!last) return [];
  return last.chances.flatMap((_, seat) => {
    const line = points.map((point) => point?.chances[seat] ?? 0);
    const peak = Math.max(...line);
    const top = line.lastIndexOf(peak);
    if (winners.includes(seat) || peak <= FAVOURITE || top === line.length - 1) return [];
    const falls = line.map((chance, turn) => (turn > top ? line[turn - 1]! - chance : -1));
    const turn = falls.indexOf(Math.max(...falls));
    return [{ seat, peak, turn, before: line[turn - 1]!, after: line[turn]! }];
  });
}
