/** Keeps what the server advises a seat up to date: ways for its tickets, and what routes lack. */

import { rest } from "../api/rest";
import type { Guide } from "../api/schema";
import type { TableSession } from "../live/session.svelte";

const PAUSE = 80;

export class GuideKeeper {
  guide = $state.raw<Guide | null>(null);

  constructor(session: TableSession) {
    $effect(() => {
      const { view, seat, match, secret } = session;
      if (!view || seat === null || view.phase === "over") return;
      void view.version; // asked again whenever the game has moved on
      const stop = new AbortController();
      const timer = setTimeout(() => void this.fetch(match, secret, stop.signal), PAUSE);
      return () => {
        clearTimeout(timer);
        stop.abort();
      };
    });
  }

  private async fetch(match: string, secret: string | null, signal: AbortSignal): Promise<void> {
    try {
      this.guide = await rest.guide(match, secret, signal);
    } catch {
      // Advice only: the game goes on without it, and it is asked for again after the next action.
    }
  }
}
