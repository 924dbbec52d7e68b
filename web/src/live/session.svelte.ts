/** One viewer at one table: what it knows, and what it can do. */

import { type Command, updatedTable, updatedView } from "../api/protocol";
import type { ChatLine, EmoteName, ErrorPart, EventView, Happened, ServerMessage, Table, View } from "../api/schema";
import { Connection, isTemporary, type LineStatus } from "./connection";
import { personKey, playerName, randomKey, read, write } from "./keys";

export type Watcher = (happened: Happened, events: EventView[], before: View | null) => void;

const SECOND_TRY = 1500;
/** What people are called, by their secrets: these open the rematch too, where they keep their names. */
const names = new Map<string, string>();

export class TableSession {
  status = $state<LineStatus>("connecting");
  seat = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  table = $state.raw<Table | null>(null);
  /** Every event since the deal, as this viewer may know it. */
  history = $state.raw<EventView[]>([]);
  /** The opening tickets one has chosen while others still choose. */
  choice = $state<string | null>(null);
  /** The last thing that did not work, until it is dismissed or something works. */
  trouble = $state.raw<ErrorPart | null>(null);
  /** The command that waits for its answer. */
  pending = $state.raw<Command | null>(null);
  /** The last emote of each seat, with a number that grows. */
  emotes = $state.raw<Record<number, { emote: EmoteName; count: number }>>({});
  /** The seats whose person is connected, as far as the server has told; null before that. */
  here = $state.raw<number[] | null>(null);
  /** How many watch. */
  watching = $state(0);
  /** What was written here, as far as it is still shown. */
  chat = $state.raw<ChatLine[]>([]);
  /** The seats that one does not want to hear. */
  muted = $state.raw<number[]>([]);
  /** The number of the last line that was looked at. */
  private readUntil = $state(0);
  /** Server's clock minus ours, in seconds. */
  skew = $state(0);

  private version = 0;
  private pendingKey: string | null = null;
  private readonly connection: Connection;
  private readonly watchers = new Set<Watcher>();

  constructor(
    readonly match: string,
    readonly secret: string | null,
    /** Whether to take the seat, or only to look. */
    sits = true,
  ) {
    this.restore();
    this.muted = JSON.parse(read(this.mutedName) ?? "[]") as number[];
    this.readUntil = Number(read(this.readName, "session") ?? 0);
    this.connection = new Connection(`/api/matches/${encodeURIComponent(match)}/socket`, {
      hello: (isFirst, protocol) => ({
        type: "hello",
        protocol,
        secret: secret ?? undefined,
        person: personKey(),
        name: names.get(secret ?? "") ?? (playerName() || undefined),
        sit: sits && isFirst,
      }),
      onMessage: (message) => this.receive(message),
      status: (status) => (this.status = status),
    });
    this.sendRestored();
  }

  /**
   * The people who have a seat and are not connected. After the end that matters to those who played, for a rematch; the
   * players of an opened record were never here.
   */
  get away(): number[] {
    const { here, table } = this;
    if (!here || !table || (table.status === "over" && this.seat === null)) return [];
    return table.seats.flatMap((seat, i) => (seat.kind === "person" && seat.is_taken && !here.includes(i) ? [i] : []));
  }

  /** Lines of others that nobody has looked at. */
  get unread(): number {
    return this.chat.filter(
      ({ number, seat }) => number > this.readUntil && seat !== this.seat && !this.muted.includes(seat),
    ).length;
  }

  readChat(): void {
    this.readUntil = this.chat.at(-1)?.number ?? this.readUntil;
    write(this.readName, String(this.readUntil), "session");
  }

  /** A reload makes nothing new again. */
  private get readName(): string {
    return `whistlestop.read.${this.match}`;
  }

  mute(seat: number, isMuted: boolean): void {
    this.muted = isMuted ? [...this.muted, seat] : this.muted.filter((one) => one !== seat);
    write(this.mutedName, JSON.stringify(this.muted));
  }

  private get mutedName(): string {
    return `whistlestop.muted.${this.match}`;
  }

