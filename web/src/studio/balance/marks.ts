/** What a run has found, as marks on the board as it is now. */

import type { JudgedMap } from "../../api/schema";
import { coloursOf, rowsOf, type XY } from "../edits";
import type { MapTables } from "../keys";
import type { Moved } from "../moved";
import { indexNow, type ShownFinding, type ShownItem } from "./findings";

export interface TrackMark {
  kind: string;
  /** Of the drawing. */
  track: number;
  item: ShownItem;
  /** Whether its number is told here: on one track of a route, and not on each of a colour. */
  isTold: boolean;
}
export interface PlaceMark {
  kind: string;
  place: number;
  item: ShownItem;
}
export interface TicketMark {
  kind: string;
  path: string;
  /** Where its number stands. */
  at: XY;
  item: ShownItem;
}
export interface Marks {
  tracks: TrackMark[];
  places: PlaceMark[];
  tickets: TicketMark[];
}

const TICKET_KINDS = ["tickets-worth-more", "tickets-worth-less", "never-completed"];

/** `room` is what a number takes, in the board's units. */
export function marksOf(
  findings: ShownFinding[],
  map: MapTables,
  judged: JudgedMap,
  moved: Moved,
  room: readonly [width: number, height: number],
): Marks {
  const marks: Marks = { tracks: [], places: [], tickets: [] };
  const routes = rowsOf(map, "routes");
  for (const { kind, items } of findings) {
    for (const item of items) {
      if (kind === "never-claimed" || kind === "always-claimed") {
        const route = indexNow(map, "routes", item);
        judged.tracks.forEach(([, number], track) => {
          if (route !== null && moved.route(track) === route) {
            marks.tracks.push({ kind, track, item, isTold: number === 0 });
          }
        });
      } else if (kind === "colours") {
        judged.tracks.forEach(([, number], track) => {
          const route = moved.route(track);
          if (route !== null && coloursOf(routes[route])[number] === item.name) {
            marks.tracks.push({ kind, track, item, isTold: false });
          }
        });
      } else if (kind === "left-out") {
        const location = indexNow(map, "locations", item);
        const place = judged.locations.findIndex((_, drawn) => moved.location(drawn) === location);
        if (location !== null && place >= 0) marks.places.push({ kind, place, item });
      } else if (TICKET_KINDS.includes(kind)) {
        const ticket = indexNow(map, "tickets", item);
        const row = ticket === null ? undefined : rowsOf(map, "tickets")[ticket];
        const [from, to] = [moved.pointCalled(row?.a), moved.pointCalled(row?.b)];
        if (from && to) {
          const { path, point } = bow(from, to);
          marks.tickets.push({ kind, path, at: freePoint(point, marks.tickets, room), item });
        }
      }
    }
  }
  return marks;
}

/** Along a bow, the nearest point to its middle that is not taken. */
function freePoint(point: (share: number) => XY, others: TicketMark[], [width, height]: readonly [number, number]): XY {
  const isFree = ([x, y]: XY) =>
    others.every(({ at: [ox, oy] }) => Math.abs(x - ox) > width || Math.abs(y - oy) > height);
  const spots = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map(point);
  return spots.find(isFree) ?? spots[0]!;
}

/** From place to place in a bow, so that several tickets of a place are told apart; and the points along it. */
export function bow([ax, ay]: XY, [bx, by]: XY): { path: string; point: (share: number) => XY } {
  const [dx, dy] = [bx - ax, by - ay];
  const [x, y] = [(ax + bx) / 2 + dy * 0.16, (ay + by) / 2 - dx * 0.16];
  const along = (from: number, by: number, to: number, share: number) =>
    (1 - share) ** 2 * from + 2 * share * (1 - share) * by + share ** 2 * to;
  return {
    path: `M${ax} ${ay}Q${x.toFixed(1)} ${y.toFixed(1)} ${bx} ${by}`,
    point: (share) => [along(ax, x, bx, share), along(ay, y, by, share)],
  };
}
