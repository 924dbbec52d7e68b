import { describe, expect, test } from "vitest";
import { setLanguage, t } from "../src/i18n/index.svelte";
import { called, cardName, pairName, word } from "../src/names";
import { DRAWING } from "./scene";
import { useTexts } from "./texts";

const BAY = {
  ...DRAWING,
  words: { piece: "cable car", wild: "ferry", location: "location", card: "transportation card" },
};
const SPACE = { ...DRAWING, words: { piece: "rocket", wild: "warp gate", location: "planet", card: "fuel card" } };
const PLAIN = { ...DRAWING, words: { piece: "piece", wild: "wild", location: "location", card: "card" } };

useTexts("common", "table");

test("a map's words decide what things are called, and not how it is painted", () => {
  expect([cardName(DRAWING, "wild"), word(DRAWING, "piece", 2)]).toEqual(["locomotive", "2 trains"]);
  expect([cardName(BAY, "wild"), word(BAY, "piece", 1), word(BAY, "wild", 3)]).toEqual([
    "ferry",
    "1 cable car",
    "3 ferry cards",
  ]);
  expect(BAY.theme).toBe("paper");
});

describe("a map with words of its own", () => {
  test("is spoken of in them", () => {
    expect([cardName(SPACE, "wild"), word(SPACE, "piece", 1), word(SPACE, "card", 4)]).toEqual([
      "warp gate",
      "1 rocket",
      "4 × fuel card",
    ]);
    expect(t("table:refusal.wild", called(SPACE.words, "wild"))).toContain("warp gate");
  });
  test("is so in other languages too, where we translate what we know", async () => {
    await setLanguage("pl");
    expect([cardName(SPACE, "wild"), word(SPACE, "piece", 5)]).toEqual(["warp gate", "5 × rocket"]);
    expect([cardName(PLAIN, "wild"), word(PLAIN, "piece", 5), word(DRAWING, "piece", 5)]).toEqual([
      "joker",
      "5 pionków",
      "5 wagonów",
    ]);
  });
});

test("colours and pairs have readable names", () => {
  expect(cardName(DRAWING, "red")).toBe("red");
  expect(pairName(DRAWING, "ash/birch#2")).toBe("ASH – BIRCH");
});
