"""On phones the board is turned by a quarter where that shows it larger, and is as good to play on as before."""

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.person import STANDS_STILL, Finger, Person
from tests.browser.tables import links_into
from tests.browser.test_layout import SCENES, box_of, drawn_board, open_at
from tests.browser.visitors import Visitors
from tests.rules.scene import Scene, usa
from tests.server.running import RunningServer
from whistlestop import Game

PHONE = (390, 844)
TICKETS = ("denver/el-paso", "dallas/new-york")
PLACES = ("denver", "el-paso", "dallas", "new-york")


def on_phone(visitors: Visitors, server: RunningServer, scene: Scene, size: tuple[int, int] = PHONE) -> Finger:
    return Finger(open_at(visitors, server, scene, *size, has_touch=True, is_mobile=True))


def board_of(page: Page) -> Locator:
    """With the drawing in it."""
    board = page.locator("[data-part=board]")
    board.locator(".world").evaluate(STANDS_STILL)
    return board


def is_turned(page: Page) -> bool:
    """As one sees it: San Francisco above Boston or left of it, and New York below or right of Los Angeles."""
    board_of(page)
    west, east = (box_of(page.locator(f'[data-place="{id}"]')) for id in ("los-angeles", "new-york"))
    return abs(east["y"] - west["y"]) > abs(east["x"] - west["x"])


def whole_board(page: Page) -> float:
    """The longer side of the map when all of it is shown, in pixels."""
    whole = page.get_by_role("button", name="Whole board")
    if whole.is_visible():
        whole.tap()
    board_of(page)
    box = drawn_board(page)
    return max(box["width"], box["height"])


def choose_turning(page: Page, turns: bool) -> None:
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("checkbox", name="Turn the board on a phone").set_checked(turns)
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("size", "gain"), [(PHONE, 1.15), ((412, 915), 1.25)])
def test_a_tall_phone_shows_the_usa_turned_and_clearly_larger(
    visitors: Visitors, server: RunningServer, size: tuple[int, int], gain: float
) -> None:
    page = on_phone(visitors, server, usa().with_hand(0, red=3), size).page
    assert is_turned(page)
    turned = whole_board(page)
    choose_turning(page, False)
    assert not is_turned(page)
    assert turned >= gain * whole_board(page)


@pytest.mark.parametrize(
    ("map", "players", "size"),
    [
        ("usa", 2, (360, 640)),
        ("usa", 2, (390, 664)),
        ("usa", 4, PHONE),
        ("usa", 2, (844, 390)),
        ("usa", 2, (820, 1180)),
        ("usa", 2, (1024, 1366)),
        ("san-francisco", 2, PHONE),
    ],
)
def test_where_turning_would_not_show_more_the_board_is_as_everywhere(
    visitors: Visitors, server: RunningServer, map: str, players: int, size: tuple[int, int]
) -> None:
    page = on_phone(visitors, server, SCENES[map](players=players), size).page
    board_of(page)
    expect(page.locator("[data-part=board]")).to_have_attribute("data-turned", "false")


def test_on_a_turned_board_names_are_upright_and_the_first_view_shows_the_tickets(
    visitors: Visitors, server: RunningServer
) -> None:
    page = on_phone(visitors, server, usa().with_tickets(0, *TICKETS)).page
    assert is_turned(page)
    board = box_of(board_of(page))
    for place in PLACES:
        dot = box_of(page.locator(f'[data-place="{place}"]'))
        assert board["x"] <= dot["x"] <= board["x"] + board["width"] - dot["width"]
        assert board["y"] <= dot["y"] <= board["y"] + board["height"] - dot["height"]
    expect(page.get_by_role("button", name="Whole board")).to_be_enabled()
    slants = page.locator("[data-part=board] svg text").evaluate_all("all => all.map(one => one.getScreenCTM().b)")
    assert len(slants) == 36
    assert not any(slants)
    scenery = page.locator("[data-part=board] img")
    assert scenery.evaluate("one => one.naturalHeight > one.naturalWidth")


