import { expect, test } from "vitest";
import type { Guide } from "../src/api/schema";
import { setLanguage } from "../src/i18n/index.svelte";
import { planText, reasonText } from "../src/table/action-text";
import { serviceText, stateText, type TrackSituation } from "../src/table/track-text";
import { DRAWING } from "./scene";
import { useTexts } from "./texts";

useTexts("common", "table");

function situation(guided: Partial<Guide["routes"][string]>): TrackSituation {
  const said = { lack: 0, wilds: 0, why: null, tickets: [], ...guided };
  return { drawing: DRAWING, seats: [], you: 0, owner: undefined, isClaimable: false, guided: said };
}

function lacking(guided: Partial<Guide["routes"][string]>): string {
  return stateText(situation(guided));
}

test("the tickets that a free route serves are named", () => {
  const serving = situation({ tickets: ["ash/cedar", "birch/cedar"] });
  expect(serviceText(serving)).toBe("On a shortest path for ASH – CEDAR and BIRCH – CEDAR.");
  expect(serviceText({ ...serving, owner: 1 })).toBe("");
  expect(serviceText(situation({}))).toBe("");
});

test("what is short is named where only a wild will do", () => {
  expect(lacking({ lack: 2, wilds: 0, why: "cards" })).toBe("You are missing 2 cards.");
  expect(lacking({ lack: 1, wilds: 1, why: "cards" })).toBe("You are missing 1 locomotive: no other card will do.");
  expect(lacking({ lack: 3, wilds: 1, why: "cards" })).toBe("You are missing 3 cards. They must include 1 locomotive.");
});

test("a plan takes what its routes take", () => {
  expect(planText(["ash/birch", "birch/cedar"], DRAWING)).toBe("4 trains");
});

test("a share is written as the language writes percents", async () => {
  const reason = { kind: "deck-chance", details: { percent: 40 }, is_against: false };
  expect(reasonText(reason, DRAWING, [])).toBe("40% of the unseen cards are useful");
  await setLanguage("ro");
  expect(reasonText(reason, DRAWING, [])).toBe("40\u00a0% din cărțile nevăzute sunt utile");
});
