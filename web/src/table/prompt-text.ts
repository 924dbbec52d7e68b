/** One line that says what is to be done now, and by whom. */

import type { Drawing } from "../api/schema";
import { formatList, t } from "../i18n/index.svelte";
import type { TableSession } from "../live/session.svelte";
import { called, seatName } from "../names";

export function promptText(session: TableSession, drawing: Drawing): string {
  const { view, table, seat } = session;
  if (!view || !table || view.phase === "over") return t("table:prompt.over");
  if (view.legal_actions.length > 0 && !(seat !== null && table.seats[seat]!.bot_plays))
    return ownPrompt(session, drawing);
  const names = table.awaited.filter((one) => one.seat !== seat).map((one) => seatName(table.seats, one.seat));
  if (session.choice !== null) return t("table:prompt.chosen", { names: formatList(names) });
  return t("table:prompt.others", { names: formatList(names), count: names.length });
}

function ownPrompt({ view }: TableSession, drawing: Drawing): string {
  switch (view!.phase) {
    case "keep-tickets":
      return t("table:prompt.keep");
    case "place-tokens":
      return t("table:prompt.place", called(drawing.words, "location"));
    case "second-card":
      return t("table:prompt.second-card");
    case "take-token":
      return t("table:prompt.take");
    default:
      return view!.legal_actions[0] === "pass" ? t("table:prompt.pass") : t("table:prompt.turn");
  }
}
