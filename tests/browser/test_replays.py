"""A finished game by its link: every step of it, from any eyes."""

import httpx
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.tables import EASY, PERSON, open_table
from tests.browser.test_whole_games import owners
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer


def finished(visitors: Visitors, server: RunningServer) -> tuple[str, Page]:
    table = open_table(server, PERSON, EASY)
    page = visitors.open(table.links[0])
    page.get_by_role("button", name="Sit down").click()
    Person(page).play()
    return table.match, page


def test_a_replay_steps_through_the_whole_game(visitors: Visitors, server: RunningServer) -> None:
    match, played = finished(visitors, server)
    at_the_end = owners(played)
    frames = httpx.get(f"{server.url}/api/matches/{match}/replay", trust_env=False).json()["frames"]
    page = visitors.open(f"/replay/{match}")  # by somebody who was not there
    scrub = page.get_by_label("Step of the game")
    scrub.wait_for()
    page.keyboard.press("Home")
    expect(page.locator("[data-owner]")).to_have_count(0)
    for _ in range(len(frames) - 1):
        page.keyboard.press("ArrowRight")
    assert owners(page) == at_the_end
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert owners(page) == at_the_end
    page.wait_for_url(f"**step={len(frames) - 1}*")
    page.reload()
    scrub.wait_for()
    assert owners(page) == at_the_end, "the step is not in the address"


def test_a_running_game_has_no_replay(visitors: Visitors, server: RunningServer) -> None:
    visitors.allow("409")
    table = open_table(server, PERSON, EASY)
    page = visitors.open(f"/replay/{table.match}")
    expect(page.get_by_role("link", name="Watch")).to_be_visible()
