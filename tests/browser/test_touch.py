"""Nothing happens by accident: what a finger touches is what is meant, and what can't be undone is asked first."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.person import Finger
from tests.browser.tables import links_into
from tests.browser.visitors import Visitors
from tests.rules.scene import Scene, san_francisco
from tests.server.running import RunningServer

RED, BLACK = "pacific-heights/presidio", "pacific-heights/presidio#2"
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
    assert {RED, BLACK} & set(finger.tracks("claimable")) == {BLACK}
    finger.press_on_board(track(finger.page, RED))
    expect(finger.page.locator(".tooltip")).to_contain_text("You lack 2 cards.")
    expect(finger.page.get_by_role("dialog")).to_have_count(0)
    expect(track(finger.page, BLACK)).not_to_have_attribute("data-owner", OWNED)


def test_a_tap_beside_a_route_that_glows_asks_whether_it_was_meant(visitors: Visitors, server: RunningServer) -> None:
    finger = sit_at(visitors, server, san_francisco().with_hand(0, black=2))
    finger.page.touchscreen.tap(*beyond(finger, RED, BLACK, 8))
    dialog = finger.page.get_by_role("dialog", name="Claim Pacific Heights – Presidio")
    expect(dialog).to_be_visible()
    expect(track(finger.page, BLACK)).not_to_have_attribute("data-owner", OWNED)
    finger.press(dialog.locator("ul button").first)
    expect(track(finger.page, BLACK)).to_have_attribute("data-owner", "0")