def test_a_turned_board_is_played_on_by_touch(visitors: Visitors, server: RunningServer) -> None:
    """What is touched is meant, what can't be done explains itself, two fingers zoom, tickets show their paths."""
    scene = (
        usa()
        .with_hand(0, red=5, blue=1)
        .with_tickets(0, "dallas/new-york")
        .with_row("red", "red", "blue", "blue", "green")
    )
    finger = on_phone(visitors, server, scene)
    page = finger.page
    assert is_turned(page)
    dear = page.locator('[data-track="helena/winnipeg"]')
    finger.press_on_board(dear)
    expect(page.locator(".tooltip")).to_contain_text("You are missing 3 cards.")
    tip, at = box_of(page.locator(".tooltip")), finger.aim_at(dear)
    assert abs(tip["x"] + tip["width"] / 2 - at[0]) < 160
    assert abs(tip["y"] + tip["height"] / 2 - at[1]) < 160
    before = drawn_board(page)
    page.get_by_role("button", name="Zoom in").tap()
    board_of(page)
    assert drawn_board(page)["height"] > 1.3 * before["height"]
    track = page.locator('[data-track="el-paso/dallas"], [data-track="dallas/el-paso"]')
    finger.press_on_board(track)
    payment = page.get_by_role("dialog").locator("ul button").first
    payment.tap()
    expect(track).to_have_attribute("data-owner", "0")
    page.locator("main").evaluate("one => one.scrollTo(0, 0)")  # Playwright scrolls what takes no tap yet
    expect(page.locator("[data-seat='1'] p[title]")).to_be_in_viewport(ratio=1)
    finger.press(page.locator("[data-part=tickets] li button").first)
    expect(page.locator("[data-part=board] path.way").first).to_be_attached()


def test_only_another_width_of_the_window_turns_the_board(visitors: Visitors, server: RunningServer) -> None:
    """A browser's bars take a fifth of the height in the middle of a game: what is shown stays the way it was."""
    page = on_phone(visitors, server, usa()).page
    assert is_turned(page)
    page.set_viewport_size({"width": 390, "height": 664})
    assert is_turned(page)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("[data-part=board]")).to_have_attribute("data-turned", "false")
    assert not is_turned(page)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-part=board]")).to_have_attribute("data-turned", "true")
    assert is_turned(page)


def test_whoever_wants_no_turned_board_is_asked_once(visitors: Visitors, server: RunningServer) -> None:
    page = on_phone(visitors, server, usa()).page
    assert is_turned(page)
    choose_turning(page, False)
    assert not is_turned(page)
    page.reload()
    Person(page).wait_for_turn()
    assert not is_turned(page)
    page.goto("/settings")
    page.get_by_role("checkbox", name="Turn the board on a phone").check()
    page.go_back()
    Person(page).wait_for_turn()
    assert is_turned(page)


@pytest.mark.new_profile
def test_without_its_turned_drawing_a_board_is_shown_as_everywhere(visitors: Visitors, server: RunningServer) -> None:
    visitors.allow("Failed to load resource")
    context = visitors.visitor(phone=True)
    context.route("**/drawing?turned=true", lambda route: route.abort())
    page = context.new_page()
    page.goto(links_into(server, usa(), **{"1": "easy"})[0])
    Finger(page).sit_down("Ada")
    assert not is_turned(page)


def test_end_and_replay_show_the_board_as_the_game_did(visitors: Visitors, server: RunningServer) -> None:
    game = Game("usa", players=2, seed=3)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    opened = httpx.post(f"{server.url}/api/records", json={"record": game.record()}, trust_env=False).json()
    running = on_phone(visitors, server, usa()).page
    assert is_turned(running)
    for path in (opened["watch"], f"/replay/{opened['match']}?step=60&eyes=all"):
        page = visitors.open(path, phone=True)
        assert is_turned(page)
        for place in ("seattle", "san-francisco", "miami", "boston"):  # all of it: no ticket is looked for any more
            expect(page.locator(f'[data-place="{place}"]')).to_be_in_viewport(ratio=0.9)
        assert box_of(board_of(page))["height"] == pytest.approx(box_of(board_of(running))["height"], abs=1)
    claimed = page.locator("[data-track][data-owner]")
    before = claimed.count()
    page.get_by_label("Step of the game").fill("200")
    expect(claimed).not_to_have_count(before)
    assert is_turned(page)
