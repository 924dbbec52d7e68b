/** A look back at every choice of a game, one after the other, by the strongest bot. */

import { Refused, rest } from "../api/rest";
import type { ReviewedStep } from "../api/schema";
import { warmUp } from "../live/warm-up.svelte";
import { type Knowledge, mistakesIn } from "./numbers";

const WAIT = 2000;
const MOST_WAITS = 45; // a server that is replaced by a new one is back by then
const TEMPORARY = [0, 429, 503];

export class Review {
  reviewed = $state.raw<ReadonlyMap<number, ReviewedStep>>(new Map());
  isRunning = $state(false);
  trouble = $state.raw<unknown>(null);
  /** Choices looked at a minute, once there is something to say. */
  rate = $state<number | null>(null);
  /** Whose knowledge its numbers use. */
  knowledge = $state<Knowledge>("open");

  readonly mistakes: ReviewedStep[] = $derived(mistakesIn(this.reviewed.values(), this.knowledge));
  readonly marked: ReadonlySet<number> = $derived(new Set(this.mistakes.map(({ step }) => step)));

  private stopper: AbortController | null = null;

  constructor(
    readonly match: string,
    /** The steps in which somebody chose. */
    readonly steps: number[],
  ) {}

  get secondsLeft(): number | null {
    return this.rate && (60 * (this.steps.length - this.reviewed.size)) / this.rate;
  }

  get isDone(): boolean {
    return this.reviewed.size >= this.steps.length;
  }

  async start(): Promise<void> {
    if (this.isRunning) return;
    const { signal } = (this.stopper = new AbortController());
    this.isRunning = true;
    this.trouble = null;
    let began: number | null = null; // with the first answer: what comes before it may be a wait for the compiler
    let done = 0;
    try {
      for (const step of this.steps.filter((one) => !this.reviewed.has(one))) {
        const found = await this.ask(step, signal);
        this.reviewed = new Map(this.reviewed).set(step, found);
        if (began === null) began = performance.now();
        else this.rate = (60_000 * ++done) / (performance.now() - began);
      }
    } catch (error) {
      if (!signal.aborted) this.trouble = error;
    } finally {
      if (this.stopper?.signal === signal) this.isRunning = false;
    }
  }

  stop(): void {
    this.stopper?.abort();
    this.isRunning = false;
  }

  /** A server that is busy, or away for a moment, is asked again. */
  private async ask(step: number, signal: AbortSignal, patience = MOST_WAITS): Promise<ReviewedStep> {
    try {
      return await warmUp.answer(() => rest.review(this.match, step, signal), signal);
    } catch (error) {
      const isTemporary = error instanceof Refused && TEMPORARY.includes(error.status);
      if (!isTemporary || patience === 0 || signal.aborted) throw error;
      await new Promise((resume) => setTimeout(resume, WAIT));
      signal.throwIfAborted();
      return this.ask(step, signal, patience - 1);
    }
  }
}
