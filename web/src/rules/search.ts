/** Finding words in the rules, whatever their case and accents. */

import { t } from "../i18n/index.svelte";
import type { WrittenChapter, WrittenRule } from "./chapters";
import { boardName } from "./chapters";

export interface Stretch {
  text: string;
  isBold: boolean;
  isHit: boolean;
}

/** Accents that Unicode does not take apart, and the apostrophe that keyboards have. */
const LETTERS: Record<string, string> = { ł: "l", đ: "d", ø: "o", "’": "'" };

/** One letter of the folded text for each of the text, so that places in both are the same. */
function folded(text: string): string {
  return Array.from({ length: text.length }, (_, i) => {
    const letter = text[i]!.toLowerCase().normalize("NFD")[0] ?? " ";
    return LETTERS[letter] ?? letter;
  }).join("");
}

/** The words that are looked for. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** The chapters with the rules that have all of the words; all of them without any word. */
export function matchingChapters(chapters: WrittenChapter[], words: string[]): WrittenChapter[] {
  if (!words.length) return chapters;
  return chapters
    .map((chapter) => ({ ...chapter, rules: chapter.rules.filter((rule) => hasAll(rule, chapter.title, words)) }))
    .filter(({ rules }) => rules.length);
}

function hasAll(rule: WrittenRule, chapter: string, words: string[]): boolean {
  const boards = rule.only ? [boardName(rule.only)] : rule.added.map(({ board }) => boardName(board));
  const parts = [rule.id, chapter, rule.title, rule.text, ...rule.added.map(({ text }) => text), ...boards];
  const text = withOtherWords(folded([...parts, rule.ruling ?? ""].join("\n").replaceAll("**", "")));
  return words.every((word) => text.includes(word));
}

/** Rules for both boards say "wild card": who looks for a locomotive wants them as well. */
function withOtherWords(text: string): string {
  const others = [t("rules:also.wild"), t("rules:also.piece"), t("rules:also.place")].map((line) =>
    folded(line).split(": "),
  );
  return [text, ...others.filter(([said]) => text.includes(said!)).map(([, also]) => also)].join("\n");
}

/** A text cut where `**bold**` begins and ends, and where words that are looked for do. */
export function stretches(text: string, words: string[]): Stretch[] {
  return text
    .split("**")
    .flatMap((part, i) => cut(part, words).map((stretch) => ({ ...stretch, isBold: i % 2 === 1 })));
}

function cut(text: string, words: string[]): { text: string; isHit: boolean }[] {
  const plain = folded(text);
  const isHit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      isHit.fill(true, at, at + word.length);
    }
  }
  const stretches: { text: string; isHit: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = stretches.at(-1);
    if (last && last.isHit === isHit[i]) last.text += text[i];
    else stretches.push({ text: text[i]!, isHit: isHit[i]! });
  }
  return stretches;
}
