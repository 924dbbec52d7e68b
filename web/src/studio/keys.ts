/** Keys of a map's file, as the server writes them: `routes[12].colors[1]`; and maps with another value at one. */

import type { MapChange } from "../api/schema";

/** All keys of a map's file, also with mistakes in them: only the server knows what is right. */
export type MapTables = Record<string, unknown>;
type Path = (string | number)[];

export function pathOf(key: string): Path {
  return (key.match(/\[\d+\]|[^.[\]]+/g) ?? []).map((part) =>
    part.startsWith("[") ? Number(part.slice(1, -1)) : part,
  );
}

export function valueAt(map: unknown, key: string): unknown {
  return pathOf(key).reduce<unknown>((value, part) => (isTable(value) ? value[part] : undefined), map);
}

/** The map with another value at a key; without it if there is none. What does not change is shared, not copied. */
export function withValue(map: MapTables, key: string, value: unknown): MapTables {
  return changed(map, pathOf(key), value) as MapTables;
}

/** The map after the changes that set a problem right. */
export function withFix(map: MapTables, fix: MapChange[]): MapTables {
  return fix.reduce((now, { key, value }) => withValue(now, key, value ?? undefined), map);
}

function changed(before: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(before)) {
    const rows = [...(before as unknown[])];
    const index = Number(part);
    const inner = changed(rows[index], rest, value);
    if (inner === undefined) rows.splice(index, 1);
    else rows[index] = inner;
    return rows;
  }
  const table = isTable(before) ? before : {};
  const inner = changed(table[part], rest, value);
  if (inner !== undefined) return { ...table, [part]: inner };
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== String(part)));
}

export function isTable(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}

/** The entry that a problem is about, as `routes 12`; null if it is about something else. */
export function entryOf(key: string): { list: string; index: number } | null {
  const [, list, index] = /^(locations|routes|tickets)\[(\d+)\]/.exec(key) ?? [];
  return list ? { list, index: Number(index) } : null;
}
