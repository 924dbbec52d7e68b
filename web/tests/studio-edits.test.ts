import { describe, expect, test } from "vitest";

import {
  addPlace,
  addRoute,
  bendOf,
  coloursOf,
  insertBend,
  moveBend,
  movePlace,
  removeBend,
  removePlace,
  removeRow,
  renameColour,
  renamePlace,
  rowsOf,
  sideOf,
} from "../src/studio/edits";
import { begin, commit, redo, undo } from "../src/studio/history";
import { entryOf, type MapTables, pathOf, valueAt, withFix, withValue } from "../src/studio/keys";
import { Moved } from "../src/studio/moved";
import { addOutline, insertPoint, movePoint, pointsOf, removePoint } from "../src/studio/outlines";
import { sharing } from "../src/studio/sharing";
import { stretch } from "../src/studio/stretch";

const MAP: MapTables = {
  name: "Lakes",
  locations: [
    { name: "A", x: 10, y: 10 },
    { name: "B", x: 110, y: 10, label: "n" },
    { name: "C", x: 10, y: 90 },
  ],
  routes: [
    { a: "A", b: "B", length: 2, colors: ["red"] },
    { a: "C", b: "A", length: 3, colors: ["grey", "blue"], bend: [[5, 50]] },
  ],
  tickets: [{ a: "B", b: "C", points: 5 }],
  rules: { cards: { colors: { red: 8, blue: 8 } }, tokens: { spots: ["A", "B"], stack: { 2: 1 } } },
  board: { width: 200, height: 100 },
};

describe("keys", () => {
  test("are read as the server writes them", () => {
    expect(pathOf("routes[12].colors[1]")).toEqual(["routes", 12, "colors", 1]);
    expect(pathOf("rules.tokens.stack.2")).toEqual(["rules", "tokens", "stack", "2"]);
    expect(valueAt(MAP, "routes[1].bend[0][1]")).toBe(50);
    expect(valueAt(MAP, "routes[7].bend")).toBeUndefined();
    expect(entryOf("tickets[3].points")).toEqual({ list: "tickets", index: 3 });
    expect(entryOf("rules.tickets")).toBeNull();
  });

  test("get another value, and everything else stays the very same", () => {
    const next = withValue(MAP, "routes[0].colors[0]", "blue");
    expect(valueAt(next, "routes[0].colors")).toEqual(["blue"]);
    expect(valueAt(MAP, "routes[0].colors")).toEqual(["red"]);
    expect(next.locations).toBe(MAP.locations);
    expect((next.routes as unknown[])[1]).toBe((MAP.routes as unknown[])[1]);
  });

  test("can be made where there are none, and removed", () => {
    expect(withValue({}, "rules.cards.wild", 4)).toEqual({ rules: { cards: { wild: 4 } } });
    expect(valueAt(withValue(MAP, "rules.tokens", undefined), "rules")).toEqual({
      cards: { colors: { red: 8, blue: 8 } },
    });
    expect(rowsOf(withValue(MAP, "routes[0]", undefined), "routes")).toHaveLength(1);
  });

  test("change as a fix says, one after the other", () => {
    const fixed = withFix(MAP, [
      { key: "routes[0].colors", value: ["red", "blue"] },
      { key: "routes[1]", value: null },
    ]);
    expect(fixed.routes).toEqual([{ a: "A", b: "B", length: 2, colors: ["red", "blue"] }]);
  });
});

describe("history", () => {
  test("goes back to the beginning and forward to the end", () => {
    let history = begin(0);
    for (let step = 1; step <= 5000; step += 1) history = commit(history, step);
    for (let step = 0; step < 5000; step += 1) history = undo(history);
    expect(history.present).toBe(0);
    expect(undo(history)).toBe(history);
    for (let step = 0; step < 5000; step += 1) history = redo(history);
    expect(history.present).toBe(5000);
    expect(redo(history)).toBe(history);
  });

  test("forgets what was undone when something else is done", () => {
    const history = commit(undo(commit(begin("a"), "b")), "c");
    expect(redo(history)).toBe(history);
    expect(undo(history).present).toBe("a");
  });

  test("takes the letters of one word as one step, and not after an undo", () => {
    let history = commit(commit(begin(""), "t", "name"), "to", "name");
    expect(undo(history).present).toBe("");
    history = commit(redo(undo(history)), "tow", "name");
    expect(undo(history).present).toBe("to");
    expect(undo(commit(history, "town", "other")).present).toBe("tow");
  });

  test("nothing changed is no step", () => {
    const history = begin(MAP);
    expect(commit(history, MAP)).toBe(history);
  });
});

