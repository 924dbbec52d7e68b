/** What a run has found, put together for all numbers of players or one, and compared with the run before. */

import type { Balance, BalanceItem } from "../../api/schema";
import { type List, type Row, rowsOf } from "../edits";
import type { MapTables } from "../keys";
import { pairText } from "../words";

/** A run that was over or stopped, with the map that was played. */
export interface BalanceRun {
  map: MapTables;
  balances: Balance[];
  at: number;
}

export interface ItemNumber {
  players: number;
  value: number;
  low: number | null;
  high: number | null;
  /** What it was in the run before; null if that is not known. */
  before: number | null;
}

export interface ShownItem {
  key: string;
  name: string;
  details: Record<string, number>;
  numbers: ItemNumber[];
  /** Whether it stands out only since the last change. */
  isNew: boolean;
}

export interface ShownFinding {
  kind: string;
  details: Record<string, number>;
  items: ShownItem[];
}

/** Something that stood out in the run before and does so no more. */
export interface GoneItem {
  kind: string;
  key: string;
  name: string;
  before: number;
  now: number | null;
}

/** In the order in which they are told: what concerns the whole game first, as `arena/balance.py` has it. */
const KINDS = [
  "seats",
  "passing",
  "dragging",
  "spread",
  "lengths",
  "colours",
  "tickets-worth-more",
  "tickets-worth-less",
  "never-completed",
  "never-claimed",
  "always-claimed",
  "left-out",
  "tokens",
];

export function findingId({ kind, details }: Pick<ShownFinding, "kind" | "details">): string {
  return [kind, details.length ?? "", details.seat ?? ""].join(" ");
}

/** For one number of players, or for all of them (null). */
export function shownFindings(run: BalanceRun, before: BalanceRun | null, players: number | null): ShownFinding[] {
  const found = new Map<string, ShownFinding>();
  const old = before && itemNames(before, players);
  for (const balance of chosen(run, players)) {
    for (const { kind, details, items } of balance.findings) {
      // Lengths are told one by one, and so is each seat that is ahead somewhere.
      const id = findingId({ kind, details });
      const finding = found.get(id) ?? { kind, details, items: [] };
      found.set(id, finding);
      for (const item of items) {
        const { key, name, value, low, high } = item;
        let shown = finding.items.find((one) => one.key === key);
        if (!shown) {
          const isNew = old !== null && !old.has(itemName(kind, item));
          finding.items.push((shown = { key, name, details: item.details, numbers: [], isNew }));
        }
        const was = before && numberOf(before, balance.players, kind, item);
        shown.numbers.push({ players: balance.players, value, low, high, before: was });
      }
    }
  }
  return [...found.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** What the last change has set right. */
export function goneItems(run: BalanceRun, before: BalanceRun, players: number | null): GoneItem[] {
  const still = itemNames(run, players);
  const gone = new Map<string, GoneItem>();
  for (const balance of chosen(before, players)) {
    for (const { kind, items } of balance.findings) {
      for (const item of items) {
        const id = itemName(kind, item);
        if (still.has(id) || gone.has(id)) continue;
        const now = numberOf(run, balance.players, kind, item);
        gone.set(id, { kind, key: item.key, name: item.name, before: item.value, now });
      }
    }
  }
  return [...gone.values()];
}

function chosen({ balances }: BalanceRun, players: number | null): Balance[] {
  return balances.filter((one) => players === null || one.players === players);
}

/** Entries may have moved in their lists since: what they are called stays. */
function itemName(kind: string, { key, name }: BalanceItem): string {
  return `${kind} ${name || key}`;
}

function itemNames(run: BalanceRun, players: number | null): Set<string> {
  const names = chosen(run, players).flatMap(({ findings }) =>
    findings.flatMap(({ kind, items }) => items.map((item) => itemName(kind, item))),
  );
  return new Set(names);
}

const LISTS: Record<string, List> = {
  "never-claimed": "routes",
  "always-claimed": "routes",
  "left-out": "locations",
  "tickets-worth-more": "tickets",
  "tickets-worth-less": "tickets",
};

/** The number of an item in another run, whether it stood out there or not. */
function numberOf(run: BalanceRun, players: number, kind: string, item: BalanceItem): number | null {
  const balance = run.balances.find((one) => one.players === players);
  if (!balance) return null;
  if (kind === "seats") return balance.numbers.seats[indexOf(item.key)] ?? null;
  if (kind === "colours") return balance.numbers.colors[item.name] ?? null;
  const list = LISTS[kind];
  if (!list) {
    const same = balance.findings.find((one) => one.kind === kind)?.items;
    return same?.find(({ name }) => name === item.name)?.value ?? null;
  }
  const index = rowsOf(run.map, list).findIndex((row) => nameOf(list, row) === item.name);
  return balance.numbers[list][index] ?? null;
}

export function nameOf(list: List, row: Row | undefined): string {
  return list === "locations" ? String(row?.name ?? "") : pairText(row);
}

/** `routes[3]` is number 3. */
export function indexOf(key: string): number {
  return Number(/\[(\d+)\]/.exec(key)?.[1] ?? -1);
}

/** Where the entry of a run's item is now; null if it is gone or is called something else. */
export function indexNow(map: MapTables, list: List, item: { key: string; name: string }): number | null {
  const rows = rowsOf(map, list);
  const index = indexOf(item.key);
  if (nameOf(list, rows[index]) === item.name) return index;
  const found = rows.findIndex((row) => nameOf(list, row) === item.name);
  return found < 0 ? null : found;
}
