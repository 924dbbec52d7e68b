/** Texts of actions, taken apart. What is legal only the server says. */

import type { Cards } from "./api/protocol";

export type Action =
  | { kind: "keep"; tickets: string[] }
  | { kind: "place"; symbol: string; location: string }
  | { kind: "take"; symbol: string }
  | { kind: "draw"; card: string }
  | { kind: "claim"; route: string; payment: Cards }
  | { kind: "tickets" }
  | { kind: "pass" };

export function readAction(text: string): Action {
  const [kind, ...rest] = text.split(" ");
  switch (kind) {
    case "keep":
      return { kind, tickets: rest };
    case "place":
      return { kind, symbol: rest[0]!, location: rest[1]! };
    case "take":
      return { kind, symbol: rest[0]! };
    case "draw":
      return { kind, card: rest[0]! };
    case "claim":
      return { kind, route: rest[0]!, payment: readCards(rest[1]!) };
    case "tickets":
    case "pass":
      return { kind };
    default:
      throw new Error(`an unknown action: ${text}`);
  }
}

function readCards(text: string): Cards {
  return Object.fromEntries(text.split(",").map((part) => [part.split(":")[0]!, Number(part.split(":")[1])]));
}

export interface Payment {
  /** The text to send. */
  action: string;
  cards: Cards;
}

/** The ways to pay for every route that can be claimed now: the one that keeps the most wilds first. */
export function paymentsByRoute(legal: string[]): Map<string, Payment[]> {
  const payments = new Map<string, Payment[]>();
  for (const text of legal) {
    if (!text.startsWith("claim ")) continue;
    const action = readAction(text);
    if (action.kind !== "claim") continue;
    const list = payments.get(action.route) ?? [];
    list.push({ action: text, cards: action.payment });
    payments.set(action.route, list);
  }
  for (const list of payments.values()) list.sort((a, b) => (a.cards.wild ?? 0) - (b.cards.wild ?? 0));
  return payments;
}

export interface Leftover {
  pieces: number;
  cards: number;
  /** Of the colours that are paid with; of the others everything is left. */
  byColour: Cards;
}

/** What a seat has left after a claim, which takes a piece for every card (R3.1). */
export function leftAfter(payment: Cards, hand: Cards, seat: { pieces: number; card_count: number }): Leftover {
  const paid = Object.entries(payment);
  const count = paid.reduce((sum, [, cards]) => sum + cards, 0);
  return {
    pieces: seat.pieces - count,
    cards: seat.card_count - count,
    byColour: Object.fromEntries(paid.map(([card, cards]) => [card, (hand[card] ?? 0) - cards])),
  };
}
