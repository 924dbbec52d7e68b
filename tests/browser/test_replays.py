"""A finished game by its link: every step of it, from any eyes."""

import random

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.tables import EASY, PERSON, open_table
from tests.browser.test_whole_games import owners
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer
from whistlestop import Game


def imported(server: RunningServer) -> tuple[str, Game]:
    """A game that nobody played here, by its record."""
    game = Game("san-francisco", players=3, seed=11)
    rng = random.Random(11)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
    answer = httpx.post(f"{server.url}/api/records", json={"record": game.record()}, trust_env=False, timeout=60)
    assert answer.status_code == 201, answer.text
    return answer.json()["match"], game


@pytest.mark.parametrize("size", [(1366, 650), (390, 844)])
def test_what_has_the_focus_scrolls_its_column_and_never_the_page(
    visitors: Visitors, server: RunningServer, size: tuple[int, int]
) -> None:
    match, _ = imported(server)
    page = visitors.open(f"/replay/{match}?step=9999", viewport={"width": size[0], "height": size[1]})
    bar = page.get_by_role("link", name="Whistlestop")
    home = page.locator("main a.button[href='/']")
    home.wait_for()
    for part in (home, page.get_by_text("As a table").first):
        part.evaluate("one => one.scrollIntoView({ block: 'start' })")
        expect(bar).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_review_has_the_room_below_the_board(visitors: Visitors, server: RunningServer) -> None:
    """What happens at a step stayed there and took a third of it."""
    match, _ = imported(server)
    page = visitors.open(f"/replay/{match}?step=9", phone=True)
    page.get_by_label("Step of the game").wait_for()
    page.locator("main").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    board, bar = (page.locator(part).bounding_box() for part in ("[data-part=board]", "main > .actions"))
    assert board
    assert bar
    y = board["y"] + board["height"] + 30
    assert bar["y"] - y > 200
    owner = page.evaluate("y => document.elementFromPoint(195, y).closest('.dock') === null", y)
    assert owner, "what happened lies over what one reads"


def test_a_replay_steps_through_the_whole_game(visitors: Visitors, server: RunningServer) -> None:
    match, game = imported(server)
    at_the_end = {route: str(seat) for route, seat in game.position()["claimed"].items()}
    page = visitors.open(f"/replay/{match}")
    scrub = page.get_by_label("Step of the game")
    scrub.wait_for()
    page.keyboard.press("Home")
    expect(page.locator("[data-owner]")).to_have_count(0)
    for _ in range(game.version):
        page.keyboard.press("ArrowRight")
    assert owners(page) == at_the_end
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert owners(page) == at_the_end
    page.wait_for_url(f"**step={game.version}*")
    page.reload()
    scrub.wait_for()
    assert owners(page) == at_the_end, "the step is not in the address"


def test_the_same_step_from_other_eyes(visitors: Visitors, server: RunningServer) -> None:
    match, game = imported(server)
    page = visitors.open(f"/replay/{match}?step=20&eyes=all")
    page.get_by_label("Step of the game").wait_for()
    assert page.locator("[data-part=hand]").count() == game.players
    page.goto(f"/replay/{match}?step=20&eyes=1")
    page.get_by_label("Step of the game").wait_for()
    assert page.locator("[data-part=hand]").count() == 1
    page.goto(f"/replay/{match}?step=20&eyes=table")
    page.get_by_label("Step of the game").wait_for()
    assert page.locator("[data-part=hand]").count() == 0


def test_a_running_game_has_no_replay(visitors: Visitors, server: RunningServer) -> None:
    visitors.allow("409")
    table = open_table(server, PERSON, EASY)
    page = visitors.open(f"/replay/{table.match}")
    expect(page.get_by_role("link", name="Watch")).to_be_visible()
