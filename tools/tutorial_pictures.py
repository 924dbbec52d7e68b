"""Draw Amber Lake in the studio, hand over hand, and take the pictures of docs/maps.md on the way: `make screenshots`.

Only the ground (board.outlines) is there from the beginning; places, routes, bends, tickets and numbers are put in with
the mouse and the keyboard. The file that comes out must be the built-in map, but for a unit where a hand has bent
something: `tutorial_pictures.py OUT` writes it, to become that map.
"""

import sys
from base64 import b64encode
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from screenshots import ROOT, SETTLE, visitors
from tests.browser.test_studio import board_point, drag, drawn, field, middle, place

from whistlestop.draw import draw_board
from whistlestop.maps.blank import blank_text
from whistlestop.maps.mapfile import Map, Point, Route, parse_map, read_map, read_map_toml

IMAGES = ROOT / "docs" / "images" / "maps"
WINDOW = {"width": 1080, "height": 680}
COLOURS = 96
"""Of a picture: with fewer, boards get spots; with all, a picture takes four times as much."""
LARGEST = 100_000
"""Bytes of a picture."""
PLACES_SHOWN = 4
"""That are put on the photo."""
BENT = 2.0
"""Units that a bend may lie beside where the file has it."""

ON_ROUTE = """number => {
  for (const path of document.querySelectorAll(`[data-handle='route:${number}']`)) {
    const [length, matrix] = [path.getTotalLength(), path.getScreenCTM()];
    for (const share of [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.2, 0.8]) {
      const { x, y } = path.getPointAtLength(share * length).matrixTransform(matrix);
      if (document.elementFromPoint(x, y) === path) return [x, y];
    }
  }
}"""
"""Where a pointer meets a route and nothing else."""

PHOTO = """<body style="margin: 0; height: 100vh; overflow: hidden; perspective: 1500px;
  background: repeating-linear-gradient(92deg, #6b4a2f 0 38px, #74512f 38px 41px, #5f4129 41px 90px)">
  <div style="position: absolute; inset: 4% auto auto 12%; width: 76%; transform: rotateX(8deg) rotate(-1.4deg)">
    <img src="data:image/svg+xml;base64,{board}" style="display: block; width: 100%; filter: sepia(.25)">
    {spots}
  </div>
</body>"""
"""A board on a table: what somebody's own photo might look like."""


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with visitors() as (people, _):
        page = people.visitor(viewport=WINDOW).new_page()
        text = draw_map(page, read_map("amber-lake"))
        if sys.argv[1:]:
            Path(sys.argv[1]).write_text(text, encoding="utf-8")
        show_a_mistake(page)
        show_a_table(page)
        transcribe_a_photo(page)
    if not sys.argv[1:]:
        compare(parse_map(text, "drawn"), read_map("amber-lake"))


def draw_map(page: Page, plan: Map) -> str:
    """From the ground to the file."""
    page.goto("/studio")
    page.locator("[data-start=amber-lake]").wait_for()
    shoot(page, "start")
    open_ground(page)
    page.get_by_role("button", name="Water").or_(page.get_by_role("button", name="Land")).first.click()
    shoot(page, "ground")
    page.get_by_role("button", name="Back to the map").click()
    put_places(page, plan)
    shoot(page, "places")
    join_places(page, plan, shown_at=9)
    bend_routes(page, plan, shown_at=6)
    write_tickets(page, plan)
    shoot(page, "tickets")
    write_rules(page, plan)
    shoot(page, "rules")
    tab(page, "Map")
    field(page, "name").scroll_into_view_if_needed()
    page.keyboard.press("Escape")
    shoot(page, "board")
    tab(page, "Files")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the map (TOML)").click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def open_ground(page: Page) -> None:
    """A blank map with the outlines of the built-in one."""
    built_in = read_map_toml("amber-lake")[0]
    outlines = built_in[built_in.index("[[board.outlines]]") :]
    files = {"name": "ground.toml", "mimeType": "text/plain", "buffer": f"{blank_text()}\n{outlines}".encode()}
    page.locator("input[type=file]").set_input_files(files=[files])  # type: ignore[list-item]
    page.locator("[data-part=studio-board] img").wait_for()
    plan = read_map("amber-lake")
    field(page, "name").fill(plan.name)
    page.get_by_label("Note:").fill(plan.note)
    for side in ("width", "height"):
        field(page, f"board.{side}").fill(f"{getattr(plan.board, side):g}")
    for thing in ("title", "legend", "compass"):
        field(page, f"board.{thing}").fill(", ".join(f"{number:g}" for number in getattr(plan.board, thing)))
    page.wait_for_load_state("networkidle")


