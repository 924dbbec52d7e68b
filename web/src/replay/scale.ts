/** From points and turns to places on a chart. */

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Round numbers around all values, and at most six lines. */
export function scaleFor(values: number[]): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(1, ...values);
  const step = STEPS.find((one) => (most - least) / one <= 5) ?? most - least;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, number) => low + number * step);
  return { low, high, ticks };
}

/** `M0 10L5 8…` */
export function linePath(points: [x: number, y: number][]): string {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
