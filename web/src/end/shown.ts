/** What the rest of the table shows while the score is counted. */

import { endsOf } from "../ids";

/** What the board points out. */
export interface PointedOut {
  highlighted: string[];
  path: string[];
  ends: string[];
  traced: { routes: string[]; seat: number } | null;
}

export interface Shown extends Partial<PointedOut> {
  /** The points counted so far, by seat. */
  totals?: number[];
}

export const NOTHING: PointedOut = { highlighted: [], path: [], ends: [], traced: null };

/** A ticket's two places, and the routes that join them. */
export function ticketShown(ticket: { id: string; routes: string[] }): PointedOut {
  return { ...NOTHING, path: ticket.routes, ends: endsOf(ticket.id) };
}

export function pathShown(routes: string[], seat: number): PointedOut {
  return { ...NOTHING, traced: { routes, seat } };
}
