import type { Drawing, Guide } from "../api/schema";
import { t } from "../i18n/index.svelte";
import { called } from "../names";

/** How far a ticket is from complete. `way` is the guide's: undefined while it is not known. */
export function progressText(
  drawing: Drawing,
  ticket: { is_complete: boolean },
  way: Guide["tickets"][string] | undefined,
): string {
  if (ticket.is_complete) return t("table:ticket.complete");
  if (way === undefined) return t("table:ticket.open");
  if (way === null) return t("table:ticket.no-way");
  return t("table:ticket.to-go", { count: way.length, ...called(drawing.words, "piece") });
}
