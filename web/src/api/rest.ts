/** Everything that does not go over a socket. The types of addresses, bodies and answers are the server's. */

import { personKey } from "../live/keys";
import type { BalanceProgress, Drawing, ErrorPart, Level, NewTable, paths } from "./schema";

/** An answer that says no: `code` and `message` are the server's, or ours where it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly trouble: ErrorPart,
  ) {
    super(trouble.message);
  }
}

type Method = "get" | "post";
/** The addresses that can be asked by a method. */
type Path<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Operation<M extends Method, P extends Path<M>> = paths[P] extends Record<M, infer O> ? O : never;
type Json<T> = T extends { content: { "application/json": infer J } } ? J : never;
type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 ? Json<R[S]> : never }[keyof R]
  : never;
type Body<O> = O extends { requestBody: infer B } ? { body: Json<B> } : { body?: undefined };
type InPath<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: undefined };
type InQuery<O> = O extends { parameters: { query?: infer Q } } ? { query?: Q } : { query?: undefined };
type Details<O> = Body<O> & InPath<O> & InQuery<O> & { secret?: string | null; signal?: AbortSignal };

interface RequestParts {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  secret?: string | null;
  signal?: AbortSignal;
}

/** An address with its variables filled in. */
export function addressOf(template: string, variables: unknown = {}, query: unknown = {}): string {
  const values = new Map(Object.entries(variables as object).map(([name, value]) => [name, String(value)]));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
  const search = new URLSearchParams(
    Object.entries(query as object).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${path}?${search}` : path;
}

async function send(
  method: Method,
  template: string,
  { path, query, body, secret, signal }: RequestParts,
): Promise<Response> {
  const headers: Record<string, string> = { "Whistlestop-Person": personKey() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers["Authorization"] = `Bearer ${secret}`;
  let response: Response;
  try {
    response = await fetch(addressOf(template, path, query), {
      method: method.toUpperCase(),
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, { code: "no-connection", message: "The server can't be reached.", rule: null });
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const trouble = (answer as { error?: ErrorPart } | null)?.error;
  throw new Refused(response.status, trouble ?? { code: "failed", message: response.statusText, rule: null });
}

async function ask<M extends Method, P extends Path<M>>(
  method: M,
  template: P,
  details: Details<Operation<M, P>>,
): Promise<Answer<Operation<M, P>>> {
  const response = await send(method, template, details);
  return (await response.json()) as Answer<Operation<M, P>>;
}

/** Every line of an answer that goes on for a while, as it comes; a line may say that it went wrong. */
async function eachLine<Line>(response: Response, tell: (line: Line) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Refused(0, { code: "no-connection", message: "The server can't be reached.", rule: null });
    });
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const said = JSON.parse(line) as Line | { error: ErrorPart };
      if (typeof said === "object" && said && "error" in said) throw new Refused(200, said.error);
      tell(said as Line);
    }
  }
}

const drawings = new Map<string, Promise<Drawing>>();

/** A table's drawing never changes: it is asked for once, either way round, unless that failed. */
function drawing(match: string, turned = false): Promise<Drawing> {
  const key = `${match} ${turned}`;
  const before = drawings.get(key);
  if (before) return before;
  const answer = ask("get", "/api/matches/{match}/drawing", { path: { match }, query: turned ? { turned } : {} });
  drawings.set(key, answer);
  answer.catch(() => drawings.delete(key));
  return answer;
}

export const rest = {
  maps: () => ask("get", "/api/maps", {}),
  mapDrawing: (name: string) => ask("get", "/api/maps/{name}/drawing", { path: { name } }),
  checkMap: (map_text: string) => ask("post", "/api/maps/check", { body: { map_text } }),
  startMap: (name: string) => ask("get", "/api/studio/maps/{name}", { path: { name } }),
  openMap: (text: string) => ask("post", "/api/studio/open", { body: { text } }),
  judgeMap: (map_json: string) => ask("post", "/api/studio/judge", { body: { map_json } }),
  mapToml: (map_json: string, base: string | null) => ask("post", "/api/studio/toml", { body: { map_json, base } }),
  mapSheet: (map_json: string, table: "locations" | "routes" | "tickets") =>
    ask("post", "/api/studio/csv", { body: { map_json, table } }),
  shareMap: (text: string) => ask("post", "/api/studio/shared", { body: { text } }),
  sharedMap: (id: string) => ask("get", "/api/studio/shared/{id}", { path: { id } }),
  mapScenery: async (map_json: string, theme: "light" | "dark") =>
    (await send("post", "/api/studio/scenery.svg", { body: { map_json, theme } })).text(),
  proposeTickets: (body: Body<Operation<"post", "/api/studio/tickets">>["body"]) =>
    ask("post", "/api/studio/tickets", { body }),
  printMap: async (body: Body<Operation<"post", "/api/studio/print.pdf">>["body"]) =>
    (await send("post", "/api/studio/print.pdf", { body })).blob(),
  /** Plays many games, and tells how far it is; whoever aborts stops them. */
  balance: async (
    body: Body<Operation<"post", "/api/studio/balance">>["body"],
    signal: AbortSignal,
    tell: (progress: BalanceProgress) => void,
  ) => eachLine(await send("post", "/api/studio/balance", { body, signal }), tell),
  warmUp: () => ask("get", "/api/warm-up", {}),
  playedTables: () => ask("get", "/api/matches", { query: { status: "running" } }),
  myGames: () => ask("get", "/api/my/matches", {}),
  create: (table: NewTable) => ask("post", "/api/matches", { body: table }),
  join: (match: string, name: string, secret: string | null) =>
    ask("post", "/api/matches/{match}/seats", { path: { match }, body: { name }, secret }),
  /** `bots` are the levels of those that play on in an unfinished game, by seat. */
  importRecord: (record: string, name: string, bots: Record<number, Level> = {}) =>
    ask("post", "/api/records", { body: { record, name, bots } }),
  table: (match: string) => ask("get", "/api/matches/{match}", { path: { match } }),
  drawing,
  guide: (match: string, secret: string | null, signal?: AbortSignal) =>
    ask("get", "/api/matches/{match}/guide", { path: { match }, secret, signal }),
  hint: (match: string, secret: string | null) => ask("post", "/api/matches/{match}/hint", { path: { match }, secret }),
  rematch: (match: string, secret: string | null) =>
    ask("post", "/api/matches/{match}/rematch", { path: { match }, secret }),
  result: (match: string) => ask("get", "/api/matches/{match}/result", { path: { match } }),
  replay: (match: string) => ask("get", "/api/matches/{match}/replay", { path: { match } }),
  review: (match: string, step: number, signal?: AbortSignal) =>
    ask("get", "/api/matches/{match}/review/{step}", { path: { match, step }, signal }),
  record: async (match: string) => (await send("get", "/api/matches/{match}/record", { path: { match } })).text(),
};
