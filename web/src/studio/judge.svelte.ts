/** Asks the server for the picture and the problems of a map, whenever it has changed, as often as it may be asked. */

import { Refused, rest } from "../api/rest";
import type { JudgedMap } from "../api/schema";
import type { MapTables } from "./keys";
import { sharing } from "./sharing";

/** Between the beginnings of two questions: the server takes 600 requests a minute from an address. */
const PAUSE = 250;
const RETRY = 3000;

export class Judge {
  /** The latest answer. */
  judged = $state.raw<JudgedMap | null>(null);
  /** The latest one with a drawing, and the map that it is about: one that grows too large keeps its picture. */
  drawn = $state.raw<{ judged: JudgedMap; about: MapTables } | null>(null);
  trouble = $state.raw<unknown>(null);
  /** Whether the answer is about the map as it is now. */
  isCurrent = $state(false);
  private wanted: MapTables | null = null;
  private asked: MapTables | null = null;
  private isAsking = false;
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  want(map: MapTables): void {
    if (map === this.wanted) return;
    this.wanted = map;
    this.isCurrent = map === this.asked && !this.isAsking;
    this.schedule();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private schedule(pause = PAUSE): void {
    if (this.isAsking || this.isClosed || this.wanted === this.asked) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), Math.max(0, this.last + pause - performance.now()));
  }

  private async ask(): Promise<void> {
    const map = this.wanted!;
    [this.isAsking, this.last] = [true, performance.now()];
    try {
      this.judged = sharing(this.judged, await rest.judgeMap(JSON.stringify(map)));
      if (this.judged.drawing) this.drawn = { judged: this.judged, about: map };
      [this.asked, this.trouble] = [map, null];
      this.isAsking = false;
      this.isCurrent = this.wanted === map;
      this.schedule();
    } catch (error) {
      this.isAsking = false;
      this.trouble = error;
      // What is wrong with the map itself is asked again when it has changed.
      const mayPass = !(error instanceof Refused) || error.status === 0 || error.status === 429 || error.status >= 500;
      if (mayPass) this.schedule(RETRY);
      else this.asked = map;
    }
  }
}