describe("places", () => {
  test("come with a name of their own, on the board", () => {
    const next = addPlace(addPlace(MAP, [500, -3], "Place"), [1.26, 2], "Place");
    expect(rowsOf(next, "locations").slice(3)).toEqual([
      { name: "Place 4", x: 200, y: 0 },
      { name: "Place 5", x: 1.3, y: 2 },
    ]);
  });

  test("move and keep the rest", () => {
    expect(rowsOf(movePlace(MAP, 1, [20, 30]), "locations")[1]).toEqual({ name: "B", x: 20, y: 30, label: "n" });
  });

  test("take their name along to routes, tickets and tokens", () => {
    const next = renamePlace(MAP, 1, "Bay");
    expect(rowsOf(next, "routes")[0]).toMatchObject({ a: "A", b: "Bay" });
    expect(rowsOf(next, "tickets")[0]).toMatchObject({ a: "Bay", b: "C" });
    expect(valueAt(next, "rules.tokens.spots")).toEqual(["A", "Bay"]);
  });

  test("of two with the same name only one is renamed or removed", () => {
    const twins = renamePlace(MAP, 2, "B");
    expect(rowsOf(renamePlace(twins, 2, "D"), "routes")[0]).toMatchObject({ a: "A", b: "B" });
    expect(rowsOf(removePlace(twins, 2), "routes")).toHaveLength(2);
  });

  test("go with everything that needs them", () => {
    const next = removePlace(MAP, 0);
    expect(rowsOf(next, "locations").map(({ name }) => name)).toEqual(["B", "C"]);
    expect(next.routes).toEqual([]);
    expect(rowsOf(next, "tickets")).toHaveLength(1);
    expect(valueAt(next, "rules.tokens.spots")).toEqual(["B"]);
  });

  test("have their names on eight sides", () => {
    expect([sideOf(1, 0), sideOf(1, 1), sideOf(0, 1), sideOf(-1, 0.1), sideOf(-1, -1), sideOf(0, -2)]).toEqual([
      "e",
      "se",
      "s",
      "w",
      "nw",
      "n",
    ]);
  });
});

describe("routes", () => {
  const NEW = { length: 4, colour: "blue" };
  test("are drawn once, then double, and no more", () => {
    const one = addRoute(MAP, 1, 2, NEW);
    expect(rowsOf(one.map, "routes")[one.index]).toEqual({ a: "B", b: "C", length: 4, colors: ["blue"] });
    const two = addRoute(one.map, 2, 1, NEW);
    expect(coloursOf(rowsOf(two.map, "routes")[two.index])).toEqual(["blue", "blue"]);
    expect(addRoute(two.map, 1, 2, NEW).map).toBe(two.map);
  });

  test("bend where they are pulled", () => {
    const { map, point } = insertBend(MAP, 1, [8, 20]);
    expect(point).toBe(1);
    expect(bendOf(rowsOf(map, "routes")[1])).toEqual([
      [5, 50],
      [8, 20],
    ]);
    expect(bendOf(rowsOf(moveBend(map, 1, 0, [7, 70]), "routes")[1])[0]).toEqual([7, 70]);
    expect(rowsOf(removeBend(MAP, 1, 0), "routes")[1]).not.toHaveProperty("bend");
  });

  test("follow a colour to its new name", () => {
    const next = renameColour(MAP, "red", "ruby");
    expect(Object.keys(valueAt(next, "rules.cards.colors") as object)).toEqual(["ruby", "blue"]);
    expect(coloursOf(rowsOf(next, "routes")[0])).toEqual(["ruby"]);
    expect(renameColour(MAP, "red", "blue")).toBe(MAP);
  });
});

