import { describe, expect, test } from "vitest";
import * as camera from "../src/board/camera";

const BOARD = { width: 1000, height: 500 };
const LAPTOP = { width: 1500, height: 1000 };
const PHONE = { width: 400, height: 800 };

describe("the first view", () => {
  test("shows all of the board, in the middle", () => {
    expect(camera.openingCamera(LAPTOP, BOARD)).toEqual({ zoom: 1.5, left: 0, top: 125 });
  });
  test("comes closer in a high and narrow window", () => {
    expect(camera.openingCamera(PHONE, BOARD).zoom).toBe(2 * camera.wholeZoom(PHONE, BOARD));
  });
  test("shows all of a board that stands upright in it", () => {
    const turned = { width: 500, height: 1000 };
    const window = { width: 400, height: 600 };
    expect(camera.openingCamera(window, turned)).toEqual({ zoom: 0.6, left: 50, top: 0 });
  });
  test("comes close to what matters on a phone, and nowhere else", () => {
    const ends = [
      { x: 100, y: 100 },
      { x: 300, y: 200 },
    ];
    const seen = camera.openingCamera(PHONE, BOARD, ends);
    expect(seen.zoom).toBeGreaterThan(2 * camera.wholeZoom(PHONE, BOARD));
    for (const { x, y } of ends.map((end) => camera.onScreen(seen, end))) {
      expect(x).toBeGreaterThan(20);
      expect(x).toBeLessThan(PHONE.width - 20);
      expect(y).toBeGreaterThan(20);
      expect(y).toBeLessThan(PHONE.height - 20);
    }
    expect(camera.openingCamera(LAPTOP, BOARD, ends)).toEqual(camera.openingCamera(LAPTOP, BOARD));
  });
  test("shows the whole board where what matters is all over it", () => {
    const ends = [
      { x: 10, y: 10 },
      { x: 990, y: 490 },
    ];
    expect(camera.openingCamera(PHONE, BOARD, ends).zoom).toBe(camera.wholeZoom(PHONE, BOARD));
  });
});

test("points of the board and of the screen are each other's", () => {
  const view = { left: 30, top: -20, zoom: 2 };
  expect(camera.onScreen(view, { x: 10, y: 40 })).toEqual({ x: 50, y: 60 });
  expect(camera.onBoard(view, { x: 50, y: 60 })).toEqual({ x: 10, y: 40 });
});

test("zooming leaves the point under the pointer where it is", () => {
  const before = { left: 10, top: 20, zoom: 1.5 };
  const at = { x: 333, y: 222 };
  const after = camera.zoomed(before, 3.1, at);
  const [a, b] = [camera.onBoard(before, at), camera.onBoard(after, at)];
  expect(b.x).toBeCloseTo(a.x);
  expect(b.y).toBeCloseTo(a.y);
});

describe("a settled camera", () => {
  test("shows no emptiness beside a board that is larger than the window", () => {
    expect(camera.settled({ left: 90, top: -5000, zoom: 3 }, LAPTOP, BOARD)).toEqual({ left: 0, top: -500, zoom: 3 });
  });
  test("is neither too far nor too close", () => {
    expect(camera.settled({ left: 0, top: 0, zoom: 0.1 }, LAPTOP, BOARD).zoom).toBe(1.5);
    expect(camera.settled({ left: 0, top: 0, zoom: 99 }, LAPTOP, BOARD).zoom).toBe(camera.closestZoom(LAPTOP, BOARD));
  });
});

test("a point is revealed by moving as little as needed", () => {
  const here = { left: 0, top: 0, zoom: 1 };
  expect(camera.revealed(here, { x: 700, y: 300 }, LAPTOP)).toEqual(here);
  expect(camera.revealed(here, { x: 1490, y: 300 }, LAPTOP)).toEqual({ left: -38, top: 0, zoom: 1 });
});

test("half way is half way", () => {
  expect(camera.between({ left: 0, top: 10, zoom: 1 }, { left: 10, top: 0, zoom: 3 }, 0.5)).toEqual({
    left: 5,
    top: 5,
    zoom: 2,
  });
});
