/** The second value, with all parts of the first that are the same in it: what has not changed is not drawn anew. */
export function sharing<Value>(before: unknown, now: Value): Value {
  if (before === now || typeof before !== "object" || typeof now !== "object" || !before || !now) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const [old, next] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const names = Object.keys(next);
  let isSame = names.length === Object.keys(old).length;
  for (const name of names) {
    next[name] = sharing(old[name], next[name]);
    isSame &&= next[name] === old[name];
  }
  return isSame ? (before as Value) : now;
}
