import { expect, test } from "vitest";

import { setLanguage } from "../src/i18n/index.svelte";
import { problemKey, problemText, refusalText } from "../src/ui/problem-text";
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

test("a refusal is said with its numbers as the language writes them", async () => {
  const values = { width: 7.4, height: 5.2, most: 5 };
  await setLanguage("pl");
  expect(refusalText({ key: "", id: "page-too-large", values }, "In one piece …")).toContain("7,4 × 5,2 m");
  expect(refusalText({ key: "the text", id: "too-many-tables", values: { count: 12345, most: 500 } }, "")).toBe(
    "tekst: zbyt wiele tabel: 12345; mapa ma ich najwyżej 500. Wyślij mapę.",
  );
  await setLanguage("en");
  expect(refusalText({ key: "", id: "page-too-large", values }, "In one piece …")).toBe("In one piece …");
});

test("what others told the server is said in the language too", async () => {
  const unread = { ...problem, id: "unreadable-line", values: { reason: "unclosed array", why: "open-list" } };
  await setLanguage("pt-BR");
  expect(problemText(unread)).toContain("uma lista não foi fechada");
  expect(problemText({ ...unread, values: { reason: "unheard of", why: "" } })).toContain("unheard of");
});

test("what only a newer server knows is English", async () => {
  await setLanguage("ro");
  expect(problemText({ ...problem, id: "unheard-of", message: "is new." })).toBe("is new.");
});
