/**
 * An attachment for what appears by itself or by a tap: no finger and no mouse reaches it for a moment, so the second tap
 * of a double one is lost on it. A press counts where it begins, so one that was held meanwhile does nothing either.
 * Keys and screen readers need not wait.
 */

/** Milliseconds: longer than between the two taps of a double one. */
const SETTLING_TIME = 400;

export function settle(element: HTMLElement): () => void {
  element.style.pointerEvents = "none";
  const timer = setTimeout(() => element.style.removeProperty("pointer-events"), SETTLING_TIME);
  return () => clearTimeout(timer);
}
