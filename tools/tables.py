"""The tables of docs/*.md that say who is stronger and what is in balance: the games of each, and how it reads.

`TABLES` is the list. `ladder.py` plays the games and keeps what was counted in docs/tables/NAME.json; from that a table
is written between two comments of its page, always with the commands, intervals, date and version:

    <!-- table: levels -->
    <!-- end -->
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from whistlestop.arena.balance import measure
from whistlestop.arena.report import open_stored, tally
from whistlestop.arena.series import Series, new_series, stored_files
from whistlestop.arena.tournament import line_ups_of, read_results, standings_of
from whistlestop.board import load_board

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(<!-- table: ([a-z0-9-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
UNPLAYED = "Not played by the ladder yet"
"""How the text of a table must begin that is none of the ladder's."""

Numbers = dict[str, Any]
"""What was counted in a series, as JSON."""
Rows = list[Sequence[object]]
"""The first one is the heading."""


@dataclass(frozen=True)
class Tournament:
    """The games of `whistlestop tournament` with these options."""

    map: str
    bots: tuple[str, ...]
    games: int
    players: int = 2
    including: str | None = None
    seed: int = 1

    @property
    def command(self) -> str:
        """The same games by hand; they end up in the same folder."""
        asked = f"whistlestop tournament --map {self.map} --players {self.players} --bots {','.join(self.bots)}"
        asked += f" --with {self.including}" if self.including else ""
        return f"{asked} --games {self.games} --seed {self.seed}"

    def series(self) -> Series:
        """What is to be played."""
        line_ups = line_ups_of(self.bots, self.players, self.including)
        return new_series("tournament", load_board(self.map), line_ups, self.players, self.games, self.seed)

    def count(self, folder: Path) -> Numbers:
        """What the games say."""
        return standings_of(read_results(folder)).as_json()


@dataclass(frozen=True)
class SelfPlay:
    """The games of one bot that has all seats, as `whistlestop map balance` plays them."""

    map: str
    players: int
    games: int
    bot: str = "planner"
    seed: int = 1

    @property
    def command(self) -> str:
        """The same games by hand."""
        return (
            f"whistlestop map balance {self.map} --players {self.players} --bot {self.bot}"
            f" --games {self.games} --seed {self.seed}"
        )

    def series(self) -> Series:
        """What is to be played."""
        return new_series("simulate", load_board(self.map), [[self.bot] * self.players], 1, self.games, self.seed)

    def count(self, folder: Path) -> Numbers:
        """What the games say."""
        counted = tally(open_stored(folder))
        intervals = [seat.interval for seat in counted.by_seat["win"]]
        claimed = counted.routes.colour_spaces.value.tolist()
        return {"games": counted.games, "seat_intervals": intervals, "colour_spaces": claimed, **measure(counted)}


Games = Tournament | SelfPlay
Counted = list[tuple[Games, Numbers]]


@dataclass(frozen=True)
class Table:
    """One table of a page."""

    name: str
    page: str
    games: tuple[Games, ...]
    rows: Callable[[Counted], Rows]
    note: str = "95 % intervals in brackets."

    @property
    def file(self) -> Path:
        """What was counted when it was played last."""
        return ROOT / "docs" / "tables" / f"{self.name}.json"

    def result(self, folders: Sequence[Path]) -> Numbers:
        """All that its text is made from, out of the folders of its games."""
        series = [games.series() for games in self.games]
        played = max(file.stat().st_mtime for folder in folders for file in stored_files(folder))
        return {
            "date": datetime.fromtimestamp(played, UTC).date().isoformat(),
            "version": series[0].version,
            "code": sorted({one.code for one in series}),
            "games": {
                games.command: _rounded(games.count(folder)) for games, folder in zip(self.games, folders, strict=True)
            },
        }

    def text(self, result: Numbers) -> str:
        """The table in Markdown, with all that one needs to check it."""
        counted = [(games, result["games"][games.command]) for games in self.games]
        heading, *rows = (f"| {' | '.join(map(str, row))} |" for row in self.rows(counted))
        table = "\n".join([heading, re.sub(r" [^|]* ", "---", heading), *rows])
        commands = "\n".join(f"    {games.command}" for games in self.games)
        played = sum(numbers["games"] for _, numbers in counted)
        when = f"{result['date']}, version {result['version']}, code {' and '.join(result['code'])}"
        source = f"Played by `make ladder TABLES={self.name}`: {when}."
        return f"{commands}\n\n{table}\n\n{played:,} games in all. {self.note} {source}\n"


