/** What was done and can be undone, without limit. Values are never changed, so that each step is cheap to keep. */

export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** What the last step was about: the next one about the same joins it, as letters of one word do. */
  about: string | null;
}

export function begin<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], about: null };
}

export function commit<Value>(history: History<Value>, next: Value, about: string | null = null): History<Value> {
  if (next === history.present) return history;
  const joins = about !== null && about === history.about && history.past.length > 0;
  const past = joins ? history.past : [...history.past, history.present];
  return { past, present: next, future: [], about };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const future = [history.present, ...history.future];
  return { past: history.past.slice(0, -1), present: before, future, about: null };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, about: null };
}
