import { describe, expect, it } from "vitest";

import type { Balance, BalanceItem, JudgedMap } from "../src/api/schema";
import { type BalanceRun, findingId, goneItems, indexNow, shownFindings } from "../src/studio/balance/findings";
import { bow, marksOf } from "../src/studio/balance/marks";
import { advice, briefValue, headline, itemName, numberText } from "../src/studio/balance/words";
import { historyOf, newMap, withHistory } from "../src/studio/gallery";
import { commit, undo } from "../src/studio/history";
import { Moved } from "../src/studio/moved";
import { useTexts } from "./texts";

const MAP = {
  locations: ["Ash", "Birch", "Cedar"].map((name, i) => ({ name, x: 100 * i, y: 50 })),
  routes: [
    { a: "Ash", b: "Birch", length: 2, colors: ["red", "blue"] },
    { a: "Birch", b: "Cedar", length: 3, colors: ["red"] },
  ],
  tickets: [{ a: "Ash", b: "Cedar", points: 5 }],
};

const item = (key: string, name: string, value: number): BalanceItem => ({
  key,
  name,
  value,
  low: value / 2,
  high: value * 2,
  details: {},
});

function balance(players: number, findings: [kind: string, items: BalanceItem[]][]): Balance {
  return {
    players,
    games: 100,
    findings: findings.map(([kind, items]) => ({
      kind,
      items,
      details: (kind === "seats" ? { seat: 0, even: 0.5 } : {}) as Record<string, number>,
    })),
    numbers: {
      seats: [0.6, 0.4],
      routes: [0.3, 0.05],
      locations: [0.9, 0.8, 0.3],
      tickets: [1.5],
      colors: { red: 0.2, blue: 0.5 },
    },
  };
}

const run = (balances: Balance[], map: BalanceRun["map"] = MAP): BalanceRun => ({ map, balances, at: 0 });

useTexts("studio", "common");

describe("findings", () => {
  const never = item("routes[1]", "Birch – Cedar", 0.01);
  const now = run([
    balance(2, [["never-claimed", [never]]]),
    balance(3, [["never-claimed", [{ ...never, value: 0.02 }]]]),
  ]);

  it("of all numbers of players are told together", () => {
    const [finding, ...others] = shownFindings(now, null, null);
    expect(others).toEqual([]);
    expect(finding!.items).toHaveLength(1);
    expect(finding!.items[0]!.numbers.map(({ players, value }) => [players, value])).toEqual([[2, 0.01], [3, 0.02]]); // prettier-ignore
    expect(shownFindings(now, null, 3)[0]!.items[0]!.numbers.map(({ players }) => players)).toEqual([3]);
  });

  it("are compared with the run before by what things are called", () => {
    // The same route stood first in the map before, and did not stand out.
    const before = run([balance(2, [["left-out", [item("locations[2]", "Cedar", 0.1)]]])], {
      ...MAP,
      routes: [MAP.routes[1]!, MAP.routes[0]!],
    });
    const [finding] = shownFindings(now, before, null);
    expect(finding!.items[0]!.isNew).toBe(true);
    expect(finding!.items[0]!.numbers.map((one) => one.before)).toEqual([0.3, null]);
    const [gone] = goneItems(now, before, null);
    expect(gone).toEqual({ kind: "left-out", key: "locations[2]", name: "Cedar", before: 0.1, now: 0.3 });
    expect(goneItems(now, now, null)).toEqual([]);
    expect(shownFindings(now, now, null)[0]!.items[0]!.isNew).toBe(false);
  });

  it("lead to where a thing is now", () => {
    expect(indexNow(MAP, "routes", never)).toBe(1);
    expect(indexNow({ ...MAP, routes: [MAP.routes[1]] }, "routes", never)).toBe(0);
    expect(indexNow({ ...MAP, routes: [] }, "routes", never)).toBeNull();
  });

  it("of seats are told apart by the seat that is ahead", () => {
    const seats = shownFindings(run([balance(2, [["seats", [item("seats[0]", "", 0.6)]]])]), null, null)[0]!;
    expect(findingId(seats)).toBe("seats  0");
    expect(headline(seats)).toContain("first seat");
    expect(itemName(seats, seats.items[0]!)).toBe("first seat");
    expect(advice(seats)).not.toContain("{{");
    expect(numberText("seats", seats.items[0]!.numbers[0]!)).toBe("60% (30% to 120%)");
  });

  it("are short where there is little room", () => {
    expect(briefValue("never-claimed", 0.004)).toBe("0.4%");
    expect(briefValue("left-out", 0.137)).toBe("14%");
    expect(briefValue("tickets-worth-more", 6.26)).toBe("+6.3");
  });
});

