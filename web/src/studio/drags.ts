/** Dragging things that lie on the board. The board itself is moved by what is not a handle. */

export interface Drags {
  /** A pointer takes hold of something, named by its `data-handle`; false leaves it to the board. */
  take(handle: string, at: PointerEvent): boolean;
  move(at: PointerEvent): void;
  /** The pointer was lifted where it was put down, or somewhere else. */
  drop(at: PointerEvent, hasMoved: boolean): void;
  cancel(): void;
}

const SLOP = { mouse: 3, touch: 8 };

/** In the capture phase: before the board's own gestures hear of it. */
export function watchDrags(element: HTMLElement, drags: Drags): () => void {
  let held: { id: number; x: number; y: number; hasMoved: boolean } | null = null;
  let frame = 0;
  let wasHandle = false;

  const handleOf = (event: Event) =>
    (event.target as Element | null)?.closest?.("[data-handle]")?.getAttribute("data-handle") ?? null;

  function down(event: PointerEvent) {
    if (held) return void event.stopPropagation(); // a second finger
    wasHandle = false;
    const handle = handleOf(event);
    if (handle === null || (event.pointerType === "mouse" && event.button !== 0) || !drags.take(handle, event)) return;
    event.stopPropagation();
    wasHandle = true;
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, hasMoved: false };
    element.setPointerCapture(event.pointerId);
  }

  function moved(event: PointerEvent) {
    if (!held) return;
    event.stopPropagation();
    if (event.pointerId !== held.id) return;
    const slop = event.pointerType === "mouse" ? SLOP.mouse : SLOP.touch;
    held.hasMoved ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > slop;
    if (!held.hasMoved) return;
    cancelAnimationFrame(frame); // pointers may report more often than the screen shows
    frame = requestAnimationFrame(() => held && drags.move(event));
  }

  function up(event: PointerEvent) {
    if (!held || event.pointerId !== held.id) return;
    event.stopPropagation();
    cancelAnimationFrame(frame);
    const { hasMoved } = held;
    held = null;
    if (event.type === "pointercancel") return drags.cancel();
    if (hasMoved) drags.move(event);
    drags.drop(event, hasMoved);
  }

  /** What a pointer does to a handle was told already; the click that follows goes to who has captured it. */
  function click(event: MouseEvent) {
    if (event.detail > 0 && wasHandle) event.stopPropagation();
  }

  const ends = new AbortController();
  const listen = { signal: ends.signal, capture: true };
  element.addEventListener("pointerdown", down, listen);
  element.addEventListener("pointermove", moved, listen);
  element.addEventListener("pointerup", up, listen);
  element.addEventListener("pointercancel", up, listen);
  element.addEventListener("click", click, listen);
  return () => {
    cancelAnimationFrame(frame);
    ends.abort();
  };
}
