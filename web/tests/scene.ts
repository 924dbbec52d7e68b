/** A small board for tests: three places in a row, a double route between the first two, and one route on. */

import { endsOf } from "../src/ids";
import type { Drawing, DrawnTrack, View } from "../src/api/schema";

export function track(id: string, spaces: [number, number, number][], length = spaces.length): DrawnTrack {
  const [a, b] = endsOf(id);
  return { id, a, b, length, colour: "red", ferries: 0, points: 2, space_length: 10, spaces, ferry_spaces: [] };
}

const place = (id: string, x: number, y: number) => ({
  id,
  name: id.toUpperCase(),
  x,
  y,
  radius: 3,
  has_ring: false,
  label: { anchor: "start" as const, size: 10, lines: [] },
});

export const DRAWING: Drawing = {
  map: "small",
  title: "Small",
  theme: "paper",
  words: { piece: "train", wild: "locomotive", location: "city", card: "train card" },
  width: 200,
  height: 100,
  unit: 1,
  space_width: 6,
  scenery: "/small.svg",
  players: [2],
  colours: ["red", "wild"],
  free_spaces: {},
  paints: {},
  tracks: [
    track("ash/birch", [
      [25, 50, 0],
      [75, 50, 0],
    ]),
    track("ash/birch#2", [
      [25, 60, 0],
      [75, 60, 0],
    ]),
    // Drawn from birch's far side: its spaces run the other way.
    track("birch/cedar", [
      [175, 50, 180],
      [125, 50, 180],
    ]),
  ],
  places: [place("ash", 0, 50), place("birch", 100, 50), place("cedar", 200, 50)],
  tickets: [{ id: "ash/cedar", a: "ash", b: "cedar", points: 5 }],
  pieces: 20,
  route_points: [1, 2],
  longest_path_bonus: 10,
  token_points: [],
  token_paths: {},
};

export function view(changes: Partial<View> = {}): View {
  return {
    map: "small",
    players: 2,
    phase: "turn",
    to_play: 0,
    face_up: [],
    discards: {},
    claimed: {},
    stacks: {},
    set_aside: [],
    token_choice: [],
    turns_left: null,
    passes: 0,
    seat: 0,
    version: 3,
    deck_count: 10,
    deck_at_most: {},
    ticket_deck: [],
    seats: [],
    hand: {},
    tickets: [],
    offered: [],
    scores: null,
    winners: [],
    history: [],
    legal_actions: [],
    ...changes,
  };
}
