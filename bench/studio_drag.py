"""How many frames a second the studio shows while a place of a board is dragged, and what a frame costs.

    python bench/studio_drag.py [MAP] [PLACE]

A real Chromium drags the place around for some seconds and moves it in every frame. On a busy machine the time that the
page's main thread has the CPU for each frame says more than frames per second do.
"""

import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import CDPSession, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import ARGUMENTS, chromium_path
from tests.server.forked import ForkedServer

SECONDS = 6
DRAG = """([x, y, seconds]) => new Promise(done => {
  const board = document.querySelector("[data-part=studio-board] .frame");
  const frames = [];
  const move = now => {
    frames.push(now);
    if (now - frames[0] > 1000 * seconds) return done(frames);
    const [clientX, clientY] = [x + 60 * Math.sin(frames.length / 15), y + 60 * Math.cos(frames.length / 11)];
    board.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, pointerType: "mouse", clientX, clientY }));
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
})"""
"""Moves in every frame, from inside the page: a program outside is slower than a hand."""
PARTS = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def main(board: str = "usa", place: str = "6") -> None:
    server = ForkedServer(Path(tempfile.mkdtemp()))
    server.start()
    try:
        measure(server.url, board, place)
    finally:
        server.end()


def measure(url: str, board: str, place: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        page = browser.new_page(base_url=url, viewport={"width": 1440, "height": 900})
        page.goto("/studio")
        page.locator(f"[data-start={board}]").click()
        handle = page.locator(f"[data-handle='place:{place}']")
        handle.wait_for()
        page.wait_for_load_state("networkidle")
        box = handle.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        answers: list[str] = []
        page.on("response", lambda response: answers.append(response.url) if "judge" in response.url else None)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y)
        before = used_seconds(session)
        frames: list[float] = page.evaluate(DRAG, [x, y, SECONDS])
        after = used_seconds(session)
        page.mouse.up()
        browser.close()
    gaps = sorted(b - a for a, b in pairwise(frames))
    seconds = (frames[-1] - frames[0]) / 1000
    parts = ", ".join(f"{name} {1000 * (after[name] - before[name]) / len(frames):.1f} ms" for name in PARTS)
    print(
        f"{board}: {len(frames) / seconds:.0f} frames/s; half of the gaps under {gaps[len(gaps) // 2]:.0f} ms,"
        f" nine of ten under {gaps[int(0.9 * len(gaps))]:.0f} ms; {len(answers) / seconds:.1f} answers/s;"
        f" CPU time per frame: {parts}"
    )


def used_seconds(session: CDPSession) -> dict[str, float]:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: float(one["value"]) for one in metrics}


if __name__ == "__main__":
    main(*sys.argv[1:])
