/** A board as it is drawn: the geometry of `whistlestop map draw`, worked out by the server. */

export interface Paint {
  fill: string;
  edge: string;
  ink: string;
  /** An SVG path in a box from -5 to 5. */
  symbol: string;
}

export interface DrawnTrack {
  /** A route id, with `#2` for the second track of a double route. */
  id: string;
  /** Ids of both places. */
  a: string;
  b: string;
  length: number;
  /** Of the cards that pay for it; `grey` for any one. */
  colour: string;
  ferries: number;
  points: number;
  space_length: number;
  /** Middle and direction in degrees of every space. */
  spaces: [x: number, y: number, angle: number][];
  /** Which spaces show a ferry. */
  ferry_spaces: number[];
}

export interface DrawnLine {
  text: string;
  x: number;
  y: number;
  width: number;
}

export interface DrawnPlace {
  id: string;
  name: string;
  x: number;
  y: number;
  radius: number;
  has_ring: boolean;
  label: { anchor: "start" | "middle" | "end"; size: number; lines: DrawnLine[] };
}

export interface DrawnTicket {
  id: string;
  a: string;
  b: string;
  points: number;
}

export interface Drawing {
  /** `usa`, `san-francisco` or whatever an uploaded map is called. */
  map: string;
  title: string;
  /** `paper` boards speak of cities, trains and locomotives, `bay` boards of locations, cable cars and ferries. */
  theme: "paper" | "bay";
  width: number;
  height: number;
  unit: number;
  space_width: number;
  /** Where the picture under the routes is to be had. */
  scenery: string;
  players: number[];
  /** The cards' colours; `wild` is the last. */
  colours: string[];
  /** For every colour, `wild` and `grey`. */
  paints: Record<string, Paint>;
  tracks: DrawnTrack[];
  places: DrawnPlace[];
  tickets: DrawnTicket[];
  /** Pieces that everybody begins with. */
  pieces: number;
  /** Points for a route of length 1, 2, 3 … */
  route_points: number[];
  /** For the longest path; 0 where the map has no such bonus. */
  longest_path_bonus: number;
  /** Points for 1, 2, 3 … different tokens; empty where the map has none. */
  token_points: number[];
  /** The tokens' symbols as SVG paths in a box from -5 to 5, by name. */
  token_paths: Record<string, string>;
}
