/** What is said on the sockets (docs/protocol.md), as the page uses it. All types come from the server, in `schema`. */

import type { BotSeat, ClientMessage, EmoteName, Level, PersonSeat, Table, UpdateMessage, View } from "./schema";

/** Cards by colour. */
export type Cards = Record<string, number>;

export type NewSeat = PersonSeat | BotSeat;

type Unsigned<M> = M extends unknown ? Omit<M, "key" | "version"> : never;

/** A command as a page makes it; the session adds key and version. */
export type Command = Unsigned<Exclude<ClientMessage, { type: "hello" | "ping" }>>;

const EVERY_EMOTE: Record<EmoteName, true> = {
  hello: true,
  "good-luck": true,
  "well-played": true,
  thanks: true,
  oops: true,
  wow: true,
  thinking: true,
  "good-game": true,
};
export const EMOTES = Object.keys(EVERY_EMOTE) as EmoteName[];

const EVERY_LEVEL: Record<Level, true> = { easy: true, medium: true, hard: true, expert: true, master: true };
/** The weakest first. */
export const LEVELS = Object.keys(EVERY_LEVEL) as Level[];
/** For whom another bot plays until the server can search. */
export function searches(level: Level | null | undefined): boolean {
  return level === "expert" || level === "master";
}

/** A view after an update: what changed replaces what was; of `history` an update has only the new events. */
export function updatedView(before: View | null, changes: UpdateMessage["view"]): View | null {
  return changes ? ({ ...before, ...changes } as View) : before;
}

export function updatedTable(before: Table | null, changes: UpdateMessage["table"]): Table {
  return { ...before, ...changes } as Table;
}
