/** Whether a key that was pressed somewhere on the page moves the replay, or belongs to what has the focus. */
export function isForUs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as Element;
  if (target.closest("input, select, textarea, dialog")) return false;
  return event.key !== " " || !target.closest("button, a, summary");
}
