/** The score, counted in front of everybody: what is told after what, and what each column shows by then. */

import type { Drawing, Result, View } from "../api/schema";
import { type Highlights, NO_HIGHLIGHTS, pathHighlights, ticketHighlights } from "./highlights";

export type Category = "routes" | "tickets" | "longest_path" | "tokens";
export type RevealedTicket = Result["seats"][number]["tickets"][number];

export type CountStep = { seat: number; points: number; category: Category } & (
  | { category: "routes"; tracks: string[] }
  | { category: "tickets"; ticket: RevealedTicket }
  | { category: "longest_path"; length: number; routes: string[] }
  | { category: "tokens"; tokens: string[] }
);

/** Points by category; what has not been counted yet is missing. */
export type CountedScore = Partial<Record<Category, number>> & { total: number };

const SLOWEST = 1500;
const QUICKEST = 600;
const PATIENCE = 18_000;

/** The categories that this map knows. */
export function categoriesOf(drawing: Drawing): Category[] {
  const bonuses: Category[] = [];
  if (drawing.longest_path_bonus) bonuses.push("longest_path");
  if (drawing.token_points.length) bonuses.push("tokens");
  return ["routes", "tickets", ...bonuses];
}

/** The result without the paths of the tickets, for when the server can't tell them. */
export function plainResult(view: View): Result {
  return {
    winners: view.winners,
    scores: view.scores ?? [],
    seats: view.seats.map((seat) => ({
      tickets: (seat.tickets ?? []).map((ticket) => ({ ...ticket, routes: [] })),
      tokens: seat.tokens,
      longest_path: [],
    })),
  };
}

/** A seat's tickets as they are told: the completed ones first. */
export function ticketsInOrder(tickets: RevealedTicket[]): RevealedTicket[] {
  return [...tickets].sort((a, b) => Number(b.is_complete) - Number(a.is_complete) || b.points - a.points);
}

export function ticketPoints(ticket: RevealedTicket): number {
  return ticket.is_complete ? ticket.points : -ticket.points;
}

export function countSteps(drawing: Drawing, claimed: View["claimed"], result: Result): CountStep[] {
  const steps: Record<Category, CountStep[]> = { routes: [], tickets: [], longest_path: [], tokens: [] };
  result.scores.forEach((score, seat) => {
    const { tickets, tokens, longest_path } = result.seats[seat]!;
    const tracks = Object.keys(claimed).filter((track) => claimed[track] === seat);
    steps.routes.push({ category: "routes", seat, points: score.routes, tracks });
    for (const ticket of ticketsInOrder(tickets)) {
      steps.tickets.push({ category: "tickets", seat, points: ticketPoints(ticket), ticket });
    }
    if (score.longest_path) {
      const { longest_path: points, longest_path_length: length } = score;
      steps.longest_path.push({ category: "longest_path", seat, points, length, routes: longest_path });
    }
    if (tokens.length) steps.tokens.push({ category: "tokens", seat, points: score.tokens, tokens });
  });
  return categoriesOf(drawing).flatMap((category) => steps[category]);
}

/** What every seat's column shows when the first `count` steps have been told. */
export function countedAfter(steps: CountStep[], count: number, players: number): CountedScore[] {
  const counted: CountedScore[] = Array.from({ length: players }, () => ({ total: 0 }));
  for (const { seat, category, points } of steps.slice(0, count)) {
    const column = counted[seat]!;
    column[category] = (column[category] ?? 0) + points;
    column.total += points;
  }
  return counted;
}

/** The final table: nothing is missing any more. */
export function countedFully(result: Result): CountedScore[] {
  return result.scores.map(({ routes, tickets, longest_path, tokens, total }) => ({
    routes,
    tickets,
    longest_path,
    tokens,
    total,
  }));
}

/** How long a step stays, in milliseconds: many tickets are told quicker. */
export function pauseFor(step: CountStep, steps: CountStep[]): number {
  if (step.category === "longest_path") return 2 * SLOWEST;
  if (step.category !== "tickets") return SLOWEST;
  const tickets = steps.filter(({ category }) => category === "tickets").length;
  return Math.max(QUICKEST, Math.min(SLOWEST, PATIENCE / tickets));
}

export function highlightsOf(step: CountStep): Highlights {
  switch (step.category) {
    case "routes":
      return { ...NO_HIGHLIGHTS, highlighted: step.tracks };
    case "tickets":
      return ticketHighlights(step.ticket);
    case "longest_path":
      return pathHighlights(step.routes, step.seat);
    case "tokens":
      return NO_HIGHLIGHTS;
  }
}
