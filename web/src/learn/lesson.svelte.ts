/** One lesson: a real game against the easy bot, from a position made for it, and what is said about it. */

import { Refused, rest } from "../api/rest";
import type { Drawing, EventView, Happened, View } from "../api/schema";
import { t } from "../i18n/index.svelte";
import { keepSecrets, playerName, read, secretsOf, write } from "../live/keys";
import { TableSession } from "../live/session.svelte";
import { pairName, symbolName } from "../names";
import { advise, type Advice, CHAPTERS, praise, type Praise } from "./advice";
import record from "./lesson.record?raw";

const STORAGE_KEY = "whistlestop.lesson";

export class Lesson {
  private finishedTalks = $state.raw<ReadonlySet<string>>(new Set());
  private remarks = $state.raw<Praise[]>([]);
  /** The chapters that were reached so far. */
  private reached = $state(0);
  /** Whether the game has been counted and talked about. */
  isDone = $state(false);

  readonly advice: Advice | null = $derived.by(
    () => this.session.view && advise(this.session.view, this.finishedTalks),
  );

  constructor(
    readonly session: TableSession,
    readonly drawing: Drawing,
  ) {
    session.watch((happened, events, before) => this.note(happened, events, before));
  }

  /** Which dot is the current one, from 0. */
  get step(): number {
    const chapter = this.advice?.chapter;
    return Math.max(this.reached, chapter ? CHAPTERS.indexOf(chapter) : 0);
  }

  get sentences(): string[] {
    const advice = this.advice;
    if (!advice) return [];
    const said = t(`learn:say.${advice.name}`, { route: advice.route && pairName(this.drawing, advice.route) });
    return [this.praised, said].filter(Boolean);
  }

  private get praised(): string {
    return this.remarks
      .map(({ name, points, symbol, ticket }) =>
        t(`learn:praise.${name}`, {
          count: points,
          points,
          symbol: symbol && symbolName(symbol),
          ticket: ticket && pairName(this.drawing, ticket),
        }),
      )
      .join(" ");
  }

  /** The pupil has read it. */
  next(): void {
    const advice = this.advice;
    if (!advice) return;
    if (advice.chapter === "count") this.isDone = true;
    this.finishedTalks = new Set([...this.finishedTalks, advice.name]);
    this.remarks = [];
  }

  private note({ kind, seat }: Happened, events: EventView[], before: View | null): void {
    const view = this.session.view;
    if (kind !== "act" || !before || !view) return;
    if (seat === view.seat) {
      const asked = advise(before, ALL_TALKS);
      this.reached = Math.max(this.reached, asked.chapter ? CHAPTERS.indexOf(asked.chapter) : 0);
      // Who acts at once needs no introduction.
      this.finishedTalks = ALL_TALKS;
      this.remarks = praise(asked.wants, events, before, view);
    }
    if (events.some(({ event }) => event === "final-round")) this.remarks = [...this.remarks, { name: "final" }];
  }

  /** After a reload one is in the middle of it. */
  goOn(): void {
    if (this.session.view?.version) this.finishedTalks = ALL_TALKS;
  }

  close(): void {
    // Whoever comes back later begins anew; a reload does not come here.
    if (this.session.view?.phase === "over") write(STORAGE_KEY, "", "session");
    this.session.close();
  }
}

const ALL_TALKS: ReadonlySet<string> = new Set(["welcome", "tickets"]);

/** The lesson that this window is in the middle of, or a new one. */
export async function openLesson(): Promise<Lesson> {
  const match = read(STORAGE_KEY, "session");
  if (match && secretsOf(match).length) {
    try {
      return await lessonAt(match);
    } catch (error) {
      // It may have been cleared away on the server; then there is a new one.
      if (!(error instanceof Refused) || error.status !== 404) throw error;
    }
  }
  return newLesson();
}

export async function newLesson(): Promise<Lesson> {
  const opened = await rest.importRecord(record, playerName() || t("common:player", { number: 1 }), { 1: "easy" });
  keepSecrets(
    opened.match,
    opened.seats.map(({ secret }) => secret),
  );
  write(STORAGE_KEY, opened.match, "session");
  return lessonAt(opened.match);
}

async function lessonAt(match: string): Promise<Lesson> {
  const drawing = await rest.drawing(match);
  return new Lesson(new TableSession(match, secretsOf(match)[0] ?? null), drawing);
}
