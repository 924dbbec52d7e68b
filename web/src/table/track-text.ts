/** A route in words: what it costs, what it brings, whose it is or what is missing. */

import type { Drawing, DrawnTrack, Guide } from "../api/schema";
import { formatList, t } from "../i18n/index.svelte";
import { called, cardName, type Named, pairName, seatName, word } from "../names";

export interface TrackSituation {
  drawing: Drawing;
  seats: Named[];
  you: number | null;
  /** The seat that has it. */
  owner: number | undefined;
  isClaimable: boolean;
  guided: Guide["routes"][string] | undefined;
}

/** `4 purple, at least 1 ferry`. */
export function costText(track: DrawnTrack, drawing: Drawing): string {
  const cards =
    track.colour === "grey"
      ? t("table:route.any-colour", { count: track.length })
      : t("table:of-colour", { count: track.length, colour: cardName(drawing, track.colour) });
  if (track.ferries === 0) return cards;
  return t("table:route.with-wilds", { cards, wilds: word(drawing, "wild", track.ferries) });
}

/** Whose it is, that it can be claimed, or what is missing; empty where nobody can say. */
export function stateText({ drawing, seats, you, owner, isClaimable, guided }: TrackSituation): string {
  if (owner !== undefined) {
    return owner === you ? t("table:route.yours") : t("table:route.taken", { name: seatName(seats, owner) });
  }
  if (isClaimable) return t("table:route.claimable");
  switch (guided?.why) {
    case "cards":
      return lackText(guided, drawing);
    case "pieces":
      return t("table:route.lack-pieces", called(drawing.words, "piece"));
    case "twin":
      return t("table:route.twin");
    default:
      return "";
  }
}

/** How many cards are short; a wild that nothing can stand in for is named. */
function lackText({ lack, wilds }: Guide["routes"][string], drawing: Drawing): string {
  const cards = t("table:route.lack-cards", { count: lack });
  if (wilds === 0) return cards;
  const named = word(drawing, "wild", wilds);
  if (wilds === lack) return t("table:route.lack-wilds", { wilds: named });
  return `${cards} ${t("table:route.lack-among", { wilds: named })}`;
}

/** The tickets that it serves, if it can still be claimed; else empty. */
export function serviceText({ drawing, owner, guided }: TrackSituation): string {
  if (owner !== undefined || !guided?.tickets.length) return "";
  return t("table:route.serves", { tickets: formatList(guided.tickets.map((ticket) => pairName(drawing, ticket))) });
}

export function describeTrack(track: DrawnTrack, situation: TrackSituation): string {
  const route = pairName(situation.drawing, track.id);
  const points = t("common:points", { count: track.points });
  const told = t("table:route.summary", { route, cost: costText(track, situation.drawing), points });
  return [told, stateText(situation), serviceText(situation)].filter(Boolean).join(" ");
}
