/** The links that the host of a table has to give away, kept so that the waiting room can show them again. */

import type { OpenedTable, SeatLink } from "../api/schema";
import { readObject, write } from "../live/keys";

const STORAGE_KEY = "whistlestop.invites";
const MOST_MATCHES = 30;

export interface Invites {
  /** The link for everybody. Tables that were opened by older servers have none. */
  room?: string;
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

export function keepInvites({ match, host, seats, room, watch }: OpenedTable): void {
  keep(match, { room, seats: seats.filter(({ seat }) => seat !== host), watch });
}

/** A rematch is opened by the links of the game before; its seats are those of the same people. */
export function passOnInvites(match: string, rematch: string): void {
  const before = invitesOf(match);
  if (!before) return;
  const there = (link: string) => link.replace(`/${match}#`, `/${rematch}#`);
  keep(rematch, { room: before.room && there(before.room), seats: [], watch: there(before.watch) });
}

function keep(match: string, invites: Invites): void {
  const latest = Object.entries(storedInvites()).slice(-MOST_MATCHES + 1);
  write(STORAGE_KEY, JSON.stringify(Object.fromEntries([...latest, [match, invites]])));
}
