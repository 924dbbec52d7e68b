/** Which part of the board is seen: a point of the board at `x`, `y` is shown at `x * zoom + left`, `y * zoom + top`. */

export interface Camera {
  left: number;
  top: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

const CLOSEST = 4;
/** Screen pixels left free around whatever is revealed. */
const MARGIN = 48;
/** Windows narrower than this show the whole board too small to read it. */
export const SMALL = 620;
const LARGEST_OPENING = 2.5;

/** The zoom at which the whole board is seen. */
export function wholeZoom(window: Size, board: Size): number {
  return Math.min(window.width / board.width, window.height / board.height);
}

/** How close one can get: large enough on phones, where the whole board is tiny. */
export function closestZoom(window: Size, board: Size): number {
  return Math.max(CLOSEST, 2 * wholeZoom(window, board));
}

export function centred(zoom: number, window: Size, board: Size): Camera {
  return { zoom, left: (window.width - board.width * zoom) / 2, top: (window.height - board.height * zoom) / 2 };
}

/**
 * The first view: all of the board. In a small window it comes closer to the points that matter, and where none does and
 * a wide board lies in a narrow window, to a part that can be read.
 */
export function openingCamera(window: Size, board: Size, points: readonly Point[] = []): Camera {
  const whole = wholeZoom(window, board);
  if (window.width < SMALL && points.length > 0) return around(points, window, board);
  const filling = Math.max(window.width / board.width, window.height / board.height);
  const isAcross = window.width < window.height && board.width > board.height;
  return centred(Math.min(filling, isAcross ? whole * 2 : whole), window, board);
}

/** All the points in sight, with the board as large as that allows within reason. */
function around(points: readonly Point[], window: Size, board: Size): Camera {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const fitting = Math.min((window.width - 2 * MARGIN) / (right - left), (window.height - 2 * MARGIN) / (bottom - top));
  const whole = wholeZoom(window, board);
  const zoom = within(fitting, whole, LARGEST_OPENING * whole);
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return settled(
    { zoom, left: window.width / 2 - middle.x * zoom, top: window.height / 2 - middle.y * zoom },
    window,
    board,
  );
}

/** The nearest camera that shows no more emptiness than it must. */
export function settled(camera: Camera, window: Size, board: Size): Camera {
  const zoom = within(camera.zoom, wholeZoom(window, board), closestZoom(window, board));
  return {
    zoom,
    left: settledEdge(camera.left, window.width, board.width * zoom),
    top: settledEdge(camera.top, window.height, board.height * zoom),
  };
}

function settledEdge(edge: number, window: number, board: number): number {
  return board <= window ? (window - board) / 2 : within(edge, window - board, 0);
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Zoom while the board under `at` (a point of the window) stays where it is. */
export function zoomed(camera: Camera, zoom: number, at: Point): Camera {
  const factor = zoom / camera.zoom;
  return { zoom, left: at.x - (at.x - camera.left) * factor, top: at.y - (at.y - camera.top) * factor };
}

/** Move just so far that a point of the board is in the window, away from its edge. */
export function revealed(camera: Camera, point: Point, window: Size): Camera {
  const { x, y } = onScreen(camera, point);
  return {
    ...camera,
    left: camera.left + within(x, MARGIN, Math.max(MARGIN, window.width - MARGIN)) - x,
    top: camera.top + within(y, MARGIN, Math.max(MARGIN, window.height - MARGIN)) - y,
  };
}

export function onScreen(camera: Camera, point: Point): Point {
  return { x: point.x * camera.zoom + camera.left, y: point.y * camera.zoom + camera.top };
}

export function onBoard(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.left) / camera.zoom, y: (point.y - camera.top) / camera.zoom };
}

export function between(from: Camera, to: Camera, share: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return { left: mix(from.left, to.left), top: mix(from.top, to.top), zoom: mix(from.zoom, to.zoom) };
}
