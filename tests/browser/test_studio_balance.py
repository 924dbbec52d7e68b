"""The studio's larger buttons: balance painted on the board, tickets by proposal, print."""

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Page, expect

from tests.arena.test_balance_run import bad_map
from tests.browser.test_every_page import check, small_targets
from tests.browser.test_studio import IS_SAVED, field, middle, open_text, route, start
from tests.browser.visitors import Visitors
from tests.maps.sample import changed, tiny_map

PLAYING = 300_000
"""Milliseconds for games of the lowest priority on a busy machine."""
LAPTOP = {"width": 1280, "height": 720}


def play(page: Page) -> None:
    """Play the map as it is, to the end."""
    page.locator("[data-part=open-balance]").click()
    page.locator("aside select").select_option("500")
    page.locator("[data-part=balance-run]").click()
    page.locator("[data-part=balance-stop]").wait_for()
    page.locator("[data-part=balance-run]").wait_for(timeout=PLAYING)


def marks(page: Page, kind: str) -> int:
    return page.locator(f"[data-part=balance-marks] [data-finding={kind}]").count()


def test_what_stands_out_is_painted_told_and_compared(visitors: Visitors, tmp_path: Path) -> None:
    page = visitors.page(viewport=LAPTOP)
    open_text(page, bad_map(tmp_path).read_text(encoding="utf-8"))
    play(page)
    panel = page.locator("aside")
    expect(panel.locator("[data-kind=never-claimed]")).to_contain_text("Place A – Far Point")
    expect(panel.locator("[data-kind=left-out]")).to_contain_text("Far Point")
    expect(panel.locator("[data-kind=colours]")).to_contain_text("red: 2 cards for")
    assert (marks(page, "never-claimed"), marks(page, "left-out")) == (1, 1)
    assert marks(page, "colours") > 3, "every red track"
    expect(page.locator("[data-part=balance-legend]")).to_contain_text("Left out")
    assert page.locator("[data-part=balance-compared]").count() == 0, "there is nothing to compare with yet"
    check(page, "the studio with findings")
    assert small_targets(page) == []
    # Pointing at one lets the others step back.
    panel.locator("[data-kind=left-out]").hover()
    expect(page.locator("[data-part=balance-marks] path.colours").first).to_have_class(re.compile("is-back"))
    # What it is about is a click away, and a change is compared.
    panel.get_by_role("button", name="Place A – Far Point").click()
    field(page, "routes[20].length").fill("1")
    field(page, "routes[20].colors[0]").select_option("grey")
    page.locator("[data-part=open-balance]").click()
    expect(panel).to_contain_text("The map has changed since")
    play(page)
    compared = page.locator("[data-part=balance-compared]")
    expect(compared).to_contain_text("Place A – Far Point")
    assert marks(page, "never-claimed") == 0
    # It is kept with the map.
    page.locator(IS_SAVED).wait_for()
    page.reload()
    page.locator("[data-part=open-balance]").click()
    expect(compared).to_contain_text("Place A – Far Point")
    page.get_by_label("Paint it on the board").uncheck()
    expect(page.locator("[data-part=balance-marks]")).to_have_count(0)


def test_games_can_be_stopped_and_what_was_found_stays(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "usa")
    page.locator("[data-part=open-balance]").click()
    page.locator("aside select").select_option("5000")
    page.locator("[data-part=balance-run]").click()
    progress = page.locator("[data-part=balance-progress]")
    expect(progress).to_contain_text(re.compile(r"\d of 20,000 games, [\d,]+ a second · .* left"), timeout=PLAYING)
    other = page.context.new_page()
    start(other, "usa")
    other.locator("[data-part=open-balance]").click()
    visitors.allow("429")
    other.locator("[data-part=balance-run]").click()
    expect(other.get_by_role("alert").filter(has_text="being played for you already")).to_be_visible(timeout=PLAYING)
    page.locator("aside .small").first.wait_for(timeout=PLAYING)  # something has been counted
    page.locator("[data-part=balance-stop]").click()
    page.locator("[data-part=balance-run]").wait_for()
    assert page.get_by_role("alert").filter(has_text=re.compile(".")).count() == 0


