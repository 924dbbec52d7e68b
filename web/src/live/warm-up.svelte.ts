/** Whether the server can search already: experts, hints and reviews need kernels that are compiled once, after an installation. */

import { createSubscriber } from "svelte/reactivity";

import { Refused, rest } from "../api/rest";
import type { WarmUp } from "../api/schema";

const PAUSE = 1000;
const LOST_PAUSE = 3000;

function isSettled(progress: WarmUp): boolean {
  return progress.is_ready || progress.has_failed;
}

/** The server is asked once a second, for all who want to know, until it is ready or has failed. */
class WarmUpWatch {
  private latest = $state.raw<WarmUp | null>(null);
  private isWatched = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly watch = createSubscriber(() => {
    this.isWatched = true;
    void this.ask();
    return () => {
      this.isWatched = false;
      clearTimeout(this.timer);
    };
  });

  /** What the server told last, null before that. It is asked as long as something that reads this is shown. */
  get now(): WarmUp | null {
    this.watch();
    return this.latest;
  }

  /** Whether it is known that the server is not ready yet. Reading this asks nothing. */
  get isAwaited(): boolean {
    return this.latest !== null && !isSettled(this.latest);
  }

  /** What the server answers to a question that needs compiled kernels, as soon as it has them. */
  async answer<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.isAwaited) await this.ready(signal);
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && error.trouble.code === "not-compiled")) throw error;
      this.latest = null; // what it told before is not true any more
      void this.ask();
      await this.ready(signal);
      return ask();
    }
  }

  private async ready(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let leave = () => {};
    const settled = new Promise<WarmUp>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      leave = $effect.root(() => {
        $effect(() => {
          if (this.now && isSettled(this.now)) resolve(this.now);
        });
      });
    });
    const { is_ready } = await settled.finally(() => leave());
    if (!is_ready) {
      throw new Refused(500, { code: "warm-up-failed", message: "The kernels could not be compiled.", rule: null });
    }
  }

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.isWatched || (this.latest && isSettled(this.latest))) return;
    let pause = PAUSE;
    try {
      this.latest = await rest.warmUp();
    } catch {
      pause = LOST_PAUSE; // what was told last stays; the line comes back
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), pause);
  }
}

export const warmUp = new WarmUpWatch();
