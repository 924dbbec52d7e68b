"""Everything a report says, counted from the rows of a series in two readings.

The first reading gives each cell (a bot in a seat against the same rivals) its averages; the second compares seats
that kept a ticket or claimed a route with those of their own cell, so that strong bots and good seats don't mislead. A
ticket is compared with the cell's usual ticket: a seat counts as often in that average as it has tickets.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from whistlestop.arena.columns import PlayedSeries, Rows
from whistlestop.arena.estimates import BLOCKS, BlockSums, Estimates, Floats, Ints, ratio
from whistlestop.arena.ratings import meetings
from whistlestop.engine.scoring import DECIDING_PARTS, ranking_key

PARTS = ("routes", "tickets", "longest_path", "tokens")
SCORES = ("win", "total", *PARTS, "completed_tickets", "longest_path_length")
LOWEST, HIGHEST = -1000, 2000
"""Totals beyond these are drawn at the edge of the distribution."""
MAX_TURNS = 512

Watch = Callable[[int], None]
"""Told how many rows have been read."""


@dataclass(frozen=True)
class BotTally:
    """By bot: scores, win rates, how totals are distributed and how route points grow."""

    scores: dict[str, Estimates]
    kept_count: Estimates
    claim_count: Estimates
    totals: Ints
    """How many seats ended with each total, [bot, total - LOWEST]."""
    growth: Floats
    """Mean route points after each turn of one's own, [bot, turn]; a finished game keeps its points."""


@dataclass(frozen=True)
class GameTally:
    """By game: how long it took and how it was decided. Estimates of one value each."""

    turns: Estimates
    turn_counts: Ints
    """How many games took each number of turns."""
    passed_out: Estimates
    """The share of games that nobody ended by running out of pieces (R5.2)."""
    winning_total: Estimates
    margin: Estimates
    """Between the highest total and the next."""


@dataclass(frozen=True)
class TicketTally:
    kept: Estimates
    """In which share of the games somebody kept it."""
    completed: Estimates
    """How often those who kept it completed it."""
    win: Estimates
    lift: Estimates
    """Win rate of those who kept it, less that of their cells' usual ticket."""
    worth: Estimates
    """Total of those who kept it, less that of their cells' usual ticket."""


@dataclass(frozen=True)
class RouteTally:
    """By track; `reached` by location, `lengths` by length, `spaces` by colour."""

    claimed: Estimates
    win: Estimates
    lift: Estimates
    joined: Estimates
    """By route of one or two tracks, in the map's order: the share of games in which any track was claimed."""
    reached: Estimates
    """By location: the share of games in which somebody claimed a route to it."""
    length_lift: Estimates
    length_points: Estimates
    """By length from 0: which share of all route points it gave."""
    colour_spaces: Estimates
    """By colour: spaces of this colour claimed in a game."""


@dataclass(frozen=True)
class Tally:
    """All numbers of one series."""

    series: PlayedSeries
    games: int
    by_bot: BotTally
    head_to_head: Estimates
    """[bot, rival], flattened: how often the bot came before the rival in games with both, ties half."""
    by_seat: dict[str, Estimates]
    by_game: GameTally
    tickets: TicketTally
    routes: RouteTally


class CellAverages:
    """Scores by cell, on the average of seats that may count several times."""

    def __init__(self, cells: int) -> None:
        self.weight = np.zeros(cells)
        self.sums = {name: np.zeros(cells) for name in ("win", "total")}

    def add(self, rows: Rows, weight: Floats) -> None:
        """Count every row so many times."""
        self.weight += np.bincount(rows.cell, weight, minlength=len(self.weight))
        for name, sums in self.sums.items():
            sums += np.bincount(rows.cell, weight * rows.score(name), minlength=len(sums))

    def above(self, rows: Rows, name: str) -> Floats:
        """By row: the score less the average of its cell."""
        averages = self.sums[name] / np.maximum(self.weight, 1)
        above: Floats = rows.score(name) - averages[rows.cell]
        return above


