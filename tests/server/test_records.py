"""Records over HTTP: what a finished match gives, and tables made of one."""

import random

import pytest

from tests.server.at_table import (
    Chair,
    Table,
    ask,
    code_of,
    play_out,
    tiny_table,
)
from tests.server.running import RunningServer
from tests.tables import played
from whistlestop.game import Game
from whistlestop.game.record import BadRecord
from whistlestop.server.play.secrets import new_secret
from whistlestop.verify import verify


def test_a_record_is_told_at_the_end_and_proves_the_deal(server: RunningServer) -> None:
    table = tiny_table(server)
    chairs = table.all_sit()
    assert code_of(ask(server, "GET", f"{table.path}/record")) == (409, "not-over")
    assert table.look()["seed"] is None
    play_out(chairs)
    for chair in chairs:
        chair.close()
    answer = ask(server, "GET", f"{table.path}/record")
    assert answer.headers["content-disposition"].startswith("attachment")
    verdict = verify(answer.text, table.opened["commitment"])
    assert verdict.result is not None
    assert f"seed {table.look()['seed']} 0" in answer.text
    with pytest.raises(BadRecord, match="commitment"):
        verify(answer.text, Table(server).opened["commitment"])


def test_a_finished_record_becomes_a_table_that_is_over(server: RunningServer) -> None:
    record = played("san-francisco", 3, 8, 10_000).record()
    answer = ask(server, "POST", "/records", {"record": record, "name": "Ann"})
    assert answer.status_code == 201, answer.text
    path = f"/matches/{answer.json()['match']}"
    assert ask(server, "GET", path).json()["status"] == "over"
    assert ask(server, "GET", f"{path}/record").text == record


def test_an_opened_record_keeps_who_played_and_makes_nobody_a_player(server: RunningServer) -> None:
    table = tiny_table(server, "pb", name="Guest")
    with table.sit(0, "Guest") as guest:
        play_out([guest])
        names = [{**seat, "spent": 0} for seat in guest.table["seats"]]
    record = ask(server, "GET", f"{table.path}/record").text
    assert '\nseats [{"name":"Guest"},{"bot":"easy"}]\n' in record
    verify(record, table.opened["commitment"])
    ann = new_secret()
    opened = ask(server, "POST", "/records", {"record": record, "name": "Ann"}, person=ann).json()
    again = f"/matches/{opened['match']}"
    assert (opened["host"], opened["seats"]) == (None, [])  # nobody could ask for a rematch
    assert [{**seat, "spent": 0} for seat in ask(server, "GET", again).json()["seats"]] == names
    assert ask(server, "GET", f"{again}/record").text == record
    assert ask(server, "GET", "/my/matches", person=ann).json() == []


@pytest.mark.parametrize("actions", [0, 1, 2, 5, 20])
def test_an_unfinished_record_goes_on_where_it_stopped(server: RunningServer, actions: int) -> None:
    game = played("san-francisco", 2, 8, actions)
    opened = ask(server, "POST", "/records", {"record": game.record()}).json()
    chairs = [Chair(server, opened["match"], secret=seat["secret"]) for seat in opened["seats"]]
    assert len(chairs) == 2
    ready = chairs[game.to_play or 0].until_turn()
    assert ready.view is not None
    assert ready.view["hand"] == game.view(game.to_play)["hand"]
    play_out(chairs)
    for chair in chairs:
        chair.close()
    record = ask(server, "GET", f"/matches/{opened['match']}/record").text
    assert record.startswith(game.record().partition("seed")[0])
    assert Game.from_record(record).is_over


@pytest.mark.parametrize("actions", [0, 1, 5])
def test_bots_take_the_seats_of_an_unfinished_record_that_they_are_given(server: RunningServer, actions: int) -> None:
    game = played("san-francisco", 3, 8, actions)
    body = {"record": game.record(), "name": "Ann", "bots": {"0": "easy", "2": "medium"}}
    opened = ask(server, "POST", "/records", body).json()
    assert (opened["host"], [seat["seat"] for seat in opened["seats"]]) == (1, [1])
    with Chair(server, opened["match"], secret=opened["seats"][0]["secret"]) as chair:
        chair.say("pace", pace="instant")
        assert [seat["level"] for seat in chair.table["seats"]] == ["easy", None, "medium"]
        play_out([chair])


def test_bots_need_seats_that_the_record_has(server: RunningServer) -> None:
    record = played("san-francisco", 2, 8, 5).record()
    for bots, code in (({"2": "easy"}, "bad-seats"), ({"1": "genius"}, "invalid-request")):
        assert code_of(ask(server, "POST", "/records", {"record": record, "bots": bots})) == (422, code)


def test_a_record_on_a_map_of_ones_own_brings_its_map(server: RunningServer) -> None:
    table = tiny_table(server, "bb")
    with Chair(server, table.match, secret=table.watch) as watcher:
        watcher.until(lambda chair: chair.table["status"] == "over")
    record = ask(server, "GET", f"{table.path}/record").text
    too_long = ask(server, "POST", "/records", {"record": record.replace("three-lakes", "x" * 65)})
    assert code_of(too_long) == (422, "bad-record")
    for source in ("three-lakes", "some/where/lakes.toml", "a b"):
        opened = ask(server, "POST", "/records", {"record": record.replace("three-lakes", source)})
        assert opened.status_code == 201, opened.text
        again = f"/matches/{opened.json()['match']}"
        assert ask(server, "GET", f"{again}/map").json()["name"] == "Three Lakes"
        assert verify(ask(server, "GET", f"{again}/record").text).result is not None


def test_a_map_that_pretends_to_be_built_in_is_refused(server: RunningServer) -> None:
    table = tiny_table(server, "bb")
    with Chair(server, table.match, secret=table.watch) as watcher:
        watcher.until(lambda chair: chair.table["status"] == "over")
    record = ask(server, "GET", f"{table.path}/record").text.replace("three-lakes", "usa")
    assert code_of(ask(server, "POST", "/records", {"record": record})) == (422, "name-taken")


def test_garbage_is_no_record(server: RunningServer) -> None:
    rng = random.Random(1)
    record = played("san-francisco", 2, 8, 12).record()
    lines = record.splitlines()
    spoilt = ["", "nonsense", "whistlestop-record 1", record[: len(record) // 2], record + "7 draw deck\n"]
    spoilt += ["\n".join(lines[:cut]) for cut in (1, 2, 3)]
    for _ in range(30):
        place = rng.randrange(len(record))
        spoilt.append(record[:place] + chr(rng.randrange(32, 500)) + record[place + rng.randrange(5) :])
    answers = [ask(server, "POST", "/records", {"record": text}) for text in spoilt]
    assert all(code_of(answer) == (422, "bad-record") for answer in answers[:5])
    assert {answer.status_code for answer in answers} <= {201, 422}


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
