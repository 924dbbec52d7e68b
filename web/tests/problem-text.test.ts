import { expect, test } from "vitest";

import { setLanguage } from "../src/i18n/index.svelte";
import { problemKey, problemText } from "../src/ui/problem-text";
import { useTexts } from "./texts";

const problem = {
  severity: "error" as const,
  key: "rules.pieces",
  id: "too-small",
  values: { value: "{{least}} $t(common:player)", least: 1 },
  message: "= {{least}} $t(common:player) is too small. Write at least 1.",
  fix: [],
};

useTexts("common", "checks");

test("in English it is what the server says", async () => {
  await setLanguage("en");
  expect(problemText(problem)).toBe(problem.message);
  expect(problemKey("line 3")).toBe("line 3");
});

test("in another language it is said there, with its values as they are", async () => {
  await setLanguage("pl");
  expect(problemText(problem)).toBe("= {{least}} $t(common:player) to za mało. Wpisz co najmniej 1.");
  expect([problemKey("line 3"), problemKey("line 3, column 9"), problemKey("routes[3].a")]).toEqual([
    "wiersz 3",
    "wiersz 3, kolumna 9",
    "routes[3].a",
  ]);
});

test("what only a newer server knows is English", async () => {
  await setLanguage("ro");
  expect(problemText({ ...problem, id: "unheard-of", message: "is new." })).toBe("is new.");
});
