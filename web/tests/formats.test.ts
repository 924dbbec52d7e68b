import { expect, test } from "vitest";
import { formatDate, formatSpan, mapName } from "../src/home/formats";
import { formatList, type Language, LANGUAGES, setLanguage } from "../src/i18n/index.svelte";
import { useTexts } from "./texts";

useTexts("common", "home");

test("a span of time is told in the largest unit that makes it whole", () => {
  expect([1, 30, 60, 90, 120, 3600, 5400, 86_400, 259_200].map(formatSpan)).toEqual([
    "1 second",
    "30 seconds",
    "1 minute",
    "90 seconds",
    "2 minutes",
    "1 hour",
    "90 minutes",
    "1 day",
    "3 days",
  ]);
});

test("spans have the plural forms of the language", async () => {
  await setLanguage("pl");
  expect([60, 120, 300].map(formatSpan)).toEqual(["1 minuta", "2 minuty", "5 minut"]);
});

test("a date is made of seconds and written as the language writes it", async () => {
  const noon = new Date(2026, 2, 9, 12, 5).getTime() / 1000;
  expect(formatDate(noon)).toMatch(/^Mar 9, 2026, 12:05\sPM$/);
  await setLanguage("pt-BR");
  expect(formatDate(noon)).toMatch(/^9 de mar\. de 2026,? 12:05$/);
});

test("built-in maps have a name, others are called by their own", () => {
  expect([mapName("san-francisco"), mapName("moon")]).toEqual(["San Francisco", "moon"]);
});

test("a list is written as the language writes it", async () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await setLanguage(language);
    const written = new Intl.ListFormat(language, { type: "conjunction" });
    for (const parts of [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]]) {
      expect(formatList(parts)).toBe(written.format(parts));
    }
  }
});
