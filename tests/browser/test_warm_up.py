"""The first minute after an installation: kernels are being compiled, and the page says what waits for them."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import LIMITS
from tests.browser.person import Person
from tests.browser.tables import PERSON, open_table
from tests.browser.test_every_page import check
from tests.browser.test_flows import FIRST_HINT
from tests.browser.test_replays import imported
from tests.browser.visitors import BROKEN_LINE, Visitors
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer
from whistlestop import kernels
from whistlestop.bots.levels import SEARCH_KERNELS
from whistlestop.kernels import cache
from whistlestop.kernels.plan import Plan, write_plan

EXPERT = {"kind": "bot", "level": "expert"}
REFUSED = "503 "
"""What is asked for too early is refused, which a browser's console complains about."""
WORDS = re.compile(r"Getting ready \(just this once\):\s+\d+%, about\s\d+\ss")
STANDS_IN = "A hard bot plays until it is ready"


class Kernels:
    """The cache of a server that has nothing compiled yet; this process holds its lock, so nobody else compiles."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.compiled = [cache.directory_of(group) for group in SEARCH_KERNELS]

    def plan(self) -> None:
        """Some of the work is done, as the process that compiles would have written it down."""
        files = [
            self.folder / directory.name / path.name for directory in self.compiled for path in directory.iterdir()
        ]
        done = files[0]
        done.parent.mkdir()
        done.touch()
        plan = Plan.of([(file, 4.0) for file in files], cores=1)
        write_plan(Plan(plan.began - 10, plan.cores, plan.files, plan.seconds))

    def finish(self) -> None:
        """All of it is there, at once for each group."""
        for directory in self.compiled:
            shutil.rmtree(self.folder / directory.name, ignore_errors=True)
            shutil.copytree(directory, self.folder / "unfinished")
            (self.folder / "unfinished").rename(self.folder / directory.name)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernels]:
    kernels.require(*SEARCH_KERNELS)
    folder = tmp_path / "kernels"
    folder.mkdir()
    cold = Kernels(folder)
    monkeypatch.setattr(cache, "base_directory", lambda: folder)
    with cache.only_one_compiles():
        yield cold


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """With a cache of its own."""
    server = ForkedServer(tmp_path, **LIMITS)
    server.is_cold = True
    server.environment["NUMBA_CACHE_DIR"] = str(tmp_path / "kernels")
    server.start()
    yield server
    server.end()
    assert "Traceback" not in server.log, server.log


@pytest.fixture
def free_profiles() -> None:
    """Nobody comes to a server again that is gone after its test."""


def bar_in(place: Locator) -> Locator:
    return place.get_by_role("progressbar", name="Getting ready")


def warm_ups_asked(page: Page) -> list[Request]:
    """The questions how far it is, as they come."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.url.endswith("/api/warm-up") else None)
    return asked


def test_hard_stands_in_for_the_expert_and_a_hint_waits(
    cold: Kernels, server: RunningServer, visitors: Visitors
) -> None:
    visitors.allow(REFUSED)
    page = visitors.visitor(phone=True).new_page()
    asked = warm_ups_asked(page)
    page.goto(open_table(server, PERSON, EXPERT).links[0])
    person = Person(page)
    person.sit_down()
    person.wait_for_turn()
    person.keep_tickets()  # until then a phone shows them in the seats' place
    note = page.locator("[data-seat='1'] [data-part=stand-in]")
    expect(note).to_have_text(f"{STANDS_IN}…")
    expect(bar_in(note)).not_to_have_attribute("value", re.compile("."))
    cold.plan()
    expect(note.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    assert 0 < float(bar_in(note).get_attribute("value") or 0) < 1
    before = bar_in(note).get_attribute("value") or ""
    expect(bar_in(note)).not_to_have_attribute("value", before)
    check(page, "a table with a stand-in")

    while person.phase != "turn" or not person.shows("[data-part=history] li"):
        person.wait_for_turn()
        person.move()
    person.wait_for_turn()
    button = page.get_by_role("button", name="Hint")
    panel = page.get_by_role("region", name="What the expert bot would do")
    button.click()
    expect(panel).to_contain_text(WORDS)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    button.click()
    expect(bar_in(panel)).to_be_visible()
    check(page, "a hint that waits")

    cold.finish()
    panel.locator("li").first.wait_for(timeout=FIRST_HINT)
    expect(bar_in(panel)).to_be_hidden()
    expect(note).to_have_count(0)
    panel.get_by_role("button", name="Close").click()  # on a phone it is in the cards' place
    asked_until_ready = len(asked)
    person.play(until_over=False, moves=2)
    person.wait_for_turn()
    assert len(asked) == asked_until_ready, "it is asked on, though it is ready"


def test_a_review_waits_and_goes_on_by_itself(cold: Kernels, server: RunningServer, visitors: Visitors) -> None:
    visitors.allow(REFUSED)
    match, game = imported(server)
    page = visitors.open(f"/replay/{match}")
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("button", name="Review the game").click()
    cold.plan()
    expect(panel).to_contain_text(WORDS)
    panel.get_by_role("button", name="Stop").click()
    expect(bar_in(panel)).to_be_hidden()
    asked = warm_ups_asked(page)
    panel.get_by_role("button", name="Review the game").click()
    expect(panel).to_contain_text(WORDS)
    check(page, "a review that waits")
    cold.finish()
    expect(panel).to_contain_text(re.compile(rf"[1-9]\d* of {game.version}"), timeout=FIRST_HINT)
    assert asked


def test_a_lost_server_is_asked_again(cold: Kernels, server: RunningServer, visitors: Visitors) -> None:
    visitors.allow(BROKEN_LINE)
    page = visitors.open("/")
    page.get_by_role("radio", name="Expert").check()
    note = page.locator("[data-part=stand-in]")
    expect(note).to_contain_text(STANDS_IN)
    asked = warm_ups_asked(page)
    server.end()
    with page.expect_event("requestfailed", lambda request: request in asked):
        pass
    expect(note).to_contain_text(STANDS_IN)
    cold.finish()
    server.start()
    expect(note).to_have_count(0)


@pytest.fixture
def unusable(tmp_path: Path) -> None:
    """A cache in which nobody can compile: a folder can't be locked."""
    (tmp_path / "kernels" / "compiling.lock").mkdir(parents=True)


@pytest.mark.usefixtures("unusable")
def test_what_can_not_be_compiled_is_said(server: RunningServer, visitors: Visitors) -> None:
    visitors.allow(REFUSED)
    page = visitors.open(open_table(server, PERSON, EXPERT).links[0])
    person = Person(page)
    person.sit_down()
    note = page.locator("[data-seat='1'] [data-part=stand-in]")
    expect(note.get_by_text("This bot could not be prepared on this server")).to_be_visible(timeout=FIRST_HINT)
    person.wait_for_turn()
    page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("region", name="What the expert bot would do")
    expect(panel.get_by_role("alert")).to_contain_text("so there are no hints or reviews here")
    expect(bar_in(page.locator("main"))).to_have_count(0)
    person.play(until_over=False, moves=2)
    person.wait_for_turn()
