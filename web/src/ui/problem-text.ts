/** What is wrong with a map, in the person's language. English is the server's own (`maps/messages.py`). */

import type { MapProblem } from "../api/schema";
import { currentLanguage, t } from "../i18n/index.svelte";

export function problemText({ id, values, message }: MapProblem): string {
  if (currentLanguage() === "en") return message;
  return t(`checks:problem.${id}`, { replace: values, defaultValue: message });
}

/** Where it is: a key of the file, which is the same in every language, or a line of the text. */
export function problemKey(key: string): string {
  const [, line, column] = /^line (\d+)(?:, column (\d+))?$/.exec(key) ?? [];
  if (!line || currentLanguage() === "en") return key;
  return column ? t("checks:key.line-and-column", { line, column }) : t("checks:key.line", { line });
}
