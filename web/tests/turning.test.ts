import { describe, expect, test } from "vitest";
import { isLargerTurned } from "../src/board/turning";

const USA = { width: 1200, height: 760 };
const CITY = { width: 1000, height: 760 };

describe("a board is turned", () => {
  test("where that shows it a tenth larger on an upright phone", () => {
    expect(isLargerTurned({ width: 377, height: 437 }, USA)).toBe(true);
    expect(isLargerTurned({ width: 377, height: 415 }, USA)).toBe(true);
  });
  test("not for less, nor where it would be smaller", () => {
    expect(isLargerTurned({ width: 377, height: 414 }, USA)).toBe(false);
    expect(isLargerTurned({ width: 377, height: 301 }, USA)).toBe(false);
    expect(isLargerTurned({ width: 377, height: 411 }, CITY)).toBe(false);
  });
  test("not in larger windows, which show enough", () => {
    expect(isLargerTurned({ width: 770, height: 1100 }, USA)).toBe(false);
  });
  test("not if it is higher than wide already", () => {
    expect(isLargerTurned({ width: 377, height: 437 }, { width: 760, height: 1200 })).toBe(false);
  });
});
