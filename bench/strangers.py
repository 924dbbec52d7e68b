"""Looks for the most expensive thing that a stranger can send within the limits, and prints its CPU time.

    python bench/strangers.py --minutes 10 --keep worst

It begins with hostile maps, records and messages, changes the most expensive ones again and again, and keeps what
takes longer. `maps` are checked, `records` (with a map and a position of their own) replayed, both as the upload
processes do; of records that are accepted, `opening` is what a server then does in threads (match, result, guide) and
`views` what it does in its event loop; `messages` are read and judged by a table.
"""

import argparse
import contextlib
import json
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from longest_path import SHAPES, widest

from whistlestop import kernels
from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.game.record import Record, write_record
from whistlestop.maps.check import check_map, examine
from whistlestop.maps.mapfile import read_map_toml
from whistlestop.maps.sweep import Ends
from whistlestop.server.play.decide import decide
from whistlestop.server.play.entries import Begin
from whistlestop.server.play.guide import make_guide
from whistlestop.server.play.match import Match, Seed
from whistlestop.server.play.match_boards import board_for
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.protocol import Hello, Ping, read_message
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.replays import result_of
from whistlestop.server.play.table_settings import MatchSettings, PersonSeat
from whistlestop.server.play.upload_process import read_game
from whistlestop.server.running.settings import Settings

POOL = 12
"""The most expensive ones of each kind, which are changed further."""
GIVE_UP_SECONDS = 20
SNIPPETS = [
    "0", "-1", "1e9", '"x"', "[", "]", "{", "}", ",", "=", "\n", ".", "[[routes]]", "é", "\u3164", "ﷺ", "'", '"', "#2",
    "true", "null", "1,", '\\"', "\\\\", "{a=1},", '{name="P1",x=1,y=1},', '{a="P1",b="P2",length=1,colors=["red"]},',
    "a.b.c=1\n",
]  # fmt: skip
COLOURS = "red", "blue", "green", "black", "white", "pink", "amber", "grey-blue", "lime", "teal", "plum", "rust"


GRAPHS: list[list[Ends]] = []
"""Finding one that is just accepted takes a while."""


class TooLong(BaseException):
    """Given up."""


