"""The games of the studio's button are those of `whistlestop map balance`, and so is what is said of them."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.arena.ring_map import ring_map
from whistlestop import load_board
from whistlestop.arena.balance import Finding, Item
from whistlestop.arena.balance_run import BalanceRun
from whistlestop.arena.balance_text import TEXTS, sentence
from whistlestop.cli.app import app
from whistlestop.maps.mapfile import earlier_maps, read_earlier_map_toml

GAMES, SEED = 300, 7


def bad_map(folder: Path) -> Path:
    """A place far away, a ticket that is worth nothing, a colour with two cards."""
    file = folder / "bad.toml"
    far = {
        "more_places": '{ name = "Far Point", x = 580, y = 20 },',
        "more_routes": '{ a = "Place A", b = "Far Point", length = 6, colors = ["red"] },',
    }
    file.write_text(ring_map(cards={"red": 2}, ticket_points={3: 25}, **far), encoding="utf-8")  # type: ignore[arg-type]
    return file


def first_san_francisco(folder: Path) -> Path:
    """The board before it was made good: much stands out on it."""
    file = folder / "first.toml"
    file.write_text(read_earlier_map_toml("san-francisco", *earlier_maps("san-francisco")), encoding="utf-8")
    return file


@pytest.mark.parametrize("write", [bad_map, first_san_francisco])
def test_the_same_numbers_as_the_command(write: Callable[[Path], Path], tmp_path: Path) -> None:
    file = str(write(tmp_path))
    run = BalanceRun(load_board(file), GAMES, SEED)
    while not run.is_over:
        run.play(0.05)  # in many parts
    options = ["--games", str(GAMES), "--seed", str(SEED), "--json", "--output", str(tmp_path / "page.html")]
    told = json.loads(CliRunner().invoke(app, ["map", "balance", file, *options]).stdout)["players"]
    assert [without_words(one) for one in told] == run.balances()
    kinds = Counter(finding["kind"] for one in told for finding in one["findings"])
    assert len(kinds) >= 3, "there was something to compare"


def without_words(balance: dict[str, Any]) -> dict[str, Any]:
    findings = [
        {key: value for key, value in finding.items() if key not in ("headline", "advice", "items")}
        | {"items": [{key: value for key, value in item.items() if key != "text"} for item in finding["items"]]}
        for finding in balance["findings"]
    ]
    return {**balance, "findings": findings}


def test_all_tables_grow_together_and_a_run_can_be_looked_at_any_time() -> None:
    run = BalanceRun(load_board("san-francisco"), games=100)
    assert run.balances() == []
    seen = []
    while not run.is_over:
        run.play(0)
        run.play(0.001)
        seen.append([table.count for table in run.tables])
        assert sum(balance["games"] for balance in run.balances()) == run.played
    assert seen[-1] == [100, 100, 100]
    assert len(seen) > 3
    assert all(max(counts) - min(counts) <= 100 for counts in seen)


def test_keys_lead_to_what_the_finding_is_about(tmp_path: Path) -> None:
    board = load_board(bad_map(tmp_path))
    run = BalanceRun(board, games=800)
    run.play(600)
    (balance,) = run.balances()
    by_kind = {finding["kind"]: finding for finding in balance["findings"]}
    assert [item["key"] for item in by_kind["left-out"]["items"]] == ["locations[10]"]
    (never,) = by_kind["never-claimed"]["items"]
    assert (never["key"], never["name"]) == ("routes[20]", "Place A – Far Point")
    assert by_kind["colours"]["items"][0]["key"] == "rules.cards.colors.red"
    numbers = balance["numbers"]
    assert numbers["routes"][20] == pytest.approx(never["value"], abs=1e-4)
    assert len(numbers["routes"]) == len(board.map.routes)
    assert set(numbers["colors"]) == set(board.map.rules.cards.colors)
    json.dumps(balance, allow_nan=False)


@pytest.mark.parametrize("kind", TEXTS)
def test_every_kind_can_be_said(kind: str) -> None:
    names = ("seat", "even", "median", "turns", "score", "length", "lift", "lift_low", "lift_high", "usual")
    item = Item("seats[1]", "Denver", 0.25, None, None, {"cards": 12, "spaces": 30})
    text = sentence(Finding(kind, (item,), dict.fromkeys(names, 1)))
    assert "{" not in text
    assert "–" in text, "nothing is known of its interval"
