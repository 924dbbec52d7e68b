"""Our own letters: they come with the page, cost little, and are as wide as the boards were drawn for."""

import pytest
from playwright.sync_api import Page, Response

from tests.browser.tables import EASY, PERSON, open_table
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer
from whistlestop.board import load_board

MOST_BYTES = 60_000
MEASURE = """() => [...document.querySelectorAll("tspan[textLength]")].map((tspan) => {
  const planned = Number(tspan.getAttribute("textLength"));
  tspan.removeAttribute("textLength");
  return [tspan.textContent, planned, tspan.getComputedTextLength()];
})"""


def fonts_of(page: Page) -> list[Response]:
    """The fonts that a page will have got."""
    fonts: list[Response] = []
    page.on("response", lambda response: fonts.append(response) if response.request.resource_type == "font" else None)
    return fonts


def wait_for_board(page: Page) -> None:
    page.locator("[data-place]").first.wait_for(state="attached")
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("map", ["usa", "san-francisco", "amber-lake"])
def test_names_are_as_wide_in_the_page_as_they_were_measured(
    map: str, visitors: Visitors, server: RunningServer
) -> None:
    page = visitors.visitor().new_page()
    table = open_table(server, PERSON, EASY, map=map)
    page.goto(table.watch)
    wait_for_board(page)
    page.reload()  # fonts that were too late on a busy machine are used from the next visit on
    wait_for_board(page)
    assert page.evaluate("""document.fonts.check('600 15px "Fira Sans"')""")
    lines = page.evaluate(MEASURE)
    assert len(lines) >= len(load_board(map).location_ids)
    for text, planned, measured in lines:
        assert abs(measured - planned) <= 0.02 * planned, f"{text}: planned {planned}, in the page {measured}"


@pytest.mark.new_profile
def test_fonts_are_few_bytes_on_the_way_to_a_table(visitors: Visitors, server: RunningServer) -> None:
    page = visitors.visitor(phone=True).new_page()
    fonts = fonts_of(page)
    page.goto(open_table(server, PERSON, EASY).links[0])
    wait_for_board(page)
    assert {response.url.split("/assets/")[0] for response in fonts} == {server.url}
    sizes = {response.url: len(response.body()) for response in fonts}
    assert 0 < sum(sizes.values()) <= MOST_BYTES, sizes
