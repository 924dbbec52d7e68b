/** What a pointer or a key does to the things on the board, with the tool that is chosen. */

import { t } from "../i18n/index.svelte";
import type { Drags } from "./drags";
import { addPlace, addRoute, bendOf, insertBend, moveBend, movePlace, pointOf, rowsOf, sideOf, type XY } from "./edits";
import type { Editor, Selection } from "./editor.svelte";
import { withValue } from "./keys";
import { insertPoint, movePoint, pointsOf } from "./outlines";

/** Units that an arrow key moves something; with Shift it is one. */
const STEP = 5;
const ARROWS: Record<string, XY> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Of the spaces of a board, in its units, to guess how long a new route will be. */
const SPACE = 42;
const LONGEST = 6;

interface Held {
  /** `point` and `edge` belong to an outline. */
  kind: string;
  index: number;
  bend: number;
  /** Where the pointer took hold of it, and where it was. */
  start: XY;
  origin: XY;
  isNew: boolean;
}

export class Hand implements Drags {
  /** The line from a place to the pointer while a route is drawn. */
  rubber = $state.raw<[XY, XY] | null>(null);
  /** The name that is moved, and where its middle is now. It stays there until the server has drawn it. */
  label = $state.raw<{ index: number; at: XY } | null>(null);
  private held: Held | null = null;

  constructor(
    private readonly editor: Editor,
    private readonly pointAt: (event: { clientX: number; clientY: number }) => XY,
  ) {}

  take(handle: string, event: PointerEvent): boolean {
    this.label = null;
    const [kind = "", index = "", bend = "-1"] = handle.split(":");
    const { map, tool } = this.editor;
    if (tool !== "select" && kind !== "place") return false;
    const number = Number(index);
    const start = this.pointAt(event);
    const isNew = kind === "route" || kind === "edge";
    this.held = { kind, index: number, bend: Number(bend), start, origin: start, isNew };
    const place = () => pointOf(rowsOf(map, "locations")[number]);
    this.held.origin = isNew ? start : (this.pointHeld() ?? place() ?? start);
    return true;
  }

  move(event: PointerEvent): void {
    const { held, editor } = this;
    if (!held) return;
    const [x, y] = this.pointAt(event);
    const to: XY = [held.origin[0] + x - held.start[0], held.origin[1] + y - held.start[1]];
    if (editor.tool === "route") this.rubber = [held.origin, [x, y]];
    else if (held.kind === "place") editor.preview(movePlace(editor.map, held.index, to));
    else if (held.kind === "label") {
      this.label = { index: held.index, at: [x, y] };
      const side = sideOf(x - held.origin[0], y - held.origin[1]);
      editor.preview(withValue(editor.map, `locations[${held.index}].label`, side));
    } else this.bend(held, [x, y]);
  }

  /** Where the point of a route or an outline is that a pointer has taken hold of. */
  private pointHeld(): XY | undefined {
    const { map } = this.editor;
    const { kind, index, bend } = this.held!;
    if (kind === "bend") return bendOf(rowsOf(map, "routes")[index])[bend];
    return kind === "point" ? pointsOf(rowsOf(map, "outlines")[index])[bend] : undefined;
  }

  private bend(held: Held, to: XY): void {
    const { editor } = this;
    const [list, insert, move] = isOfOutline(held)
      ? (["outlines", insertPoint, movePoint] as const)
      : (["routes", insertBend, moveBend] as const);
    if (held.isNew) {
      const { map, point } = insert(editor.map, held.index, held.start);
      if (point < 0) return;
      [held.bend, held.isNew] = [point, false];
      editor.preview(map);
      editor.select({ list, index: held.index, bend: point });
    }
    editor.preview(move(editor.map, held.index, held.bend, to));
  }

  drop(event: PointerEvent, hasMoved: boolean): void {
    const { held, editor } = this;
    [this.held, this.rubber] = [null, null];
    if (!held) return;
    if (editor.tool === "route") return this.dropRoute(held.index, hasMoved ? placeUnder(event) : held.index);
    if (held.kind === "route" && !hasMoved) editor.select({ list: "routes", index: held.index });
    else if (held.kind === "bend") editor.select({ list: "routes", index: held.index, bend: held.bend });
    else if (isOfOutline(held)) {
      if (!held.isNew) editor.select({ list: "outlines", index: held.index, bend: held.bend });
    } else if (held.kind !== "route") editor.select({ list: "locations", index: held.index });
    editor.drop();
  }

