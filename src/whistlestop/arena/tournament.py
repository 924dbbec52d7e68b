"""Tournaments: every combination of bots at the table, every deal from every seat, and the tables that come of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.arena.intervals import Floats, Rate, rate, rate_of_deals
from whistlestop.arena.ratings import Rating, meetings, rate_bots
from whistlestop.arena.series import read_columns, read_series
from whistlestop.engine.scoring import DECIDING_PARTS, ranking_key


def line_ups_of(bots: Sequence[str], players: int, including: str | None = None) -> list[list[str]]:
    """All combinations of so many of the bots; a bot named twice can meet itself.

    >>> line_ups_of(["a", "b", "a"], 2)
    [['a', 'a'], ['a', 'b']]
    >>> line_ups_of(["a", "b", "c"], 2, including="c")
    [['a', 'c'], ['b', 'c']]
    """
    together = sorted(bots, key=list(bots).index)
    found = [list(line_up) for line_up in dict.fromkeys(combinations(together, players))]
    return [line_up for line_up in found if including is None or including in line_up]


@dataclass(frozen=True)
class Results:
    """The games of a series, as far as they are played: arrays [game] and [game, seat]."""

    names: list[str]
    deal: NDArray[np.int64]
    bot: NDArray[np.int64]
    win: Floats
    total: NDArray[np.int64]
    key: NDArray[np.int64]
    """R6.5: whoever has more came before the other."""


class Standing(NamedTuple):
    """How a bot did over all its games."""

    bot: str
    games: int
    win_rate: Rate
    mean_score: float
    mean_winning_score: float | None
    rating: Rating


@dataclass(frozen=True)
class Standings:
    """The tables of a tournament; `head_to_head[a][b]` is how often a came before b, None if they never met."""

    games: int
    bots: list[Standing]
    head_to_head: list[list[Rate | None]]
    first_seat: Rate

    def as_json(self) -> dict[str, Any]:
        """Intervals are pairs, low and high."""
        names = [standing.bot for standing in self.bots]
        return {
            "games": self.games,
            "first_seat_win_rate": self.first_seat.value,
            "first_seat_win_rate_interval": self.first_seat[1:],
            "bots": [
                {
                    "bot": standing.bot,
                    "games": standing.games,
                    "win_rate": standing.win_rate.value,
                    "win_rate_interval": standing.win_rate[1:],
                    "mean_score": standing.mean_score,
                    "mean_winning_score": standing.mean_winning_score,
                    "rating": standing.rating.value,
                    "rating_interval": standing.rating[1:],
                }
                for standing in self.bots
            ],
            "head_to_head": [
                {"bot": a, "against": b, "rate": met.value, "rate_interval": met[1:]}
                for a, row in zip(names, self.head_to_head, strict=True)
                for b, met in zip(names, row, strict=True)
                if met is not None
            ],
        }


def read_results(folder: Path) -> Results:
    """The games of a series folder."""
    series = read_series(folder)
    columns = read_columns(folder, ["line_up", "number", "seating", "win", *DECIDING_PARTS])
    shaped = {name: column.reshape(-1, series.players).astype(np.int64) for name, column in columns.items()}
    return Results(
        names=series.bot_names,
        deal=shaped["number"][:, 0],
        bot=series.bot_numbers[shaped["line_up"][:, 0], shaped["seating"][:, 0]],
        win=columns["win"].reshape(-1, series.players),
        total=shaped["total"],
        key=ranking_key(shaped),
    )


def standings_of(results: Results) -> Standings:
    """The tables, best rating first."""
    before = places_by_deal(results)
    ratings = rate_bots(before)
    seen = [bot for bot in range(len(results.names)) if (results.bot == bot).any()]
    order = sorted(seen, key=lambda bot: -ratings[bot].value)
    return Standings(
        games=len(results.deal),
        bots=[_standing(results, bot, ratings[bot]) for bot in order],
        head_to_head=[[_met(before, a, b) for b in order] for a in order],
        first_seat=rate(results.win[:, 0], results.deal),
    )


def _standing(results: Results, bot: int, rating: Rating) -> Standing:
    sits = results.bot == bot
    deal = np.broadcast_to(results.deal[:, None], sits.shape)[sits]
    win, total = results.win[sits], results.total[sits]
    return Standing(
        bot=results.names[bot],
        games=len(win),
        win_rate=rate(win, deal),
        mean_score=float(total.mean()),
        mean_winning_score=float(np.average(total, weights=win)) if win.any() else None,
        rating=rating,
    )


def places_by_deal(results: Results) -> Floats:
    """[deal, a, b]: how often a came before b in the games of a deal, ties half."""
    deals = int(results.deal.max(initial=-1)) + 1
    return meetings(results.bot, results.key, results.deal, deals, len(results.names))


def _met(before: Floats, a: int, b: int) -> Rate | None:
    games = before[:, a, b] + before[:, b, a]
    return rate_of_deals(before[:, a, b], games) if games.any() else None
