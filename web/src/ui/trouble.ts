import type { Trouble } from "../api/protocol";
import { Refused } from "../api/rest";
import { t } from "../i18n/index.svelte";

/** What went wrong, and what to do, in the person's language; in the server's words where we know no better. */
export function troubleText(trouble: unknown): string {
  const told: Trouble | null =
    trouble instanceof Refused ? trouble.trouble : (trouble as Trouble | null)?.code ? (trouble as Trouble) : null;
  if (!told) return t("errors:code.failed", { message: String(trouble) });
  return t([`errors:code.${told.code}`, "errors:code.failed"], { message: told.message });
}