def put_places(page: Page, plan: Map) -> None:
    """A tap each, then its name and the exact spot."""
    page.locator("[data-tool=place]").click()
    for number, one in enumerate(plan.locations):
        page.mouse.click(*at(page, plan, (one.x, one.y)))
        place(page, number).wait_for()
        field(page, f"locations[{number}].name").fill(one.name)
        field(page, f"locations[{number}].x").fill(f"{one.x:g}")
        field(page, f"locations[{number}].y").fill(f"{one.y:g}")


def join_places(page: Page, plan: Map, shown_at: int) -> None:
    """A pull each from place to place, then what the box says of it."""
    numbers = {one.name: number for number, one in enumerate(plan.locations)}
    page.locator("[data-tool=route]").click()
    for number, one in enumerate(plan.routes):
        a, b = (middle(place(page, numbers[end])) for end in (one.a, one.b))
        drag(page, a, b)
        drawn(page, number)
        write_route(page, number, one)
        if number == shown_at:
            shoot(page, "routes")
    page.locator("[data-tool=select]").click()


def write_route(page: Page, number: int, one: Route) -> None:
    field(page, f"routes[{number}].length").fill(str(one.length))
    for track, colour in enumerate(one.colors):
        field(page, f"routes[{number}].colors[{track}]").select_option(colour)
    if one.ferries:
        field(page, f"routes[{number}].ferries").fill(str(one.ferries))


def bend_routes(page: Page, plan: Map, shown_at: int) -> None:
    """Take a route in the middle and pull."""
    page.wait_for_load_state("networkidle")
    bent = [(number, one.bend) for number, one in enumerate(plan.routes) if one.bend]
    for count, (number, (bend,)) in enumerate(bent):
        page.wait_for_timeout(SETTLE)  # until the server has drawn the last one
        x, y = page.evaluate(ON_ROUTE, number)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20, y + 20)  # also where the pointer has taken it nearly where it belongs
        page.mouse.move(*at(page, plan, bend), steps=4)
        page.mouse.up()
        if count == shown_at:
            shoot(page, "bends")
    page.keyboard.press("Escape")


def write_tickets(page: Page, plan: Map) -> None:
    tab(page, "Tickets")
    for number, one in enumerate(plan.tickets, start=1):
        page.get_by_role("button", name="Add a ticket").click()
        for end in ("a", "b"):
            page.get_by_label(f"Ticket {number}, place {end}").select_option(getattr(one, end))
        points = page.get_by_label(f"Points of ticket {number}", exact=True)
        points.fill(str(one.points))
        points.blur()


def write_rules(page: Page, plan: Map) -> None:
    """The deck, then every number, the last ones first: the picture shows the top."""
    rules = plan.rules
    tab(page, "Rules")
    for colour in ("yellow", "white"):
        page.get_by_role("button", name=f"Remove {colour}").click()
    for colour, count in rules.cards.colors.items():
        page.get_by_label(f"How many {colour} cards").fill(str(count))
    numbers: dict[str, object] = {
        f"tickets.{offer}.{word}": getattr(getattr(rules.tickets, offer), word)
        for offer in ("opening", "action")
        for word in ("dealt", "keep")
    }
    for name in ("wild", "opening_hand", "face_up", "reset_at", "reset_limit"):
        numbers[f"cards.{name}"] = getattr(rules.cards, name)
    numbers["route_points"] = ", ".join(map(str, rules.route_points))
    for name in ("longest_path", "both_tracks_from", "final_round_at", "pieces"):
        numbers[name] = getattr(rules, name)
    numbers |= {"players.max": rules.players.max, "players.min": rules.players.min}
    for key, value in numbers.items():
        field(page, f"rules.{key}").fill(str(value))
    page.locator("[data-part=state].is-bad").wait_for(state="detached")


