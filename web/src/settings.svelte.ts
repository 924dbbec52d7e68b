/** What a person prefers, kept in the browser. */

import type { Level } from "./api/schema";
import { readObject, write } from "./live/keys";

const STORAGE_KEY = "whistlestop.settings";

export const ASKING = ["always", "touch", "never"] as const;
/** `touch`: when a finger claims it, for fingers slip. */
export type Asking = (typeof ASKING)[number];

export interface Settings {
  theme: "system" | "light" | "dark";
  sounds: boolean;
  /** When to ask before a route is claimed. */
  ask: Asking;
  /** Whether phones may show the board turned by a quarter. */
  turnsBoard: boolean;
  /** Whether single keys do something at the table. */
  shortcuts: boolean;
  /** The last game of one click. */
  map: string;
  bots: number;
  level: Level;
}

const DEFAULTS: Settings = {
  theme: "system",
  sounds: false,
  ask: "touch",
  turnsBoard: true,
  shortcuts: true,
  map: "san-francisco",
  bots: 1,
  level: "medium",
};

function stored(): Settings {
  const { confirm, ...some } = readObject<Settings & { confirm?: boolean }>(STORAGE_KEY);
  // Older pages kept whether to ask as a yes or no, also for those who had never said no.
  return { ...DEFAULTS, ...(confirm && { ask: "always" as const }), ...some };
}

let settings = $state.raw<Settings>(stored());

export function currentSettings(): Settings {
  return settings;
}

export function change(some: Partial<Settings>): void {
  settings = { ...settings, ...some };
  write(STORAGE_KEY, JSON.stringify(settings));
  showTheme();
}

export function showTheme(): void {
  const { theme } = settings;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Whether things should move. */
export function motionIsWelcome(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
