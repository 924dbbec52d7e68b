/** What the board points out while the score is counted. */

export interface Shown {
  highlighted?: string[];
  path?: string[];
  ends?: string[];
  traced?: { routes: string[]; seat: number } | null;
}

export const NOTHING: Required<Shown> = { highlighted: [], path: [], ends: [], traced: null };

/** A ticket's two places, and the routes that join them. */
export function ticketShown(ticket: { id: string; routes: string[] }): Required<Shown> {
  return { ...NOTHING, path: ticket.routes, ends: ticket.id.split("/") };
}

export function pathShown(routes: string[], seat: number): Required<Shown> {
  return { ...NOTHING, traced: { routes, seat } };
}