def rewritten(page: str, texts: Mapping[str, str]) -> str:
    """A page with new tables in the places of the old ones.

    >>> rewritten("a <!-- table: b -->\\nold\\n<!-- end --> c", {"b": "new\\n"})
    'a <!-- table: b -->\\nnew\\n<!-- end --> c'
    """
    return BLOCK.sub(lambda block: block[1] + texts.get(block[2], block[3]) + block[4], page)


def _rounded(counted: Any) -> Any:
    """JSON with as many digits as anybody reads."""
    return json.loads(json.dumps(counted), parse_float=lambda number: round(float(number), 4))


def percent(rate: float, interval: Sequence[float]) -> str:
    """
    >>> percent(0.5, (0.45, 0.55))
    '50.0 % (45.0–55.0)'
    """
    low, high = (f"{100 * end:.1f}" for end in interval)
    return f"{100 * rate:.1f} % ({low}–{high})"


def bot_of(numbers: Numbers, name: str) -> Numbers:
    """How one bot of a tournament did."""
    return next(bot for bot in numbers["bots"] if bot["bot"] == name)


def met(numbers: Numbers, bot: str, other: str) -> str:
    """How often one came before the other: with two players, how often it won."""
    meeting = next(one for one in numbers["head_to_head"] if (one["bot"], one["against"]) == (bot, other))
    return percent(meeting["rate"], meeting["rate_interval"])


def beats(*pairs: tuple[str, str]) -> Callable[[Counted], Rows]:
    """A row for each pair of bots, a column for each series of two players."""

    def rows(counted: Counted) -> Rows:
        columns = [f"{load_board(games.map).map.name}, {games.games:,} games" for games, _ in counted]
        found = [[f"`{a}` beats `{b}`", *(met(numbers, a, b) for _, numbers in counted)] for a, b in pairs]
        return [["", *columns], *found]

    return rows


def shares(bot: str) -> Callable[[Counted], Rows]:
    """A row for each series: how often a bot wins, and the points of all."""

    def rows(counted: Counted) -> Rows:
        found: Rows = [["map", "players", "games", f"`{bot}` wins", "an even share", "mean score", "of the others"]]
        for games, numbers in counted:
            own = bot_of(numbers, bot)
            others = [one for one in numbers["bots"] if one["bot"] != bot]
            score = sum(one["mean_score"] * one["games"] for one in others) / sum(one["games"] for one in others)
            wins = percent(own["win_rate"], own["win_rate_interval"])
            even = f"{100 / games.players:.0f} %"
            cells = (games.map, games.players, f"{numbers['games']:,}", wins, even, f"{own['mean_score']:.1f}")
            found.append((*cells, f"{score:.1f}"))
        return found

    return rows


def wins_against_several(counted: Counted) -> Rows:
    """A row for each line-up of one bot and several of another, a column for each map."""
    found: dict[str, list[str]] = {}
    for games, numbers in counted:
        assert isinstance(games, Tournament)
        bot, *others = games.bots
        own = bot_of(numbers, bot)
        row = found.setdefault(f"`{bot}` against {len(others)} of `{others[0]}`", [])
        row.append(percent(own["win_rate"], own["win_rate_interval"]))
    maps = dict.fromkeys(games.map for games, _ in counted)
    return [["", *(load_board(name).map.name for name in maps)], *([who, *wins] for who, wins in found.items())]


def leaderboard(bot: str) -> Callable[[Counted], Rows]:
    """All bots of one tournament by rating, and how a bot of interest did against each."""

    def rows(counted: Counted) -> Rows:
        ((_, numbers),) = counted
        found: Rows = [["bot", "wins", "points", "rating", f"`{_short(bot)}` comes before it"]]
        for one in numbers["bots"]:
            low, high = one["rating_interval"]
            wins = percent(one["win_rate"], one["win_rate_interval"])
            rating = f"{one['rating']:.0f} ({low:.0f}–{high:.0f})"
            against = "" if one["bot"] == bot else met(numbers, bot, one["bot"])
            found.append((f"`{_short(one['bot'])}`", wins, f"{one['mean_score']:.1f}", rating, against))
        return found

    return rows


def _short(bot: str) -> str:
    return bot.rpartition(":")[2]


def seats(counted: Counted) -> Rows:
    """A row for each number of players, a column for each seat."""
    most = max(games.players for games, _ in counted)
    found: Rows = [["map", "players", *(f"seat {seat} wins" for seat in range(most))]]
    for games, numbers in counted:
        wins = [percent(*seat) for seat in zip(numbers["seats"], numbers["seat_intervals"], strict=True)]
        found.append((games.map, games.players, *wins, *[""] * (most - games.players)))
    return found


