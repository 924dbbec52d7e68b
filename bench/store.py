"""What storing costs: appends and what a chained digest would add to them, the migration, check-store and move-store.

    python bench/store.py                      10,000 matches for the migration, 300 to be replayed and moved
    python bench/store.py --matches 1000 --replayed 100

On SQLite in a temporary folder, with every commit synced; the migration with --postgres URL (an empty database) also
there, without most entries, which it does not touch.
"""

import argparse
import asyncio
import hashlib
import json
import random
import secrets
import struct
import tempfile
import time
import timeit
import zlib
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from whistlestop.board import load_board
from whistlestop.game import RULES
from whistlestop.game.commitment import commitment
from whistlestop.game.record import fingerprint
from whistlestop.server.play.checking import check_matches
from whistlestop.server.play.decide import begin, bot_act
from whistlestop.server.play.entries import NAMES, body_of
from whistlestop.server.play.match import Match, Seed
from whistlestop.server.play.match_boards import map_json
from whistlestop.server.play.table_settings import MatchSettings
from whistlestop.server.play.table_view import summary_of
from whistlestop.server.store import NewEntry, NewMatch, Store
from whistlestop.server.store.database import parsed
from whistlestop.server.store.migrate import migrate
from whistlestop.server.store.move import open_move
from whistlestop.server.store.reader import open_reader

Log = list[tuple[str, str]]
"""Of a finished game: kind and body of each entry."""
BODY = '{"seat":0,"action":"claim alcatraz/pier-39 red:2,wild:1","outcome":["red","blue"],"key":"c2f0a1b2c3d4e5f6"}'
AT_ONCE, APPENDS = 300, 40

INSERT_MATCH = sa.text(
    "INSERT INTO match (id, settings, summary, commitment, version, status, public, joinable, created, changed,"
    " lease_until, seed, watch_hash)"
    " VALUES (:id, :settings, :summary, :commitment, :version, 'over', false, false, 1000, 1000, 0, '7', 'hash')"
)
INSERT_ENTRY = sa.text(
    "INSERT INTO entry (match_id, version, at, kind, body) VALUES (:id, :version, 1000, :kind, :body)"
)
INSERT_SEAT = sa.text("INSERT INTO seat (match_id, seat, secret_hash) VALUES (:id, :seat, :hash)")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--replayed", type=int, default=300)
    parser.add_argument("--postgres", metavar="URL", nargs="*", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="whistlestop-bench-") as folder:
        sqlite = f"sqlite:///{folder}"
        asyncio.run(measure_appends(f"{sqlite}/appends.db"))
        log = finished_game()
        print(f"a finished game has {len(log)} entries, {sum(len(body) for _, body in log):,} bytes")
        for url in [f"{sqlite}/old.db", *options.postgres]:
            asyncio.run(make_old(url, options.matches, log if url.startswith("sqlite") else log[:1]))
            asyncio.run(measure_migration(url, options.matches))
        replayed = f"{sqlite}/replayed.db"
        asyncio.run(make_old(replayed, options.replayed, log))
        asyncio.run(measure_check(replayed))
        asyncio.run(measure_move(replayed, f"{sqlite}/moved.db"))


async def measure_appends(url: str) -> None:
    """Many tables at once share commits; one alone waits for the disk each time."""
    store = await Store.open(url, owner="bench")
    for number in range(AT_ONCE):
        await store.create(a_match(f"m{number}"), [])

    async def append(number: int, first: int, last: int) -> None:
        for version in range(first, last):
            await store.append(new_entry(f"m{number}", version))

    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(append(number, 1, APPENDS + 1) for number in range(AT_ONCE)))
    count = AT_ONCE * APPENDS
    wall, used = (time.perf_counter() - began) / count, (time.process_time() - cpu) / count
    began, cpu = time.perf_counter(), time.process_time()
    await append(0, APPENDS + 1, APPENDS + 201)
    alone, used_alone = (time.perf_counter() - began) / 200, (time.process_time() - cpu) / 200
    await store.close()
    print(f"an append: {used * 1e6:.0f} µs of CPU, {wall * 1e6:.0f} µs ({AT_ONCE} matches at once)")
    print(f"           {used_alone * 1e6:.0f} µs of CPU, {alone * 1e6:.0f} µs (one match alone)")
    before, at = "0123456789abcdef", 1794794358.47123
    digests: dict[str, Callable[[], object]] = {
        "SHA-256": lambda: hashlib.sha256(f"{before} 17 {at!r} act {BODY}".encode()).hexdigest(),
        "BLAKE2b": lambda: hashlib.blake2b(f"{before} 17 {at!r} act {BODY}".encode(), digest_size=16).hexdigest(),
        "CRC-32": lambda: zlib.crc32(BODY.encode(), zlib.crc32(struct.pack("<Id", 17, at), 123_456)),
    }
    for name, digest in digests.items():
        seconds = min(timeit.repeat(digest, number=20_000, repeat=5, timer=time.process_time)) / 20_000
        print(f"a {name} of it and the one before: {seconds * 1e6:.1f} µs, {seconds / used:.1%} of that CPU,"
              f" {seconds / used_alone:.1%} alone")  # fmt: skip


