"""How the page feels: its weight, how soon a table can be played at, how soon others see a claim, panning, memory.

    python bench/page.py                       all of it, in about three minutes
    python bench/page.py --runs 9 --claims 30

A real server with SQLite in a temporary folder and a real Chromium, both on this machine, over loopback; where it says
4×, Chromium makes as if the CPU were four times slower. It ends by itself. Whatever else the machine does, disturbs it.
"""

import argparse
import math
import os
import statistics
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.person import Person
from tests.browser.visitors import Visitors
from tools.screenshots import Tables, known_as, played, visitors

SLOW = 4
DRAG_SECONDS = 3
# Both players have many cards then, so that they claim turn by turn.
DUEL = {"map": "usa", "players": 2, "seed": 2, "turns": 40}
LATE = {"map": "usa", "players": 4, "seed": 1, "turns": 120}

# When the table is there, its menu is opened at once; the answer is when that is seen.
OPENING = """
addEventListener("DOMContentLoaded", () => {
  const found = (selector) => new Promise((resolve) => {
    const look = () => document.querySelector(selector) && (observer.disconnect(), resolve());
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  window.opening = (async () => {
    await found("main[data-version] .bar.is-yours");
    await frame();
    const shown = performance.now();
    document.querySelector(".bar button:last-of-type").click();
    await found("dialog[open]");
    await frame();
    return { shown, responds: performance.now() };
  })();
});
"""

# Clicks of this page, and the claims that it shows: when the board has them, and when they have been drawn.
CLAIMS = """
window.clicked = 0;
window.claims = {};
addEventListener("click", () => (window.clicked = Date.now()), { capture: true });
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const claim = (window.claims[target.dataset.track] = { seen: Date.now() });
    requestAnimationFrame(() => (claim.drawn = Date.now()));
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-owner"] });
"""

# What came over the network; the rest is the service worker's.
SIZES = """
performance.getEntriesByType("resource")
  .filter(({ transferSize }) => transferSize > 0)
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])
"""

FRAMES = """
window.frames_at = [];
window.watching = true;
requestAnimationFrame(function note(now) {
  window.frames_at.push(now);
  if (window.watching) requestAnimationFrame(note);
});
"""


class Bench:
    """Measures, and prints a line for each thing."""

    def __init__(self, people: Visitors, tables: Tables) -> None:
        self.people = people
        self.tables = tables
        people.allow("favicon")  # of a page that is none of ours

    def visitor(self, name: str = "Ann", reduced_motion: str = "no-preference") -> BrowserContext:
        return self.people.visitor(reduced_motion=reduced_motion, **known_as(name, self.people.url))

    def new_table(self, map: str) -> str:
        seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
        settings = {"map": map, "seats": seats, "name": "Ann", "order": "fixed", "pace": "instant"}
        return str(self.tables.post("/api/matches", settings)["seats"][0]["link"])

    def weight(self) -> None:
        page = self.visitor().new_page()
        page.goto(self.tables.anns_link(played(**LATE)))
        Person(page).wait_for_turn()
        page.wait_for_load_state("networkidle")
        sizes = page.evaluate(SIZES)
        files = {kind: [size for url, size in sizes if url.endswith(f".{kind}")] for kind in ("js", "css")}
        for kind, some in files.items():
            tell(f"table: {kind} as it travels", f"{sum(some) / 1024:.1f} KB in {len(some)} files")
        tell("table: js and css together", f"{sum(map(sum, files.values())) / 1024:.1f} KB")
        page.close()

    def opening(self, runs: int) -> None:
        links = {
            "San Francisco, new": self.new_table("san-francisco"),
            "USA, late": self.tables.anns_link(played(**LATE)),
        }
        for name, link in links.items():
            cold, warm = [], []
            for _ in range(runs):
                context = self.visitor()
                cold.append(self.open_slowly(context, link))
                warm.append(self.open_slowly(context, link))
                context.close()
            for kind, times in (("empty cache", cold), ("warm cache", warm)):
                shown, responds = ([one[key] for one in times] for key in ("shown", "responds"))
                tell(f"{name}: on screen, {SLOW}× slower, {kind}", f"{median(shown)} ms, max {max(shown):.0f}")
                tell("  … and its menu, opened at once", f"{median(responds)} ms, max {max(responds):.0f}")

    def open_slowly(self, context: BrowserContext, link: str) -> dict[str, float]:
        page = context.new_page()
        page.goto("/health")  # a page of this origin, which shares nothing with ours but the process
        slow_down(page, SLOW)
        page.add_init_script(OPENING)
        page.goto(link)
        page.wait_for_function("window.opening !== undefined")
        times: dict[str, float] = page.evaluate("window.opening")
        page.close()
        return times

    def claims(self, count: int) -> None:
        """Two people and two who watch: how long after a click each of the four pages shows the claim.

        Without the glow that breathes: people have a machine each, here four windows are painted by the same cores."""
        table = self.tables.with_game(played(**DUEL), bots={})
        links = [seat["link"] for seat in table["seats"]] + [table["watch"]] * 2
        pages = []
        for name, link in zip("ABCD", links, strict=True):
            pages.append(self.visitor(name, "reduce").new_page())
            pages[-1].add_init_script(CLAIMS)
            pages[-1].goto(link)
        for page in pages:
            page.locator("main[data-version] [data-track]").first.wait_for()
        people = [Person(page, seed=seat) for seat, page in enumerate(pages[:2])]
        own: list[dict[str, float]] = []
        others: list[dict[str, float]] = []
        while len(own) < count:
            mover = next((person for person in people if person.shows(".bar.is-yours")), None)
            if mover is None or mover.is_over:
                assert not people[0].is_over, f"the game was over after {len(own)} claims"
                continue
            before = owned(mover.page)
            mover.move()
            for track in owned(mover.page) - before:
                own.append(until_claimed(mover.page, mover.page, track))
                others += [until_claimed(mover.page, page, track) for page in pages if page is not mover.page]
        for who, times in (("own page", own), ("the 3 other pages", others)):
            for key, what in (("seen", "on the board"), ("drawn", "in the next frame")):
                values = [one[key] for one in times]
                tell(f"claim to {who}, {what}", f"{median(values)} ms, max {max(values):.0f} ({len(values)} times)")
        for page in pages:
            page.close()

    def panning(self) -> None:
        link = self.tables.anns_link(played(**LATE))
        for factor in (1, SLOW):
            page = self.visitor().new_page()
            page.goto(link)
            Person(page).wait_for_turn()
            page.wait_for_load_state("networkidle")
            for _ in range(2):
                page.get_by_role("button", name="Zoom in").click()
            slow_down(page, factor)
            intervals = drag(page)
            tell(
                "panning the USA, late" + (f", {factor}× slower" if factor > 1 else ""),
                f"{1000 * len(intervals) / sum(intervals):.1f} frames/s; a frame takes {median(intervals, 1)} ms, "
                f"95 % within {percentile(intervals, 95):.1f} ms",
            )
            page.close()

    def memory(self) -> None:
        """A whole game with a bot, through the page."""
        page = self.visitor().new_page()
        page.goto(self.new_table("usa"))
        person = Person(page)
        person.wait_for_turn()
        page.wait_for_load_state("networkidle")
        line = page.context.new_cdp_session(page)
        tell("memory of a table at its beginning", used(line))
        person.play()
        page.get_by_role("button", name="Rematch").wait_for(timeout=300_000)  # the score is counted first
        tell(f"  … after a game of {person.moves} moves", used(line))
        page.close()


