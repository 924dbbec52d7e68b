/** The colours that figures need, with their symbols as on the boards (in a box from -5 to 5). */

import type { DrawnPaint } from "../../api/schema";

export const PAINTS = {
  blue: {
    fill: "#2f6db5",
    edge: "#1d4a80",
    ink: "#ffffff",
    symbol: "M0-5.2C1.4-2.6 4-.9 4 1.6A4 3.6 0 0 1-4 1.6C-4-.9-1.4-2.6 0-5.2Z",
  },
  black: {
    fill: "#3b3a3c",
    edge: "#1c1b1d",
    ink: "#f3eee4",
    symbol: "M-4.6-2.4L-2.4-4.6L0-2.2L2.4-4.6L4.6-2.4L2.2 0L4.6 2.4L2.4 4.6L0 2.2L-2.4 4.6L-4.6 2.4L-2.2 0Z",
  },
  red: {
    fill: "#c8403a",
    edge: "#8d2622",
    ink: "#ffffff",
    symbol: "M-1.7-4.8H1.7V-1.7H4.8V1.7H1.7V4.8H-1.7V1.7H-4.8V-1.7H-1.7Z",
  },
  grey: { fill: "#b9b6b0", edge: "#7d7a74", ink: "#5d5a55", symbol: "M-3-1H3V1H-3Z" },
  ferry: {
    fill: "#b9b6b0",
    edge: "#7d7a74",
    ink: "#26302e",
    symbol: "M-5.4.6H5.4L3.8 4.2H-3.8ZM-3.2-2H3.2V-.2H-3.2ZM-1.2-4.8H1V-2.6H-1.2Z",
  },
  wild: {
    fill: "#26464d",
    edge: "#e0b64a",
    ink: "#ffe9ad",
    symbol: "M-5.4.6H5.4L3.8 4.2H-3.8ZM-3.2-2H3.2V-.2H-3.2ZM-1.2-4.8H1V-2.6H-1.2Z",
  },
} satisfies Record<string, DrawnPaint>;

export type PaintName = keyof typeof PAINTS;
