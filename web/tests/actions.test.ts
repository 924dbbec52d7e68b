import { expect, test } from "vitest";

import { leftAfter, paymentsByRoute, readAction } from "../src/actions";

test("a claim leaves what was not paid: pieces and cards, and of each colour that pays", () => {
  const payment = paymentsByRoute(["pass", "claim denver/omaha purple:3,wild:1"]).get("denver/omaha")![0]!;
  expect(readAction(payment.action)).toEqual({ kind: "claim", route: "denver/omaha", payment: payment.cards });
  const left = leftAfter(payment.cards, { purple: 3, wild: 4, red: 2 }, { pieces: 20, card_count: 9 });
  expect(left).toEqual({ pieces: 16, cards: 5, byColour: { purple: 0, wild: 3 } });
});