def test_a_map_with_errors_is_not_played(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, changed(tiny_map(), '"red", "blue"]', '"reed", "blue"]'))
    page.locator("[data-part=open-balance]").click()
    expect(page.locator("[data-part=balance-run]")).to_be_disabled()
    expect(page.locator("[data-part=open-print]")).to_be_disabled()
    expect(page.locator("aside")).to_contain_text("First set right what keeps the map from being played")


def test_tickets_are_proposed_changed_refused_and_undone(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "san-francisco")
    page.locator("[data-part=open-proposals]").click()
    page.get_by_label("How many").fill("4")
    page.get_by_label("Spaces apart, at least").fill("4")
    page.locator("[data-part=propose]").click()
    expect(page.locator("[data-part=proposals] path")).to_have_count(4)
    propose = page.locator("[data-part=propose]")
    expect(propose).to_be_enabled()
    expect(propose).to_have_css("opacity", "1")  # while it fades in it has not its contrast yet
    check(page, "proposed tickets")
    assert small_targets(page) == []
    page.get_by_role("checkbox", name=re.compile("^Accept ")).first.uncheck()
    expect(page.locator("[data-part=proposals] path.is-accepted")).to_have_count(3)
    page.get_by_label("Points of proposal 2").fill("9")
    page.get_by_label("Points of proposal 2").press("Tab")
    page.get_by_role("button", name="Add 3 tickets").click()
    expect(page.get_by_role("heading", name="27 tickets")).to_be_visible()
    expect(page.get_by_label("Points of ticket 25")).to_have_value("9")
    expect(page.locator("[data-part=proposals]")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="24 tickets")).to_be_visible()


def test_proposals_between_chosen_places_take_the_place_of_all_tickets(visitors: Visitors) -> None:
    page = visitors.page()
    start(page, "san-francisco")
    page.locator("[data-part=open-proposals]").click()
    page.get_by_label("Between all places").uncheck()
    for name in ("Alcatraz", "Sunset", "South Beach"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    page.get_by_label("Keep the map’s 24 tickets").uncheck()
    page.get_by_label("How many").fill("50")
    visitors.allow("422")
    page.locator("[data-part=propose]").click()
    expect(page.get_by_role("alert").filter(has_text="There are no such tickets")).to_be_visible()
    page.get_by_label("How many").fill("2")
    page.locator("[data-part=propose]").click()
    page.get_by_role("button", name="Replace the map’s tickets by 2").click()
    expect(page.get_by_role("heading", name="2 tickets")).to_be_visible()


def test_a_map_is_printed(visitors: Visitors) -> None:
    page = visitors.page()
    open_text(page, tiny_map())
    page.locator("[data-part=open-print]").click()
    check(page, "the dialog for a print")
    assert small_targets(page) == []
    page.get_by_role("radio", name="A3", exact=True).check()
    page.get_by_role("checkbox", name="Cards", exact=True).uncheck()
    with page.expect_download(timeout=60_000) as saved:
        page.locator("[data-part=make-pdf]").click()
    assert saved.value.suggested_filename == "Three Lakes.pdf"
    assert len(pdfium.PdfDocument(str(saved.value.path()))) > 3
    page.get_by_role("radio", name="A4", exact=True).check()
    page.get_by_label("Length of a piece in mm").fill("100")
    page.get_by_label("Breadth of a piece in mm").fill("100")
    visitors.allow("422")
    page.locator("[data-part=make-pdf]").click()
    expect(page.get_by_role("alert").filter(has_text="This can’t be printed")).to_contain_text("100 are the most")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("part", ["open-proposals", "open-balance", "open-print"])
def test_the_keyboard_reaches_the_buttons(visitors: Visitors, part: str) -> None:
    page = visitors.page(viewport={"width": 820, "height": 1180})
    open_text(page, tiny_map())
    button = page.locator(f"[data-part={part}]")
    button.focus()
    page.keyboard.press("Enter")
    panel = page.locator("dialog" if part == "open-print" else "#studio-panel")
    expect(panel).to_be_visible()
    page.keyboard.press("Tab")
    assert panel.evaluate("(panel) => panel.contains(document.activeElement)")
    assert middle(route(page, 0))
