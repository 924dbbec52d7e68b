/** My maps: kept in this browser, and nowhere else. */

import type { Drawing } from "../api/schema";
import type { SavedBalance } from "./balance/study.svelte";
import type { History } from "./history";
import type { MapTables } from "./keys";

export interface Backdrop {
  picture: Blob;
  /** Where it lies on the board, in the board's units, and how much of it shows through (0 to 1). */
  x: number;
  y: number;
  width: number;
  height: number;
  strength: number;
}

/** What can be undone: the map, and where the picture under it lies. */
export interface Step {
  map: MapTables;
  backdrop: Backdrop | null;
}

export interface SavedMap {
  id: string;
  changed: number;
  map: MapTables;
  /** The TOML that it was opened from: its comments stay. */
  text: string;
  past: readonly MapTables[];
  future: readonly MapTables[];
  backdrop: Backdrop | null;
  /** The picture of each step of the past and the future; maps that were kept before it could be undone have none. */
  backdrops?: { past: readonly (Backdrop | null)[]; future: readonly (Backdrop | null)[] };
  balance?: SavedBalance;
  /** The last one that the server made, for the list of maps. */
  drawing: Drawing | null;
}

const [DATABASE, STORE] = ["whistlestop-studio", "maps"];
/** Steps that can still be undone after the page was closed. */
const STEPS_KEPT = 300;

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
  opened.catch(() => (opened = null));
  return opened;
}

async function run<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(STORE, mode);
  const request = act(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
}

export async function allMaps(): Promise<SavedMap[]> {
  const maps = await run("readonly", (store) => store.getAll() as IDBRequest<SavedMap[]>);
  return maps.sort((a, b) => b.changed - a.changed);
}

export function loadMap(id: string): Promise<SavedMap | undefined> {
  return run("readonly", (store) => store.get(id) as IDBRequest<SavedMap | undefined>);
}

export async function saveMap(map: SavedMap): Promise<void> {
  await run("readwrite", (store) => store.put(map));
}

export async function deleteMap(id: string): Promise<void> {
  await run("readwrite", (store) => store.delete(id));
}

export function newMap(map: MapTables, text: string): SavedMap {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return { id, changed: Date.now(), map, text, past: [], future: [], backdrop: null, drawing: null };
}

export function copyOf(saved: SavedMap, name: string): SavedMap {
  const { map, text, backdrop, balance, drawing } = saved;
  return { ...newMap({ ...map, name }, text), backdrop, balance, drawing };
}

export function withHistory(saved: SavedMap, { past, present, future }: History<Step>): SavedMap {
  const [kept, ahead] = [past.slice(-STEPS_KEPT), future.slice(0, STEPS_KEPT)];
  return {
    ...saved,
    changed: Date.now(),
    map: present.map,
    backdrop: present.backdrop,
    past: kept.map(({ map }) => map),
    future: ahead.map(({ map }) => map),
    backdrops: { past: kept.map(({ backdrop }) => backdrop), future: ahead.map(({ backdrop }) => backdrop) },
  };
}

export function historyOf({ map, backdrop, past, future, backdrops }: SavedMap): History<Step> {
  const steps = (maps: readonly MapTables[], pictures?: readonly (Backdrop | null)[]): Step[] =>
    maps.map((one, i) => ({ map: one, backdrop: pictures && i in pictures ? pictures[i]! : backdrop }));
  return {
    past: steps(past, backdrops?.past),
    present: { map, backdrop },
    future: steps(future, backdrops?.future),
    about: null,
  };
}
