/** Findings in the person's language. */

import { formatNumber, t } from "../../i18n/index.svelte";
import { colourName } from "../words";
import { indexOf, type ItemNumber, type ShownFinding, type ShownItem } from "./findings";

type Write = (value: number) => string;

const percent: Write = (value) => formatNumber(value, { style: "percent", maximumFractionDigits: 1 });
const plain: Write = (value) => formatNumber(value, { maximumFractionDigits: 1 });
const signed: Write = (value) => formatNumber(value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
/** A difference of two shares, in percentage points. */
const percentagePoints: Write = (value) => plain(value * 100);

const VALUES: Record<string, Write> = {
  spread: plain,
  tokens: plain,
  "tickets-worth-more": signed,
  "tickets-worth-less": signed,
};
const DETAILS: Record<string, Write> = {
  seat: (seat) => seatName(seat),
  usual: percent,
  lift: percentagePoints,
  lift_low: percentagePoints,
  lift_high: percentagePoints,
  score: plain,
};

export function seatName(seat: number): string {
  return t(`studio:seat.${seat + 1}`);
}

export function valueText(kind: string, value: number): string {
  return (VALUES[kind] ?? percent)(value);
}

/** In a small space: whole percents, but for those near 0 and 100. */
export function briefValue(kind: string, value: number): string {
  if (VALUES[kind]) return valueText(kind, value);
  const digits = value < 0.0995 || value > 0.995 ? 1 : 0;
  return formatNumber(value, { style: "percent", maximumFractionDigits: digits });
}

export function headline({ kind, details }: ShownFinding): string {
  return t(`studio:finding.${kind}.headline`, written(details));
}

export function advice({ kind, details }: ShownFinding): string {
  return t(`studio:finding.${kind}.advice`, written(details));
}

/** What a line of a finding is about. */
export function itemName({ kind, details }: ShownFinding, item: ShownItem): string {
  if (kind === "seats") return seatName(indexOf(item.key));
  if (kind === "colours") return t("studio:colour-cards", { colour: colourName(item.name), ...written(item.details) });
  return item.name || t(`studio:finding.${kind}.item`, written(details));
}

/** `0.4% (0.2% to 0.8%)`. */
export function numberText(kind: string, { value, low, high }: ItemNumber): string {
  const text = valueText(kind, value);
  if (low === null || high === null) return text;
  return t("studio:within", { value: text, low: valueText(kind, low), high: valueText(kind, high) });
}

function written(details: Record<string, number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, (DETAILS[name] ?? ((one) => formatNumber(one)))(value)]),
  );
}
