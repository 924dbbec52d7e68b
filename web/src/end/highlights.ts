/** What the rest of the table shows while the score is counted. */

import { endsOf } from "../ids";

/** What the board points out. */
export interface Highlights {
  highlighted: string[];
  path: string[];
  ends: string[];
  traced: { routes: string[]; seat: number } | null;
}

export interface EndDisplay extends Partial<Highlights> {
  /** The points counted so far, by seat. */
  totals?: number[];
}

export const NO_HIGHLIGHTS: Highlights = { highlighted: [], path: [], ends: [], traced: null };

/** A ticket's two places, and the routes that join them. */
export function ticketHighlights(ticket: { id: string; routes: string[] }): Highlights {
  return { ...NO_HIGHLIGHTS, path: ticket.routes, ends: endsOf(ticket.id) };
}

export function pathHighlights(routes: string[], seat: number): Highlights {
  return { ...NO_HIGHLIGHTS, traced: { routes, seat } };
}
