"""The numbers of a report are those that a slow and obvious count over the rows gives."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from tests.arena.ring_map import ring_map
from tests.arena.stored import store
from whistlestop import load_board
from whistlestop.arena.estimates import ratio
from whistlestop.arena.report import StoredSeries, Tally, read, tally
from whistlestop.arena.tally import LOWEST

BOTS = [("greedy", "random"), ("greedy", "hungry"), ("random", "hungry")]
Row = dict[str, Any]


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> StoredSeries:
    folder = tmp_path_factory.mktemp("tournament")
    (folder / "ring.toml").write_text(ring_map(pieces=16), encoding="utf-8")
    return store(folder / "games", load_board(folder / "ring.toml"), BOTS, deals=12, seatings=2)


@pytest.fixture(scope="module")
def counted(tournament: StoredSeries) -> Tally:
    return tally(tournament)


@pytest.fixture(scope="module")
def rows(tournament: StoredSeries) -> list[Row]:
    return list(pq.read_table(tournament.files[0]).to_pylist())


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def averages(rows: list[Row], name: str, count: Callable[[Row], int]) -> dict[tuple[int, int, int], float]:
    cells = defaultdict(list)
    for row in rows:
        cells[row["line_up"], row["seating"], row["seat"]] += [row[name]] * count(row)
    return {cell: mean(numbers) for cell, numbers in cells.items()}


def above_average(
    rows: list[Row], name: str, is_case: Callable[[Row], bool], count: Callable[[Row], int] = lambda _: 1
) -> float:
    usual = averages(rows, name, count)
    return mean([row[name] - usual[row["line_up"], row["seating"], row["seat"]] for row in rows if is_case(row)])


@pytest.mark.parametrize("score", ["win", "total", "routes", "tickets", "completed_tickets"])
def test_means_by_bot(rows: list[Row], counted: Tally, tournament: StoredSeries, score: str) -> None:
    for i, bot in enumerate(tournament.bots):
        assert counted.by_bot.scores[score].value[i] == pytest.approx(
            mean([row[score] for row in rows if row["bot"] == bot])
        )


def test_an_interval_treats_all_games_of_a_deal_as_one_case(
    rows: list[Row], counted: Tally, tournament: StoredSeries
) -> None:
    bot = tournament.bots[0]
    own = [row for row in rows if row["bot"] == bot]
    rate = mean([row["win"] for row in own])
    deals = {row["number"] for row in own}
    off = [sum(row["win"] - rate for row in own if row["number"] == deal) for deal in deals]
    error = sqrt(sum(x * x for x in off) * len(deals) / (len(deals) - 1)) / len(own)
    assert counted.by_bot.scores["win"].error[0] == pytest.approx(error)


def test_playing_every_game_twice_makes_no_interval_narrower() -> None:
    wins = np.random.default_rng(1).integers(0, 2, (100, 1)).astype(np.float64)
    games = np.ones((100, 1))
    once, twice = ratio(wins, games, is_share=True), ratio(2 * wins, 2 * games, is_share=True)
    assert twice[0][:3] == pytest.approx(once[0][:3])


def test_an_interval_is_not_empty_where_all_games_were_won() -> None:
    low, high = ratio(np.ones((20, 1)), np.ones((20, 1)), is_share=True).bounds()
    assert low[0] == pytest.approx(0.83, abs=0.05)
    assert high[0] == pytest.approx(1)


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """Of 1,000 made-up series of 60 deals with two games each that always end alike, 95 % cover the true rate."""
    rng = np.random.default_rng(5)
    wins = np.where(rng.random((60, 1000)) < 0.6, 2.0, 0.0)
    low, high = ratio(wins, np.full((60, 1000), 2.0), is_share=True).bounds()
    assert 0.93 < ((low < 0.6) & (high > 0.6)).mean() < 0.97


def test_win_rates_by_seat(rows: list[Row], counted: Tally) -> None:
    for seat in range(2):
        assert counted.by_seat["win"].value[seat] == pytest.approx(
            mean([row["win"] for row in rows if row["seat"] == seat])
        )


def test_head_to_head(rows: list[Row], counted: Tally, tournament: StoredSeries) -> None:
    greedy, random = tournament.bots.index("greedy"), tournament.bots.index("random")
    wins = [row["win"] for row in rows if row["line_up"] == 0 and row["bot"] == "greedy"]
    assert counted.head_to_head.value[greedy * 3 + random] == pytest.approx(mean(wins))
    assert counted.head_to_head.value[random * 3 + greedy] == pytest.approx(1 - mean(wins))


def test_totals_are_counted_one_by_one(rows: list[Row], counted: Tally, tournament: StoredSeries) -> None:
    for i, bot in enumerate(tournament.bots):
        totals = [row["total"] for row in rows if row["bot"] == bot]
        assert np.repeat(np.arange(counted.by_bot.totals.shape[1]) + LOWEST, counted.by_bot.totals[i]).tolist() == (
            sorted(totals)
        )


def test_route_points_grow_and_a_finished_game_keeps_them(
    rows: list[Row], counted: Tally, tournament: StoredSeries
) -> None:
    for i, bot in enumerate(tournament.bots):
        own = [row["progress"] for row in rows if row["bot"] == bot]
        for turn in (0, 3, 9, 30, 200):
            reached = mean([points[min(turn, len(points) - 1)] for points in own])
            assert counted.by_bot.growth[i, turn] == pytest.approx(reached)


def test_tickets(rows: list[Row], counted: Tally) -> None:
    games = len(rows) / 2
    for ticket in range(10):
        kept = [row for row in rows if ticket in row["kept"]]
        assert counted.tickets.kept.value[ticket] == pytest.approx(len(kept) / games)
        if not kept:
            continue
        assert counted.tickets.completed.value[ticket] == pytest.approx(mean([ticket in r["completed"] for r in kept]))
        assert counted.tickets.win.value[ticket] == pytest.approx(mean([row["win"] for row in kept]))
        for estimates, score in ((counted.tickets.lift, "win"), (counted.tickets.worth, "total")):
            above = above_average(
                rows,
                score,
                lambda row, ticket=ticket: ticket in row["kept"],  # type: ignore[misc]
                count=lambda row: len(row["kept"]),
            )
            assert estimates.value[ticket] == pytest.approx(above)


def test_the_usual_ticket_is_worth_nothing_more_than_itself(counted: Tally) -> None:
    """Not so if tickets were compared with seats: those that keep many tickets lose more often."""
    for estimates in (counted.tickets.lift, counted.tickets.worth):
        assert np.average(estimates.value, weights=estimates.cases) == pytest.approx(0, abs=1e-9)
        assert estimates.value.max() > 0 > estimates.value.min()


def test_routes(rows: list[Row], counted: Tally) -> None:
    games = len(rows) / 2
    for track in range(20):
        claimed = [row for row in rows if track in row["claimed"]]
        assert counted.routes.claimed.value[track] == pytest.approx(len(claimed) / games)
        above = above_average(rows, "win", lambda row, track=track: track in row["claimed"])  # type: ignore[misc]
        assert counted.routes.lift.value[track] == pytest.approx(above)


def test_places_colours_and_lengths(rows: list[Row], counted: Tally, tournament: StoredSeries) -> None:
    board, games = tournament.board, len(rows) // 2
    pairs = [(rows[2 * i]["claimed"] + rows[2 * i + 1]["claimed"]) for i in range(games)]
    ends = [set(board.map.routes[track.route].id.split("/")) for track in board.tracks]
    for place, id in enumerate(board.location_ids):
        touched = mean([any(id in ends[track] for track in claimed) for claimed in pairs])
        assert counted.routes.reached.value[place] == pytest.approx(touched)
    red = [sum(board.tracks[track].length for track in claimed if board.tracks[track].colour == 0) for claimed in pairs]
    assert counted.routes.colour_spaces.value[0] == pytest.approx(mean(red))
    assert counted.routes.length_points.value[2] == pytest.approx(1)


def test_games_and_their_ends(rows: list[Row], counted: Tally) -> None:
    games = [(rows[2 * i], rows[2 * i + 1]) for i in range(len(rows) // 2)]
    by_game = counted.by_game
    assert counted.games == len(games)
    assert by_game.turns.value[0] == pytest.approx(mean([first["turns"] for first, _ in games]))
    assert by_game.margin.value[0] == pytest.approx(mean([abs(a["total"] - b["total"]) for a, b in games]))
    assert by_game.winning_total.value[0] == pytest.approx(mean([max(a["total"], b["total"]) for a, b in games]))
    pieces = [max(len(a["claimed"]), len(b["claimed"])) * 2 for a, b in games]  # all routes have two spaces
    assert by_game.passed_out.value[0] == pytest.approx(mean([16 - used > 2 for used in pieces]))


def test_batches_that_cut_games_in_two_change_nothing(
    tournament: StoredSeries, counted: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "BATCH", 7)
    again = tally(tournament)
    assert again.games == counted.games
    assert again.routes.lift.value == pytest.approx(counted.routes.lift.value)
    assert again.by_bot.growth == pytest.approx(counted.by_bot.growth)


def test_an_unfinished_series_is_counted_as_far_as_it_is(tmp_path: Path) -> None:
    line_ups = [("random", "random", "random")] * 2
    series = store(tmp_path / "games", load_board("san-francisco"), line_ups, deals=30, seatings=3, is_finished=False)
    assert not series.is_complete
    assert tally(series).games == 90
