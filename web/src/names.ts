/** What things are called at a table: what the map calls them, in the player's language where we know the word. */

import type { Drawing, Level } from "./api/schema";
import { t } from "./i18n/index.svelte";
import { endsOf } from "./ids";

export interface Named {
  kind: "person" | "bot";
  name: string;
  level: Level | null;
}

export function seatName(seats: Named[], seat: number): string {
  const one = seats[seat];
  if (one?.name) return one.name;
  if (!one || one.kind === "person") return t("common:player", { number: seat + 1 });
  const twins = seats.filter((other) => other.kind === "bot" && other.level === one.level);
  const bot = t(`common:bot.${one.level ?? "medium"}`);
  return twins.length > 1 ? `${bot} ${twins.indexOf(one) + 1}` : bot;
}

const WORDS = { piece: "common:piece", card: "common:card", wild: "common:wild" };

/** Lets a text speak of one of the map's words: by a form of its own if we have translated the word, else with it. */
export function called(words: Drawing["words"], name: keyof Drawing["words"]): { context: string; word: string } {
  return { context: words[name].replaceAll(" ", "-"), word: words[name] };
}

/** A word that differs from board to board, counted. */
export function word(drawing: Drawing, name: keyof typeof WORDS, count: number): string {
  return t(WORDS[name], { count, ...called(drawing.words, name) });
}

/** `blue`, or what the wild card is called on this board. */
export function cardName(drawing: Drawing, card: string): string {
  if (card === "wild") return t("common:wild-name", called(drawing.words, "wild"));
  return t([`common:colour.${card}`, "common:colour-other"], { colour: card });
}

/** Under which a match's record is saved. An id may begin with a dash, which a command would take for an option. */
export function recordName(match: string): string {
  return `whistlestop-${match}.record`;
}

export function placeName(drawing: Drawing, id: string): string {
  return drawing.places.find((place) => place.id === id)?.name ?? id;
}

/** `Denver – Omaha`, for a route or a ticket. */
export function pairName(drawing: Drawing, id: string): string {
  const [a, b] = endsOf(id);
  return `${placeName(drawing, a)} – ${placeName(drawing, b)}`;
}

/** A token's symbol in words. */
export function symbolName(symbol: string): string {
  return t([`common:symbol.${symbol}`, "common:symbol-other"], { symbol });
}
