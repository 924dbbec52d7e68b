/** The links that the host of a table has to give away, kept so that the waiting room can show them again. */

import type { OpenedTable, SeatLink } from "../api/schema";
import { readObject, write } from "../live/keys";

const STORAGE_KEY = "whistlestop.invites";
const MOST_MATCHES = 30;

export interface Invites {
  /** Of all seats of people but the host's. */
  seats: SeatLink[];
  /** The link to watch. */
  watch: string;
}

function storedInvites(): Partial<Record<string, Invites>> {
  return readObject<Record<string, Invites>>(STORAGE_KEY);
}

export function invitesOf(match: string): Invites | null {
  return storedInvites()[match] ?? null;
}

export function keepInvites({ match, host, seats, watch }: OpenedTable): void {
  const latest = Object.entries(storedInvites()).slice(-MOST_MATCHES + 1);
  const invites: Invites = { seats: seats.filter(({ seat }) => seat !== host), watch };
  write(STORAGE_KEY, JSON.stringify(Object.fromEntries([...latest, [match, invites]])));
}
