/** What there is to open, each loaded when somebody goes there. */

import type { Component } from "svelte";

import { rest } from "./api/rest";
import { isUprightPhone } from "./board/turning";
import type { Part } from "./i18n/index.svelte";
import type { Place } from "./router.svelte";
import { currentSettings } from "./settings.svelte";

export interface Page {
  texts: Part[];
  load: () => Promise<{ default: Component<{ id: string }> }>;
  /** Whether it needs the whole window. */
  isTable?: boolean;
}

const PAGES: Record<string, Page> = {
  "": { texts: ["home"], load: () => import("./home/HomePage.svelte") },
  friends: { texts: ["home"], load: () => import("./friends/FriendsPage.svelte") },
  join: { texts: ["home"], load: () => import("./friends/JoinPage.svelte") },
  games: { texts: ["home"], load: () => import("./home/GamesPage.svelte") },
  tables: { texts: ["home"], load: () => import("./home/TablesPage.svelte") },
  records: { texts: ["home"], load: () => import("./home/RecordsPage.svelte") },
  settings: { texts: ["home"], load: () => import("./home/SettingsPage.svelte") },
  table: { texts: ["table", "home", "end"], load: () => import("./table/TablePage.svelte"), isTable: true },
  replay: { texts: ["table", "end", "replay"], load: () => import("./replay/ReplayPage.svelte"), isTable: true },
  learn: { texts: ["table", "end", "learn"], load: () => import("./learn/LearnPage.svelte"), isTable: true },
  studio: { texts: ["studio", "home", "checks"], load: () => import("./studio/StudioPage.svelte"), isTable: true },
  rules: { texts: ["rules"], load: () => import("./rules/RulesPage.svelte") },
};
const MISSING: Page = { texts: [], load: () => import("./ui/MissingPage.svelte") };

export function pageCalled(name: string): Page {
  return PAGES[name] ?? MISSING;
}

function prepareDrawing(match: string): void {
  rest.drawing(match).catch(() => {});
  const mayTurn = currentSettings().turnsBoard && isUprightPhone({ width: innerWidth, height: innerHeight });
  if (mayTurn) rest.drawing(match, true).catch(() => {});
}

/** Begin to load the page of an address while its first texts are on their way. What fails now is asked for again. */
export function prepare({ page, id }: Place): Part[] {
  const { load, texts } = pageCalled(page);
  load().catch(() => {});
  if (page === "table") prepareDrawing(id);
  return texts;
}
