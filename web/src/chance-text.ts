import { formatNumber, t } from "./i18n/index.svelte";

/** A chance in percent. What playouts estimate is never quite 0 or 100: that is said where nothing can change any more. */
export function chanceText(chance: number, isExact = false): string {
  const percent = (part: number) => formatNumber(part, { style: "percent", maximumFractionDigits: 0 });
  if (!isExact && chance < 0.005) return t("common:chance.less", { percent: percent(0.01) });
  if (!isExact && chance > 0.995) return t("common:chance.more", { percent: percent(0.99) });
  return percent(chance);
}
