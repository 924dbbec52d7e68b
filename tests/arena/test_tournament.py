"""Tournaments: who plays whom, and tables that say what the games say."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from whistlestop import load_board
from whistlestop.arena.series import new_series, open_series, run_series
from whistlestop.arena.simulate import Workers
from whistlestop.arena.tournament import Results, line_ups_of, places_by_deal, read_results, standings_of

SMALL = load_board("san-francisco")


def test_line_ups_are_all_combinations_once() -> None:
    assert line_ups_of(["a", "b", "c"], 2) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert line_ups_of(["a", "b", "c", "d"], 3, including="d") == [["a", "b", "d"], ["a", "c", "d"], ["b", "c", "d"]]
    assert line_ups_of(["a", "a"], 2) == [["a", "a"]]
    assert line_ups_of(["a", "b", "a"], 3) == [["a", "a", "b"]]


def results(names: list[str], bot: list[list[int]], total: list[list[int]], deal: list[int]) -> Results:
    place = np.array(total)
    best = place == place.max(axis=1, keepdims=True)
    return Results(names, np.array(deal), np.array(bot), best / best.sum(axis=1, keepdims=True), place, place)


def test_places_are_counted_for_every_pair_of_seats_with_ties_half() -> None:
    made_up = results(["a", "b", "c"], [[0, 1, 2], [1, 2, 0]], [[9, 5, 5], [7, 8, 1]], [0, 1])
    before = places_by_deal(made_up)
    assert before[0].tolist() == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]
    assert before[1].tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]


def test_a_bot_in_two_seats_is_one_bot_in_the_tables() -> None:
    tables = standings_of(results(["a", "b"], [[0, 0, 1], [0, 1, 0]], [[9, 5, 7], [1, 2, 3]], [0, 0]))
    both = {standing.bot: standing for standing in tables.bots}
    assert both["a"].games == 4
    assert both["a"].win_rate.value == 0.5
    assert both["a"].mean_score == 4.5
    assert both["a"].mean_winning_score == 6
    assert both["b"].win_rate.value == 0
    assert both["b"].mean_winning_score is None
    order = [standing.bot for standing in tables.bots]
    met = tables.head_to_head[order.index("a")][order.index("b")]
    assert met is not None
    assert met.value == 0.5
    assert tables.head_to_head[0][0] is None


def test_a_tournament_gives_every_deal_to_every_seating(tmp_path: Path) -> None:
    line_ups = line_ups_of(["random", "greedy", "examples.first_bot:LongestRoute"], 2, including="random")
    series = new_series("tournament", SMALL, line_ups, 2, 9, 1)
    assert series.games == 10  # whole deals
    open_series(tmp_path, series)
    for _ in run_series(tmp_path, SMALL, Workers(2)):
        pass
    tables = standings_of(read_results(tmp_path))
    assert tables.games == 20
    assert {standing.bot: standing.games for standing in tables.bots} == {
        "random": 20,
        "greedy": 10,
        "examples.first_bot:LongestRoute": 10,
    }
    assert tables.bots[-1].bot == "random"
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    random_rows = [row for row in rows if row["bot"] == "random"]
    assert sum(row["seat"] for row in random_rows) == 10  # as often first as second
    assert tables.bots[-1].win_rate.value == pytest.approx(np.mean([row["win"] for row in random_rows]))
    assert tables.bots[-1].mean_score == pytest.approx(np.mean([row["total"] for row in random_rows]))
