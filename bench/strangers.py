"""Looks for the most expensive thing that a stranger can send within the limits, and prints its CPU time.

    python bench/strangers.py --minutes 10 --keep worst

It begins with hostile maps, records and messages, changes the most expensive ones again and again, and keeps what
takes longer. `maps` are checked, `records` (with a map and a position of their own) replayed, both as the upload
processes do; of records that are accepted, `opening` is what a server then does in threads (match, result, guide) and
`views` what it does in its event loop; `messages` are read and judged by a table, and what is written there is stored
(`chat`). Of the studio, texts are opened (`opened`) and shared (`shared`, what the store does), edited maps are judged
with their drawing (`judged`), and written as `scenery`, `toml` and `sheets`, all as the upload processes do.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from strange_maps import bad_map, edited_map, random_map, sheet_text, word

from whistlestop import kernels
from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.game.record import Record, write_record
from whistlestop.maps.check import check_map, examine
from whistlestop.maps.mapfile import read_map_toml
from whistlestop.server.play.decide import decide
from whistlestop.server.play.entries import Begin
from whistlestop.server.play.guide import make_guide
from whistlestop.server.play.match import Match, Seed
from whistlestop.server.play.match_boards import board_for
from whistlestop.server.play.messages import Feed, chat_message
from whistlestop.server.play.protocol import EmoteCommand, Hello, Ping, WriteCommand, read_message
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.replays import result_of
from whistlestop.server.play.table_settings import MatchSettings, PersonSeat
from whistlestop.server.play.upload_process import (
    edited_scenery,
    edited_sheet,
    edited_toml,
    judge_map,
    open_map,
    read_game,
)
from whistlestop.server.running.settings import Settings
from whistlestop.server.store import ChatRow, NewMatch, Store
from whistlestop.studio.opening import NotOpened
from whistlestop.studio.sheets import Sheet

POOL = 12
"""The most expensive ones of each kind, which are changed further."""
GIVE_UP_SECONDS = 20
SNIPPETS = [
    "0", "-1", "1e9", '"x"', "[", "]", "{", "}", ",", "=", "\n", ".", "[[routes]]", "é", "\u3164", "ﷺ", "'", '"', "#2",
    "true", "null", "1,", '\\"', "\\\\", "{a=1},", '{name="P1",x=1,y=1},', '{a="P1",b="P2",length=1,colors=["red"]},',
    "a.b.c=1\n",
]  # fmt: skip


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
    message: dict[str, Any] = {"type": "act", "key": word(rng, 5), "version": 1, "action": action}
    if rng.random() < 0.3:
        written = rng.choice(["x", "\u0301", "\u3164", "ﷺ", "👩‍👩‍👧‍👦", "<b>", " ", "\u202e"])
        message = {"type": "write", "key": word(rng, 5), "text": written * rng.choice([1, 100, 500, 4000])}
    return json.dumps(message) if rng.random() < 0.8 else action


class Table:
    """A match that messages are sent to, and a store for what is written there."""

    def __init__(self, store: Store, run: Callable[..., Any]) -> None:
        settings = MatchSettings(map="usa", seats=[PersonSeat(), PersonSeat()])
        self.match = Match("fuzz", settings, board_for("usa"), Seed(1, None), 0.0)
        self.match.apply(Begin(Game("usa", 2, 1).position(), None), 0.0)
        self.store, self.run = store, run
        basics = {"settings": "{}", "summary": "{}", "seed": "1", "commitment": "", "watch_hash": "", "map_json": "{}"}
        new = NewMatch(id="fuzz", public=False, joinable=False, created=0.0, rules=1, **basics)
        run(store.create(new, []))

    def receive(self, text: str, clock: "Clock") -> None:
        with contextlib.suppress(Refusal):
            message = None
            with clock.measuring("messages", text):
                message = read_message(text)
                if not isinstance(message, Hello | Ping | EmoteCommand | WriteCommand):
                    decide(self.match, 0, message, 1.0)
            if isinstance(message, WriteCommand):
                with clock.measuring("chat", text):
                    line = ChatRow(1, 1.0, 0, "Ann", message.text)
                    self.run(self.store.add_chat("fuzz", line, 1_000_000))
                    chat_message(1, [line])


def look_at_text(text: str, table: Table, clock: "Clock") -> None:
    """A text that is opened in the studio, or shared."""
    with clock.measuring("opened", text), contextlib.suppress(NotOpened):
        open_map(text)
    with clock.measuring("shared", text):
        table.run(table.store.shared_maps.add(text, 1.0, 1_000_000))


def look_at_edited(text: str, rng: random.Random, clock: "Clock") -> None:
    """A map that is edited in the studio."""
    with clock.measuring("judged", text), contextlib.suppress(NotOpened):
        judge_map(text)
    with clock.measuring("scenery", text), contextlib.suppress(NotOpened):
        edited_scenery(text, rng.choice(["light", "dark"]))
    base = rng.choice([None, random_map(rng), bad_map(rng)])
    with clock.measuring("toml", text), contextlib.suppress(NotOpened):
        edited_toml(text, base)
    sheets: tuple[Sheet, ...] = ("locations", "routes", "tickets")
    with clock.measuring("sheets", text), contextlib.suppress(NotOpened):
        edited_sheet(text, rng.choice(sheets))


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


def search(table: Table, limits: Settings, clock: Clock, rng: random.Random, minutes: float) -> None:
    """Make, change and measure, for so many minutes."""

    def check(text: str) -> None:
        with clock.measuring("maps", text):
            check_map(text, "map")

    makers: list[tuple[Callable[[random.Random], str], int, Callable[[str], None]]] = [
        (lambda rng: read_map_toml("usa")[0] if rng.random() < 0.1 else random_map(rng), limits.max_map_bytes, check),
        (bad_map, limits.max_map_bytes, check),
        (random_record, limits.max_body_bytes, lambda text: look_at_record(text, clock)),
        (random_message, limits.max_message_bytes, lambda text: table.receive(text, clock)),
        (edited_map, limits.max_map_bytes, lambda text: look_at_edited(text, rng, clock)),
        (
            lambda rng: rng.choice([random_map, bad_map, sheet_text])(rng),
            limits.max_map_bytes,
            lambda text: look_at_text(text, table, clock),
        ),
    ]
    pools: list[list[tuple[float, str]]] = [[] for _ in makers]
    while time.process_time() < 60 * minutes:
        number = rng.randrange(len(makers))
        make, most, look_at = makers[number]
        pool = pools[number]
        text = make(rng) if len(pool) < POOL or rng.random() < 0.4 else changed(rng, rng.choice(pool)[1], most)
        if len(text.encode(errors="replace")) > most:
            continue
        clock.last = 0.0
        look_at(text)
        pools[number] = sorted([*pool, (clock.last, text)], reverse=True)[:POOL]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="of CPU time; Ctrl-C ends it earlier")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the worst of each kind")
    options = parser.parse_args()
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    kernels.require("game")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it is told what was found
    limits, clock, rng = Settings(), Clock(options.keep), random.Random(options.seed)

    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        store = runner.run(Store.open(f"sqlite:///{folder}/fuzz.db", owner="fuzz"))
        with contextlib.suppress(KeyboardInterrupt):
            search(Table(store, runner.run), limits, clock, rng, options.minutes)
        runner.run(store.close())
    print(
        f"{clock.count:,} looked at in {time.process_time() / 60:.1f} minutes of CPU time; the worst:",
        ", ".join(f"{k} {s:.3f} s" for k, s in clock.worst.items()),
    )


if __name__ == "__main__":
    main()
