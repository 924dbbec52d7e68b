import { expect, test } from "vitest";

import { findTouchables, findTouched } from "../src/board/touch";
import { DRAWING } from "./scene";

const ALL = findTouchables(DRAWING);
const [IDLE, ACTIVE] = [ALL[0]!, ALL[1]!];
const between = (share: number) => ({
  x: IDLE.x + (ACTIVE.x - IDLE.x) * share,
  y: IDLE.y + (ACTIVE.y - IDLE.y) * share,
});

const found = (share: number, isFinger: boolean) => {
  const { one, isExact } = findTouched(ALL, [ACTIVE], between(share), 1, isFinger)!;
  return [one.id, isExact];
};

test.each([true, false])("what was touched is meant, also beside what can be done now (finger: %s)", (isFinger) => {
  expect(found(0.2, isFinger)).toEqual([IDLE.id, true]);
  expect(found(0.8, isFinger)).toEqual([ACTIVE.id, true]);
});

test("between two tracks the nearer one is found, and told apart from one that was hit", () => {
  expect(found(0.45, true)).toEqual([IDLE.id, false]);
  expect(found(0.55, true)).toEqual([ACTIVE.id, false]);
});

test("what can be done now is found from farther away than the rest", () => {
  const beside = (touchable: typeof IDLE, y: number, isFinger = true) =>
    findTouched(ALL, touchable === ACTIVE ? [ACTIVE] : [], { x: touchable.x, y }, 1, isFinger)?.one.id;
  expect(beside(ACTIVE, ACTIVE.y + 24)).toBe(ACTIVE.id);
  expect(beside(ACTIVE, ACTIVE.y + 26)).toBeUndefined();
  expect(beside(IDLE, ACTIVE.y + 24)).toBeUndefined();
  expect(beside(ACTIVE, ACTIVE.y + 24, false)).toBeUndefined();
});
