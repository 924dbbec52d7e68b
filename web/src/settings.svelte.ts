/** What a person prefers, kept in the browser. */

import type { Level } from "./api/schema";
import { readObject, write } from "./live/keys";

const STORAGE_KEY = "whistlestop.settings";

export interface Settings {
  theme: "system" | "light" | "dark";
  sounds: boolean;
  /** Ask before a route is claimed. */
  confirm: boolean;
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
  confirm: false,
  shortcuts: true,
  map: "san-francisco",
  bots: 1,
  level: "medium",
};

let settings = $state.raw<Settings>({ ...DEFAULTS, ...readObject<Settings>(STORAGE_KEY) });

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
