import { describe, expect, test } from "vitest";
import { advise, praise } from "../src/learn/advice";
import plan from "../src/learn/plan.json";
import { view } from "./scene";

const HEARD = new Set(["welcome", "tickets"]);
const [GOAL] = plan.goals as [(typeof plan.goals)[number]];

describe("the conductor", () => {
  test("begins with a welcome and the tickets", () => {
    expect(advise(view(), new Set()).name).toBe("welcome");
    expect(
      advise(view({ tickets: [{ id: "a/b", points: 1, is_complete: false }] }), new Set(["welcome"])),
    ).toMatchObject({ name: "tickets", spotlight: { places: ["a", "b"] } });
  });
  test("waits while the other plays", () => {
    expect(advise(view({ to_play: 1 }), HEARD).name).toBe("wait");
  });
  test("asks for the next goal as soon as it can be claimed", () => {
    const advice = advise(view({ legal_actions: ["draw deck", `claim ${GOAL.route} ${GOAL.needs}:2`] }), HEARD);
    expect(advice).toMatchObject({ name: `claim-${GOAL.name}`, wants: GOAL.route });
  });
  test("asks for a card of the row that the goal needs", () => {
    expect(advise(view({ legal_actions: [`draw ${GOAL.needs}`, "draw deck"] }), HEARD).name).toBe("draw-first");
    expect(advise(view({ legal_actions: ["draw deck"] }), HEARD).name).toBe("draw-more");
  });
  test("is done with its goals when all are claimed", () => {
    const claimed = Object.fromEntries(plan.goals.map(({ route }) => [route, 0]));
    expect(advise(view({ claimed }), HEARD).name).toBe("free");
  });
  test("sees who has won", () => {
    expect(advise(view({ phase: "over", winners: [0] }), HEARD).name).toBe("over-won");
    expect(advise(view({ phase: "over", winners: [1] }), HEARD).name).toBe("over-lost");
  });
});

describe("praise", () => {
  const claim = { event: "claim", seat: 0, route: "a/b", payment: { red: 1 }, points: 2 } as const;
  test("tells what a claim brought, and which ticket it completed", () => {
    const ticket = { id: "a/b", points: 7, is_complete: false };
    const after = view({ tickets: [{ ...ticket, is_complete: true }] });
    expect(praise("a/b", [claim], view({ tickets: [ticket] }), after)).toEqual([
      { name: "claim", points: 2 },
      { name: "ticket", ticket: "a/b", points: 7 },
    ]);
  });
  test("says so where something else was asked for", () => {
    expect(praise("draw", [claim], view(), view())[0]).toEqual({ name: "also" });
  });
  test("is not for what others do", () => {
    expect(praise("draw", [{ ...claim, seat: 1 }], view(), view())).toEqual([]);
  });
});
