/** What happened, as one sentence: for the history, for screen readers and for the replay. */

import type { Drawing, EventView } from "../api/schema";
import { formatList, t } from "../i18n/index.svelte";
import { called, cardName, type Named, pairName, placeName, seatName, symbolName } from "../names";
import { cardsText } from "./action-text";

/** Null: not worth a line. */
export function eventText(event: EventView, drawing: Drawing, seats: Named[], you: number | null): string | null {
  if (event.seat === null) return tableEventText(event, drawing);
  const who = event.seat === you ? "you" : "other";
  const name = seatName(seats, event.seat);
  const say = (key: string, details = {}) => t(`table:event.${who}.${key}`, { name, ...details });
  switch (event.event) {
    case "draw":
      if (event.card === null) return say("draw-unseen");
      return say(event.from === "deck" ? "draw-deck" : "draw-row", { card: cardName(drawing, event.card) });
    case "tickets":
      return say("tickets", { count: event.count });
    case "keep":
      if (event.tickets === null) return say("keep-some", { count: event.kept + event.returned, kept: event.kept });
      return say("keep", { tickets: formatList(event.tickets.map((id) => pairName(drawing, id))) });
    case "claim":
      return say("claim", {
        route: pairName(drawing, event.route),
        cards: cardsText(drawing, event.payment),
        points: t("common:points", { count: event.points }),
      });
    case "place":
    case "take":
      return say(event.event, { symbol: symbolName(event.symbol), place: placeName(drawing, event.location) });
    case "pass":
    case "final-round":
      return say(event.event);
    case "end-turn":
      return null;
  }
}

/** What befell the whole table. */
function tableEventText(event: EventView, drawing: Drawing): string | null {
  switch (event.event) {
    case "sweep":
      return t("table:event.sweep", called(drawing.words, "wild"));
    case "reshuffle":
      return t("table:event.reshuffle", { count: event.count });
    case "game-over":
      return t("table:event.game-over");
    default:
      return null;
  }
}

/** The places on the board that an event is about, to point them out. */
export function eventSpots(event: EventView): { tracks: string[]; places: string[] } {
  if (event.event === "claim") return { tracks: [event.route], places: [] };
  if (event.event === "place" || event.event === "take") return { tracks: [], places: [event.location] };
  return { tracks: [], places: [] };
}

export interface Turn {
  /** Position of its first event in the history: a stable key. */
  start: number;
  seat: number | null;
  events: EventView[];
}

/** The history cut where a turn ends or another seat acts; what has no seat stays with the turn it came in. */
export function turnsOf(history: EventView[]): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn | null = null;
  history.forEach((event, index) => {
    const isOther = event.seat !== null && turn !== null && turn.seat !== null && turn.seat !== event.seat;
    if (turn === null || isOther) turns.push((turn = { start: index, seat: null, events: [] }));
    turn.events.push(event);
    turn.seat ??= event.seat;
    if (event.event === "end-turn") turn = null;
  });
  return turns;
}

/** What each seat did in its last turn, or does in the one that runs. */
export function lastTurns(history: EventView[]): Map<number, EventView[]> {
  const last = new Map<number, EventView[]>();
  for (const { seat, events } of turnsOf(history)) {
    const own = events.filter((event) => event.seat === seat && event.event !== "end-turn");
    if (seat !== null && own.length > 0) last.set(seat, own);
  }
  return last;
}
