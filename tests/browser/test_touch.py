"""Nothing happens by accident: what a finger touches is what is meant, and what can't be undone is asked first."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.person import Finger, Person
from tests.browser.tables import links_into
from tests.browser.visitors import Visitors
from tests.rules.scene import Scene, san_francisco
from tests.server.running import RunningServer

ORANGE, BLACK = "golden-gate-park/sunset#2", "golden-gate-park/sunset"
"""Two tracks of two spaces, side by side."""
OWNED = re.compile(r"\d")
ZOOM = "document.querySelector('[data-part=board] .world').style.width"
NEXT_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def sit_at(visitors: Visitors, server: RunningServer, scene: Scene) -> Finger:
    """On a phone, with the turn."""
    finger = Finger(visitors.open(links_into(server, scene, **{"1": "easy"})[0], phone=True))
    finger.sit_down()
    finger.wait_for_turn()
    return finger


def track(page: Page, id: str) -> Locator:
    return page.locator(f'[data-track="{id}"]')


def beyond(finger: Finger, near: str, far: str, pixels: float) -> tuple[float, float]:
    """A point that is so far off the outer edge of the second of two neighbouring tracks."""
    (ax, ay), (bx, by) = (finger.aim_at(track(finger.page, id)) for id in (near, far))
    apart = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    share = (apart / 2 + pixels) / apart
    return bx + (bx - ax) * share, by + (by - ay) * share


def test_a_route_that_cant_be_claimed_explains_itself_whatever_glows_beside_it(
    visitors: Visitors, server: RunningServer
) -> None:
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2))
    assert {ORANGE, BLACK} & set(finger.tracks("claimable")) == {BLACK}
    finger.press_on_board(track(finger.page, ORANGE))
    expect(finger.page.locator(".tooltip")).to_contain_text("You are missing 2 cards.")
    expect(finger.page.get_by_role("dialog")).to_have_count(0)
    expect(track(finger.page, BLACK)).not_to_have_attribute("data-owner", OWNED)


def test_a_tap_beside_a_route_that_glows_asks_whether_it_was_meant(visitors: Visitors, server: RunningServer) -> None:
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2))
    finger.page.touchscreen.tap(*beyond(finger, ORANGE, BLACK, 8))
    dialog = finger.page.get_by_role("dialog", name="Claim Golden Gate Park – Sunset")
    expect(dialog).to_be_visible()
    expect(track(finger.page, BLACK)).not_to_have_attribute("data-owner", OWNED)
    finger.press(dialog.locator("ul button").first)
    expect(track(finger.page, BLACK)).to_have_attribute("data-owner", "0")


@pytest.mark.new_profile
def test_a_double_tap_pays_nothing_and_what_has_just_appeared_waits_for_a_new_tap(
    visitors: Visitors, server: RunningServer
) -> None:
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2, red=2, wild=3))
    page, payment = finger.page, finger.page.locator("dialog ul button").first
    route = track(page, "golden-gate-park/haight-ashbury")
    spot = finger.aim_at(route)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # from here on the page's clock stands still
    finger.page.touchscreen.tap(*spot)
    finger.page.touchscreen.tap(*spot)
    expect(payment).to_be_visible()
    page.touchscreen.tap(*middle(payment))
    expect(payment).to_be_visible()
    expect(finger.game).to_have_attribute("aria-busy", "false")
    page.clock.run_for(500)
    page.touchscreen.tap(*middle(payment))
    expect(route).to_have_attribute("data-owner", "0")


@pytest.mark.new_profile
def test_keys_need_not_wait(visitors: Visitors, server: RunningServer) -> None:
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2, red=2))
    page, route = finger.page, track(finger.page, "golden-gate-park/haight-ashbury")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    route.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog ul button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(route).to_have_attribute("data-owner", "0")


def test_a_double_tap_zooms_nowhere(visitors: Visitors, server: RunningServer) -> None:
    finger = sit_at(visitors, server, san_francisco())
    page = finger.page
    box = box_of(page.locator("[data-part=board]"))
    before = page.evaluate(ZOOM)
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 12, box["y"] + 12)
    page.evaluate(NEXT_FRAMES)
    assert page.evaluate(ZOOM) == before


def test_drawing_tickets_asks_first_and_shows_those_one_has(visitors: Visitors, server: RunningServer) -> None:
    scene = san_francisco().with_tickets(0, "castro/pier-39")
    finger = sit_at(visitors, server, scene)
    page, dialog = finger.page, finger.page.get_by_role("dialog", name="Draw tickets?")
    pile = page.locator("[data-part=ticket-deck]")
    finger.press(pile)
    expect(dialog).to_contain_text("Castro – Pier 39")
    finger.press(dialog.get_by_role("button", name="Close"))
    expect(dialog).to_have_count(0)
    page.keyboard.press("t")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(finger.game).to_have_attribute("data-version", "0")
    finger.press(pile)
    finger.press(dialog.get_by_role("button", name="Draw tickets"))
    expect(page.locator("[data-part=offered]")).to_be_visible()


def test_a_finger_is_asked_before_it_claims_and_told_what_is_left(visitors: Visitors, server: RunningServer) -> None:
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2, red=1))
    page, route = finger.page, track(finger.page, BLACK)
    finger.press_on_board(route)
    dialog = page.get_by_role("dialog", name="Claim Golden Gate Park – Sunset")
    expect(dialog).to_contain_text("leaves you 18 cable cars and 1 transportation card")
    expect(dialog.get_by_role("button", name="2 black")).to_contain_text("leaves you 0 black")
    finger.press(dialog.get_by_role("button", name="Close"))
    finger.press(page.get_by_role("button", name="Menu"))
    page.get_by_role("group", name="Ask before a route").get_by_label("Never").tap()
    page.keyboard.press("Escape")
    finger.press_on_board(route)
    expect(route).to_have_attribute("data-owner", "0")


def test_a_question_goes_when_what_it_asks_about_has_gone(visitors: Visitors, server: RunningServer) -> None:
    """The same seat in two windows: what is done in one is no longer asked in the other."""
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2))
    finger.press_on_board(track(finger.page, BLACK))
    expect(finger.page.get_by_role("dialog")).to_be_visible()
    other = Finger(finger.page.context.new_page())
    other.page.goto(finger.page.url)
    other.wait_for_turn()
    other.draw()
    expect(finger.page.locator("main[data-phase=second-card]")).to_be_visible()
    expect(finger.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("is_phone", [True, False])
def test_sensible_payments_come_first_and_leave_board_and_hand_in_sight(
    visitors: Visitors, server: RunningServer, is_phone: bool
) -> None:
    """What the ticket needs is offered last, what is dearer only when asked for."""
    scene = san_francisco().with_hand(0, black=3, red=2, green=3, wild=3).with_tickets(0, "alcatraz/sunset")
    options = {"phone": True} if is_phone else {"viewport": {"width": 1366, "height": 650}}
    page = visitors.open(links_into(server, scene, **{"1": "easy"})[0], **options)
    person = Finger(page) if is_phone else Person(page)
    person.sit_down()
    person.wait_for_turn()
    page.locator('[data-track="lands-end/presidio"][aria-label*="can claim"]').wait_for()
    expect(page.locator("[data-part=tickets]")).to_contain_text("9 cable cars to go")  # the guide is there
    person.press_on_board(track(page, "lands-end/presidio"))
    payments = page.get_by_role("dialog").get_by_role("button", name=re.compile("leaves you"))
    expect(payments).to_have_text([re.compile("3 green leaves you 0 green$")])
    for part in ("board", "hand"):
        assert not overlap(box_of(page.locator("[data-part=question]")), box_of(page.locator(f"[data-part={part}]")))
    hand = box_of(page.locator("[data-part=hand] h2"))
    assert hand["y"] + hand["height"] < page.evaluate("innerHeight")
    person.press(page.get_by_text(re.compile("more ways to pay")))
    expect(payments).to_have_count(9)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls, not the table"
    person.press(payments.filter(has_text="2 red and 1 ferry card"))
    expect(track(page, "lands-end/presidio")).to_have_attribute("data-owner", "0")


def box_of(thing: Locator) -> FloatRect:
    box = thing.bounding_box()
    assert box is not None
    return box


def overlap(a: FloatRect, b: FloatRect) -> bool:
    return all(a[at] < b[at] + b[size] and b[at] < a[at] + a[size] for at, size in (("x", "width"), ("y", "height")))


def middle(thing: Locator) -> tuple[float, float]:
    box = box_of(thing)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
