/** Where the arrow keys lead on the board. */

import type { Point } from "./camera";
import { distance, nearest } from "./lines";

export type Arrow = "ArrowRight" | "ArrowLeft" | "ArrowDown" | "ArrowUp";
type Links<Item> = Record<Arrow, Item | null>;

const WAYS: Record<Arrow, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const ARROWS = Object.keys(WAYS) as Arrow[];

export function isArrow(key: string): key is Arrow {
  return Object.hasOwn(WAYS, key);
}

/** The next point that lies in the direction of an arrow key: near, and not too far aside. */
export function nextInDirection<Item extends Point>(from: Point, items: Item[], key: Arrow): Item | null {
  const way = WAYS[key];
  const cost = (item: Item) => {
    const ahead = (item.x - from.x) * way[0] + (item.y - from.y) * way[1];
    const aside = Math.abs((item.x - from.x) * way[1]) + Math.abs((item.y - from.y) * way[0]);
    return ahead > 0.25 * aside && ahead > 0.5 ? ahead + 2 * aside : Infinity;
  };
  return nearest(items, cost, () => Number.MAX_VALUE);
}

/** Where the arrow keys lead from each point, so that they come from every point to every other. */
export function arrowLinks<Item extends Point>(items: Item[]): Map<Item, Links<Item>> {
  const linksFrom = (item: Item) => ARROWS.map((key) => [key, nextInDirection(item, items, key)]);
  const links = new Map(items.map((item) => [item, Object.fromEntries(linksFrom(item)) as Links<Item>]));
  for (const start of items) while (joinNearestLost(links, start));
  return links;
}

/** Lets an arrow with nothing ahead lead to what the arrows miss: whoever goes on one way comes to such an arrow. */
function joinNearestLost<Item extends Point>(links: Map<Item, Links<Item>>, start: Item): boolean {
  const reached = reachedFrom(links, start);
  const lost = [...links.keys()].filter((item) => !reached.has(item));
  const free = [...reached].flatMap((from) =>
    ARROWS.filter((key) => !links.get(from)![key]).map((key) => ({ from, key })),
  );
  const joints = lost.flatMap((to) => free.map(({ from, key }) => ({ from, key, to })));
  const joint = nearest(
    joints,
    ({ from, to }) => distance(from, to),
    () => Infinity,
  );
  if (joint) links.get(joint.from)![joint.key] = joint.to;
  return joint !== null;
}

function reachedFrom<Item extends Point>(links: Map<Item, Links<Item>>, start: Item): Set<Item> {
  const reached = new Set([start]);
  for (const item of reached) for (const next of Object.values(links.get(item)!)) if (next) reached.add(next);
  return reached;
}