  /** One of `view.legal_actions`. */
  act(action: string): void {
    this.say({ type: "act", action });
  }

  say(command: Command): void {
    if (this.pending) return; // one thing after the other
    const key = randomKey().slice(0, 16);
    const said = command.type === "act" ? { ...command, version: this.version } : command;
    this.pending = command;
    this.pendingKey = key;
    if (command.type === "act") this.keep(key, said);
    this.connection.send(key, said);
  }

  /** Be told of everything that happens, to animate it. The answer stops it. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  dismiss(): void {
    this.trouble = null;
  }

  close(): void {
    this.connection.close();
  }

  private receive(message: ServerMessage): void {
    if (message.type === "pong") return;
    // A view counts whatever it says: a database that was restored knows less than it has told before.
    this.version = message.type === "view" ? message.version : Math.max(this.version, message.version);
    if (message.key !== null && message.key === this.pendingKey) this.answered(message);
    if (message.type === "view") {
      this.seat = message.seat;
      this.history = message.view?.history ?? [];
      this.show(message.table, message.view, message.choice);
    } else if (message.type === "update") {
      const before = this.view;
      const events = message.view?.history ?? [];
      if (events.length) this.history = [...this.history, ...events];
      this.show(updatedTable(this.table, message.table), updatedView(before, message.view), message.choice);
      this.note(message.happened);
      for (const watcher of this.watchers) watcher(message.happened, events, before);
    } else if (message.type === "presence") {
      this.here = message.seats;
      this.watching = message.watching;
    } else if (message.type === "chat") {
      this.addLines(message.lines);
    } else if (message.type === "error" && message.key === null) {
      this.trouble = message.error;
    }
  }

  private addLines(lines: ChatLine[]): void {
    const known = new Set(this.chat.map(({ number }) => number));
    this.chat = [...this.chat, ...lines.filter(({ number }) => !known.has(number))].sort((a, b) => a.number - b.number);
  }

  private answered(message: ServerMessage): void {
    if (isTemporary(message)) {
      const { pending, pendingKey } = this;
      setTimeout(() => {
        if (pending && this.pendingKey === pendingKey) this.connection.sendAgain(pendingKey!);
      }, SECOND_TRY);
      return;
    }
    // What was stale is shown by the view that follows: it needs no words.
    this.trouble = message.type === "error" && message.error.code !== "stale" ? message.error : null;
    this.pending = null;
    this.pendingKey = null;
    this.forget();
  }

  private show(table: Table, view: View | null, choice: string | null): void {
    this.table = table;
    this.view = view;
    this.choice = choice;
    this.skew = table.now - Date.now() / 1000;
    const own = this.seat === null ? null : table.seats[this.seat];
    if (this.secret && own?.is_taken && own.name) names.set(this.secret, own.name);
  }

  private note(happened: Happened): void {
    if (happened.kind === "emote" && happened.seat !== null && happened.emote && !this.muted.includes(happened.seat)) {
      const count = (this.emotes[happened.seat]?.count ?? 0) + 1;
      this.emotes = { ...this.emotes, [happened.seat]: { emote: happened.emote, count } };
    }
  }

  // A reload between a click and its answer neither loses nor repeats the move: it is sent again with its old key.

  private get storageName(): string {
    return `whistlestop.pending.${this.match}.${this.secret?.slice(0, 6) ?? ""}`;
  }

  private keep(key: string, said: object): void {
    write(this.storageName, JSON.stringify({ key, said, at: Date.now() }), "session");
  }

  private forget(): void {
    write(this.storageName, "", "session");
  }

  private restored: { key: string; said: Command } | null = null;

  private restore(): void {
    const text = read(this.storageName, "session");
    if (text) this.restored = JSON.parse(text) as { key: string; said: Command };
  }

  private sendRestored(): void {
    if (!this.restored) return;
    this.pending = this.restored.said;
    this.pendingKey = this.restored.key;
    this.connection.send(this.restored.key, this.restored.said);
  }
}
