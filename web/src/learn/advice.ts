/** What the conductor says next. It follows from the view alone, so whatever the pupil does, there is something to say. */

import type { EventView, View } from "../api/schema";
import { endsOf } from "../ids";
import plan from "./plan.json";

/** What the lesson goes through; each has a dot. */
export const CHAPTERS = [
  "look",
  "tickets",
  "draw",
  "claim",
  "ferry-card",
  "ferry",
  "complete",
  "last",
  "count",
] as const;
export type Chapter = (typeof CHAPTERS)[number];

export interface Spotlight {
  tracks?: string[];
  places?: string[];
  part?: "row" | "deck" | "hand" | "tickets" | "seats" | "discards";
}

export interface Advice {
  /** Which text of those that are said. */
  name: string;
  chapter: Chapter | null;
  spotlight?: Spotlight;
  /** The route it speaks of. */
  route?: string;
  /** Nothing is to be done but to go on. */
  isTalk?: boolean;
  /** What the pupil is asked to do: `draw`, or a route to claim. */
  wants?: string;
}

interface Goal {
  name: string;
  route: string;
  needs: string;
}

const CHAPTER_OF: Record<string, Chapter> = { first: "claim", ferry: "ferry", link: "complete", last: "last" };

/** `finishedTalks` are the talks that the pupil has gone on from. */
export function advise(view: View, finishedTalks: ReadonlySet<string>): Advice {
  if (view.phase === "over") {
    const won = view.seat !== null && view.winners.includes(view.seat);
    return { name: won ? "over-won" : "over-lost", chapter: "count", isTalk: true };
  }
  if (!finishedTalks.has("welcome"))
    return { name: "welcome", chapter: "look", isTalk: true, spotlight: { tracks: ownTracks(view) } };
  if (!finishedTalks.has("tickets"))
    return { name: "tickets", chapter: "tickets", isTalk: true, spotlight: ticketSpots(view) };
  if (view.to_play !== view.seat) return { name: "wait", chapter: null };
  if (view.phase === "second-card") return second(view);
  if (view.phase === "keep-tickets" || view.phase === "take-token") {
    return { name: view.phase === "take-token" ? "take-token" : "keep-tickets", chapter: null };
  }
  return view.turns_left === null ? nextGoal(view) : lastTurn(view);
}

function ownTracks(view: View): string[] {
  return Object.keys(view.claimed).filter((track) => view.claimed[track] === view.seat);
}

function ticketSpots(view: View): Spotlight {
  return { part: "tickets", places: view.tickets.flatMap(({ id }) => endsOf(id)) };
}

function can(view: View, action: string): boolean {
  return view.legal_actions.some((legal) => legal === action || legal.startsWith(`${action} `));
}

function second(view: View): Advice {
  const isDeck = can(view, "draw deck");
  const name = isDeck ? "second" : "second-row";
  return { name, chapter: "draw", spotlight: { part: isDeck ? "deck" : "row" }, wants: "draw" };
}

function nextGoal(view: View): Advice {
  // Of two tracks either will do.
  const goal = plan.goals.find(({ route }) => (view.claimed[route] ?? view.claimed[`${route}#2`]) === undefined);
  return goal ? towards(view, goal) : { name: "free", chapter: null };
}

function towards(view: View, goal: Goal): Advice {
  if (can(view, `claim ${goal.route}`)) return claiming(goal);
  const { route, needs } = goal;
  const tracks = [route];
  if (needs === "wild" && !view.hand.wild) {
    if (can(view, "draw wild")) {
      return { name: "take-wild", chapter: "ferry-card", route, wants: "draw", spotlight: { part: "row", tracks } };
    }
    return { name: "deck-for-wild", chapter: "ferry-card", route, wants: "draw", spotlight: { part: "deck", tracks } };
  }
  const isInRow = needs !== "wild" && can(view, `draw ${needs}`);
  const name = isInRow ? "draw-first" : "draw-more";
  return { name, chapter: "draw", route, wants: "draw", spotlight: { part: "row", tracks: isInRow ? [] : tracks } };
}

function claiming({ name, route }: Goal): Advice {
  return { name: `claim-${name}`, chapter: CHAPTER_OF[name]!, route, wants: route, spotlight: { tracks: [route] } };
}

function lastTurn(view: View): Advice {
  const goal = [...plan.goals, plan.last].find(({ route }) => can(view, `claim ${route}`));
  return goal ? claiming(goal) : { name: "last-free", chapter: "last" };
}

/** A remark on what has just happened; `name` says which text. */
export interface Praise {
  name: "also" | "draw" | "wild" | "claim" | "longer" | "token" | "ticket" | "keep" | "final";
  /** What a route or a ticket brings. */
  points?: number;
  symbol?: string;
  ticket?: string;
}

/** What there is to say about what the pupil did, and what came of it. */
export function praise(wanted: string | undefined, events: EventView[], before: View, after: View): Praise[] {
  const own = events.filter(({ seat }) => seat === after.seat);
  const remarks = own.flatMap((event) => remark(event, before, after));
  const hasDone = own.some((event) => event.event === wanted || (event.event === "claim" && event.route === wanted));
  if (remarks.length && !hasDone) remarks.unshift({ name: "also" });
  for (const ticket of after.tickets) {
    const wasComplete = before.tickets.find(({ id }) => id === ticket.id)?.is_complete ?? false;
    if (ticket.is_complete && !wasComplete) remarks.push({ name: "ticket", ticket: ticket.id, points: ticket.points });
  }
  return remarks;
}

function remark(event: EventView, before: View, after: View): Praise[] {
  switch (event.event) {
    case "draw":
      if (after.phase === "second-card") return [];
      return [{ name: event.from === "row" && event.card === "wild" && before.phase === "turn" ? "wild" : "draw" }];
    case "claim":
      return [
        { name: "claim", points: event.points },
        // It need not be said twice; the position begins with one route.
        ...(ownTracks(before).length === 1 ? [{ name: "longer" } as const] : []),
      ];
    case "take":
      return [{ name: "token", symbol: event.symbol }];
    case "keep":
      return [{ name: "keep" }];
    default:
      return [];
  }
}
