/** What is wrong with a map, in the person's language. English is the server's own (`maps/messages.py`). */

import type { ErrorProblem, MapProblem } from "../api/schema";
import { currentLanguage, formatNumber, t } from "../i18n/index.svelte";

export function problemText({ id, values, message }: Pick<MapProblem, "id" | "values" | "message">): string {
  if (currentLanguage() === "en") return message;
  return t(`checks:problem.${id}`, { replace: spoken(values), defaultValue: message });
}

/** Numbers as the language writes them, and what others told the server, where we know it. */
function spoken(values: MapProblem["values"]): Record<string, string> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? formatNumber(value, { useGrouping: false }) : value,
  ]);
  const texts = Object.fromEntries(entries) as Record<string, string>;
  return texts.why ? { ...texts, reason: t(`checks:reason.${texts.why}`, { defaultValue: texts.reason }) } : texts;
}

/** Where it is: a key of the file, which is the same in every language, a line of the text, or all of it. */
export function problemKey(key: string): string {
  if (currentLanguage() === "en") return key;
  const whole = { "the text": "text", "the map": "map", "end of document": "end" }[key];
  if (whole) return t(`checks:key.${whole}`);
  const [, line, column] = /^line (\d+)(?:, column (\d+))?$/.exec(key) ?? [];
  if (!line) return key;
  return column ? t("checks:key.line-and-column", { line, column }) : t("checks:key.line", { line });
}

/** Why something can't be done with a map: where it is, and what is wrong. */
export function refusalText(problem: ErrorProblem, message: string): string {
  if (currentLanguage() === "en") return message;
  const text = problemText({ ...problem, message });
  return problem.key ? `${problemKey(problem.key)}: ${text}` : text;
}
