import { expect, test } from "vitest";
import { EMOTES, updatedTable, updatedView } from "../src/api/protocol";
import { addressOf } from "../src/api/rest";
import type { Table } from "../src/api/schema";
import { view } from "./scene";

test("an update replaces what it names and leaves the rest", () => {
  const before = view({ hand: { red: 2 }, deck_count: 9 });
  expect(updatedView(before, { hand: { red: 3 } })).toEqual({ ...before, hand: { red: 3 } });
  expect(before.hand).toEqual({ red: 2 });
});

test("a field that is emptied is empty, and not what it was", () => {
  expect(updatedView(view({ hand: { red: 2 }, turns_left: 2 }), { hand: {}, turns_left: null })).toMatchObject({
    hand: {},
    turns_left: null,
  });
});

test("without changes the view stays the same object", () => {
  const before = view();
  expect(updatedView(before, null)).toBe(before);
  expect(updatedView(null, null)).toBeNull();
});

test("a table takes over what changed", () => {
  const before = { now: 1, status: "open", seats: [] } as unknown as Table;
  expect(updatedTable(before, { now: 2, status: "running" })).toEqual({ now: 2, status: "running", seats: [] });
});

test("there are eight emotes", () => expect(EMOTES).toHaveLength(8));

test("addresses are filled in and escaped", () => {
  expect(addressOf("/api/matches/{match}/review/{step}", { match: "a/b?", step: 3 })).toBe(
    "/api/matches/a%2Fb%3F/review/3",
  );
  expect(addressOf("/api/matches", {}, { status: "running" })).toBe("/api/matches?status=running");
});
