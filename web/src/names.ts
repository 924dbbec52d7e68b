/** What things are called at a table. `bay` boards have cable cars and ferries, `paper` boards trains and locomotives. */

import type { Drawing, Level } from "./api/schema";
import { t } from "./i18n/index.svelte";

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

/** A word that differs from board to board, counted. */
export function word(drawing: Drawing, name: keyof typeof WORDS, count: number): string {
  return t(WORDS[name], { count, context: drawing.theme });
}

/** `blue`, or what the wild card is called on this board. */
export function cardName(drawing: Drawing, card: string): string {
  if (card === "wild") return t("common:wild-name", { context: drawing.theme });
  return t([`common:colour.${card}`, "common:colour-other"], { colour: card });
}

export function placeName(drawing: Drawing, id: string): string {
  return drawing.places.find((place) => place.id === id)?.name ?? id;
}

/** `Denver – Omaha`, for a route or a ticket. */
export function pairName(drawing: Drawing, id: string): string {
  const [a = "", b = ""] = id.split("#")[0]!.split("/");
  return `${placeName(drawing, a)} – ${placeName(drawing, b)}`;
}

/** A token's symbol in words. */
export function symbolName(symbol: string): string {
  return t([`common:symbol.${symbol}`, "common:symbol-other"], { symbol });
}
