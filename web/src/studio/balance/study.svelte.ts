/** How the map plays: a run of many games on the server, the one before it, and what of them is looked at. */

import { rest } from "../../api/rest";
import type { BalanceProgress } from "../../api/schema";
import type { MapTables } from "../keys";
import { type BalanceRun, goneItems, shownFindings } from "./findings";

export interface SavedBalance {
  latest: BalanceRun | null;
  /** The run before the last change of the map. */
  before: BalanceRun | null;
}

export class BalanceStudy {
  latest = $state.raw<BalanceRun | null>(null);
  before = $state.raw<BalanceRun | null>(null);
  progress = $state.raw<BalanceProgress | null>(null);
  trouble = $state.raw<unknown>(null);
  isRunning = $state(false);
  /** Whether the board shows what was found. */
  isPainted = $state(false);
  /** The number of players that is looked at; null for all. */
  players = $state<number | null>(null);
  /** The kind of finding, or one item of it, that is pointed at; the others step back. */
  pointedAt = $state.raw<{ kind: string; key?: string } | null>(null);
  readonly findings = $derived(this.latest ? shownFindings(this.latest, this.before, this.players) : []);
  readonly gone = $derived(this.latest && this.before ? goneItems(this.latest, this.before, this.players) : []);
  private stopping: AbortController | null = null;

  constructor(
    saved: SavedBalance | undefined,
    private readonly onchange: () => void,
  ) {
    this.latest = saved?.latest ?? null;
    this.before = saved?.before ?? null;
  }

  get saved(): SavedBalance {
    return { latest: this.latest, before: this.before };
  }

  /** Play. What was found last becomes what is compared with, unless it was about the same map. */
  async run(map: MapTables, games: number): Promise<void> {
    this.stop();
    const stopping = (this.stopping = new AbortController());
    const [latest, before] = [this.latest, this.before];
    const compared = latest && !isSame(latest.map, map) ? latest : before;
    [this.isRunning, this.trouble, this.progress, this.isPainted] = [true, null, null, true];
    try {
      await rest.balance({ map_json: JSON.stringify(map), games }, stopping.signal, (progress) => {
        if (this.stopping !== stopping) return;
        this.progress = progress;
        if (!progress.balances?.length) return;
        this.latest = { map, balances: progress.balances, at: Date.now() };
        this.before = compared;
        if (this.players !== null && !progress.balances.some(({ players }) => players === this.players)) {
          this.players = null;
        }
      });
    } catch (error) {
      if (!stopping.signal.aborted) this.trouble = error;
    } finally {
      if (this.stopping === stopping) {
        [this.isRunning, this.stopping] = [false, null];
        if (this.latest !== latest) this.onchange();
      }
    }
  }

  /** What was found so far stays. */
  stop(): void {
    this.stopping?.abort();
  }
}

function isSame(a: MapTables, b: MapTables): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
