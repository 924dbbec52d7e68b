/** What a person prefers, kept in the browser. */

import type { Level } from "./api/schema";
import { read, write } from "./live/keys";

const KEPT = "whistlestop.settings";

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

function kept(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(read(KEPT) ?? "{}") as Partial<Settings>) };
  } catch {
    return DEFAULTS;
  }
}

let settings = $state.raw<Settings>(kept());

export function currentSettings(): Settings {
  return settings;
}

export function change(some: Partial<Settings>): void {
  settings = { ...settings, ...some };
  write(KEPT, JSON.stringify(settings));
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