def tally(series: PlayedSeries, watch: Watch = lambda _: None) -> Tally:
    """Read a series twice and count."""
    bots, seats = BlockSums(len(series.bots)), BlockSums(series.players)
    games, pairs = BlockSums(1), BlockSums(len(series.bots) ** 2)
    by_seat, by_ticket = CellAverages(len(series.cell_bot)), CellAverages(len(series.cell_bot))
    totals = np.zeros((len(series.bots), HIGHEST - LOWEST + 1), np.int64)
    turn_counts = np.zeros(1, np.int64)
    for rows in series.batches([*SCORES, "turns", "kept"]):
        _count_scores(rows, bots, seats)
        by_seat.add(rows, np.ones(len(rows.cell)))
        by_ticket.add(rows, np.bincount(rows.lists("kept")[0], minlength=len(rows.cell)).astype(float))
        _count_meetings(rows, pairs, len(series.bots))
        totals += _histogram(rows, totals.shape)
        turn_counts = _count_games(rows, games, turn_counts)
        watch(len(rows.seat))
    tickets, routes, growth = _second_reading(series, by_seat, by_ticket, bots, games, watch)
    scores = {name: bots.mean(name, is_share=name == "win") for name in SCORES}
    return Tally(
        series,
        int(games["count"].sum()),
        BotTally(scores, bots.mean("kept"), bots.mean("claimed"), totals, growth),
        pairs.mean("before", is_share=True),
        {name: seats.mean(name, is_share=name == "win") for name in ("win", "total")},
        GameTally(
            games.mean("turns"),
            turn_counts,
            games.mean("passed_out", is_share=True),
            games.mean("winning_total"),
            games.mean("margin"),
        ),
        tickets,
        routes,
    )


def _count_scores(rows: Rows, bots: BlockSums, seats: BlockSums) -> None:
    bots.add("count", rows.block, rows.bot)
    seats.add("count", rows.block, rows.seat)
    for name in SCORES:
        points = rows.score(name)
        bots.add(name, rows.block, rows.bot, points)
        if name in ("win", "total"):
            seats.add(name, rows.block, rows.seat, points)


def _count_meetings(rows: Rows, pairs: BlockSums, bots: int) -> None:
    """Who came before whom (R6.5), for every two seats of every game that have different bots."""
    key = ranking_key({part: rows.column(part) for part in DECIDING_PARTS})
    block = rows.of_games(rows.block)[:, 0]
    before = meetings(rows.of_games(rows.bot), rows.of_games(key), block, BLOCKS, bots)
    pairs.add_sums("before", before)
    pairs.add_sums("count", before + before.swapaxes(1, 2))


def _histogram(rows: Rows, shape: tuple[int, int]) -> Ints:
    bins = np.clip(rows.column("total"), LOWEST, HIGHEST) - LOWEST
    return np.bincount(rows.bot * shape[1] + bins, minlength=shape[0] * shape[1]).reshape(shape)


def _count_games(rows: Rows, games: BlockSums, turn_counts: Ints) -> Ints:
    """Count what is the same for all seats of a game; the turn counts grow as longer games come."""
    block = rows.of_games(rows.block)[:, 0]
    only = np.zeros_like(block)
    turns = rows.of_games(rows.column("turns"))[:, 0]
    ranked = np.sort(rows.of_games(rows.score("total")), axis=1)
    games.add("count", block, only)
    games.add("turns", block, only, turns.astype(float))
    games.add("winning_total", block, only, ranked[:, -1])
    games.add("margin", block, only, ranked[:, -1] - ranked[:, -2])
    size = max(len(turn_counts), int(turns.max()) + 1)
    return np.bincount(turns, minlength=size) + np.pad(turn_counts, (0, size - len(turn_counts)))


def _second_reading(
    series: PlayedSeries,
    by_seat: CellAverages,
    by_ticket: CellAverages,
    bots: BlockSums,
    games: BlockSums,
    watch: Watch,
) -> tuple[TicketTally, RouteTally, Floats]:
    """What depends on single tickets and routes, and the growth of route points."""
    board = series.board
    tickets, tracks = BlockSums(len(board.ticket_ids)), BlockSums(len(board.route_ids))
    joined, reached = BlockSums(len(board.map.routes)), BlockSums(len(board.location_ids))
    gains = np.zeros((len(series.bots), MAX_TURNS))
    for rows in series.batches(["win", "total", "kept", "completed", "claimed", "progress"]):
        _count_tickets(rows, by_ticket, tickets, bots)
        _count_tracks(rows, by_seat.above(rows, "win"), tracks, bots)
        _count_board(rows, series, joined, reached, games)
        gains += _gains(rows, gains.shape)
        watch(len(rows.seat))
    growth = np.cumsum(gains, axis=1) / np.maximum(bots["count"].sum(axis=0), 1)[:, None]
    return _ticket_tally(tickets, games), _route_tally(series, tracks, joined, reached, games), growth


