/** How each seat looks: a colour and a mark, so that nobody has to tell colours apart. */

export interface SeatLook {
  fill: string;
  edge: string;
  ink: string;
  /** An SVG path in a box from -5 to 5. */
  mark: string;
}

/** No mark has the shape of a colour's symbol (`draw/symbols.py`): what is seen is either a piece or a space. */
export const SEAT_LOOKS: SeatLook[] = [
  {
    fill: "#1f62b4",
    edge: "#0f3a70",
    ink: "#ffffff",
    mark: "M0 5L-4.6.2A2.8 2.8 0 0 1 0-3.2A2.8 2.8 0 0 1 4.6.2Z",
  },
  { fill: "#c9431f", edge: "#7d2209", ink: "#ffffff", mark: "M1.8-5.2L-3.8.9H-.5L-1.8 5.2L3.8-1.3H.6Z" },
  { fill: "#e9b90a", edge: "#7a5c00", ink: "#2b2000", mark: "M-4.8 4.2V-3.6L-2.3-.6L0-4.8L2.3-.6L4.8-3.6V4.2Z" },
  { fill: "#23252b", edge: "#000000", ink: "#ffffff", mark: "M-3.8-5H-1.9V-4.6L4.8-1.7L-1.9 1.2V5H-3.8Z" },
  {
    fill: "#17875a",
    edge: "#07492e",
    ink: "#ffffff",
    mark: "M-4.6-4.8H-1.8V.4A1.8 1.8 0 0 0 1.8.4V-4.8H4.6V.4A4.6 4.6 0 0 1-4.6.4Z",
  },
];

export function seatLook(seat: number): SeatLook {
  return SEAT_LOOKS[seat % SEAT_LOOKS.length]!;
}
