/** How one comes to a table: each function opens or joins one, keeps what opens the seat, and goes there. */

import type { NewSeat } from "../api/protocol";
import { rest } from "../api/rest";
import type { Level, NewTable, OpenedTable, SeatLink } from "../api/schema";
import { keepInvites } from "../friends/invites";
import { nameOfMap } from "../friends/own-map";
import { t } from "../i18n/index.svelte";
import { keepSecrets, personKey, playerName } from "../live/keys";
import { go } from "../router.svelte";

/** What others read at the table. */
function ownName(): string {
  return playerName() || t("home:guest");
}

export function bots(count: number, level: Level): NewSeat[] {
  return Array.from({ length: count }, () => ({ kind: "bot", level }));
}

export async function playBots(map: string, count: number, level: Level): Promise<void> {
  const seats: NewSeat[] = [{ kind: "person" }, ...bots(count, level)];
  const opened = await rest.create({ map, seats, pace: "normal", name: ownName() });
  goToTable(opened.match, opened.seats);
}

/** On a map of one's own. */
export async function playBotsOn(map_text: string, count: number, level: Level): Promise<void> {
  const seats: NewSeat[] = [{ kind: "person" }, ...bots(count, level)];
  const opened = await rest.create({ map: nameOfMap(map_text), map_text, seats, pace: "normal", name: ownName() });
  goToTable(opened.match, opened.seats);
}

export async function playWithFriends(table: NewTable): Promise<void> {
  const opened = await rest.create({ ...table, name: ownName() });
  goAsHost(opened);
}

/** Everybody plays here: lots are drawn for the chairs, and all seats are taken at once, under their names. */
export async function playHere(map: string, names: string[], others: NewSeat[]): Promise<void> {
  const chairs = shuffled([
    ...names.map((name) => ({ seat: { kind: "person" } as NewSeat, name })),
    ...others.map((seat) => ({ seat, name: "" })),
  ]);
  const nameOf = (chair: number) => chairs[chair]!.name || t("common:player", { number: chair + 1 });
  const host = chairs.findIndex(({ seat }) => seat.kind === "person");
  const seats = chairs.map(({ seat }) => seat);
  const opened = await rest.create({ map, seats, order: "fixed", pace: "normal", name: nameOf(host) });
  const guests = opened.seats.filter(({ seat }) => seat !== opened.host);
  // Who could not be seated now is seated by the table's own page.
  await Promise.allSettled(guests.map(({ seat, secret }) => sitDown(opened.match, secret, nameOf(seat))));
  goToTable(opened.match, opened.seats);
}

function shuffled<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, lot: Math.random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ thing }) => thing);
}

/** With the secret of the room's link, or without at a public table. */
export async function join(match: string, secret: string | null = null): Promise<void> {
  goToTable(match, [await rest.join(match, ownName(), secret)]);
}

/** A finished game is looked at, an unfinished one goes on. */
export async function openRecord(record: string): Promise<void> {
  const opened = await rest.importRecord(record, ownName());
  const { status } = await rest.table(opened.match);
  if (status === "over") return go(`/replay/${opened.match}`);
  goAsHost(opened);
}

/** One's own seat is kept to play, the links of the others to be given away. */
function goAsHost(opened: OpenedTable): void {
  keepInvites(opened);
  goToTable(
    opened.match,
    opened.seats.filter(({ seat }) => seat === opened.host),
  );
}

function goToTable(match: string, seats: SeatLink[]): void {
  keepSecrets(
    match,
    seats.map(({ secret }) => secret),
  );
  go(`/table/${match}`);
}

/** Sit on a seat under a name, and hang up again: the seat stays taken. */
function sitDown(match: string, secret: string, name: string): Promise<void> {
  const url = new URL(`/api/matches/${encodeURIComponent(match)}/socket`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    const hello = { type: "hello", protocol: 1, secret, person: personKey(), name, sit: true };
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onclose = () => reject(new Error("the socket was closed"));
    socket.onmessage = () => {
      resolve();
      socket.close();
    };
  });
}
