/** What this browser keeps: who one is, and the secrets of the seats one has. */

const PERSON = "whistlestop.person";
const SEATS = "whistlestop.seats";
const NAME = "whistlestop.name";
const MOVED = "whistlestop.moved";
const MOST_MATCHES = 200;

/** 192 random bits as text. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Storage may be forbidden, or full: then the key lasts as long as the page. */
const spare = new Map<string, string>();

export function read(name: string, storage: "local" | "session" = "local"): string | null {
  try {
    return (storage === "local" ? localStorage : sessionStorage).getItem(name) ?? spare.get(name) ?? null;
  } catch {
    return spare.get(name) ?? null;
  }
}

/** An object that was written as JSON; an empty one where there is none, or where somebody else wrote. */
export function readObject<Stored extends object>(name: string): Partial<Stored> {
  try {
    return JSON.parse(read(name) ?? "{}") as Partial<Stored>;
  } catch {
    return {};
  }
}

export function write(name: string, text: string, storage: "local" | "session" = "local"): void {
  spare.set(name, text);
  try {
    (storage === "local" ? localStorage : sessionStorage).setItem(name, text);
  } catch {
    // kept in `spare`
  }
}

/** The key that makes "my games" this person's, on whatever device holds it. */
export function personKey(): string {
  const stored = read(PERSON);
  if (stored && stored.length >= 16 && stored.length <= 64) return stored;
  const made = randomKey();
  write(PERSON, made);
  return made;
}

/** The key of another device: this browser is the same person from now on. */
export function setPersonKey(key: string): void {
  write(PERSON, key);
  write(MOVED, "yes");
}

export function playerName(): string {
  return read(NAME) ?? "";
}

export function setPlayerName(name: string): void {
  write(NAME, name.trim().slice(0, 24));
}

function storedSecrets(): Partial<Record<string, string[]>> {
  return readObject<Record<string, string[]>>(SEATS);
}

/** The secrets that this browser has for a match: none to watch, one to play, several to pass the device around. */
export function secretsOf(match: string): string[] {
  return storedSecrets()[match] ?? [];
}

/** Whether this person has ever had a seat, here or on the device that they came from. */
export function hasPlayed(): boolean {
  return Object.keys(storedSecrets()).length > 0 || read(MOVED) !== null;
}

export function keepSecrets(match: string, secrets: string[]): void {
  const { [match]: before = [], ...others } = storedSecrets();
  const latest = Object.entries(others).slice(-MOST_MATCHES + 1);
  write(SEATS, JSON.stringify(Object.fromEntries([...latest, [match, [...new Set([...before, ...secrets])]]])));
}
