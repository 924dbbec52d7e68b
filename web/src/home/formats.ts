/** Names of maps, dates and spans of time, as the person's language writes them. */

import { currentLanguage, formatNumber, t } from "../i18n/index.svelte";

export function mapName(map: string): string {
  return t([`common:map.${map}`, "home:map-other"], { map });
}

/** From seconds since 1970. */
export function formatDate(seconds: number): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(seconds * 1000));
}

/** The time of day, from seconds since 1970. */
export function formatTime(seconds: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: "short" }).format(new Date(seconds * 1000));
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What is left on a clock: `4:05`, and where seconds do not matter `23 h 58 min`. */
export function formatClock(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < HOUR) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return twoUnits(whole);
}

/** How long ago something was: `3 min`, `2 h 10 min`, `4 d 3 h`. */
export function formatPassed(seconds: number): string {
  return twoUnits(Math.max(0, Math.floor(seconds)));
}

function twoUnits(seconds: number): string {
  const [large, small]: [string, string] =
    seconds >= DAY
      ? [units(Math.floor(seconds / DAY), "day"), units(Math.floor((seconds % DAY) / HOUR), "hour")]
      : seconds >= HOUR
        ? [units(Math.floor(seconds / HOUR), "hour"), units(Math.floor((seconds % HOUR) / 60), "minute")]
        : [units(Math.floor(seconds / 60), "minute"), ""];
  return small ? `${large} ${small}` : large;
}

function units(value: number, unit: string): string {
  return formatNumber(value, { style: "unit", unit, unitDisplay: "short" });
}

const UNITS: [unit: string, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** `5 minutes`, in the largest unit that makes it a whole number. */
export function formatSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0)!;
  return formatNumber(seconds / size, { style: "unit", unit, unitDisplay: "long" });
}
