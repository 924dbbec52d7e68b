/** What people paste to get to a table: a seat's or a room's link, a link to watch, a replay's, or the bare id of a match. */

const LINK = /\/(table|join|replay)\/([\w-]{6,40})(\?[^#\s]*)?(#[\w-]*)?$/;
const ID = /^[\w-]{6,40}$/;

/** The address inside this page; null if the text leads nowhere. */
export function readLink(text: string): string | null {
  const trimmed = text.trim();
  const [, page, match, query = "", secret = ""] = LINK.exec(trimmed) ?? [];
  if (page) return `/${page}/${match}${query}${secret}`;
  return ID.test(trimmed) ? `/table/${trimmed}` : null;
}
