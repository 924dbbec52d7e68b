/** The step and the eyes stand in the address, so that a link shows what one sees. */

import { go } from "../router.svelte";
import type { Eyes } from "./eyes";

const PAUSE = 300; // browsers refuse addresses that change too often

/** To be called in an effect. */
export function keepInAddress(match: string, step: number, eyes: Eyes): (() => void) | undefined {
  const query = new URLSearchParams({ step: String(step), eyes: String(eyes) });
  if (location.search === `?${query}`) return undefined;
  const timer = setTimeout(() => go(`/replay/${encodeURIComponent(match)}?${query}`, { replace: true }), PAUSE);
  return () => clearTimeout(timer);
}
