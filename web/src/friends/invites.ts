/** The links that the host of a table has to give away, kept so that the waiting room can show them again. */

import type { OpenedTable, SeatLink } from "../api/schema";
import { read, write } from "../live/keys";

const KEPT = "whistlestop.invites";
const MOST_MATCHES = 30;

export interface Invites {
  /** Of all seats of people but the host's. */
  seats: SeatLink[];
  /** The link to watch. */
  watch: string;
}

function kept(): Record<string, Invites> {
  try {
    return JSON.parse(read(KEPT) ?? "{}") as Record<string, Invites>;
  } catch {
    return {};
  }
}

export function invitesOf(match: string): Invites | null {
  return kept()[match] ?? null;
}

export function keepInvites({ match, host, seats, watch }: OpenedTable): void {
  const latest = Object.entries(kept()).slice(-MOST_MATCHES + 1);
  const invites: Invites = { seats: seats.filter(({ seat }) => seat !== host), watch };
  write(KEPT, JSON.stringify(Object.fromEntries([...latest, [match, invites]])));
}