def _count_tickets(rows: Rows, usual: CellAverages, tickets: BlockSums, bots: BlockSums) -> None:
    row, ticket = rows.lists("kept")
    block = rows.block[row]
    tickets.add("count", block, ticket)
    tickets.add("win", block, ticket, rows.score("win")[row])
    tickets.add("lift", block, ticket, usual.above(rows, "win")[row])
    tickets.add("worth", block, ticket, usual.above(rows, "total")[row])
    bots.add("kept", block, rows.bot[row])
    row, ticket = rows.lists("completed")
    tickets.add("completed", rows.block[row], ticket)


def _count_tracks(rows: Rows, win_above: Floats, tracks: BlockSums, bots: BlockSums) -> None:
    row, track = rows.lists("claimed")
    block = rows.block[row]
    tracks.add("count", block, track)
    tracks.add("win", block, track, rows.score("win")[row])
    tracks.add("lift", block, track, win_above[row])
    bots.add("claimed", block, rows.bot[row])


def _count_board(rows: Rows, series: PlayedSeries, joined: BlockSums, reached: BlockSums, games: BlockSums) -> None:
    """Routes and locations used by anybody, and games that ended with all players passing (R5.2)."""
    table, rules = series.board.arrays[0], series.board.map.rules
    row, track = rows.lists("claimed")
    game, block = rows.game[row], rows.of_games(rows.block)[:, 0]
    route_of = np.array([track.route for track in series.board.tracks])
    is_joined = np.zeros((len(block), joined.members), bool)
    is_joined[game, route_of[track]] = True
    joined.add("count", *_pairs(is_joined, block))
    is_reached = np.zeros((len(block), reached.members), bool)
    is_reached[game, table["route_a"][track]] = True
    is_reached[game, table["route_b"][track]] = True
    reached.add("count", *_pairs(is_reached, block))
    used = np.bincount(row, table["route_length"][track], minlength=len(rows.seat))
    most = rows.of_games(used).max(axis=1)
    games.add("passed_out", block, np.zeros_like(block), (rules.pieces - most > rules.final_round_at).astype(float))


def _pairs(hits: "np.ndarray[tuple[int, int], np.dtype[np.bool_]]", block: Ints) -> tuple[Ints, Ints]:
    """(block, member) of every hit in [game, member]."""
    game, member = np.nonzero(hits)
    return block[game], member


def _gains(rows: Rows, shape: tuple[int, int]) -> Floats:
    """Route points won in each turn, [bot, turn]."""
    row, points = rows.lists("progress")
    if not len(row):
        return np.zeros(shape)
    first = np.flatnonzero(np.diff(row, prepend=-1))
    turn = np.arange(len(row)) - np.repeat(first, np.diff(np.append(first, len(row))))
    gain = np.diff(points, prepend=0)
    gain[first] = points[first]
    index = rows.bot[row] * shape[1] + np.minimum(turn, shape[1] - 1)
    gained = np.bincount(index, gain, minlength=shape[0] * shape[1])
    return np.asarray(gained, np.float64).reshape(shape)


def _ticket_tally(tickets: BlockSums, games: BlockSums) -> TicketTally:
    return TicketTally(
        ratio(tickets["count"], games["count"], is_share=True),
        tickets.mean("completed", is_share=True),
        tickets.mean("win", is_share=True),
        tickets.mean("lift"),
        tickets.mean("worth"),
    )


def _route_tally(
    series: PlayedSeries, tracks: BlockSums, joined: BlockSums, reached: BlockSums, games: BlockSums
) -> RouteTally:
    board, played = series.board, games["count"]
    length = np.array([track.length for track in board.tracks])
    points = np.array([0, *board.map.rules.route_points])
    by_length = np.eye(len(points))[length]  # [track, length]
    by_colour = np.array([[track.colour == c for c in range(len(board.colours) - 1)] for track in board.tracks])
    claims, gained = tracks["count"], tracks["count"] @ (by_length * points)
    return RouteTally(
        ratio(claims, played, is_share=True),
        tracks.mean("win", is_share=True),
        tracks.mean("lift"),
        ratio(joined["count"], played, is_share=True),
        ratio(reached["count"], played, is_share=True),
        ratio(tracks["lift"] @ by_length, claims @ by_length),
        ratio(gained, gained.sum(axis=1, keepdims=True), is_share=True),
        ratio(claims @ (by_colour * length[:, None]), played),
    )