def show_a_mistake(page: Page) -> None:
    """More ferries than spaces; then it is undone."""
    page.mouse.click(*page.evaluate(ON_ROUTE, 9))
    field(page, "routes[9].ferries").fill("5")
    page.locator("[data-mark=error]").first.wait_for()
    shoot(page, "mistake")
    page.get_by_role("button", name="Fix", exact=True).click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-mark=error]").first.wait_for(state="detached")


def show_a_table(page: Page) -> None:
    page.locator("[data-part=play-now]:enabled").click()
    page.get_by_role("button", name="Keep").first.wait_for()
    shoot(page, "table")


def transcribe_a_photo(page: Page) -> None:
    """A photo of a board as the ground to draw on."""
    photo, spots = take_photo(page.context.new_page(), read_map("san-francisco"))
    page.goto("/studio")
    page.locator("[data-start=blank]").click()
    page.locator("[data-part=studio-board] img").first.wait_for()
    for key, value in {
        "name": "San Francisco, my box",
        "board.width": WINDOW["width"],
        "board.height": WINDOW["height"],
    }.items():
        field(page, key).fill(str(value))
    files = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.get_by_label("Open a picture").set_input_files(files=[files])  # type: ignore[list-item]
    shoot(page, "photo", 0.7)
    page.locator("[data-tool=place]").click()
    for number, (name, (x, y)) in enumerate(spots.items()):
        page.mouse.click(*board_point(page, x / WINDOW["width"], y / WINDOW["height"]))
        place(page, number).wait_for()
        field(page, f"locations[{number}].name").fill(name)
    page.locator("[data-tool=route]").click()
    drag(page, middle(place(page, 0)), middle(place(page, 1)))
    drawn(page, 0)
    field(page, "routes[0].ferries").fill("1")
    shoot(page, "photo-places", 0.7)


def take_photo(table: Page, board_map: Map) -> tuple[bytes, dict[str, Point]]:
    """A board on a table, and where some of its places are in the picture."""
    board = board_map.board
    marks = "".join(
        f'<i style="position: absolute; left: {place.x / board.width:.2%}; top: {place.y / board.height:.2%}"></i>'
        for place in board_map.locations[:PLACES_SHOWN]
    )
    drawing = b64encode(draw_board(board_map).encode()).decode()
    table.set_content(PHOTO.replace("{board}", drawing).replace("{spots}", marks))
    table.wait_for_function("[...document.images].every(image => image.complete && image.naturalWidth)")
    points = table.evaluate("[...document.querySelectorAll('i')].map(i => i.getBoundingClientRect())")
    photo = table.screenshot(type="jpeg", quality=80)
    table.close()
    names = [place.name for place in board_map.locations[:PLACES_SHOWN]]
    return photo, {name: (at["x"], at["y"]) for name, at in zip(names, points, strict=True)}


def tab(page: Page, name: str) -> None:
    page.locator(".tabs button", has_text=name).first.click()


def at(page: Page, plan: Map, point: Point) -> tuple[float, float]:
    """Where a point of the board is on the screen."""
    return board_point(page, point[0] / plan.board.width, point[1] / plan.board.height)


def shoot(page: Page, name: str, share: float = 1) -> None:
    """A picture, small enough for the repository; one with a photo in it at a share of its size."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")  # `wait_for_function` would not wait for a promise
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.wait_for_timeout(SETTLE)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture = picture.resize((round(picture.width * share), round(picture.height * share)))
    path = IMAGES / f"{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}  {size / 1000:.0f} KB", flush=True)
    assert size <= LARGEST, f"{name} takes {size} bytes"


def compare(drawn_map: Map, plan: Map) -> None:
    """The same map, but for bends that a hand has drawn."""

    def without_bends(board_map: Map) -> object:
        return board_map.model_copy(
            update={"routes": tuple(one.model_copy(update={"bend": ()}) for one in board_map.routes)}
        )

    assert without_bends(drawn_map) == without_bends(plan), "the studio's file is another map"
    for ours, theirs in zip(drawn_map.routes, plan.routes, strict=True):
        for (x, y), (at_x, at_y) in zip(ours.bend, theirs.bend, strict=True):
            assert abs(x - at_x) + abs(y - at_y) < BENT, f"{ours.id} is bent elsewhere"


if __name__ == "__main__":
    main()
