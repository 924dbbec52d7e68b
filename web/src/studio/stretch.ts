/**
 * What has moved since the server drew the board: a track goes along with its two ends, turned and scaled as a whole,
 * until the next drawing comes. How a track really lies is the server's business (docs/decisions/0036).
 */

import type { XY } from "./edits";

/** Where the two ends of a track were drawn, and where they are now; as an SVG transform, or none if they are there. */
export function stretch(drawn: readonly [XY, XY], now: readonly [XY, XY]): string | undefined {
  const [[ax, ay], [bx, by]] = drawn;
  const [[cx, cy], [dx, dy]] = now;
  if (ax === cx && ay === cy && bx === dx && by === dy) return undefined;
  const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - cx, dy - cy];
  const square = ux * ux + uy * uy;
  if (square === 0) return `translate(${cx - ax} ${cy - ay})`;
  const [real, imaginary] = [(vx * ux + vy * uy) / square, (vy * ux - vx * uy) / square];
  const [x, y] = [cx - real * ax + imaginary * ay, cy - imaginary * ax - real * ay];
  return `matrix(${[real, imaginary, -imaginary, real, x, y].join(" ")})`;
}
