"""The board is as large as it can be, stays as large as it is, and what one needs is in sight."""

from collections.abc import Iterator
from itertools import pairwise

import httpx
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.person import STANDS_STILL, Finger, Person
from tests.browser.tables import EASY, PERSON, links_into, open_table
from tests.browser.visitors import Visitors
from tests.rules.scene import Scene, san_francisco, usa
from tests.server.running import RunningServer
from whistlestop import Game

LAPTOPS = [(1366, 650), (1280, 720), (1440, 900)]
PHONES = [(390, 844), (360, 740), (360, 640)]
SCENES = {"usa": usa, "san-francisco": san_francisco}
SEVEN = {"red": 1, "blue": 1, "green": 1, "black": 1, "orange": 1, "white": 1, "yellow": 1}
"""Colours of the USA; purple is the eighth."""


def open_at(
    visitors: Visitors, server: RunningServer, scene: Scene, width: int, height: int, **options: object
) -> Page:
    """The table of seat 0, in its turn, with the guide's answer."""
    bots = {str(seat): "easy" for seat in range(1, scene.players)}
    link = links_into(server, scene, **bots)[0]
    page = visitors.open(link, viewport={"width": width, "height": height}, **options)
    person = Person(page)
    person.sit_down()
    person.wait_for_turn()
    page.wait_for_load_state("networkidle")
    return page


def at_sizes(page: Page, sizes: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The same page in a window of each size: to open one at each takes several times as much."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        page.locator("main").evaluate(STANDS_STILL)  # by then a board that has to be turned has gone, to come back so
        page.locator(".world, button.play").first.evaluate(STANDS_STILL)
        yield width, height


def box_of(thing: Locator) -> FloatRect:
    box = thing.bounding_box()
    assert box is not None
    return box


def drawn_board(page: Page) -> FloatRect:
    """The map itself, without the empty ground around it."""
    return box_of(page.locator("main .world"))


@pytest.mark.parametrize("map", SCENES)
def test_the_board_has_half_of_a_laptops_window(visitors: Visitors, server: RunningServer, map: str) -> None:
    scene = SCENES[map](players=4).with_hand(0, red=3, wild=2)
    page = open_at(visitors, server, scene, *LAPTOPS[0])
    for width, height in at_sizes(page, LAPTOPS):
        board = drawn_board(page)
        assert board["width"] * board["height"] >= 0.5 * width * height, board
        for part in ("row", "hand"):
            shown = box_of(page.locator(f"[data-part={part}]"))
            assert shown["y"] + shown["height"] <= height
            assert shown["x"] + shown["width"] <= width


def changes(page: Page) -> Iterator[str]:
    """What may happen in the middle of a turn, one thing after the other."""
    yield "nothing"
    page.get_by_role("button", name="Hint").click()
    page.locator(".advice").first.wait_for()
    yield "a hint"
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-part=ticket-deck]").click()
    page.get_by_role("dialog").wait_for()
    yield "a question"
    page.keyboard.press("Escape")
    page.locator("[data-part=hand] button").first.click()
    yield "a picked colour"
    page.locator("[data-slot] button").and_(page.get_by_label("purple")).first.click()
    page.locator("main[data-phase=second-card]").wait_for()
    expect(page.locator("[data-part=hand] [data-card]")).to_have_count(len(SEVEN) + 1)
    yield "an eighth colour"


@pytest.mark.parametrize(("width", "height"), [*LAPTOPS, (1024, 768), (820, 1180), *PHONES])
def test_the_board_keeps_its_size_in_the_middle_of_a_turn(
    visitors: Visitors, server: RunningServer, width: int, height: int
) -> None:
    scene = usa(players=3).with_hand(0, **SEVEN).with_row("purple", "red", "red", "blue", "blue")
    page = open_at(visitors, server, scene, width, height)
    sizes = {}
    for change in changes(page):
        board = box_of(page.locator("[data-part=board]"))
        sizes[change] = (board["width"], board["height"])
    assert len(set(sizes.values())) == 1, sizes