def balance(counted: Counted) -> Rows:
    """What a map should keep within bounds, from the lowest to the highest."""
    headings = (
        "players",
        "routes claimed in",
        "least touched place",
        "tickets off their like",
        "spaces of a colour claimed, of the mean",
    )
    found: Rows = [headings]
    for games, numbers in counted:
        tickets = [worth for worth in numbers["tickets"] if worth is not None]
        colours = numbers["colour_spaces"]
        mean = sum(colours) / len(colours)
        routes = f"{100 * min(numbers['routes']):.1f} to {100 * max(numbers['routes']):.1f} % of games"
        off = f"{min(tickets):.1f} to {max(tickets):.1f} points".replace("-", "−")
        shades = f"{min(colours) / mean:.2f} to {max(colours) / mean:.2f}"
        found.append((games.players, routes, f"{100 * min(numbers['locations']):.1f} % of games", off, shades))
    return found


BOTH = ("usa", "san-francisco")
LEVELS = ("easy", "medium", "hard")
COUNTING_LEVELS = (*LEVELS, "expert")
"""Those that do not look at the clock."""
PUBLISHED = ("hungry", "path", "one-step", "long-route")
TRAINED = "examples.trained_bot:Trained"
RUNGS = ("search@25", "search@100", "search@400")
TABLES = (
    Table(
        "levels",
        "docs/bots.md",
        tuple(Tournament(name, LEVELS, 4000) for name in BOTH),
        beats(*((better, worse) for worse, better in pairwise(LEVELS))),
    ),
    Table(
        "levels-expert",
        "docs/bots.md",
        tuple(Tournament(name, ("expert", "hard"), 20_000) for name in BOTH),
        beats(("expert", "hard")),
    ),
    Table(
        "levels-four",
        "docs/bots.md",
        tuple(
            Tournament(name, (better, *[worse] * 3), 4000, 4)
            for worse, better in pairwise(COUNTING_LEVELS)
            for name in BOTH
        ),
        wins_against_several,
        "An even share is 25 %. 95 % intervals in brackets.",
    ),
    Table(
        "seats",
        "docs/arena.md",
        tuple(SelfPlay(name, players, 4000) for name in BOTH for players in load_board(name).player_counts),
        seats,
        "95 % intervals in brackets; `planner` has all seats.",
    ),
    Table(
        "balance",
        "docs/arena.md",
        tuple(SelfPlay("san-francisco", players, 4000) for players in (2, 3, 4)),
        balance,
        "`planner` has all seats. A share of 5 % is known to ± 0.7 here, one of 50 % to ± 1.5 (95 %).",
    ),
    *(
        Table(
            f"playouts-{name}",
            "docs/bots.md",
            (Tournament(name, (*RUNGS, "planner"), 200, including="planner"),),
            beats(*((rung, "planner") for rung in RUNGS)),
            "95 % intervals in brackets; `search@N` has N playouts a move, however long they take.",
        )
        for name in reversed(BOTH)
    ),
    *(
        Table(
            f"experts-{name}",
            "docs/bots.md",
            tuple(
                Tournament(name, ("search@100", *["expert-1@100"] * (players - 1)), 200, players) for players in (2, 4)
            ),
            shares("search@100"),
        )
        for name in reversed(BOTH)
    ),
    Table(
        "published",
        "docs/bots.md",
        (Tournament("usa", ("planner", *PUBLISHED), 2000, including="planner"),),
        beats(*(("planner", other) for other in PUBLISHED)),
    ),
    Table(
        "published-four",
        "docs/bots.md",
        (Tournament("usa", ("planner", *PUBLISHED), 400, 4, including="planner"),),
        shares("planner"),
    ),
    Table(
        "published-pairs",
        "docs/bots.md",
        (Tournament("usa", PUBLISHED, 120),),
        beats(
            ("hungry", "path"),
            ("hungry", "one-step"),
            ("hungry", "long-route"),
            ("one-step", "path"),
            ("long-route", "path"),
            ("long-route", "one-step"),
        ),
        "95 % intervals in brackets. Published for these, n = 100 each: 84, 67, 55, 75, 87 and 55.5 %.",
    ),
    Table(
        "leaderboard",
        "docs/rl.md",
        (Tournament("san-francisco", (TRAINED, "random", "greedy", *PUBLISHED, *LEVELS), 200, seed=7),),
        leaderboard(TRAINED),
    ),
)
"""In the order in which they are played: what takes minutes first."""
