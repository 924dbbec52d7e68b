"""The board is read at a glance: what is free, what is whose, what can be done, and what serves one's tickets."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.person import Person
from tests.browser.tables import links_into
from tests.browser.visitors import Visitors
from tests.draw.test_colour_vision import seat_looks
from tests.rules.scene import Scene, usa
from tests.server.running import RunningServer
from whistlestop.draw.symbols import PAINTS, SPARE

GLOWING = "[data-part=board] .breathing path.halo"
THIN = "[data-part=board] path.thin"
MOST_ALIKE = 0.75
"""Of the area that either of two shapes covers, so much may be covered by both."""

SIZE = "one => [one.getBBox().width, one.getBBox().height]"
"""In units of the board, without outlines."""

SHARED_AREA = """([ones, others]) => {
  const context = document.createElement("canvas").getContext("2d");
  const steps = [...Array(44).keys()].map((step) => step / 4 - 5.4);
  const points = steps.flatMap((x) => steps.map((y) => [x, y]));
  const cover = (d) => points.map(([x, y]) => context.isPointInPath(new Path2D(d), x, y));
  const alike = (a, b) => {
    const both = a.filter((inside, i) => inside && b[i]).length;
    return both / (a.filter((inside, i) => inside || b[i]).length);
  };
  const [left, right] = [ones.map(cover), others.map(cover)];
  return left.map((a) => right.map((b) => alike(a, b)));
}"""


def sit_at(visitors: Visitors, server: RunningServer, scene: Scene) -> Page:
    """A laptop, in the turn of seat 0, with the guide's answer."""
    bots = {str(seat): "easy" for seat in range(1, scene.players)}
    page = visitors.open(links_into(server, scene, **bots)[0])
    person = Person(page)
    person.sit_down()
    person.wait_for_turn()
    page.wait_for_load_state("networkidle")
    return page


def track(page: Page, id: str) -> Locator:
    return page.locator(f'[data-track="{id}"]')


def lines_in(path: Locator) -> int:
    """How many tracks a path runs along."""
    return sum((one.get_attribute("d") or "").count("M") for one in path.all())


def test_no_seats_mark_has_the_shape_of_a_colours_symbol(visitors: Visitors) -> None:
    page = visitors.open("/health")
    seats = {look.name: look.symbol for look in seat_looks()}
    colours = {name: paint.symbol for name, paint in PAINTS.items()}
    colours |= {f"spare {i}": paint.symbol for i, paint in enumerate(SPARE)}
    shared = page.evaluate(SHARED_AREA, [list(seats.values()), list(colours.values())])
    alike = {
        (seat, colour): round(shared[i][j], 2)
        for i, seat in enumerate(seats)
        for j, colour in enumerate(colours)
        if shared[i][j] > MOST_ALIKE
    }
    assert alike == {}


def test_pieces_are_larger_than_the_spaces_under_them(visitors: Visitors, server: RunningServer) -> None:
    scene = usa(players=2).with_hand(0, orange=6).with_tickets(0, "denver/el-paso")
    page = sit_at(visitors, server, scene)
    route = track(page, "duluth/helena")
    before = route.evaluate(SIZE)
    Person(page).press_on_board(route)
    expect(route).to_have_attribute("data-owner", "0")
    after = route.evaluate(SIZE)
    assert all(a > b + 3 for a, b in zip(after, before, strict=True)), (before, after)


def test_touching_a_seat_lights_its_network_and_dims_the_rest(visitors: Visitors, server: RunningServer) -> None:
    network = ["denver/santa-fe", "el-paso/santa-fe"]
    scene = usa(players=2).with_claimed(*network, by=1).with_claimed("dallas/houston", by=0)
    page = sit_at(visitors, server, scene)
    panel = page.locator("[data-seat='1']").get_by_role("button", name="Show the routes of")
    panel.click()
    expect(panel).to_have_attribute("aria-pressed", "true")
    dimmed = page.locator("[data-track].dimmed")
    expect(dimmed).to_have_count(page.locator("[data-track]").count() - len(network))
    for route in network:
        expect(track(page, route)).not_to_have_class(re.compile("dimmed"))
    expect(page.locator(".breathing")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dimmed).to_have_count(0)


def test_a_twin_that_is_closed_looks_closed(visitors: Visitors, server: RunningServer) -> None:
    page = sit_at(visitors, server, usa(players=2).with_claimed("atlanta/raleigh", by=1))
    closed = page.locator("[data-track].closed")
    expect(closed).to_have_count(1)
    expect(closed).to_have_attribute("data-track", "atlanta/raleigh#2")
    expect(closed.locator(".spaces")).to_have_attribute("fill", "none")
    expect(closed).to_have_attribute("aria-label", re.compile("Closed"))


def test_only_what_serves_ones_tickets_glows_and_the_rest_has_a_thin_mark(
    visitors: Visitors, server: RunningServer
) -> None:
    hand = {"red": 3, "blue": 3, "green": 3, "orange": 3, "wild": 2}
    page = sit_at(visitors, server, usa(players=2).with_hand(0, **hand).with_tickets(0, "denver/el-paso"))
    claimable = page.locator("[data-track].claimable").count()
    assert claimable > 50
    expect(track(page, "denver/santa-fe")).to_have_attribute(
        "aria-label", re.compile("shortest path for Denver – El Paso")
    )
    assert lines_in(page.locator(GLOWING)) == 2
    assert lines_in(page.locator(THIN)) == claimable - 2
    page.locator("[data-part=hand] [data-card=red] button").click()
    expect(page.locator("[data-part=hand] [data-card=red] button")).to_have_attribute("aria-pressed", "true")
    assert lines_in(page.locator(GLOWING)) == page.locator("[data-track].claimable").count(), "what was asked for glows"


def test_touching_tickets_shows_the_way_of_each(visitors: Visitors, server: RunningServer) -> None:
    page = sit_at(visitors, server, usa(players=2).with_tickets(0, "denver/el-paso", "houston/kansas-city"))
    tickets = page.locator("[data-part=tickets] button")
    way = page.locator("[data-part=board] path.way")
    tickets.nth(0).click()
    page.mouse.move(5, 5)
    expect(way).to_have_count(2)
    tickets.nth(1).click()
    page.mouse.move(5, 5)
    expect(way).to_have_count(5)
    expect(page.locator("[data-part=board] circle.end")).to_have_count(4)
    tickets.nth(0).click()
    page.mouse.move(5, 5)
    tickets.nth(1).focus()
    expect(way).to_have_count(3)
