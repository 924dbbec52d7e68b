/** The score of a match is counted once in this browser; later one sees how it came out. */

import { read, write } from "../live/keys";

const STORAGE_KEY = "whistlestop.counted";
const MOST = 100;

/** Whether it is to be counted now; the next one to ask is told no. */
export function countsNow(match: string): boolean {
  const counted = (read(STORAGE_KEY) ?? "").split(" ").filter(Boolean);
  if (counted.includes(match)) return false;
  write(STORAGE_KEY, [...counted, match].slice(-MOST).join(" "));
  return true;
}
