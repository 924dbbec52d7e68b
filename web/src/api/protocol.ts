/** What the server says, as docs/protocol.md tells it. The page holds no rules: it shows this and sends texts of actions. */

export type Phase = "keep-tickets" | "place-tokens" | "turn" | "second-card" | "take-token" | "over";
export type Pace = "instant" | "fast" | "normal" | "slow";
export type Level = "easy" | "medium" | "hard" | "expert";
export type Cards = Record<string, number>;

export const EMOTES = ["hello", "good-luck", "well-played", "thanks", "oops", "wow", "thinking", "good-game"] as const;
export type EmoteName = (typeof EMOTES)[number];

export interface HeldTicket {
  id: string;
  points: number;
  is_complete: boolean;
}

/** What everybody may know of a seat. Its tickets are listed once the game is over. */
export interface SeatView {
  score: number;
  pieces: number;
  card_count: number;
  known_cards: Cards;
  ticket_count: number;
  offered_count: number;
  tokens: string[];
  tickets: HeldTicket[] | null;
}

export interface Score {
  total: number;
  routes: number;
  tickets: number;
  longest_path: number;
  tokens: number;
  completed_tickets: number;
  longest_path_length: number;
}

export interface Stack {
  symbol: string;
  count: number;
}

/** Something that happened; what the viewer may not know is null. */
export type GameEvent =
  | { event: "draw"; seat: number; from: "deck"; card: string | null }
  | { event: "draw"; seat: number; from: "row"; slot: number; card: string }
  | { event: "turn-up"; seat: null; slot: number; card: string }
  | { event: "sweep"; seat: null }
  | { event: "reshuffle"; seat: null; count: number }
  | { event: "tickets"; seat: number; count: number; tickets: string[] | null }
  | {
      event: "keep";
      seat: number;
      kept: number;
      returned: number;
      tickets: string[] | null;
      returned_tickets: string[] | null;
    }
  | { event: "claim"; seat: number; route: string; payment: Cards; points: number }
  | { event: "place"; seat: number; symbol: string; location: string }
  | { event: "take"; seat: number; symbol: string; location: string }
  | { event: "pass"; seat: number }
  | { event: "end-turn"; seat: number }
  | { event: "final-round"; seat: number }
  | { event: "game-over"; seat: null };

export interface View {
  map: string;
  players: number;
  phase: Phase;
  to_play: number | null;
  face_up: (string | null)[];
  discards: Cards;
  claimed: Record<string, number>;
  stacks: Record<string, Stack>;
  set_aside: Stack[];
  token_choice: string[];
  turns_left: number | null;
  passes: number;
  seat: number | null;
  version: number;
  deck_count: number;
  deck_at_most: Cards;
  ticket_deck: (string | null)[];
  seats: SeatView[];
  hand: Cards;
  tickets: HeldTicket[];
  offered: string[];
  scores: Score[] | null;
  winners: number[];
  history: GameEvent[];
  legal_actions: string[];
}

export interface TableSeat {
  kind: "person" | "bot";
  name: string;
  level: Level | null;
  is_taken: boolean;
  has_left: boolean;
  bot_plays: boolean;
  has_chosen: boolean;
  spent: number;
}

export interface Clock {
  per: "none" | "move" | "game";
  seconds: number;
}

export interface Table {
  match: string;
  map: string;
  status: "open" | "running" | "over";
  host: number | null;
  seats: TableSeat[];
  awaited: { seat: number; since: number; deadline: number | null }[];
  clock: Clock;
  pace: Pace;
  public: boolean;
  spectator_delay: number;
  /** Whether players may ask for hints here. */
  hints: boolean;
  commitment: string | null;
  seed: string | null;
  undo: { seat: number; agreed: number[] } | null;
  undoable: number | null;
  votes: Record<string, number[]>;
  rematch: string | null;
  now: number;
}

export interface Happened {
  kind:
    | "sit"
    | "leave"
    | "return"
    | "take-over"
    | "begin"
    | "act"
    | "ask-undo"
    | "answer-undo"
    | "vote"
    | "emote"
    | "pace"
    | "rematch";
  seat: number | null;
  name?: string;
  agree?: boolean;
  about?: number;
  emote?: EmoteName;
  pace?: Pace;
  match?: string;
}

export interface Trouble {
  code: string;
  message: string;
  rule: string | null;
}

interface Heard {
  /** The table's. An emote changes nothing: its update has the version of what came before it. */
  version: number;
  key: string | null;
}

export type Message =
  | (Heard & { type: "view"; seat: number | null; table: Table; view: View | null; choice: string | null })
  | (Heard & {
      type: "update";
      happened: Happened;
      /** What changed: fields replace those before, the events in the view's history are added. */
      table: Partial<Table> & { now: number };
      view: Partial<View> | null;
      choice: string | null;
    })
  | (Heard & { type: "accepted" })
  | (Heard & { type: "pong" })
  | (Heard & { type: "error"; error: Trouble });

/** A command as a page makes it; the connection adds key and version. */
export type Command =
  | { type: "act"; action: string }
  | { type: "undo" }
  | { type: "answer-undo"; agree: boolean }
  | { type: "vote"; seat: number }
  | { type: "return" }
  | { type: "leave" }
  | { type: "begin"; fill: Level }
  | { type: "emote"; emote: EmoteName }
  | { type: "pace"; pace: Pace };