describe("marks", () => {
  const place = (id: string, x: number) => ({ id, x, y: 50, radius: 5 });
  const judged = {
    problems: [],
    locations: [0, 1, 2],
    tracks: [[0, 0], [0, 1], [1, 0]], // prettier-ignore
    drawing: { places: [place("ash", 0), place("birch", 100), place("cedar", 200)], tracks: [] },
  } as unknown as JudgedMap;

  it("lie on both tracks of a route, on places, on all tracks of a colour and between the ends of a ticket", () => {
    const found = shownFindings(
      run([
        balance(2, [
          ["always-claimed", [item("routes[0]", "Ash – Birch", 1)]],
          ["left-out", [item("locations[2]", "Cedar", 0.1)]],
          ["colours", [item("rules.cards.colors.red", "red", 0.1)]],
          ["tickets-worth-less", [item("tickets[0]", "Ash – Cedar", -5)]],
          ["seats", [item("seats[0]", "", 0.6)]],
        ]),
      ]),
      null,
      null,
    );
    const marks = marksOf(found, MAP, judged, new Moved(judged, MAP, MAP), [10, 10]);
    expect(marks.tracks.map(({ kind, track, isTold }) => [kind, track, isTold])).toEqual([
      ["colours", 0, false],
      ["colours", 2, false],
      ["always-claimed", 0, true],
      ["always-claimed", 1, false],
    ]);
    expect(marks.places.map(({ place }) => place)).toEqual([2]);
    expect(marks.tickets.map(({ at }) => at)).toEqual([bow([0, 50], [200, 50]).point(0.5)]);
  });

  it("of tickets keep their numbers apart", () => {
    const two = { ...MAP, tickets: [MAP.tickets[0]!, { a: "Cedar", b: "Ash", points: 5 }] };
    const items = [item("tickets[0]", "Ash – Cedar", 5), { ...item("tickets[0]", "Ash – Cedar", 6), key: "again" }];
    const found = shownFindings(run([balance(2, [["tickets-worth-more", items]])], two), null, null);
    const { tickets } = marksOf(found, two, judged, new Moved(judged, two, two), [30, 10]);
    expect(tickets).toHaveLength(2);
    expect(Math.abs(tickets[0]!.at[0] - tickets[1]!.at[0])).toBeGreaterThan(30);
  });
});

describe("a picture underneath", () => {
  const backdrop = (x: number) => ({ picture: new Blob(["x"]), x, y: 0, width: 10, height: 10, strength: 1 });

  it("is undone like everything else, also after it was kept", () => {
    const saved = { ...newMap({ name: "A" }, ""), backdrop: backdrop(1) };
    let history = historyOf(saved);
    history = commit(history, { ...history.present, backdrop: backdrop(2) }, "backdrop x");
    history = commit(history, { ...history.present, backdrop: backdrop(3) }, "backdrop x");
    const again = historyOf(withHistory(saved, history));
    expect(again.present.backdrop?.x).toBe(3);
    expect(undo(again).present.backdrop?.x).toBe(1);
  });

  it("stays where it is in maps that were kept before it could be undone", () => {
    const old = { ...newMap({ name: "B" }, ""), past: [{ name: "A" }], backdrop: backdrop(5) };
    const before = undo(historyOf(old)).present;
    expect([before.map.name, before.backdrop?.x]).toEqual(["A", 5]);
  });
});
