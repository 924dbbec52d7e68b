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
