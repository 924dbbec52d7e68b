"""Whole games through the page, as a person plays them: from the first click to the replay."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Finger, Keyboard, Person
from tests.browser.tables import EASY, PERSON, open_table
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer

pytestmark = pytest.mark.service_worker


def sit_down(page: Page, map: str, bots: str = "1") -> None:
    """From the home page to a table in as few clicks as there are, then hurry the bots."""
    page.get_by_role("radio", name=map).check(force=True)
    page.get_by_role("radio", name=bots, exact=True).check(force=True)
    page.get_by_role("radio", name="Easy").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("main[data-version]").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="Instant").check()
    page.keyboard.press("Escape")


def match_of(page: Page) -> str:
    return page.url.split("/table/")[1].split("?")[0]


def check_end(page: Page, server: RunningServer) -> None:
    """The end tells the same totals as the record."""
    rematch, skip = page.get_by_role("button", name="Rematch"), page.get_by_role("button", name="Skip")
    rematch.or_(skip).first.wait_for()
    if skip.is_visible():
        skip.click()  # the counting takes its time
    rematch.wait_for()
    record = httpx.get(f"{server.url}/api/matches/{match_of(page)}/record", trust_env=False, timeout=60).text
    totals = record.strip().splitlines()[-1].split()[1:]
    shown = page.locator("tfoot td").all_inner_texts()
    assert shown == totals


@pytest.mark.parametrize("map", ["San Francisco", "USA"])
def test_a_game_against_a_bot_from_the_first_click_to_the_last_point(
    visitors: Visitors, server: RunningServer, map: str
) -> None:
    page = visitors.open("/")
    sit_down(page, map)
    person = Person(page)
    person.play()
    assert person.moves > 10
    check_end(page, server)


def test_a_game_on_a_phone(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, EASY)
    page = visitors.page(phone=True)
    page.goto(table.links[0])
    person = Finger(page)
    person.sit_down()
    person.play()
    check_end(page, server)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


def test_a_game_without_a_mouse(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, EASY)
    page = visitors.open(table.links[0])
    person = Keyboard(page)
    person.sit_down()
    person.play()
    check_end(page, server)


def test_three_browsers_at_one_table_and_one_who_watches(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, PERSON, PERSON)
    people = []
    for seat, link in enumerate(table.links):
        person = Person(visitors.open(link), seed=seat)
        person.sit_down("ABC"[seat])
        people.append(person)
    watching = visitors.open(table.watch)
    watching.locator("main[data-version]").wait_for()
    assert "You are watching" in watching.locator(".bar").inner_text()
    while not people[0].is_over:
        for person in people:
            if person.shows(".bar.is-yours"):
                person.move()
    for page in [person.page for person in people]:
        check_end(page, server)
    expect(watching.locator("main[data-phase=over]")).to_be_visible()
    claimed = [owners(person.page) for person in people] + [owners(watching)]
    assert claimed[0]
    assert all(one == claimed[0] for one in claimed)


def owners(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.locator("[data-track][data-owner]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.track, one.dataset.owner]))"
    )
    return found
