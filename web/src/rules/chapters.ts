/** The order of the rules, and what belongs to each. The words are in the texts `rules`, the numbers are those of docs/rules.md. */

import { t } from "../i18n/index.svelte";

export const BOARDS = ["usa", "san-francisco"] as const;
export type BoardName = (typeof BOARDS)[number];
export type BoardFilter = "both" | BoardName;
export type FigureName = "row" | "payment" | "ferry" | "double" | "points" | "path" | "tokens";

export interface Rule {
  id: string;
  /** The only board that has it, if it is not for both. */
  only?: BoardName;
  /** Boards for which something is to be added. */
  notes?: readonly BoardName[];
  hasRuling?: boolean;
  figure?: FigureName;
}

export interface Chapter {
  id: string;
  rules: Rule[];
}

export const CHAPTERS: Chapter[] = [
  {
    id: "R1",
    rules: [
      { id: "R1.1", notes: BOARDS },
      { id: "R1.2", notes: BOARDS, hasRuling: true },
      { id: "R1.3", hasRuling: true },
      { id: "R1.4", only: "san-francisco", hasRuling: true },
      { id: "R1.5", only: "san-francisco" },
    ],
  },
  {
    id: "R2",
    rules: [
      { id: "R2.1" },
      { id: "R2.2" },
      { id: "R2.3" },
      { id: "R2.4", hasRuling: true },
      { id: "R2.5", hasRuling: true, figure: "row" },
      { id: "R2.6" },
      { id: "R2.7" },
    ],
  },
  {
    id: "R3",
    rules: [
      { id: "R3.1" },
      { id: "R3.2", figure: "payment" },
      { id: "R3.3", only: "san-francisco", figure: "ferry" },
      { id: "R3.4", notes: BOARDS, figure: "double" },
      { id: "R3.5", hasRuling: true, figure: "points" },
      { id: "R3.6", only: "san-francisco", hasRuling: true },
    ],
  },
  { id: "R4", rules: [{ id: "R4.1", notes: BOARDS }, { id: "R4.2" }, { id: "R4.3" }] },
  {
    id: "R5",
    rules: [
      { id: "R5.1", hasRuling: true },
      { id: "R5.2", hasRuling: true },
    ],
  },
  {
    id: "R6",
    rules: [
      { id: "R6.1" },
      { id: "R6.2" },
      { id: "R6.3", only: "usa", hasRuling: true, figure: "path" },
      { id: "R6.4", only: "san-francisco", figure: "tokens" },
      { id: "R6.5", notes: ["usa"] },
    ],
  },
];

/** A rule in the current language, without what the boards that are not shown add to it. */
export interface WrittenRule extends Rule {
  title: string;
  text: string;
  added: { board: BoardName; text: string }[];
  ruling: string | null;
}

export interface WrittenChapter {
  id: string;
  title: string;
  rules: WrittenRule[];
}

export function boardName(board: BoardName): string {
  return t(`common:map.${board}`);
}

export function chaptersFor(boardFilter: BoardFilter): WrittenChapter[] {
  return CHAPTERS.map(({ id, rules }) => ({
    id,
    title: t(`rules:section.${id}`),
    rules: rules.filter(({ only }) => isShown(only, boardFilter)).map((rule) => written(rule, boardFilter)),
  }));
}

function isShown(board: BoardName | undefined, boardFilter: BoardFilter): boolean {
  return !board || boardFilter === "both" || boardFilter === board;
}

function written(rule: Rule, boardFilter: BoardFilter): WrittenRule {
  const { id, notes = [], hasRuling } = rule;
  return {
    ...rule,
    title: t(`rules:title.${id}`),
    text: t(`rules:rule.${id}`),
    added: notes
      .filter((board) => isShown(board, boardFilter))
      .map((board) => ({ board, text: board === "usa" ? t(`rules:usa.${id}`) : t(`rules:san-francisco.${id}`) })),
    ruling: hasRuling ? t(`rules:own-ruling.${id}`) : null,
  };
}

/** The board on which a rule can be read, whatever is shown now. */
export function boardWith(id: string): BoardName | null {
  return CHAPTERS.flatMap(({ rules }) => rules).find((rule) => rule.id === id)?.only ?? null;
}
