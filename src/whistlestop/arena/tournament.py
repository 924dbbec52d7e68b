"""Tournaments: every combination of bots at the table, every deal from every seat, and the tables that come of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.arena.estimates import BlockSums, Estimate, Floats
from whistlestop.arena.ratings import Rating, meetings, rate_bots
from whistlestop.arena.series import read_columns, read_series
from whistlestop.engine.scoring import DECIDING_PARTS, ranking_key


def line_ups_of(bots: Sequence[str], players: int, including: str | None = None) -> list[list[str]]:
    """All combinations of `players` of the bots; a bot named twice can meet itself.

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
    win_rate: Estimate
    mean_score: float
    mean_winning_score: float | None
    rating: Rating


@dataclass(frozen=True)
class Standings:
    """The tables of a tournament; `head_to_head[a][b]` is how often a came before b, None if they never met."""

    games: int
    bots: list[Standing]
    head_to_head: list[list[Estimate | None]]
    first_seat: Estimate

    def as_json(self) -> dict[str, Any]:
        """Intervals are pairs, low and high."""
        names = [standing.bot for standing in self.bots]
        return {
            "games": self.games,
            "first_seat_win_rate": self.first_seat.value,
            "first_seat_win_rate_interval": self.first_seat.interval,
            "bots": [
                {
                    "bot": standing.bot,
                    "games": standing.games,
                    "win_rate": standing.win_rate.value,
                    "win_rate_interval": standing.win_rate.interval,
                    "mean_score": standing.mean_score,
                    "mean_winning_score": standing.mean_winning_score,
                    "rating": standing.rating.value,
                    "rating_interval": standing.rating[1:],
                }
                for standing in self.bots
            ],
            "head_to_head": [
                {"bot": a, "against": b, "rate": met.value, "rate_interval": met.interval}
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
    deals, bot_count = int(results.deal.max(initial=-1)) + 1, len(results.names)
    bots, seats, pairs = (BlockSums(n, deals) for n in (bot_count, results.bot.shape[1], bot_count**2))
    deal = np.broadcast_to(results.deal[:, None], results.bot.shape).ravel()
    bot, seat = results.bot.ravel(), np.indices(results.bot.shape)[1].ravel()
    win, total = results.win.ravel(), results.total.ravel().astype(float)
    for name, weights in (("count", np.ones_like(win)), ("win", win), ("total", total), ("winning_total", win * total)):
        bots.add(name, deal, bot, weights)
        seats.add(name, deal, seat, weights)
    before = places_by_deal(results)
    pairs.add_sums("before", before)
    pairs.add_sums("count", before + before.swapaxes(1, 2))
    ratings = rate_bots(before)
    order = sorted(np.unique(bot).tolist(), key=lambda bot: -ratings[bot].value)
    met = pairs.mean("before", is_share=True)
    meetings_of = [[met[a * bot_count + b] for b in order] for a in order]
    return Standings(
        games=len(results.deal),
        bots=_standings(results.names, bots, ratings, order),
        head_to_head=[[one if one.cases else None for one in row] for row in meetings_of],
        first_seat=seats.mean("win", is_share=True)[0],
    )


def _standings(names: list[str], bots: BlockSums, ratings: list[Rating], order: list[int]) -> list[Standing]:
    win_rate, score = bots.mean("win", is_share=True), bots.mean("total")
    winning_score = bots.mean("winning_total", of="win")
    return [
        Standing(
            bot=names[bot],
            games=int(win_rate[bot].cases),
            win_rate=win_rate[bot],
            mean_score=score[bot].value,
            mean_winning_score=winning_score[bot].value if winning_score[bot].cases else None,
            rating=ratings[bot],
        )
        for bot in order
    ]


def places_by_deal(results: Results) -> Floats:
    """[deal, a, b]: how often a came before b in the games of a deal, ties half."""
    deals = int(results.deal.max(initial=-1)) + 1
    return meetings(results.bot, results.key, results.deal, deals, len(results.names))
