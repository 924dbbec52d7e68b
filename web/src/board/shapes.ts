/** Shapes on all spaces of a track as one path: the fewer elements a board has, the sooner it is there. */

import type { DrawnTrack } from "../api/schema";

export type Space = DrawnTrack["spaces"][number];
/** A path around 0 0 that runs along x. It is told where its points come to lie. */
export type Shape = (at: (x: number, y: number) => string) => string;

/** A rectangle with round corners. */
export function box(halfLength: number, halfWidth: number, round: number): Shape {
  const [l, w, r] = [halfLength, halfWidth, round];
  const turn = `A${r} ${r} 0 0 1 `;
  return (at) =>
    `M${at(r - l, -w)}L${at(l - r, -w)}${turn}${at(l, r - w)}L${at(l, w - r)}${turn}${at(l - r, w)}` +
    `L${at(r - l, w)}${turn}${at(-l, w - r)}L${at(-l, r - w)}${turn}${at(r - l, -w)}Z`;
}

export function disc(x: number, radius: number): Shape {
  const half = `A${radius} ${radius} 0 0 1 `;
  return (at) => `M${at(x - radius, 0)}${half}${at(x + radius, 0)}${half}${at(x - radius, 0)}Z`;
}

export function stroke(x1: number, y1: number, x2: number, y2: number): Shape {
  return (at) => `M${at(x1, y1)}L${at(x2, y2)}`;
}

/** The shapes on every space, in its direction. */
export function onSpaces(spaces: Space[], ...shapes: Shape[]): string {
  return spaces.map((space) => onSpace(space, shapes)).join("");
}

/** A path made of absolute commands, upright in the middle of every space. */
export function upright(spaces: Space[], path: string, scale: number): string {
  const parts = path.match(/[A-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  return spaces.map(([x, y]) => moved(parts, x, y, scale)).join("");
}

/** Which numbers of a command are across, and which down; the others of an arc are its radii, turn and flags. */
const AXES: Record<string, string> = { M: "xy", L: "xy", C: "xy", H: "x", V: "y", A: "rr...xy", Z: "" };

function moved(parts: string[], x: number, y: number, scale: number): string {
  let [axes, at] = ["", 0];
  const move: Record<string, (value: number) => number> = {
    x: (value) => round(x + value * scale),
    y: (value) => round(y + value * scale),
    r: (value) => round(value * scale),
    ".": (value) => value,
  };
  const words = parts.map((part) => {
    if (part in AXES) {
      [axes, at] = [AXES[part]!, 0];
      return part;
    }
    return `${move[axes[at++ % axes.length]!]!(Number(part))} `;
  });
  return words.join("");
}

function onSpace([x, y, angle]: Space, shapes: Shape[]): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const at = (along: number, across: number) =>
    `${round(x + along * cos - across * sin)} ${round(y + along * sin + across * cos)}`;
  return shapes.map((shape) => shape(at)).join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
