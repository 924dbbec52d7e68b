"""Matches and records of the last version whose San Francisco was the first one (decision 38) go on.

`stored/first-san-francisco.sql` is the dump of a SQLite file that this version wrote: a game of two people that is
over, and one that is not. It can't be made again.
"""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.golden.test_earlier_maps import FINISHED, FIRST, RUNNING
from tests.server.at_table import ask
from tests.server.running import RunningServer
from tests.server.test_old_stores import _finish, rooms_on
from whistlestop.board import load_board
from whistlestop.cli.app import app
from whistlestop.game import Game
from whistlestop.game.record import fingerprint
from whistlestop.server.play.loading import load_match
from whistlestop.verify import verify

STORED = Path(__file__).parent / "stored"
KNOWN: dict[str, dict[str, Any]] = json.loads((STORED / "first-san-francisco.json").read_text(encoding="utf-8"))


@pytest.fixture
def first_url(sqlite_url: str) -> str:
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as database:
        database.executescript((STORED / "first-san-francisco.sql").read_text(encoding="utf-8"))
    return sqlite_url


def test_the_store_passes_its_check(first_url: str) -> None:
    said = CliRunner().invoke(app, ["check-store", first_url])
    assert said.exit_code == 0, said.output
    assert "2 matches in" in said.output


def test_matches_load_on_their_own_board_and_play_on_to_the_end(first_url: str) -> None:
    async def scene() -> None:
        async with rooms_on(first_url) as rooms:
            for known in KNOWN.values():
                match = load_match(await rooms.load(known["match"]))
                assert (match.status, match.version) == (known["status"], known["version"])
                assert match.game is not None
                assert match.game.position() == known["position"]
                assert fingerprint(match.board.map) == FIRST
            running = KNOWN["running"]["match"]
            await _finish(rooms, running)
            match = load_match(await rooms.load(running))
            assert match.status == "over"
            assert match.game is not None
            assert Game.from_record(match.game.record()).scores() == match.game.scores()

    asyncio.run(scene())


def test_a_finished_match_proves_its_deal(first_url: str) -> None:
    async def scene() -> None:
        async with rooms_on(first_url) as rooms:
            match = load_match(await rooms.load(KNOWN["finished"]["match"]))
            assert match.game is not None
            assert [score["total"] for score in match.game.scores()] == KNOWN["finished"]["scores"]
            assert match.seed.commitment is not None
            verify(match.game.record(), match.seed.commitment)

    asyncio.run(scene())


@pytest.mark.parametrize("record", [RUNNING, FINISHED], ids=["running", "finished"])
def test_a_record_of_then_is_opened_though_the_name_means_another_board_now(server: RunningServer, record: str) -> None:
    """Both as it was written then, and as it is written now: with the map in it."""
    for text in (record, Game.from_record(record).record()):
        answer = ask(server, "POST", "/records", {"record": text, "name": "Ann"})
        assert answer.status_code == 201, answer.text
        drawing = ask(server, "GET", f"/matches/{answer.json()['match']}/drawing").json()
        assert len(drawing["tickets"]) == 24
        assert {one["id"] for one in drawing["tickets"]} != set(load_board("san-francisco").ticket_ids)