  cancel(): void {
    [this.held, this.rubber, this.label] = [null, null, null];
    this.editor.cancelDrag();
  }

  hover(at: XY | null): void {
    const { editor } = this;
    const from = editor.from === null ? null : pointOf(rowsOf(editor.map, "locations")[editor.from]);
    this.rubber = from && at && editor.tool === "route" ? [from, at] : null;
  }

  tapBoard(at: XY): void {
    const { editor } = this;
    if (editor.tool === "place") this.addPlace(at);
    else {
      editor.select(null);
      editor.from = null;
      this.rubber = null;
    }
  }

  addPlace(at: XY): void {
    const { editor } = this;
    editor.change(addPlace(editor.map, at, t("studio:new-place")));
    editor.select({ list: "locations", index: rowsOf(editor.map, "locations").length - 1 });
  }

  /** Two taps, or one pull from place to place, make a route. */
  private dropRoute(from: number, to: number | null): void {
    const { editor } = this;
    if (to === null) return;
    if (from !== to) return this.addRoute(from, to);
    if (editor.from === null || editor.from === to) editor.from = editor.from === to ? null : to;
    else this.addRoute(editor.from, to);
  }

  private addRoute(from: number, to: number): void {
    const { editor } = this;
    const places = rowsOf(editor.map, "locations");
    const [a, b] = [pointOf(places[from]) ?? [0, 0], pointOf(places[to]) ?? [0, 0]];
    const unit = editor.judge.judged?.drawing?.unit ?? 1;
    const guess = Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) / (SPACE * unit));
    const length = Math.min(Math.max(guess, 1), LONGEST);
    const { map, index } = addRoute(editor.map, from, to, { length, colour: editor.colour });
    editor.change(map);
    editor.select({ list: "routes", index });
    editor.from = null;
    this.rubber = null;
  }

  /** The Tab key selects what it comes to. */
  focus(selection: Selection): void {
    if (this.held || !document.activeElement?.matches(":focus-visible")) return;
    this.editor.reveal(selection);
  }

  /** Whether the key means something here. */
  key(event: KeyboardEvent): boolean {
    const { editor } = this;
    const selected = editor.selection;
    const arrow = ARROWS[event.key];
    if (arrow && selected) return this.nudge(selected, arrow, event.shiftKey ? 1 : STEP);
    if ((event.key === "Delete" || event.key === "Backspace") && selected) editor.removeSelected();
    else if (event.key === "Escape") this.escape();
    else if (event.key === "Enter" || event.key === " ") return this.press();
    else return false;
    return true;
  }

  private escape(): void {
    this.cancel();
    if (this.editor.from !== null) this.editor.from = null;
    else if (this.editor.tool !== "select") this.editor.use("select");
    else this.editor.select(null);
  }

  private press(): boolean {
    const { editor } = this;
    const selected = editor.selection;
    if (editor.tool !== "route" || selected?.list !== "locations") return false;
    this.dropRoute(selected.index, selected.index);
    return true;
  }

  private nudge({ list, index, bend }: Selection, [dx, dy]: XY, step: number): boolean {
    const { editor } = this;
    const about = `move ${list} ${index} ${bend ?? ""}`;
    if (list === "locations") {
      const at = pointOf(rowsOf(editor.map, "locations")[index]);
      if (at) editor.change(movePlace(editor.map, index, [at[0] + dx * step, at[1] + dy * step]), about);
    } else if (list === "routes" && bend !== undefined) {
      const at = bendOf(rowsOf(editor.map, "routes")[index])[bend];
      if (at) editor.change(moveBend(editor.map, index, bend, [at[0] + dx * step, at[1] + dy * step]), about);
    } else if (list === "outlines" && bend !== undefined) {
      const at = pointsOf(rowsOf(editor.map, "outlines")[index])[bend];
      if (at) editor.change(movePoint(editor.map, index, bend, [at[0] + dx * step, at[1] + dy * step]), about);
    } else return false;
    return true;
  }
}

function isOfOutline({ kind }: Held): boolean {
  return kind === "point" || kind === "edge";
}

function placeUnder(event: PointerEvent): number | null {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-handle^='place:']");
  return found ? Number(found.getAttribute("data-handle")!.slice("place:".length)) : null;
}
