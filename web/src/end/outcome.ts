/** Who won, and what decided it, as R6.5 has it. The winners are the server's; this only finds the words. */

import type { Drawing, Score } from "../api/schema";
import { formatList, formatNumber, t } from "../i18n/index.svelte";
import { type Named, seatName } from "../names";

export type Decider = "points" | "completed-tickets" | "longest-path" | "shared";

function decider(scores: Score[], winners: number[]): Decider {
  if (winners.length > 1) return "shared";
  const winner = scores[winners[0]!]!;
  const rivals = scores.filter((score) => score !== winner && score.total === winner.total);
  if (!rivals.length) return "points";
  const hasMoreTickets = rivals.every((rival) => rival.completed_tickets < winner.completed_tickets);
  return hasMoreTickets ? "completed-tickets" : "longest-path";
}

/** "Ann wins with 118 points." */
export function verdictText(seats: Named[], scores: Score[], winners: number[], you: number | null): string {
  const count = scores[winners[0]!]?.total ?? 0;
  if (winners.length > 1)
    return t("end:verdict.shared", { count, names: formatList(winners.map((seat) => seatName(seats, seat))) });
  if (winners[0] === you) return t("end:verdict.you", { count });
  return t("end:verdict.one", { count, name: seatName(seats, winners[0]!) });
}

/** What the score alone does not tell, or null. */
export function tieText(scores: Score[], winners: number[]): string | null {
  const what = decider(scores, winners);
  return what === "points" ? null : t(`end:tie.${what}`);
}

/** A line to send to friends: "San Francisco: Ann 48, Ben 41". */
export function resultLine(drawing: Drawing, seats: Named[], scores: Score[]): string {
  const map = t(`common:map.${drawing.map}`, { defaultValue: drawing.title });
  const order = scores.map((_, seat) => seat).sort((a, b) => scores[b]!.total - scores[a]!.total);
  const parts = order.map((seat) => `${seatName(seats, seat)} ${formatNumber(scores[seat]!.total)}`);
  return `${map}: ${parts.join(", ")}`;
}
