/** Everything that does not go over a socket. */

import { personKey } from "../live/keys";
import type { Drawing } from "./drawing";
import type { Cards, Clock, GameEvent, HeldTicket, Level, Pace, Score, Table, Trouble, View } from "./protocol";

/** An answer that says no: `code` and `message` are the server's, or ours where it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble,
  ) {
    super(trouble.message);
  }
}

export interface MapSummary {
  name: string;
  title: string;
  players: number[];
}

export type NewSeat = { kind: "person" } | { kind: "bot"; level: Level };

export interface NewTable {
  map: string;
  map_text?: string;
  /** The host's, for others to read. */
  name?: string;
  seats: NewSeat[];
  order?: "random" | "fixed";
  public?: boolean;
  clock?: Clock;
  pace?: Pace;
  spectator_delay?: number;
  /** Whether players may ask what to do. */
  hints?: boolean;
}

export interface SeatLink {
  seat: number;
  secret: string;
  link: string;
}

export interface OpenedTable {
  match: string;
  commitment: string | null;
  host: number | null;
  seats: SeatLink[];
  watch: string;
}

export interface TableRow {
  match: string;
  status: "open" | "running" | "over";
  map: string;
  seats: { kind: "person" | "bot"; name: string; level: Level | null; is_vacant: boolean }[];
  clock: Clock;
  created: number;
}

/** What would help a seat to choose; for its eyes only. */
export interface Guide {
  /** The game's version (`view.version`) that it is about. */
  version: number;
  /** For each ticket held or offered: the shortest way left, in pieces, or null where there is none any more. */
  tickets: Record<string, { length: number; routes: string[] } | null>;
  /** For each track that nobody has claimed: cards short, and why it can't be claimed now. */
  routes: Record<string, { lack: number; why: null | "cards" | "pieces" | "twin" }>;
}

export interface Reason {
  /** One of a few kinds, see texts `table:reason.*`. */
  kind: string;
  details: Record<string, string | number>;
}

export interface Judgement {
  action: string;
  win_chance: number;
  margin: number;
  reasons: Reason[];
}

export interface Hint {
  version: number;
  playouts: number;
  /** The best first. */
  judgements: Judgement[];
}

/** A finished game, counted: what the end of a match shows. */
export interface Result {
  winners: number[];
  scores: Score[];
  seats: {
    tickets: (HeldTicket & { routes: string[] })[];
    tokens: string[];
    longest_path: string[];
  }[];
}

export interface Frame {
  /** Who acted and how; null in the first frame, which shows the deal. */
  seat: number | null;
  action: string | null;
  /** Turns that have ended so far at the table. */
  turn: number;
  /** What happened, all of it. */
  events: GameEvent[];
  /** As the table sees it, without history and legal actions. */
  view: View;
  /** By seat, for all eyes, since the game is over. */
  hands: Cards[];
  tickets: HeldTicket[][];
  offered: string[][];
  /** Total points if the game had ended here. */
  totals: number[];
}

export interface Replay {
  match: string;
  map: string;
  seats: { kind: "person" | "bot"; name: string; level: Level | null }[];
  frames: Frame[];
}

/** What the action that led to frame `step` was worth beside the best one. */
export interface ReviewedStep {
  step: number;
  seat: number;
  action: string;
  best: Judgement;
  chosen: Judgement | null;
  /** Win chance given away, 0 to 1. */
  loss: number;
}

/** How far the compilation is that experts, hints and reviews wait for, once after an installation. */
export interface WarmUp {
  is_ready: boolean;
  has_failed: boolean;
  /** What is done of it, 0 to 1. */
  share: number;
  seconds_left: number;
}

interface Ask {
  method?: "GET" | "POST";
  body?: unknown;
  secret?: string | null;
  signal?: AbortSignal;
}

async function answer(path: string, { method, body, secret, signal }: Ask): Promise<Response> {
  const headers: Record<string, string> = { "Whistlestop-Person": personKey() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers["Authorization"] = `Bearer ${secret}`;
  let response: Response;
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, { code: "no-connection", message: "The server can't be reached.", rule: null });
  }
  if (response.ok) return response;
  const told: unknown = await response.json().catch(() => null);
  const trouble = (told as { error?: Trouble } | null)?.error;
  throw new Refused(response.status, trouble ?? { code: "failed", message: response.statusText, rule: null });
}

async function ask<T>(path: string, options: Ask = {}): Promise<T> {
  return (await (await answer(path, options)).json()) as T;
}

const asked = new Map<string, Promise<unknown>>();

/** What never changes is asked for once, unless that failed. */
function once<T>(path: string, fetchIt: (path: string) => Promise<T>): Promise<T> {
  const before = asked.get(path) as Promise<T> | undefined;
  if (before) return before;
  const answer = fetchIt(path);
  asked.set(path, answer);
  answer.catch(() => asked.delete(path));
  return answer;
}

const at = (match: string) => `/api/matches/${encodeURIComponent(match)}`;

export const rest = {
  maps: () => ask<MapSummary[]>("/api/maps"),
  mapDrawing: (map: string) => ask<Drawing>(`/api/maps/${encodeURIComponent(map)}/drawing`),
  checkMap: (map_text: string) =>
    ask<{ severity: "error" | "warning"; key: string; message: string }[]>("/api/maps/check", { body: { map_text } }),
  warmUp: () => ask<WarmUp>("/api/warm-up"),
  playedTables: () => ask<TableRow[]>("/api/matches?status=running"),
  myGames: () => ask<TableRow[]>("/api/my/matches"),
  create: (table: NewTable) => ask<OpenedTable>("/api/matches", { body: table }),
  join: (match: string, name: string) => ask<SeatLink>(`${at(match)}/seats`, { body: { name } }),
  /** `bots` are the levels of those that play on in an unfinished game, by seat. */
  importRecord: (record: string, name: string, bots: Record<number, Level> = {}) =>
    ask<OpenedTable>("/api/records", { body: { record, name, bots } }),
  table: (match: string) => ask<Table>(at(match)),
  drawing: (match: string) => once(`${at(match)}/drawing`, (path) => ask<Drawing>(path)),
  guide: (match: string, secret: string | null, signal?: AbortSignal) =>
    ask<Guide>(`${at(match)}/guide`, { secret, signal }),
  hint: (match: string, secret: string | null) => ask<Hint>(`${at(match)}/hint`, { method: "POST", secret }),
  rematch: (match: string, secret: string | null) =>
    ask<{ match: string }>(`${at(match)}/rematch`, { method: "POST", secret }),
  result: (match: string) => ask<Result>(`${at(match)}/result`),
  replay: (match: string) => ask<Replay>(`${at(match)}/replay`),
  review: (match: string, step: number, signal?: AbortSignal) =>
    ask<ReviewedStep>(`${at(match)}/review/${step}`, { signal }),
  record: async (match: string) => (await answer(`${at(match)}/record`, {})).text(),
};
