import { describe, expect, test } from "vitest";
import { setLanguage } from "../src/i18n/index.svelte";
import { chaptersFor } from "../src/rules/chapters";
import { matchingChapters, stretches, wordsOf } from "../src/rules/search";
import { useTexts } from "./texts";

useTexts("common", "rules");

function idsFor(query: string, boards: "both" | "usa" | "san-francisco" = "both"): string[] {
  return matchingChapters(chaptersFor(boards), wordsOf(query)).flatMap(({ rules }) => rules.map(({ id }) => id));
}

describe("what is looked for", () => {
  test("is cut into words without case and accents", () => {
    expect(wordsOf("  Żółta   KOLEJ Ção ")).toEqual(["zolta", "kolej", "cao"]);
    expect(wordsOf("   ")).toEqual([]);
  });
  test("is found by a rule's number", () => {
    expect(idsFor("r3.4")).toContain("R3.4");
    expect(idsFor("r3.4")).not.toContain("R3.5");
  });
  test("may have the apostrophe of a keyboard", () => {
    expect(idsFor("can't")).toContain("R2.3");
    expect(idsFor("can't")).toEqual(idsFor("can’t"));
  });
  test("has to be there with every word", () => {
    const longest = idsFor("longest");
    expect(longest).toContain("R6.3");
    expect(idsFor("longest xylophone")).toEqual([]);
    expect(idsFor("xylophone")).toEqual([]);
  });
  test("is everything where nothing is looked for", () => {
    expect(idsFor("")).toEqual(chaptersFor("both").flatMap(({ rules }) => rules.map(({ id }) => id)));
  });
  test("is looked for on the board that is chosen only", () => {
    expect(idsFor("R3.3", "san-francisco")).toContain("R3.3");
    expect(idsFor("R3.3", "usa")).not.toContain("R3.3");
  });
  test("may be another word for the same: who looks for a locomotive finds what is said of wild cards", () => {
    const ids = idsFor("wild card");
    expect(ids.length).toBeGreaterThan(0);
    expect(idsFor("locomotive")).toEqual(expect.arrayContaining(ids));
  });
  test("is found without accents in other languages", async () => {
    await setLanguage("pl");
    expect(idsFor("najdluzsza")).toEqual(idsFor("najdłuższa"));
    expect(idsFor("najdłuższa")).toContain("R6.3");
  });
});

describe("a text with marks", () => {
  const marks = (text: string, query: string) =>
    stretches(text, wordsOf(query)).map(({ text, isBold, isHit }) => `${isBold ? "b" : ""}${isHit ? "h" : ""}:${text}`);

  test("is cut where bold begins and ends", () => {
    expect(marks("take **two** cards", "")).toEqual([":take ", "b:two", ": cards"]);
  });
  test("is cut where words that are looked for do, in the text as it is written", () => {
    expect(marks("Două cărți, DOUĂ", "doua")).toEqual(["h:Două", ": cărți, ", "h:DOUĂ"]);
    expect(marks("take **two** cards", "tw card")).toEqual([":take ", "bh:tw", "b:o", ": ", "h:card", ":s"]);
  });
  test("has one stretch for words that overlap", () => {
    expect(marks("locomotive", "loco como")).toEqual(["h:locomo", ":tive"]);
  });
});
