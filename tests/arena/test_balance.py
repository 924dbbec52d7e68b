"""What `map balance` finds on maps that were made to be out of balance, and what it does not find on fair ones."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from tests.arena.ring_map import ring_map
from tests.arena.stored import store
from whistlestop import load_board
from whistlestop.arena.balance import Finding, find_imbalance
from whistlestop.arena.balance_page import balance_page
from whistlestop.arena.balance_text import headline, sentence
from whistlestop.arena.report import Tally, tally

# Over 100,000 games its first seat wins 52.0 %: less than what counts as an advantage.
FAIR: dict[str, Any] = {"pieces": 15, "step_lengths": (1, 3), "route_points": "[1, 2, 20]"}
FAR: dict[str, Any] = {
    "more_places": '{ name = "Far Point", x = 580, y = 20 },',
    "more_routes": '{ a = "Place A", b = "Far Point", length = 6, colors = ["red"] },',
    "more_tickets": '{ a = "Place F", b = "Far Point", points = 1 },',
}
PRICELESS = {
    "more_routes": '{ a = "Place A", b = "Place F", length = 1, colors = ["grey"] },'
    '{ a = "Place B", b = "Place G", length = 3, colors = ["grey"] },',
    "route_points": "[60, 4, 4]",
}


def counted(folder: Path, games: int = 1500, **changes: Any) -> Tally:
    file = folder / "ring.toml"
    file.write_text(ring_map(**changes), encoding="utf-8")
    return tally(store(folder / "games", load_board(file), [("random", "random")], deals=games))


def found(folder: Path, **changes: Any) -> dict[str, Finding]:
    return {finding.kind: finding for finding in find_imbalance(counted(folder, **changes))}


def names(finding: Finding) -> list[str]:
    return [item.name for item in finding.items]


def test_a_fair_ring_is_left_alone(tmp_path: Path) -> None:
    assert found(tmp_path, games=8000, **FAIR) == {}


def test_only_the_seats_of_a_short_race_differ_on_a_ring(tmp_path: Path) -> None:
    """With a few equal routes each, an extra turn (R6.1) often decides. Everything else about a ring is alike."""
    findings = found(tmp_path, games=4000)
    assert list(findings) == ["seats"]
    assert sentence(findings["seats"]).startswith("The first seat has an advantage: the first seat wins 5")
    item = findings["seats"].items[0]
    assert 0.5 < item.low < item.value < item.high < 0.7


def test_a_far_place_is_named_in_every_way(tmp_path: Path) -> None:
    findings = found(tmp_path, **FAR)
    assert names(findings["left-out"]) == ["Far Point"]
    assert names(findings["never-claimed"]) == ["Place A – Far Point"]
    assert names(findings["never-completed"]) == ["Place F – Far Point"]
    assert "hardly ever completed: Place F – Far Point 0." in sentence(findings["never-completed"])


def test_a_ticket_that_costs_its_keepers_is_named(tmp_path: Path) -> None:
    findings = found(tmp_path, ticket_points={3: 12})
    finding = findings["tickets-worth-less"]
    assert names(finding) == ["Place D – Place G"]
    assert finding.items[0].high < -3
    assert "worth less than their points suggest" in sentence(finding)
    assert "tickets-worth-more" not in findings


def test_a_scarce_colour_is_named(tmp_path: Path) -> None:
    finding = found(tmp_path, cards={"red": 2})["colours"]
    assert names(finding) == ["red"]
    assert "red has 2 cards for 8 spaces" in sentence(finding)


def test_a_route_that_decides_the_game_is_named(tmp_path: Path) -> None:
    findings = found(tmp_path, **PRICELESS)
    assert headline(findings["lengths"]) == "Routes of length 1 dominate"
    assert names(findings["always-claimed"]) == ["Place A – Place F"]
    assert "the winner leads by" in sentence(findings["spread"])


def test_games_without_an_end_are_named(tmp_path: Path) -> None:
    finding = found(tmp_path, pieces=40)["passing"]
    assert finding.items[0].low > 0.9
    assert "R5.2" in headline(finding)


def test_the_page_says_so_too(tmp_path: Path) -> None:
    far, fair = tmp_path / "far", tmp_path / "fair"
    far.mkdir()
    fair.mkdir()
    tallies = [counted(far, **FAR), counted(fair, games=8000, **FAIR)]
    pages = [
        "".join(ET.fromstring(balance_page([(t, find_imbalance(t))], "the command").partition("\n")[2]).itertext())
        for t in tallies
    ]
    assert "Place A – Far Point" in pages[0].partition("All numbers")[0]
    assert "Nothing stands out" not in pages[0]
    assert "Nothing stands out." in pages[1]


@pytest.mark.parametrize("players", [2, 4])
def test_any_map_and_player_count_can_be_looked_at(tmp_path: Path, players: int) -> None:
    series = store(tmp_path / "games", load_board("san-francisco"), [["random"] * players], deals=800)
    kinds = {finding.kind for finding in find_imbalance(tally(series))}
    assert "never-completed" in kinds  # random players hardly complete a ticket
    assert "passing" not in kinds
