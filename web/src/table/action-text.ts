/** Actions, and the reasons for them, in the person's language. */

import { readAction } from "../actions";
import type { Cards } from "../api/protocol";
import type { Drawing, AdviceReason } from "../api/schema";
import { formatList, formatNumber, t } from "../i18n/index.svelte";
import { cardName, type Named, pairName, placeName, seatName, symbolName, word } from "../names";

/** `3 purple and 1 locomotive`. */
export function cardsText(drawing: Drawing, cards: Cards): string {
  const shown = drawing.colours.filter((colour) => cards[colour]);
  return formatList(shown.map((colour) => countedCard(drawing, colour, cards[colour]!)));
}

export function countedCard(drawing: Drawing, card: string, count: number): string {
  if (card === "wild") return word(drawing, "wild", count);
  return t("table:of-colour", { count, colour: cardName(drawing, card) });
}

/** `Claim Denver – Omaha with 3 purple and 1 locomotive`. */
export function actionText(action: string, drawing: Drawing): string {
  const one = readAction(action);
  switch (one.kind) {
    case "keep":
      return t("table:action.keep", { tickets: formatList(one.tickets.map((id) => pairName(drawing, id))) });
    case "place":
      return t("table:action.place", { symbol: symbolName(one.symbol), place: placeName(drawing, one.location) });
    case "take":
      return t("table:action.take", { symbol: symbolName(one.symbol) });
    case "draw":
      if (one.card === "deck") return t("table:action.draw-deck");
      return t("table:action.draw", { card: cardName(drawing, one.card) });
    case "claim":
      return t("table:action.claim", { route: pairName(drawing, one.route), cards: cardsText(drawing, one.payment) });
    case "tickets":
      return t("table:action.tickets");
    case "pass":
      return t("table:action.pass");
  }
}

/** What a plan takes: `9 cable cars`. */
export function planText(plan: readonly string[], drawing: Drawing): string {
  const tracks = drawing.tracks.filter(({ id }) => plan.includes(id));
  return word(
    drawing,
    "piece",
    tracks.reduce((sum, { length }) => sum + length, 0),
  );
}

/** Why the server thinks well or ill of an action. */
export function reasonText(reason: AdviceReason, drawing: Drawing, seats: Named[]): string {
  const shown: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(reason.details)) shown[name] = detailText(name, value, drawing, seats);
  if (reason.kind === "lacks") {
    shown.cards = cardsText(drawing, { [String(reason.details.card)]: Number(reason.details.missing) });
  }
  return t([`table:reason.${reason.kind}`, "table:reason.planned"], shown);
}

function detailText(name: string, value: string | number, drawing: Drawing, seats: Named[]): string | number {
  switch (name) {
    case "route":
    case "ticket":
    case "other":
      return pairName(drawing, String(value));
    case "pieces":
    case "left":
      return word(drawing, "piece", Number(value));
    case "wilds":
      return word(drawing, "wild", Number(value));
    case "percent":
      return formatNumber(Number(value) / 100, { style: "percent" });
    case "points":
      return t("common:points", { count: Number(value) });
    case "location":
      return placeName(drawing, String(value));
    case "card":
      return cardName(drawing, String(value));
    case "seat":
      return seatName(seats, Number(value));
    case "symbol":
    case "other_symbol":
      return symbolName(String(value));
    default:
      return value;
  }
}
