import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, isTemporary, type LineStatus } from "../src/live/connection";

/** A socket whose other side is the test. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: { type: string; key?: string; protocol?: number }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};
  constructor() {
    FakeSocket.all.push(this);
  }
  static get last() {
    return FakeSocket.all.at(-1)!;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = FakeSocket.CLOSED;
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify({ version: 1, key: null, ...message }) });
  }
  drop(code = 1006) {
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code });
  }
}

let statuses: LineStatus[];

function connect(): Connection {
  return new Connection("/api/matches/m/socket", {
    hello: (_, protocol) => ({ type: "hello", protocol }),
    onMessage: () => {},
    status: (status) => statuses.push(status),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  const target = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("document", { ...target, visibilityState: "visible" });
  vi.stubGlobal("window", target);
  vi.stubGlobal("location", { href: "https://example.org/table/m" });
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  statuses = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const VIEW = { type: "view", view: null, table: {}, seat: 0, choice: null };

test("what was not answered is said again on the next line, with its key", () => {
  const line = connect();
  FakeSocket.last.open();
  FakeSocket.last.say(VIEW);
  line.send("k1", { type: "undo" });
  FakeSocket.last.drop();
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.open();
  FakeSocket.last.say(VIEW);
  expect(FakeSocket.last.sent.map(({ type, key }) => [type, key])).toEqual([
    ["hello", undefined],
    ["undo", "k1"],
  ]);
  expect(statuses).toEqual(["open", "lost", "open"]);
});

test("what was answered is not said again", () => {
  const line = connect();
  FakeSocket.last.open();
  FakeSocket.last.say(VIEW);
  line.send("k1", { type: "undo" });
  FakeSocket.last.say({ type: "accepted", key: "k1" });
  FakeSocket.last.drop();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  FakeSocket.last.say(VIEW);
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
});

test("pauses between tries grow, up to a limit", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  connect();
  for (const pause of [100, 200, 400, 800, 1600, 3200, 5000, 5000]) {
    const before = FakeSocket.all.length;
    FakeSocket.last.drop();
    vi.advanceTimersByTime(pause - 1);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
  }
});

test("who is refused does not come back", () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.drop(1008);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(statuses).toEqual(["refused"]);
});

test("a server that does not know our protocol is asked for the one before, at once", () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: "error", error: { code: "bad-message", message: "", rule: null } });
  FakeSocket.last.drop(1008);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]!.protocol).toBe(1);
});

test("a silent line is asked whether it lives, and given up without an answer", () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say(VIEW);
  vi.advanceTimersByTime(25_000);
  expect(FakeSocket.last.sent.at(-1)!.type).toBe("ping");
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("only trouble that passes is worth another try", () => {
  const error = (code: string) =>
    ({ type: "error", version: 1, key: "k", error: { code, message: "", rule: null } }) as const;
  expect(isTemporary(error("storage-unavailable"))).toBe(true);
  expect(isTemporary(error("not-your-turn"))).toBe(false);
});
