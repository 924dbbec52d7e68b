/** How each seat looks: a colour and a mark, so that nobody has to tell colours apart. */

export interface SeatLook {
  fill: string;
  edge: string;
  ink: string;
  /** An SVG path in a box from -5 to 5. */
  mark: string;
}

export const SEAT_LOOKS: SeatLook[] = [
  { fill: "#1f62b4", edge: "#0f3a70", ink: "#ffffff", mark: "M0-4.4A4.4 4.4 0 1 1 0 4.4A4.4 4.4 0 1 1 0-4.4Z" },
  { fill: "#c9431f", edge: "#7d2209", ink: "#ffffff", mark: "M0-5L5 4H-5Z" },
  { fill: "#e9b90a", edge: "#7a5c00", ink: "#2b2000", mark: "M-4-4H4V4H-4Z" },
  { fill: "#23252b", edge: "#000000", ink: "#ffffff", mark: "M0-5L5 0L0 5L-5 0Z" },
  {
    fill: "#17875a",
    edge: "#07492e",
    ink: "#ffffff",
    mark: "M0-5L1.4-1.7L4.9-1.5L2.2.8L3.1 4.2L0 2.3L-3.1 4.2L-2.2.8L-4.9-1.5L-1.4-1.7Z",
  },
];

export function seatLook(seat: number): SeatLook {
  return SEAT_LOOKS[seat % SEAT_LOOKS.length]!;
}
