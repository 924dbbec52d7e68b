/** One map being edited: what it is now, what was before, what is selected; kept in the browser as one goes. */

import { rest } from "../api/rest";
import type { MapProblem } from "../api/schema";
import { BalanceStudy } from "./balance/study.svelte";
import { type Entries, type List, removeBend, removeRow, rowsOf } from "./edits";
import { type Backdrop, historyOf, saveMap, type SavedMap, type Step, withHistory } from "./gallery";
import { commit, type History, redo, undo } from "./history";
import { Judge } from "./judge.svelte";
import { entryOf, type MapTables, valueAt, withFix, withValue } from "./keys";
import { removePoint } from "./outlines";

export interface Selection {
  list: Entries;
  index: number;
  /** A point that a route or an outline goes through. */
  bend?: number;
}
export interface Proposal {
  a: string;
  b: string;
  points: number | string;
  /** Of the shortest path. */
  length: number;
  isAccepted: boolean;
}
export type Tool = "select" | "place" | "route";

export class Editor {
  history = $state.raw<History<Step>>(undefined!);
  /** The map while something is dragged; it becomes a step when it is dropped. */
  private draft = $state.raw<MapTables | null>(null);
  selection = $state.raw<Selection | null>(null);
  /** What is to be brought into sight. */
  revealed = $state.raw<Selection | null>(null);
  tool = $state<Tool>("select");
  /** The place that a route is being drawn from. */
  from = $state<number | null>(null);
  /** What the next route is like. */
  colour = $state("grey");
  /** Problems of the text that was opened. */
  unread = $state.raw<MapProblem[]>([]);
  saveTrouble = $state.raw<unknown>(null);
  isSaved = $state(true);
  readonly judge = new Judge();
  readonly balance: BalanceStudy;
  /** Tickets that are proposed and not in the map. */
  proposals = $state.raw<Proposal[]>([]);
  private saved: SavedMap;
  private isSaving = false;

  constructor(saved: SavedMap, unread: MapProblem[] = []) {
    this.saved = saved;
    this.unread = unread;
    this.history = historyOf(saved);
    this.balance = new BalanceStudy(saved.balance, () => void this.save());
    this.judge.want(this.map);
  }

  get id(): string {
    return this.saved.id;
  }

  get map(): MapTables {
    return this.draft ?? this.history.present.map;
  }

  get backdrop(): Backdrop | null {
    return this.history.present.backdrop;
  }

  get name(): string {
    return typeof this.map.name === "string" ? this.map.name : "";
  }

  get problems(): MapProblem[] {
    return this.judge.judged?.problems ?? [];
  }

  get errors(): MapProblem[] {
    return this.problems.filter(({ severity }) => severity === "error");
  }

  /** The worst that is wrong with an entry; null if nothing is. */
  severityOf(list: List, index: number): MapProblem["severity"] | null {
    const own = this.problems.filter(({ key }) => {
      const entry = entryOf(key);
      return entry?.list === list && entry.index === index;
    });
    return own.find(({ severity }) => severity === "error")?.severity ?? own[0]?.severity ?? null;
  }

  /** A step that can be undone. Steps `about` the same thing, one right after the other, are one. */
  change(map: MapTables, about: string | null = null): void {
    this.draft = null;
    const { present } = this.history;
    if (map !== present.map) this.show(commit(this.history, { ...present, map }, about));
  }

  set(key: string, value: unknown): void {
    if (value !== valueAt(this.map, key)) this.change(withValue(this.map, key, value), key);
  }

  fix(problem: MapProblem): void {
    this.change(withFix(this.map, problem.fix));
  }

  preview(map: MapTables): void {
    this.draft = map;
    this.judge.want(map);
  }

  /** What was dragged stays where it is now. */
  drop(): void {
    if (this.draft) this.change(this.draft);
  }

  cancelDrag(): void {
    this.draft = null;
    this.judge.want(this.map);
  }

  undo(): void {
    this.draft = null;
    this.show(undo(this.history));
  }

  redo(): void {
    this.draft = null;
    this.show(redo(this.history));
  }

  select(selection: Selection | null): void {
    this.selection = selection;
  }

  /** Select something that may be out of sight. */
  reveal(selection: Selection): void {
    this.selection = this.revealed = selection;
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.from = null;
  }

  removeSelected(): void {
    if (this.selection) this.remove(this.selection);
  }

  remove({ list, index, bend }: Selection): void {
    if (bend !== undefined) {
      this.change((list === "outlines" ? removePoint : removeBend)(this.map, index, bend));
      this.selection = { list, index };
    } else {
      this.change(removeRow(this.map, list, index));
      this.selection = null;
    }
  }

  /** A step like any other; moving or scaling the picture for a while is one. */
  setBackdrop(backdrop: Backdrop | null, about: string | null = null): void {
    this.draft = null;
    this.show(commit(this.history, { map: this.map, backdrop }, about));
  }

  /** The map's file. */
  toml(): Promise<{ text: string; keeps_comments: boolean }> {
    return rest.mapToml(JSON.stringify(this.map), this.saved.text);
  }

  /** Kept once more, with the picture as it is now. */
  close(): void {
    this.judge.close();
    this.balance.stop();
    if (this.judge.judged && this.judge.judged.drawing !== this.saved.drawing) void this.save();
  }

  private show(history: History<Step>): void {
    if (history === this.history) return;
    this.history = history;
    this.judge.want(history.present.map);
    const selected = this.selection;
    if (selected && selected.index >= rowsOf(history.present.map, selected.list).length) this.selection = null;
    void this.save();
  }

  /** At once, for the page may be closed any moment; what changes meanwhile is saved next. */
  private async save(): Promise<void> {
    this.isSaved = false;
    if (this.isSaving) return;
    this.isSaving = true;
    try {
      let [about, run]: [Step | null, unknown] = [null, null];
      do {
        const drawing = this.judge.judged?.drawing ?? this.saved.drawing;
        [about, run] = [this.history.present, this.balance.latest];
        await saveMap(withHistory({ ...this.saved, balance: this.balance.saved, drawing }, this.history));
      } while (about !== this.history.present || run !== this.balance.latest);
      [this.isSaved, this.saveTrouble] = [true, null];
    } catch (error) {
      this.saveTrouble = error;
    } finally {
      this.isSaving = false;
    }
  }
}
