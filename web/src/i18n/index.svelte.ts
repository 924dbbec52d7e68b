/** The page in four languages. Texts are in `texts/LANGUAGE/PART.json`; a part is loaded when a page needs it. */

import i18next, { type TOptions } from "i18next";

import { read, write } from "../live/keys";

export const LANGUAGES = { en: "English", "pt-BR": "Português", pl: "Polski", ro: "Română" } as const;
export type Language = keyof typeof LANGUAGES;
export type Part = "common" | "home" | "table" | "end" | "replay" | "learn" | "rules" | "studio" | "checks" | "errors";

const STORAGE_KEY = "whistlestop.language";
const files = import.meta.glob<Record<string, unknown>>("./texts/*/*.json", { import: "default" });
const needed = new Set<Part>();

let language = $state<Language>("en");
let revision = $state(0);

export function currentLanguage(): Language {
  return language;
}

/** A text in the current language: `t("table:your-turn")`, `t("common:points", { count: 3 })`. */
export function t(key: string | string[], options: TOptions = {}): string {
  const name = `${revision} ${JSON.stringify([key, options])}`; // a revision that is read redraws what shows the text
  if (texts.size > MANY) texts.clear();
  return madeOnce(texts, name, () => i18next.t(key, options));
}

/** A board says the same of many routes, and says it again after every move: looking it up is ten times faster. */
const texts = new Map<string, string>();
const MANY = 2000;

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  const name = language + JSON.stringify(options);
  return madeOnce(numberFormats, name, () => new Intl.NumberFormat(language, options)).format(value);
}

/** Before the last of a list: of two, and of more. */
const AND: Record<Language, [string, string]> = {
  en: [" and ", ", and "],
  "pt-BR": [" e ", " e "],
  pl: [" i ", " i "],
  ro: [" și ", " și "],
};

/** `a, b, and c`, as `Intl.ListFormat` says it: to make one takes 23 ms while a table opens. */
export function formatList(parts: string[]): string {
  if (parts.length < 2) return parts.join();
  return parts.slice(0, -1).join(", ") + AND[language][parts.length > 2 ? 1 : 0] + parts.at(-1)!;
}

/** They take much longer to make than to use, and the first of a kind longer still. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function madeOnce<Made>(made: Map<string, Made>, name: string, make: () => Made): Made {
  if (!made.has(name)) made.set(name, make());
  return made.get(name)!;
}

/** Load parts of the texts before a page shows them. */
export async function needTexts(...parts: Part[]): Promise<void> {
  for (const part of parts) needed.add(part);
  await load(language);
}

export async function setLanguage(chosen: Language): Promise<void> {
  write(STORAGE_KEY, chosen);
  await use(chosen);
}

export async function startTexts(...parts: Part[]): Promise<void> {
  for (const part of parts) needed.add(part);
  await i18next.init({ lng: "en", fallbackLng: false, resources: {}, interpolation: { escapeValue: false } });
  await use(preferred());
}

async function use(chosen: Language): Promise<void> {
  await load(chosen);
  await i18next.changeLanguage(chosen);
  language = chosen;
  document.documentElement.lang = chosen;
  revision += 1;
}

async function load(chosen: Language): Promise<void> {
  const missing = [...needed].filter((part) => !i18next.hasResourceBundle(chosen, part));
  await Promise.all(
    missing.map(async (part) => {
      const texts = await files[`./texts/${chosen}/${part}.json`]?.(); // the server says `checks` in English
      i18next.addResourceBundle(chosen, part, texts ?? {});
    }),
  );
  if (missing.length) revision += 1;
}

/** The person's choice, or the first of the browser's languages that we speak. */
function preferred(): Language {
  const wanted = [read(STORAGE_KEY), ...navigator.languages].filter((one) => one !== null);
  const ours = Object.keys(LANGUAGES) as Language[];
  for (const one of wanted) {
    const found = ours.find((own) => own.split("-")[0] === one.split("-")[0]?.toLowerCase());
    if (found) return found;
  }
  return "en";
}
