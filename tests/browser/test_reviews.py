"""The review of a finished game: whose knowledge its numbers use, chances, accuracy, mistakes, and the plan."""

import random
import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_every_page import check
from tests.browser.visitors import Visitors
from tests.rules.scene import san_francisco, usa
from tests.server.running import RunningServer
from whistlestop import Game

FIRST_REVIEW = 60_000
"""Milliseconds: the workers that think deeply are started for it."""


def thrown_away(server: RunningServer) -> str:
    """A match in which seat 0 had won but for one claim, and drew cards in the last turn."""
    game = usa().with_claimed("denver/omaha", "denver/phoenix", "los-angeles/phoenix", by=0)
    game = game.with_tickets(0, "chicago/los-angeles").with_score(1, 40).with_score(0, 30).with_hand(0, blue=4)
    game = game.with_turn_of(1).with_turns_left(2).with_ticket_deck()
    for _ in range(4):
        game.apply("draw deck")
    assert game.winners() == [1]
    return imported(server, game)


def imported(server: RunningServer, game: Game) -> str:
    answer = httpx.post(f"{server.url}/api/records", json={"record": game.record()}, trust_env=False, timeout=60)
    assert answer.status_code == 201, answer.text
    match: str = answer.json()["match"]
    return match


def reviewed(page: Page) -> Locator:
    """The panel when every choice has been looked at."""
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("button", name="Review the game").click()
    expect(panel.get_by_role("progressbar")).to_be_hidden(timeout=FIRST_REVIEW)
    return panel


@pytest.mark.parametrize("phone", [False, True])
def test_a_review_names_where_the_game_was_lost(phone: bool, visitors: Visitors, server: RunningServer) -> None:
    page = visitors.open(f"/replay/{thrown_away(server)}", phone=phone)
    panel = reviewed(page)
    expect(panel.locator("[data-part=chances] path.part")).to_have_count(2)
    lost = panel.locator("[data-part=lost]")
    expect(lost).to_contain_text(re.compile(r"was at over 99% and lost the most here \(from over 99% to 0%\)"))
    lost.get_by_role("button", name="Turn 2: Draw from the deck").click()
    page.wait_for_url("**step=4*")
    expect(panel.locator("[data-part=reviewed] .chance").first).to_have_text(re.compile("^0% chance to win$"))
    mistakes = panel.locator("[data-part=mistakes] button")
    expect(mistakes.first).to_contain_text("-100%")
    mistakes.first.click()
    page.wait_for_url("**step=3*")
    better = panel.locator(".judged").filter(has_text="Better")
    expect(better).to_contain_text("Claim Chicago – Omaha with 4 blue")
    expect(panel.locator("[data-part=accuracy]")).to_have_count(2)
    check(page, "a review")


def test_a_review_says_whose_knowledge_its_numbers_use(visitors: Visitors, server: RunningServer) -> None:
    page = visitors.open(f"/replay/{thrown_away(server)}?step=3")
    panel = reviewed(page)
    expect(panel).to_contain_text("With all hands and tickets open")
    chart = panel.get_by_role("slider", name="Chance to win by turn")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"Turn 2: .* 0%, .* 100%"))
    panel.get_by_label("Numbers based on").select_option(index=1)
    expect(panel).to_contain_text(re.compile(r"With what .* knew; what was hidden is dealt anew"))
    expect(panel.locator("[data-part=chances] h3")).to_have_text(re.compile(r"Chance to win with what .* knew"))
    expect(panel.locator("[data-part=mistakes] button").first).to_contain_text("Draw from the deck")


@pytest.mark.parametrize("phone", [False, True])
def test_a_review_can_be_stopped_and_shows_plans(phone: bool, visitors: Visitors, server: RunningServer) -> None:
    game = san_francisco().with_tickets(0, "alcatraz/painted-ladies").with_hand(0, red=4, blue=4, wild=2)
    game.apply("claim mission-district/painted-ladies red:2")
    dice = random.Random(3)
    while not game.is_over:
        game.apply(dice.choice(game.legal_actions()))
    page = visitors.open(f"/replay/{imported(server, game)}?step=1", phone=phone)
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("button", name="Review the game").click()
    panel.locator("[data-part=reviewed]").wait_for(timeout=FIRST_REVIEW)
    expect(panel).to_contain_text(
        re.compile(rf"[1-9]\d* of {game.version} · [\d,]+ per minute · about \d+ (sec|min) left")
    )
    panel.get_by_role("button", name="Stop").click()
    expect(panel.get_by_role("button", name="Go on")).to_be_visible()
    plan = panel.get_by_role("button", name=re.compile(r"Show the plan \(\d+ cable cars?\)")).first
    plan.click()
    expect(plan).to_have_attribute("aria-pressed", "true")
    assert page.locator("path.way").count() > 0, "the board does not show the plan"
    plan.click()
    expect(page.locator("path.way")).to_have_count(0)
    check(page, "a review that was stopped")