def a_match(match_id: str) -> NewMatch:
    texts = {"settings": "{}", "summary": "{}", "seed": "7", "commitment": "", "watch_hash": "hash"}
    table = a_table()
    text = map_json(table.board)
    return NewMatch(id=match_id, **texts, public=False, joinable=False, created=1.0, rules=RULES, map_json=text)


def new_entry(match_id: str, version: int) -> NewEntry:
    after = {"status": "running", "joinable": False, "wake_at": None, "lease_until": 0.0}
    return NewEntry(match_id=match_id, version=version, at=1.0, kind="act", body=BODY, **after)  # type: ignore[arg-type]


def finished_game() -> Log:
    """A game of two bots on the USA map, quickly chosen."""
    rng = random.Random(1)
    match = a_table()
    log: Log = []
    decision = begin(match)
    while True:
        match.apply(decision.entry, 1000.0, decision.game)
        log.append((NAMES[type(decision.entry)], body_of(decision.entry)))
        if not match.awaited:
            return log
        seat = match.awaited[0]
        game = match.game_of(seat)
        assert game is not None
        legal = [str(action) for action in game.legal_actions()]
        claims = [action for action in legal if action.startswith("claim")]
        decision = bot_act(match, seat, rng.choice(claims or [action for action in legal if action != "tickets"]))


def a_table() -> Match:
    board = load_board("usa")
    seats = [{"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
    settings = MatchSettings.model_validate({"map": "usa", "seats": seats})
    return Match("m", settings, board, Seed(7, commitment(7, 0, fingerprint(board.map), 2)), 1000.0)


async def make_old(url: str, count: int, log: Log) -> None:
    """A database of revision 0001 with finished matches that are all the same but for their ids."""
    match = a_table()
    row = {
        "settings": match.settings.model_dump_json(),
        "summary": json.dumps(summary_of(match)),
        "commitment": match.seed.commitment,
        "version": len(log),
    }
    engine = create_async_engine(parsed(url))
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        for _ in range(count):
            match_id = secrets.token_urlsafe(9)
            await connection.execute(INSERT_MATCH, row | {"id": match_id})
            entries = [{"id": match_id, "version": n, "kind": k, "body": b} for n, (k, b) in enumerate(log, start=1)]
            await connection.execute(INSERT_ENTRY, entries)
            seats = [{"id": match_id, "seat": seat, "hash": secrets.token_hex(32)} for seat in range(2)]
            await connection.execute(INSERT_SEAT, seats)
    await engine.dispose()


async def measure_migration(url: str, count: int) -> None:
    began = time.perf_counter()
    store = await Store.open(url, owner="bench")
    print(f"migration of {count:,} matches on {url.partition(':')[0]}: {time.perf_counter() - began:.2f} s")
    await store.close()


async def measure_check(url: str) -> None:
    async with open_reader(url) as reader:
        ids, began = list(await reader.versions()), time.perf_counter()
        reasons = [checked.reason async for checked in check_matches(reader, ids) if checked]
        assert reasons == [None] * len(ids)
        print(f"check-store: {len(ids) / (time.perf_counter() - began):,.0f} matches a second")


async def measure_move(source: str, target: str) -> None:
    async with open_move(source, target) as move:
        for name, work in (("copies", move.copy()), ("compares", move.check())):
            began = time.perf_counter()
            async for _ in work:
                pass
            seconds = time.perf_counter() - began
            print(f"move-store to {target.partition(':')[0]} {name} {len(move.ids) / seconds:,.0f} matches a second")


if __name__ == "__main__":
    main()
