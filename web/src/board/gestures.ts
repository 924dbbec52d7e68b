/** Drag, pinch, wheel, tap, long press and hover on one element, told in points of that element. */

import type { Point } from "./camera";

export interface Gestures {
  /** The fingers moved: by how much, and how much farther apart they are, around which point. */
  move(by: Point, factor: number, at: Point): void;
  /** The last finger or button was lifted after a move, or the wheel came to rest. */
  rest(): void;
  tap(at: Point, event: MouseEvent): void;
  press(at: Point): void;
  /** The mouse is there, or has left. */
  hover(at: Point | null): void;
}

/** Pixels that a finger or a mouse may slip while it taps. */
const SLOP = { mouse: 4, touch: 10 };
const LONG_PRESS = 450;
const WHEEL_REST = 250;
const PIXELS_PER_LINE = 30;

export function watchGestures(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>();
  let [start, isMoving, wasPressed]: [Point, boolean, boolean] = [{ x: 0, y: 0 }, false, false];
  let pressTimer = 0;
  let wheelTimer = 0;

  const pointOf = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function down(event: PointerEvent) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    pointers.set(event.pointerId, pointOf(event));
    clearTimeout(pressTimer);
    if (pointers.size > 1) return begin();
    [start, isMoving, wasPressed] = [pointOf(event), false, false];
    if (event.pointerType !== "mouse") pressTimer = window.setTimeout(press, LONG_PRESS);
  }

  function press() {
    wasPressed = true;
    gestures.press(start);
  }

  /** From here on it is a move, not a tap, also when the pointer leaves the element. */
  function begin() {
    isMoving = true;
    clearTimeout(pressTimer);
    for (const id of pointers.keys()) element.setPointerCapture(id);
  }

  function moved(event: PointerEvent) {
    const before = pointers.get(event.pointerId);
    const now = pointOf(event);
    if (!before) return void (event.pointerType === "mouse" && gestures.hover(now));
    const slop = event.pointerType === "mouse" ? SLOP.mouse : SLOP.touch;
    if (!isMoving && Math.hypot(now.x - start.x, now.y - start.y) <= slop) return;
    if (!isMoving) begin();
    const old = spread(pointers);
    pointers.set(event.pointerId, now);
    const { at, width } = spread(pointers);
    gestures.move({ x: at.x - old.at.x, y: at.y - old.at.y }, width && old.width ? width / old.width : 1, at);
  }

  function up(event: PointerEvent) {
    clearTimeout(pressTimer);
    if (pointers.delete(event.pointerId) && pointers.size === 0 && isMoving) gestures.rest();
  }

  function click(event: MouseEvent) {
    const isFromKeyboard = event.detail === 0;
    if ((isMoving || wasPressed) && !isFromKeyboard) return;
    gestures.tap(pointOf(event), event);
  }

  function wheel(event: WheelEvent) {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_PER_LINE : 1);
    const speed = event.ctrlKey ? 0.01 : 0.0018; // a pinch on a touchpad comes as a wheel with Ctrl
    gestures.move({ x: 0, y: 0 }, Math.exp(-speed * Math.min(Math.max(pixels, -240), 240)), pointOf(event));
    clearTimeout(wheelTimer);
    wheelTimer = window.setTimeout(gestures.rest, WHEEL_REST);
  }

  const leave = (event: PointerEvent) => event.pointerType === "mouse" && gestures.hover(null);
  const noMenu = (event: Event) => wasPressed && event.preventDefault();
  const ends = new AbortController();
  const listen = { signal: ends.signal };
  element.addEventListener("pointerdown", down, listen);
  element.addEventListener("pointermove", moved, listen);
  element.addEventListener("pointerup", up, listen);
  element.addEventListener("pointercancel", up, listen);
  element.addEventListener("pointerleave", leave, listen);
  element.addEventListener("click", click, listen);
  element.addEventListener("contextmenu", noMenu, listen);
  element.addEventListener("wheel", wheel, { ...listen, passive: false });
  return () => {
    ends.abort();
    clearTimeout(pressTimer);
    clearTimeout(wheelTimer);
  };
}

/** The middle of all pointers, and how far apart the first two are (0 if there is one). */
function spread(pointers: Map<number, Point>): { at: Point; width: number } {
  const all = [...pointers.values()];
  const at = { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) };
  const [a, b] = all;
  return { at, width: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0 };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