def test_cards_lie_close_together_and_in_one_row(visitors: Visitors, server: RunningServer) -> None:
    hand = {**SEVEN, "purple": 1, "wild": 2}
    page = open_at(visitors, server, usa(players=2).with_hand(0, **hand), *PHONES[0], has_touch=True)
    for width, _ in at_sizes(page, [*PHONES, (820, 1180)]):
        for cards in (page.locator("[data-slot] button").all(), page.locator("[data-part=hand] button").all()):
            boxes = [box_of(card) for card in cards]
            gaps = [b["x"] - a["x"] - a["width"] for a, b in pairwise(boxes)]
            assert max(gaps) <= 0.3 * boxes[0]["width"], gaps
            assert len({round(box["y"]) for box in boxes}) == 1
            assert all(box["x"] + box["width"] <= width for box in boxes)


@pytest.mark.parametrize(("width", "height"), PHONES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_phone_shows_board_cards_and_hand_at_once(
    visitors: Visitors, server: RunningServer, width: int, height: int, players: int
) -> None:
    """The board has the whole width and the height that the rest leaves, and the first view shows the tickets' ends."""
    scene = usa(players=players).with_hand(0, red=3, blue=1).with_tickets(0, "denver/el-paso", "dallas/new-york")
    page = open_at(visitors, server, scene, width, height, has_touch=True, is_mobile=True)
    board = box_of(page.locator("[data-part=board]"))
    assert board["width"] >= width - 16
    bar, hand, row = (box_of(page.locator(part)) for part in (".bar", "[data-part=hand]", "[data-part=row]"))
    assert hand["y"] + hand["height"] <= row["y"] + 1
    assert row["y"] + row["height"] <= bar["y"] + 1
    assert bar["y"] - row["y"] - row["height"] <= 40, "there is room left that the board could have"
    for place in ("denver", "el-paso", "dallas", "new-york"):
        dot = box_of(page.locator(f'[data-place="{place}"]'))
        assert board["x"] <= dot["x"] <= board["x"] + board["width"] - dot["width"]
        assert board["y"] <= dot["y"] <= board["y"] + board["height"] - dot["height"]
    expect(page.get_by_role("button", name="Whole board")).to_be_enabled()


@pytest.mark.parametrize("map", SCENES)
def test_choosing_the_first_tickets_leaves_the_hand_in_sight(
    visitors: Visitors, server: RunningServer, map: str
) -> None:
    finger = Finger(visitors.open(open_table(server, PERSON, EASY, map=map).links[0], phone=True))
    finger.wait_for_turn()
    page = finger.page
    expect(page.locator("[data-part=offered]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    hand, bar = box_of(page.locator("[data-part=hand]")), box_of(page.locator(".bar"))
    assert hand["y"] + hand["height"] <= bar["y"] + 1
    offered = page.locator("[data-part=offered]")
    assert offered.evaluate("one => one.parentElement.scrollHeight <= one.parentElement.clientHeight + 1")


@pytest.mark.parametrize(("width", "height"), [*PHONES, (844, 390)])
def test_what_is_asked_on_a_phone_leaves_board_and_hand_whole(
    visitors: Visitors, server: RunningServer, width: int, height: int
) -> None:
    """A claim moves nothing at all; what needs more room takes the seats' place, and is all in sight."""
    tickets = ("denver/el-paso", "dallas/new-york", "montreal/new-orleans")
    scene = usa(players=2).with_hand(0, **SEVEN, wild=2).with_tickets(0, *tickets)
    page = open_at(visitors, server, scene, width, height, has_touch=True, is_mobile=True)
    finger, asked = Finger(page), page.get_by_role("dialog")
    board, hand = page.locator("[data-part=board]"), page.locator("[data-part=hand]")
    before = (box_of(board), box_of(hand))
    finger.press_on_board(page.locator(f'[data-track="{finger.tracks("claimable")[0]}"]'))
    expect(asked.get_by_role("button").nth(1)).to_be_in_viewport(ratio=1)
    assert (box_of(board), box_of(hand)) == before
    page.keyboard.press("Escape")
    finger.press(page.locator("[data-part=ticket-deck]"))
    for part in (asked, asked.get_by_role("button", name="Draw tickets"), hand, board):
        expect(part).to_be_in_viewport(ratio=1)
    finger.press(asked.get_by_role("button", name="Draw tickets"))
    offered = page.locator("[data-part=offered]")
    expect(offered.get_by_role("button")).to_have_count(4)
    for part in (*offered.get_by_role("button").all(), hand, board):
        expect(part).to_be_in_viewport(ratio=1)
    bar = box_of(page.locator(".bar"))
    for part in (offered, hand):
        box = box_of(part)
        assert box["y"] + box["height"] <= bar["y"] + 1, "the bar lies over it"
    assert box_of(board)["height"] == before[0]["height"]


def test_a_tablet_keeps_the_board_in_its_place_while_tickets_are_chosen(
    visitors: Visitors, server: RunningServer
) -> None:
    """They took the seats' place though there was room enough, and the board jumped; and their paths stayed."""
    link = open_table(server, PERSON, EASY, map="usa").links[0]
    finger = Finger(visitors.open(link, phone=True, viewport={"width": 820, "height": 1180}))
    finger.wait_for_turn()
    page, board = finger.page, finger.page.locator("[data-part=board]")
    before = box_of(board)
    finger.keep_tickets()
    page.locator("main[data-phase=turn]").wait_for()
    assert box_of(board) == before
    expect(board.locator("path.way")).to_have_count(0)
    expect(board.locator("circle.end")).to_have_count(0)


def test_a_hint_leaves_the_cards_to_be_drawn(visitors: Visitors, server: RunningServer) -> None:
    """On a phone it lay in their place, and had to be closed first."""
    windows = [*PHONES, (844, 390)]
    page = open_at(visitors, server, usa().with_hand(0, **SEVEN), *windows[0], has_touch=True, is_mobile=True)
    board, hand, advice = (page.locator(part) for part in ("[data-part=board]", "[data-part=hand]", ".advice"))
    below_board = {window: box_of(hand)["y"] - box_of(board)["y"] for window in at_sizes(page, windows)}
    page.get_by_role("button", name="Hint").tap()
    advice.first.wait_for()
    for width, height in at_sizes(page, windows):
        expect(advice.first).to_be_in_viewport(ratio=0.9)
        expect(hand).to_be_in_viewport(ratio=1)
        if width < height:
            assert box_of(hand)["y"] - box_of(board)["y"] == below_board[width, height]
        for card in [page.locator("[data-part=deck] button"), page.locator("[data-slot='0'] button")]:
            box = box_of(card)
            for below in (20, 30):
                touched = page.evaluate(
                    "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-part=deck], [data-slot]') !== null",
                    [box["x"] + box["width"] / 2, box["y"] + below],
                )
                assert touched, "something lies over it"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 20)
    expect(page.locator("main[data-phase=second-card]")).to_be_visible()


def test_the_board_stays_where_it_is_when_somebody_goes_or_watches(visitors: Visitors, server: RunningServer) -> None:
    """On a phone each of it was a line more in the seats above it."""
    table = open_table(server, PERSON, PERSON, map="usa")
    page, friend = visitors.page(phone=True), visitors.page()
    for one, link in zip((page, friend), table.links, strict=True):
        one.goto(link)
        Person(one).sit_down("Ada")
    for one in (page, friend):
        Person(one).wait_for_turn()
        Person(one).keep_tickets()
    page.locator("main[data-phase=turn]").wait_for()
    board, seats = page.locator("[data-part=board]"), page.locator("[data-part=seats]")
    before = box_of(board)
    watching = visitors.open(table.watch)
    expect(seats).to_contain_text("1 watching")
    assert box_of(board) == before
    friend.close()
    expect(seats).to_contain_text("away")
    assert box_of(board) == before
    watching.close()


def test_tokens_never_make_a_seat_higher_on_a_phone(visitors: Visitors, server: RunningServer) -> None:
    """With three seats beside each other, a seventh token wrapped and moved the board."""
    scene = san_francisco(players=3).with_tokens(1, *san_francisco().board.symbols)
    page = open_at(visitors, server, scene, *PHONES[0], has_touch=True, is_mobile=True)
    expect(page.locator("[data-seat='1'] .tokens li")).to_have_count(7)
    for _ in at_sizes(page, PHONES):
        lines = page.locator(".tokens").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert len(set(lines)) == 1, lines
        token, panel = (box_of(page.locator(f"[data-seat='1']{part}")) for part in (" .tokens li >> nth=6", ""))
        assert token["x"] + token["width"] <= panel["x"] + panel["width"]
        row, bar = box_of(page.locator("[data-part=row]")), box_of(page.locator(".bar"))
        assert row["y"] + row["height"] <= bar["y"] + 1


def test_a_replay_shows_the_board_in_two_fifths_of_a_laptops_window(visitors: Visitors, server: RunningServer) -> None:
    game = Game("usa", players=4, seed=3)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    match = httpx.post(f"{server.url}/api/records", json={"record": game.record()}, trust_env=False).json()["match"]
    page = visitors.open(f"/replay/{match}?step=60&eyes=all")
    page.get_by_label("Step of the game").wait_for()
    for width, height in at_sizes(page, LAPTOPS):
        board = drawn_board(page)
        assert board["width"] * board["height"] >= 0.4 * width * height, board


def test_a_low_phone_keeps_the_way_home_until_the_game_begins(visitors: Visitors, server: RunningServer) -> None:
    links = open_table(server, PERSON, PERSON).links
    page = visitors.open(links[0], phone=True, viewport={"width": 360, "height": 640})
    person, home = Person(page), page.get_by_role("link", name="Whistlestop")
    person.sit_down("Ada")
    expect(home).to_be_visible()
    Person(visitors.open(links[1])).sit_down("Bea")
    person.game.wait_for()
    expect(home).to_be_hidden()


@pytest.mark.parametrize("is_phone", [True, False])
def test_the_last_move_of_each_opponent_is_told_at_its_seat(
    visitors: Visitors, server: RunningServer, is_phone: bool
) -> None:
    links = links_into(server, usa(players=2).with_turn_of(1).with_row("red", "blue", "blue", "green", "green"))
    page = visitors.open(links[0], phone=is_phone)
    Person(page).sit_down("Ada")
    mover = Person(visitors.open(links[1]))
    mover.sit_down("Bea")
    mover.wait_for_turn()
    mover.press(mover.page.locator("[data-slot='0'] button"))
    told = page.locator("[data-seat='1'] p[title]")
    expect(told).to_contain_text("took the face-up red card")
    expect(told).to_be_in_viewport(ratio=1)
    mover.press(mover.page.locator("[data-part=deck] button"))
    expect(told).to_contain_text("drew a card from the deck")
    assert box_of(told)["height"] < 24, "more than a line"


@pytest.mark.parametrize("language", ["en", "pt-BR", "pl", "ro"])
def test_play_and_learn_are_in_sight_on_a_small_laptop(visitors: Visitors, language: str) -> None:
    page = visitors.open(language=language)
    for _, height in at_sizes(page, [(1280, 720), (1366, 650)]):
        for thing in (page.locator("button.play"), page.locator("main a[href='/learn']")):
            box = box_of(thing)
            assert box["y"] + box["height"] <= height, (language, box)


@pytest.mark.parametrize("players", [2, 4])
def test_a_rematch_is_in_sight_when_a_game_is_over(visitors: Visitors, server: RunningServer, players: int) -> None:
    scene = usa(players=players).with_turns_left(1).with_hand(0, red=3)
    page = open_at(visitors, server, scene, *PHONES[0], has_touch=True)
    Person(page).draw()
    page.locator("main[data-phase=second-card]").wait_for()
    Person(page).draw()
    page.get_by_role("button", name="Skip").click()
    rematch = page.get_by_role("button", name="Rematch")
    rematch.wait_for()
    for _ in at_sizes(page, [PHONES[0], LAPTOPS[0]]):
        expect(rematch).to_be_in_viewport(ratio=0.99)
