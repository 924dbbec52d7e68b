/** The board's own inks, for a light and a dark page. The scenery under it is drawn by the server in the same colours. */

import { MediaQuery } from "svelte/reactivity";

import { currentSettings } from "../settings.svelte";

export interface BoardInks {
  ink: string;
  halo: string;
  ring: string;
  /** Around tracks of a small picture; null for their own edge. */
  outline: string | null;
}

const INKS: Record<"paper" | "bay", { light: BoardInks; dark: BoardInks }> = {
  paper: {
    light: { ink: "#3d372e", halo: "#fbf7ec", ring: "#f2cf3e", outline: null },
    dark: { ink: "#f1e8d2", halo: "#22252a", ring: "#d9b53a", outline: "#cfc9b8" },
  },
  bay: {
    light: { ink: "#26393f", halo: "#fdfaf2", ring: "#f2cf3e", outline: null },
    dark: { ink: "#eaf0ea", halo: "#182830", ring: "#d9b53a", outline: "#cfc9b8" },
  },
};

const systemIsDark = new MediaQuery("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  const { theme } = currentSettings();
  return theme === "system" ? systemIsDark.current : theme === "dark";
}

export function boardInks(theme: "paper" | "bay"): BoardInks {
  return INKS[theme][isDark() ? "dark" : "light"];
}

/** A ferry, as `whistlestop map draw` shows it: an SVG path in a box from -5 to 5. */
export const FERRY = "M-5.4.6H5.4L3.8 4.2H-3.8ZM-3.2-2H3.2V-.2H-3.2ZM-1.2-4.8H1V-2.6H-1.2Z";
