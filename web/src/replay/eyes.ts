/** Whose eyes a replay is seen with: everybody's at once, one seat's, or only what lies on the table. */

import type { EventView } from "../api/schema";

export type Eyes = "all" | "table" | number;

export function readEyes(text: string | null, players: number): Eyes {
  if (text === "table") return "table";
  const seat = Number(text ?? NaN);
  return text !== "" && Number.isInteger(seat) && seat >= 0 && seat < players ? seat : "all";
}

function canSee(eyes: Eyes, seat: number): boolean {
  return eyes === "all" || eyes === seat;
}

/** An event without what these eyes did not see at the time. */
export function seenEvent(event: EventView, eyes: Eyes): EventView {
  if (event.seat === null || canSee(eyes, event.seat)) return event;
  switch (event.event) {
    case "draw":
      return event.from === "deck" ? { ...event, card: null } : event;
    case "tickets":
      return { ...event, tickets: null };
    case "keep":
      return { ...event, tickets: null, returned_tickets: null };
    default:
      return event;
  }
}