describe("a track between two drawings", () => {
  test("stays where nothing has moved", () => {
    expect(stretch([[1, 2], [3, 4]], [[1, 2], [3, 4]])).toBeUndefined(); // prettier-ignore
  });

  test("ends where its places are", () => {
    const transform = stretch([[0, 0], [10, 0]], [[5, 5], [5, 25]])!; // prettier-ignore
    const [a, b, c, d, e, f] = transform.slice(7, -1).split(" ").map(Number) as [number, number, number, number, number, number]; // prettier-ignore
    const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
    expect(at(0, 0)).toEqual([5, 5]);
    expect(at(10, 0)).toEqual([5, 25]);
    expect(at(5, 0)).toEqual([5, 15]);
  });

  test("moves as a whole where its ends were one point", () => {
    expect(stretch([[1, 1], [1, 1]], [[2, 3], [9, 9]])).toBe("translate(1 2)"); // prettier-ignore
  });
});

describe("an answer of the server", () => {
  test("shares what is the same as before", () => {
    const before = { tracks: [{ id: "a", spaces: [[1, 2]] }, { id: "b", spaces: [[3, 4]] }], unit: 1 }; // prettier-ignore
    const now = sharing(before, structuredClone({ ...before, tracks: [before.tracks[0], { id: "b", spaces: [[3, 5]] }] })); // prettier-ignore
    expect(now.tracks[0]).toBe(before.tracks[0]);
    expect(now.tracks[1]).toEqual({ id: "b", spaces: [[3, 5]] });
    expect(sharing(before, structuredClone(before))).toBe(before);
    expect(sharing([1], { 0: 1 })).toEqual({ 0: 1 });
    expect(sharing(null, [1])).toEqual([1]);
  });

  test("is about entries that may stand elsewhere by now", () => {
    const place = (id: string, x: number, y: number) => ({ id, name: id, x, y });
    const judged = {
      problems: [],
      locations: [0, 1, 2],
      tracks: [[0, 0], [1, 0], [1, 1]], // prettier-ignore
      drawing: {
        places: [place("a", 10, 10), place("b", 110, 10), place("c", 10, 90)],
        tracks: [{ a: "a", b: "b" }, { a: "c", b: "a" }, { a: "c", b: "a" }], // prettier-ignore
      },
    } as unknown as ConstructorParameters<typeof Moved>[0];
    const dragged = new Moved(judged, MAP, movePlace(MAP, 1, [60, 10]));
    expect([dragged.place(0), dragged.place(1)]).toEqual([undefined, "translate(-50 0)"]);
    expect(dragged.track(0)).toBe("matrix(0.5 0 0 0.5 5 5)");
    expect(dragged.track(1)).toBeUndefined();
    const shorter = new Moved(judged, MAP, withValue(MAP, "routes[0]", undefined));
    expect([0, 1, 2].map(shorter.route)).toEqual([null, 0, 0]);
    const renamed = new Moved(judged, MAP, renamePlace(MAP, 0, "Z"));
    expect([renamed.location(0), renamed.route(0)]).toEqual([0, 0]);
  });
});

const shore = (kind: string) => ({
  board: { width: 200, height: 100, outlines: [{ kind, points: [[0, 0], [100, 0], [100, 100], [0, 100]] }] }, // prettier-ignore
});
const pointsIn = (map: MapTables) => pointsOf(rowsOf(map, "outlines")[0]);

test("a point is pulled out of the line that it lies on, also out of the one that closes a shape", () => {
  expect(insertPoint(shore("water"), 0, [-2, 50])).toEqual({
    map: shoreWith([[0, 0], [100, 0], [100, 100], [0, 100], [-2, 50]]), // prettier-ignore
    point: 4,
  });
  expect(insertPoint(shore("river"), 0, [-2, 50]).point).toBe(1); // a line has no such stretch
});

function shoreWith(points: number[][]) {
  return { board: { ...shore("water").board, outlines: [{ kind: "water", points }] } };
}

test("points of an outline move, also off the board, and the last three stay", () => {
  let map: MapTables = movePoint(shore("land"), 0, 1, [250.04, -30]);
  expect(pointsIn(map)[1]).toEqual([250, -30]);
  map = removePoint(map, 0, 1);
  expect(pointsIn(map)).toHaveLength(3);
  expect(removePoint(map, 0, 0)).toBe(map);
});

test("an outline is added to those that are there, and removed alone", () => {
  const { map, index } = addOutline(shore("land"), "river");
  expect([index, rowsOf(map, "outlines").map(({ kind }) => kind)]).toEqual([1, ["land", "river"]]);
  expect(removeRow(map, "outlines", 0)).toEqual({
    board: { ...shore("land").board, outlines: [rowsOf(map, "outlines")[1]] },
  });
});
