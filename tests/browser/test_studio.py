"""The map studio as people use it: by mouse, finger and keys, from an empty board to a running table."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.person import STANDS_STILL, Person
from tests.browser.test_every_page import check, small_targets
from tests.browser.visitors import Visitors
from tests.maps.sample import changed, tiny_map

DELTA = 60
EMPTY_SPOT = """() => {
  const { left, top, width, height } = document.querySelector("[data-part=studio-board]").getBoundingClientRect();
  for (let share = 0.3; share < 0.9; share += 0.01) {
    const [x, y] = [left + share * width, top + (1 - share) * height];
    if (!document.elementFromPoint(x, y).closest("[data-handle], button")) return [x, y];
  }
}"""
"""Of the board: nothing lies there."""
WIDTH = "element => element.getBoundingClientRect().width"
IS_SAVED = "[data-saved=true]"


def start(page: Page, name: str) -> None:
    """A map from the gallery, drawn."""
    page.goto("/studio")
    page.locator(f"[data-start={name}]").click()
    board = page.locator("[data-part=studio-board] svg").first
    board.wait_for()
    page.wait_for_load_state("networkidle")


def open_text(page: Page, text: str, name: str = "map.toml") -> None:
    page.goto("/studio")
    files = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(files=[files])  # type: ignore[list-item]
    page.locator("[data-handle='place:0']").wait_for()
    page.wait_for_load_state("networkidle")


def middle(thing: Locator) -> tuple[float, float]:
    thing.evaluate(STANDS_STILL)
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page: Page, number: int) -> Locator:
    return page.locator(f"[data-handle='place:{number}']")


def route(page: Page, number: int) -> Locator:
    return page.locator(f"[data-handle='route:{number}']").first


def drawn(page: Page, number: int) -> None:
    """Wait for a route. One that runs straight across has no height, so that Playwright takes it for hidden."""
    route(page, number).wait_for(state="attached")


def field(page: Page, key: str) -> Locator:
    return page.locator(f"[data-key='{key}']")


def drag(page: Page, start: tuple[float, float], to: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()


def board_point(page: Page, across: float, down: float) -> tuple[float, float]:
    box = page.locator("[data-part=studio-board] .world").bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def draw_square(page: Page) -> None:
    """Four places by taps, four routes around them by pulling."""
    page.locator("[data-tool=place]").click()
    for number, corner in enumerate([(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]):
        page.mouse.click(*board_point(page, *corner))
        place(page, number).wait_for()
    page.locator("[data-tool=route]").click()
    for number in range(4):
        drag(page, middle(place(page, number)), middle(place(page, (number + 1) % 4)))
        drawn(page, number)
    page.locator("[data-tool=select]").click()


def test_a_board_from_nothing_by_mouse_is_played_at_once(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "blank")
    state = page.locator("[data-part=state]")
    expect(state).to_contain_text("error")
    draw_square(page)
    page.mouse.click(*middle(route(page, 0)))
    field(page, "routes[0].length").fill("3")
    field(page, "routes[0].colors[0]").select_option("red")
    field(page, "routes[0].colors[1]").select_option("blue")
    page.locator(".tabs button", has_text="Tickets").click()
    for number, (a, b) in enumerate([(1, 3), (2, 4), (3, 4), (4, 1)], start=1):
        page.get_by_role("button", name="Add a ticket").click()
        page.get_by_label(f"Ticket {number}, place a").select_option(f"Place {a}")
        page.get_by_label(f"Ticket {number}, place b").select_option(f"Place {b}")
    page.locator(".tabs button", has_text="Rules").click()
    field(page, "rules.players.max").fill("2")
    field(page, "rules.both_tracks_from").fill("3")
    field(page, "rules.tickets.opening.dealt").fill("2")
    field(page, "rules.tickets.opening.keep").fill("1")
    expect(state).not_to_contain_text("error")
    page.locator("[data-part=play-now]").click()
    person = Person(page)
    person.wait_for_turn()
    assert page.locator("[data-track='place-1/place-2']").count() == 1


def test_everything_can_be_undone_and_a_reload_keeps_it(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "blank")
    draw_square(page)
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    for _ in range(8):
        undo.click()
    expect(undo).to_be_disabled()
    expect(place(page, 0)).to_have_count(0)
    for _ in range(8):
        page.keyboard.press("Control+y")
    expect(redo).to_be_disabled()
    drawn(page, 3)
    page.keyboard.press("Control+z")
    expect(route(page, 3)).to_have_count(0)
    page.locator(IS_SAVED).wait_for()
    page.reload()
    drawn(page, 2)
    expect(route(page, 3)).to_have_count(0)
    redo.click()
    drawn(page, 3)
    page.goto("/studio")
    expect(page.locator(".entries li")).to_have_count(1)
    expect(page.locator(".entries li")).to_contain_text("4 places · 4 routes")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".entries li")).to_have_count(2)
    page.get_by_role("button", name="Delete New map (copy)").click()
    page.get_by_role("button", name="Delete for good?").click()
    expect(page.locator(".entries li")).to_have_count(1)


def test_a_place_of_the_usa_is_dragged_and_its_routes_follow(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "usa")
    denver = place(page, 6)
    x, y = middle(denver)
    before = route_shapes(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + DELTA, y - DELTA, steps=5)
    now = middle(denver)
    assert abs(now[0] - x - DELTA) < 2
    assert abs(now[1] - y + DELTA) < 2
    page.mouse.up()
    expect(denver).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("before => JSON.stringify(before) !== JSON.stringify([...document.querySelectorAll("
                           "'path.route')].map(one => one.getAttribute('d')))", arg=before)  # fmt: skip
    expect(page.locator("[data-part=studio-board] g[transform^=matrix]")).to_have_count(0)  # the server has drawn it
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("before => JSON.stringify(before) === JSON.stringify([...document.querySelectorAll("
                           "'path.route')].map(one => one.getAttribute('d')))", arg=before)  # fmt: skip


def route_shapes(page: Page) -> list[str]:
    shapes: list[str] = page.evaluate("[...document.querySelectorAll('path.route')].map(one => one.getAttribute('d'))")
    return shapes


def test_a_route_is_bent_and_a_name_is_moved(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, tiny_map())
    x, y = middle(route(page, 0))  # Ashford – Birch Bay, straight
    drag(page, (x, y), (x, y + 40))
    bend = page.locator("[data-handle^='bend:0:']")
    expect(bend).to_have_count(1)
    assert abs(middle(bend)[1] - y - 40) < 3
    page.keyboard.press("Escape")
    label = page.locator("[data-handle='label:0']")
    x, y = middle(place(page, 0))
    page.mouse.move(*middle(label))
    page.mouse.down()
    page.mouse.move(x, y + 50, steps=5)
    name = page.locator("[data-part=studio-board] text", has_text="Ashford")
    assert abs(middle(name)[1] - y - 50) < 60, "the name is under the pointer, or where the server has put it"
    page.mouse.up()
    expect(page.locator("aside select").first).to_have_value("s")


def test_a_mistake_is_marked_on_its_route_and_fixed_by_a_button(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, changed(tiny_map(), '"red", "blue"]', '"reed", "blue"]'))
    expect(page.locator("[data-mark=error]")).to_have_count(1)
    route(page, 0).evaluate(STANDS_STILL)
    page.mouse.click(*middle(route(page, 0)))
    page.get_by_role("button", name="Fix").click()
    expect(page.locator("[data-mark=error]")).to_have_count(0)
    expect(field(page, "routes[0].colors[0]")).to_have_value("red")
    expect(page.locator("[data-part=state]")).to_contain_text("can be played")


def test_what_is_wrong_is_said_in_the_language_of_the_page(visitors: Visitors) -> None:
    page = visitors.page(language="pl")
    open_text(page, changed(tiny_map(), 'colors = ["red"]', 'colors = ["pink"]') + "\nnote = ?")
    page.locator(".tabs button", has_text="Kontrola").click()
    panel = page.locator(".panel-body")
    expect(panel).to_contain_text('"pink" nie jest kolorem tej talii')
    expect(panel).to_contain_text(re.compile(r"wiersz \d+ nie udało się odczytać"))
    expect(panel).not_to_contain_text("is not")


def test_a_lake_is_drawn_point_by_point(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "amber-lake")
    points = page.locator("[data-handle^='point:']")
    scenery = page.locator("[data-part=studio-board] img")
    page.get_by_label("Kind").select_option("water")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(points).to_have_count(4)
    before = scenery.get_attribute("src")
    drag(page, middle(points.nth(0)), board_point(page, 0.7, 0.7))
    expect(scenery).not_to_have_attribute("src", before or "")  # drawn anew by the server
    x, y = middle(points.nth(0))
    to_x, to_y = board_point(page, 0.7, 0.7)
    assert abs(x - to_x) + abs(y - to_y) < 3
    (ax, ay), (bx, by) = middle(points.nth(1)), middle(points.nth(2))
    drag(page, ((ax + bx) / 2, (ay + by) / 2), board_point(page, 0.9, 0.5))  # a new one, out of the line between two
    expect(points).to_have_count(5)
    page.keyboard.press("Delete")
    expect(points).to_have_count(4)
    points.nth(2).focus()
    page.keyboard.press("ArrowLeft")
    undo = page.get_by_role("button", name="Undo")
    for _ in range(5):
        undo.click()
    expect(undo).to_be_disabled()
    expect(points).to_have_count(0)


def test_a_broken_file_opens_with_what_can_be_read(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, changed(tiny_map(), '{ name = "Birch Bay"', '{ name = "Birch Bay'))
    expect(page.locator("aside")).to_contain_text("1 line could not be read")
    expect(page.locator("aside")).to_contain_text("line 7")
    expect(page.locator("circle.place")).to_have_count(3)


def test_files_go_out_and_in_with_their_comments(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, tiny_map().replace("x = 80, y = 80 },", "x = 80, y = 80 }, # the capital"))
    page.mouse.click(*middle(place(page, 0)))
    field(page, "locations[0].name").fill("Ash & <b>")
    page.locator(".tabs button", has_text="Files").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the map").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert '{ name = "Ash & <b>", x = 80, y = 80 }, # the capital' in text
    assert '{ a = "Ash & <b>", b = "Birch Bay", length = 3' in text
    with page.expect_download() as saved:
        page.get_by_role("button", name="Tickets (CSV)").click()
    sheet = Path(saved.value.path()).read_text(encoding="utf-8")
    assert sheet.startswith("a,b,points\nAsh & <b>,Dunmore,4\n")
    files = {"name": "t.csv", "mimeType": "text/csv", "buffer": b"a,b,points\nDunmore,Cold Spring,9\n"}
    page.locator("aside input[type=file]").set_input_files(files=[files])  # type: ignore[list-item]
    expect(page.locator("aside")).to_contain_text("1 row was read")
    page.locator(".tabs button", has_text="Tickets").click()
    expect(page.get_by_label("Points of ticket 1")).to_have_value("9")


def test_a_picture_lies_under_the_board_and_stays_in_the_browser(visitors: Visitors) -> None:
    page = visitors.visitor().new_page()
    open_text(page, tiny_map())
    sent: list[int] = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.get_by_label("Open a picture").set_input_files(files=[
        {"name": "no.png", "mimeType": "image/png", "buffer": b"not a picture"}])  # fmt: skip
    expect(page.get_by_role("alert").filter(has_text="no picture")).to_be_visible()
    picture = page.evaluate_handle(
        "() => new Promise(done => { const canvas = document.createElement('canvas'); canvas.width = 64;"
        "canvas.height = 48; canvas.getContext('2d').fillRect(0, 0, 30, 30); canvas.toBlob(done); })"
    )
    data = bytes(page.evaluate("async blob => [...new Uint8Array(await blob.arrayBuffer())]", picture))
    page.get_by_label("Open a picture").set_input_files(files=[
        {"name": "board.png", "mimeType": "image/png", "buffer": data}])  # fmt: skip
    page.locator("[data-part=backdrop]").wait_for()
    page.get_by_label("Strength").fill("0.3")
    expect(page.locator("[data-part=backdrop]")).to_have_css("opacity", "0.3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-part=backdrop]")).to_have_css("opacity", "0.7")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("[data-part=backdrop]")).to_have_css("opacity", "0.3")
    page.locator(IS_SAVED).wait_for()
    page.reload()
    expect(page.locator("[data-part=backdrop]")).to_have_css("opacity", "0.3")
    assert sent == [] or max(sent) < 5000


def test_a_map_is_edited_in_one_tab_at_a_time(visitors: Visitors) -> None:
    context = visitors.visitor()
    page, other = context.new_page(), context.new_page()
    open_text(page, tiny_map())
    other.goto(page.url)
    expect(other.get_by_role("alert")).to_contain_text("open in another tab")
    page.close()
    other.reload()
    place(other, 0).wait_for()


def test_a_map_is_shared_by_a_link_as_a_copy(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, tiny_map())
    page.locator(".tabs button", has_text="Files").click()
    page.get_by_role("button", name="Get a link").click()
    link = page.get_by_label("Whoever opens this gets a copy").input_value()
    friend = visitors.page()
    friend.goto(link)
    place(friend, 3).wait_for()
    assert "edit=" in friend.url
    visitors.allow("404")
    friend.goto("/studio?shared=atlantis")
    expect(friend.get_by_role("alert")).to_contain_text("no such map")


def test_friends_get_a_table_on_the_map(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, tiny_map())
    page.get_by_role("button", name="With friends").click()
    expect(page.locator("textarea")).to_have_value(re.compile("Three Lakes"))
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Waiting for players").wait_for()


def test_the_keyboard_reaches_everything(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "blank")
    tool = page.locator("[data-tool=place]")
    for _ in range(2):
        tool.focus()
        page.keyboard.press("Enter")
    place(page, 1).wait_for()
    second = place(page, 1)
    second.focus()
    before = second.get_attribute("cx")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    expect(field(page, "locations[1].x")).to_have_value("700")
    expect(second).not_to_have_attribute("cx", before or "")
    page.keyboard.press("Shift+ArrowUp")
    expect(field(page, "locations[1].y")).to_have_value("359")
    page.locator("[data-tool=route]").focus()
    page.keyboard.press("Enter")
    place(page, 0).focus()
    page.keyboard.press("Enter")
    second.focus()
    page.keyboard.press("Enter")
    drawn(page, 0)
    route(page, 0).focus()
    page.keyboard.press("Delete")
    expect(route(page, 0)).to_have_count(0)
    page.keyboard.press("Control+z")
    drawn(page, 0)


def test_a_finger_drags_a_place_and_moves_the_board(visitors: Visitors) -> None:
    context = visitors.visitor(viewport={"width": 1180, "height": 820}, has_touch=True)
    page = context.new_page()
    start(page, "usa")
    touch = context.new_cdp_session(page)
    x, y = middle(place(page, 6))
    swipe(touch, (x, y), (x + DELTA, y + DELTA))
    now = middle(place(page, 6))
    assert abs(now[0] - x - DELTA) < 3
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    width = page.locator(".world").evaluate(WIDTH)
    page.locator(".controls button").first.tap()
    page.wait_for_function(f"width => ({WIDTH})(document.querySelector('.world')) > width", arg=width)
    x, y = middle(place(page, 6))
    empty: tuple[float, float] = tuple(page.evaluate(EMPTY_SPOT))
    swipe(touch, empty, (empty[0] - 60, empty[1]))
    assert middle(place(page, 6))[0] < x - 20, "what is no handle moves the board"


def test_an_upright_tablet_shows_the_whole_board(visitors: Visitors) -> None:
    page = visitors.page(viewport={"width": 820, "height": 1180}, has_touch=True)
    start(page, "san-francisco")
    board = page.locator("[data-part=studio-board]").bounding_box()
    assert board is not None
    dots = [middle(dot) for dot in page.locator("[data-handle^='place:']").all()]
    assert len(dots) == 20
    for x, y in dots:
        assert board["x"] < x < board["x"] + board["width"]
        assert board["y"] < y < board["y"] + board["height"]


def swipe(touch: CDPSession, start: tuple[float, float], to: tuple[float, float]) -> None:
    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", start)
    for step in range(1, 9):
        share = step / 8
        send("touchMove", (start[0] + share * (to[0] - start[0]), start[1] + share * (to[1] - start[1])))
    send("touchEnd")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("pl", "dark")])
def test_the_studio_is_for_everyone(visitors: Visitors, language: str, scheme: str) -> None:
    page = visitors.page(language=language, color_scheme=scheme, viewport={"width": 1180, "height": 820})
    open_text(page, changed(tiny_map(), '"red", "blue"]', '"reed", "blue"]'))
    for tab in range(6):
        page.locator(".tabs button").nth(tab).click()
        check(page, f"panel {tab} of the studio")
        assert small_targets(page) == []
    for thing in (place(page, 0), route(page, 2)):
        page.mouse.click(*middle(thing))
        check(page, "the studio with something selected")
