/** Whether a board is better seen turned by a quarter. The server draws it both ways; here is chosen between the two. */

import { type Size, SMALL, wholeZoom } from "./camera";

/** How much larger it has to be: a map as people know it is worth a tenth. */
const WORTH = 1.1;

export function isLargerTurned(window: Size, board: Size): boolean {
  const turned = { width: board.height, height: board.width };
  return isUprightPhone(window) && wholeZoom(window, turned) >= WORTH * wholeZoom(window, board);
}

/** Where a board may be turned. Larger windows show enough of it as it is. */
export function isUprightPhone({ width, height }: Size): boolean {
  return width < SMALL && width < height;
}