@contextlib.contextmanager
def given_up_after(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def word(rng: random.Random, letters: int) -> str:
    return "".join(rng.choices("abcde", k=letters))


def random_map(rng: random.Random) -> str:
    """A map that is accepted, mostly: as wide, with as many tickets and actions, and as long names, as there may be."""
    if len(GRAPHS) < 8 or rng.random() < 0.1:
        GRAPHS.append(widest(rng, rng.choice(SHAPES)(rng)))
    edges = rng.choice(GRAPHS)
    count = 1 + max(place for edge in edges for place in edge)
    letters = rng.choice([3, 20, 90])
    names = [f"{word(rng, letters)} {i}" for i in range(count)]
    colours = COLOURS[: rng.randint(1, 12)]
    kinds = [(rng.choice([*colours, "grey", "grey"]), rng.randint(1, 10)) for _ in range(20)]
    chosen = [rng.choice(kinds) for _ in edges]
    pairs = rng.sample([(a, b) for a in names for b in names if a < b], min(96, count * (count - 1) // 2))
    points = ", ".join(f"[{rng.uniform(0, 999):.0f}, {rng.uniform(0, 999):.0f}]" for _ in range(rng.choice([3, 60])))
    lines = [
        'format = 1\nname = "Fuzz"',
        "locations = [" + ",".join(place(rng, name) for name in names) + "]",
        "routes = ["
        + ",".join(
            f'{{a="{names[a]}",b="{names[b]}",length={length},colors=["{colour}"]}}'
            for (a, b), (colour, length) in zip(edges, chosen, strict=True)
        )
        + "]",
        "tickets = [" + ",".join(f'{{a="{a}",b="{b}",points=5}}' for a, b in pairs) + "]",
        "[rules]\nplayers = { min = 2, max = 2 }\npieces = 1000\nfinal_round_at = 2\nboth_tracks_from = 3",
        "route_points = [1, 2, 4, 7, 10, 15, 18, 21, 24, 27]\nlongest_path = 10",
        "[rules.cards]\ncolors = { " + ", ".join(f"{colour} = {140 // len(colours)}" for colour in colours) + " }",
        "wild = 14\nopening_hand = 4\nface_up = 5\nreset_at = 3\nreset_limit = 3",
        "[rules.tickets]\nopening = { dealt = 3, keep = 1 }\naction = { dealt = 3, keep = 1 }",
        f'[board]\nwidth = 1000\nheight = 1000\noutlines = [{{ kind = "land", points = [{points}] }}]',
    ]
    return "\n".join(lines) + "\n"


def place(rng: random.Random, name: str) -> str:
    return f'{{name="{name}",x={rng.randint(0, 1000)},y={rng.randint(0, 1000)}}}'


def bad_map(rng: random.Random) -> str:
    """A map that is refused, after as much looking as can be."""
    size = 190_000
    item = rng.choice(
        [
            "1,", "1.5,", "[],", "{},", "'',", "{a=1},", "{a.b.c.d.e.f.g.h=1},", f'"{word(rng, 5)}",',
            '{name="x",x=1,y=1},', "07:32:00,", '{name="x",x=1,y=1,zz=1,yy=2},', '"\\n",',
        ]
    )  # fmt: skip
    keys = ["a", "locations", "routes", "tickets", "board.outlines", "rules.cards.colors", "rules.tokens.spots"]
    key = rng.choice(keys)
    many = rng.choice([90, 150, 900, 20_000])
    kind = rng.randrange(6)
    if kind == 0:
        return f"{key} = [{item * min(many, size // len(item))}]"
    if kind == 1:
        return "\n".join(f"[a{i % 25}.b{i}.c.d.e]\n" + "q.w.e.r.k=1\n" * 4 + f"x=[{item * 5}]" for i in range(499))[
            :size
        ]
    if kind == 2:
        return ("#\n" * (size // 2))[:size]
    if kind == 3:
        rows = ",".join(f"{{{','.join(f'{word(rng, 6)}{i}=1' for i in range(150))}}}" for _ in range(90))
        return f"locations = [{rows}]"[:size]
    text = random_map(rng)
    if kind == 4:  # misspelt names, much like those that there are
        for _ in range(rng.randint(5, 60)):
            at = text.index('a="') + rng.randrange(len(text) // 2)
            text = text[:at] + rng.choice("abcde") + text[at + 1 :]
        return text
    return text.replace("width = 1000", "width = 5").replace('colors=["', f'colors=["{word(rng, 12)}')


def random_record(rng: random.Random) -> str:
    """A record on a map of its own: over at once with one owner of all, or played for long."""
    board_map, _ = examine(random_map(rng), "fuzz")
    if board_map is None:
        return "whistlestop-record 1\n"
    board = Board(board_map, "fuzz")
    game = Game(board, 2, seed=rng.getrandbits(32))
    if rng.random() < 0.2:
        return hostile_record(rng, game)
    if rng.random() < 0.5:
        share = rng.choice([0.0, 0.05, 0.15])
        owned = {route: 0 for route in board.route_ids if rng.random() >= share and not route.endswith("#2")}
        return write_record(Record(board, owned_by_one(game, owned)))
    while not game.is_over and game.version < 600:
        actions = game.legal_actions()
        draws = [action for action in actions if action.verb in ("draw", "tickets")]
        game.apply(rng.choice(draws if draws and rng.random() < 0.8 else actions))
    return game.record()


def hostile_record(rng: random.Random, game: Game) -> str:
    """Lines and positions that no game has."""
    position = game.position()
    key, seat = rng.choice(list(position)), rng.choice(position["seats"])
    many = rng.choice([150, 20_000])
    inside = rng.choice([position, seat])
    inside[key if inside is position else rng.choice(list(seat))] = rng.choice(
        [
            ["red"] * many,
            {f"x{i}": 1 for i in range(many)},
            [1] * many,
            [{"symbol": "x", "count": 1}] * many,
            "x" * many,
        ]
    )
    lines = rng.choice(
        [
            "0 draw deck\n",
            "0 keep " + "x/y " * 9 + "\n",
            "0 claim" + " " * 2000 + "x\n",
            "0 claim " + "a," * 5000 + "\n",
            "\r",
        ]
    )
    return write_record(Record(game.board, position)) + lines * rng.choice([1, 100, 1900])


def owned_by_one(game: Game, owned: dict[str, int]) -> dict[str, Any]:
    position = game.position()
    position |= {"phase": "over", "to_play": None, "claimed": owned}
    for seat in position["seats"]:
        seat["pieces"] = 0
        seat["tickets"] += seat["offered"]
        seat["offered"] = []
    position["seats"][0]["tickets"] += position["ticket_deck"]
    position["ticket_deck"] = []
    return position


def random_message(rng: random.Random) -> str:
    texts = [
        "claim " + word(rng, 10) + "/" + word(rng, 10) + " red:1",
        "claim " + "a/" * 7000,
        "keep " + "boston/miami " * 1000,
        "draw " + "x" * 15_000,
        "claim denver/omaha " + "red:1," * 2500,
        "place bell " + word(rng, 12_000),
        "[" * 15_000,
    ]
    action = rng.choice(texts)
    message = {"type": "act", "key": word(rng, 5), "version": 1, "action": action}
    return json.dumps(message) if rng.random() < 0.8 else action


class Table:
    """A match that messages are sent to."""

    def __init__(self) -> None:
        settings = MatchSettings(map="usa", seats=[PersonSeat(), PersonSeat()])
        self.match = Match("fuzz", settings, board_for("usa"), Seed(1, None), 0.0)
        self.match.apply(Begin(Game("usa", 2, 1).position(), None), 0.0)

    def receive(self, text: str) -> None:
        with contextlib.suppress(Refusal):
            message = read_message(text)
            if not isinstance(message, Hello | Ping):
                decide(self.match, 0, message, 1.0)


def look_at_record(text: str, clock: "Clock") -> None:
    try:
        with clock.measuring("records", text):
            read_game(text)
    except Refusal:
        return
    game = Game.from_record(text)
    settings = MatchSettings(map="fuzz", seats=[PersonSeat(), PersonSeat()])
    with clock.measuring("opening", text):
        match = Match("fuzz", settings, game.board, Seed(1, None, text), 0.0)
        match.apply(Begin({}, None), 0.0)
        make_guide(game.board, game.view(0))
        if game.is_over:
            result_of(game)
    with clock.measuring("views", text):
        Feed().view(match, 0, 1.0)


class Clock:
    """What took longest, of each kind."""

    def __init__(self, keep: Path | None) -> None:
        self.keep = keep
        self.worst: dict[str, float] = {}
        self.last = 0.0
        self.count = 0

    @contextlib.contextmanager
    def measuring(self, kind: str, text: str) -> Iterator[None]:
        began = time.process_time()
        try:
            with given_up_after(GIVE_UP_SECONDS):
                yield
        except TooLong:
            print(f"{kind}: given up after {GIVE_UP_SECONDS} s")
        finally:
            self.last = max(self.last, time.process_time() - began)
            self._note(kind, text, time.process_time() - began)

    def _note(self, kind: str, text: str, seconds: float) -> None:
        self.count += 1
        if seconds > self.worst.get(kind, 0.0):
            self.worst[kind] = seconds
            size = len(text.encode(errors="replace"))
            print(f"{kind:10} {seconds:7.3f} s  {size:7,} bytes  {text[:60]!r}", flush=True)
            if self.keep is not None:
                (self.keep / f"{kind}.txt").write_text(text, encoding="utf-8", errors="replace")


def changed(rng: random.Random, text: str, most: int) -> str:
    """The text with some of it repeated, cut out or replaced."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([1, 10, 100, 5000]))
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + text[at:end] * rng.choice([2, 10, 200]) + text[end:]
        elif kind == 1:
            text = text[:at] + text[end:]
        elif kind == 2:
            text = text[:at] + rng.choice(SNIPPETS) * rng.choice([1, 1, 50, 3000]) + text[at:]
        else:
            text = text[:at] + rng.choice(SNIPPETS) + text[end:]
        text = text.encode(errors="ignore")[:most].decode(errors="ignore")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the worst of each kind")
    options = parser.parse_args()
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    kernels.require("game")
    limits, table, clock, rng = Settings(), Table(), Clock(options.keep), random.Random(options.seed)

    def check(text: str) -> None:
        with clock.measuring("maps", text):
            check_map(text, "map")

    def receive(text: str) -> None:
        with clock.measuring("messages", text):
            table.receive(text)

    makers: list[tuple[Callable[[random.Random], str], int, Callable[[str], None]]] = [
        (lambda rng: read_map_toml("usa")[0] if rng.random() < 0.1 else random_map(rng), limits.max_map_bytes, check),
        (bad_map, limits.max_map_bytes, check),
        (random_record, limits.max_body_bytes, lambda text: look_at_record(text, clock)),
        (random_message, limits.max_message_bytes, receive),
    ]
    pools: list[list[tuple[float, str]]] = [[] for _ in makers]
    ends = time.monotonic() + 60 * options.minutes
    while time.monotonic() < ends:
        number = rng.randrange(len(makers))
        make, most, look_at = makers[number]
        pool = pools[number]
        text = make(rng) if len(pool) < POOL or rng.random() < 0.4 else changed(rng, rng.choice(pool)[1], most)
        if len(text.encode(errors="replace")) > most:
            continue
        clock.last = 0.0
        look_at(text)
        pools[number] = sorted([*pool, (clock.last, text)], reverse=True)[:POOL]
    print(f"{clock.count:,} looked at; the worst:", ", ".join(f"{k} {s:.3f} s" for k, s in clock.worst.items()))


if __name__ == "__main__":
    main()
