"""Nobody is replaced by a bot without a word."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import LIMITS
from tests.browser.person import Person
from tests.browser.tables import PERSON, open_table
from tests.browser.visitors import Visitors
from tests.server.forked import ForkedServer


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkedServer]:
    """A server whose people wait half a second before they vote, and a minute before the bot plays."""
    server = ForkedServer(tmp_path_factory.mktemp("impatient"), absence_seconds=0.5, notice_seconds=60, **LIMITS)
    server.start()
    yield server
    server.end()


@pytest.mark.parametrize("is_phone", [False, True])
def test_who_is_voted_about_is_told_and_plays_on_by_touching_anything(
    browser: Browser, server: ForkedServer, is_phone: bool
) -> None:
    visitors = Visitors(browser, server.url, are_seen=False, have_worker=False)
    table = open_table(server, PERSON, PERSON)
    ada, ben = (Person(visitors.open(link, phone=is_phone)) for link in table.links)
    ada.sit_down("Ada")
    ben.sit_down("Ben")
    ada.wait_for_turn()
    ada.keep_tickets()
    ada.page.get_by_role("button", name="Let a bot play").click()

    notice = ben.page.get_by_text("Are you there?")
    expect(notice).to_be_in_viewport()
    expect(ben.page.get_by_text("In 5")).to_be_in_viewport()  # fifty-something seconds
    ben.page.locator("h1, [data-seat]").first.dispatch_event("pointerdown")
    expect(notice).not_to_be_visible()
    expect(ada.page.get_by_text("A bot is playing")).to_have_count(0)
    ben.keep_tickets()
    expect(ben.page.locator("main[data-phase=keep-tickets]")).to_have_count(0)
    visitors.close()