def slow_down(page: Page, factor: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": factor})


def owned(page: Page) -> set[str]:
    return set(page.locator("[data-track][data-owner]").evaluate_all("all => all.map(one => one.dataset.track)"))


def until_claimed(mover: Page, page: Page, track: str) -> dict[str, float]:
    """Milliseconds from the mover's click until a page has a claim (`seen`), and has drawn it."""
    page.wait_for_function("track => window.claims[track]?.drawn", arg=track)
    clicked: float = mover.evaluate("window.clicked")
    times: dict[str, float] = page.evaluate("track => window.claims[track]", track)
    return {key: at - clicked for key, at in times.items()}


def drag(page: Page) -> list[float]:
    """Drag the board around with the mouse: the milliseconds between frames."""
    box = page.locator("[data-part=board]").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.evaluate(FRAMES)
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < DRAG_SECONDS:
        turn = 2 * math.pi * passed
        page.mouse.move(middle[0] + 180 * math.sin(turn), middle[1] + 120 * math.sin(0.7 * turn))
    at: list[float] = page.evaluate("(window.watching = false, window.frames_at)")
    page.mouse.up()
    return [after - before for before, after in pairwise(at)]


def used(line: CDPSession) -> str:
    line.send("HeapProfiler.collectGarbage")
    line.send("Performance.enable")
    metrics = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    return f"{metrics['JSHeapUsedSize'] / 1e6:.1f} MB of JavaScript, {metrics['Nodes']:.0f} nodes"


def median(values: Sequence[float], digits: int = 0) -> str:
    return f"{statistics.median(values):.{digits}f}"


def percentile(values: Sequence[float], share: int) -> float:
    return sorted(values)[math.ceil(len(values) * share / 100) - 1]


def tell(what: str, value: Any) -> None:
    print(f"{what:<52} {value}", flush=True)


def machine() -> str:
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="how often the table is opened")
    parser.add_argument("--claims", type=int, default=15, help="how many claims are watched")
    given = parser.parse_args()
    with visitors() as (people, tables):
        tell("machine, before", machine())
        tell("browser", f"Chromium {people.browser.version}, headless")
        bench = Bench(people, tables)
        bench.weight()
        bench.opening(given.runs)
        bench.claims(given.claims)
        bench.panning()
        bench.memory()
        tell("machine, after", machine())


if __name__ == "__main__":
    main()
