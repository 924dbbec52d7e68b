import { Refused } from "../api/rest";
import type { ErrorPart } from "../api/schema";
import { t } from "../i18n/index.svelte";
import { refusalText } from "./problem-text";

/** What went wrong, and what to do, in the person's language; in the server's words where we know no better. */
export function troubleText(trouble: unknown): string {
  const error: ErrorPart | null =
    trouble instanceof Refused ? trouble.trouble : (trouble as ErrorPart | null)?.code ? (trouble as ErrorPart) : null;
  if (!error) return t("errors:code.failed", { message: String(trouble) });
  const message = error.problem ? refusalText(error.problem, error.message) : error.message;
  return t([`errors:code.${error.code}`, "errors:code.failed"], { message });
}
