"""Who watches: what the table sees and no more, and at some tables only later."""

import time

from tests.server.at_table import Chair, Table, ask, code_of, error_of, first_turn, play_out, tiny_table
from tests.server.running import RunningServer
from whistlestop.server.play.secrets import new_secret

DELAY = 1


def test_the_watch_link_shows_the_table_and_no_hand(server: RunningServer) -> None:
    table = Table(server)
    ann, ben = first_turn(table)
    with ann, ben, Chair(server, table.match, secret=table.watch) as watcher:
        assert watcher.view is not None
        assert (watcher.view["seat"], watcher.view["hand"], watcher.view["tickets"]) == (None, {}, [])
        assert watcher.legal == []
        ann.act("draw deck")
        drawn = watcher.receive()["view"]["history"][-1]
        assert (drawn["seat"], drawn["card"]) == (0, None)
        assert ann.received[-1]["view"]["history"][-1]["card"] is not None


def test_who_watches_can_do_nothing(server: RunningServer) -> None:
    table = Table(server)
    with Chair(server, table.match, secret=table.watch) as watcher:
        for command in (
            {"type": "act", "version": 0, "action": "draw deck"},
            {"type": "emote", "emote": "wow"},
            {"type": "begin"},
            {"type": "leave"},
            {"type": "pace", "pace": "slow"},
            {"type": "vote", "seat": 0},
        ):
            assert error_of(watcher.say(**command)) == "spectator"
        assert watcher.say("ping")["type"] == "pong"
    assert table.look()["seats"][0]["is_taken"]
    assert ask(server, "POST", f"{table.path}/rematch", secret=table.watch).status_code == 403


def test_a_public_table_can_be_watched_without_a_key_a_private_one_not(server: RunningServer) -> None:
    with Chair(server, Table(server, public=True).match) as watcher:
        assert watcher.received[0]["type"] == "view"
        assert error_of(watcher.say("begin")) == "spectator"
    private = Table(server)
    for hello in ({}, {"person": new_secret()}, {"secret": new_secret()}):
        with Chair(server, private.match, **hello) as stranger:
            assert error_of(stranger.received[0]) == "wrong-key"
            assert stranger.until_closed() == (1008, "wrong-key")


def test_with_a_delay_everything_comes_so_much_later_and_never_earlier(server: RunningServer) -> None:
    table = tiny_table(server, spectator_delay=DELAY)
    with Chair(server, table.match, secret=table.watch) as watcher:
        ann, ben = table.all_sit()
        stored_at: dict[int, float] = {}
        with ann, ben:
            for chair in (ann, ben, ann, ann):
                stored_at[chair.until_turn().act()["version"]] = time.time()
            while watcher.version < ann.version:
                message = watcher.receive()
                if message["version"] in stored_at:
                    # Stored a little before it is sent.
                    assert stored_at[message["version"]] + DELAY - 0.1 < time.time()
                    assert message["table"]["now"] < time.time() - DELAY + 0.1
            assert set(stored_at) <= {message["version"] for message in watcher.received}
            versions = [message["version"] for message in watcher.received]
            assert versions == sorted(set(versions))


def test_who_comes_later_is_behind_as_well(server: RunningServer) -> None:
    table = tiny_table(server, spectator_delay=DELAY)
    ann, ben = table.all_sit()
    with ann, ben:
        for chair in (ann, ben):
            chair.until_turn().act()
        time.sleep(DELAY + 0.2)
        before = ann.until_turn().version
        ann.act("draw deck")
        with Chair(server, table.match, secret=table.watch) as first:
            assert first.version == before
            ann.act("draw deck")
            with Chair(server, table.match, secret=table.watch) as second:
                assert second.version == before
                for watcher in (first, second):
                    watcher.until_version(ann.version)
                    assert watcher.view is not None
                    assert [message["version"] for message in watcher.received] == [before, before + 1, before + 2]
                    assert watcher.view["hand"] == {}


def test_what_a_delayed_spectator_asks_does_not_tell_the_present_either(server: RunningServer) -> None:
    table = tiny_table(server, spectator_delay=30)
    ann, ben = table.all_sit()
    with ann, ben, Chair(server, table.match, secret=table.watch) as watcher:
        assert ann.version > 0
        assert watcher.say("ping")["version"] == 0
        assert watcher.say("emote", emote="wow")["version"] == 0


def test_with_a_delay_an_emote_comes_later_too_and_in_its_place(server: RunningServer) -> None:
    table = tiny_table(server, spectator_delay=DELAY)
    with Chair(server, table.match, secret=table.watch) as watcher:
        ann, ben = table.all_sit()
        with ann, ben:
            said_at, version = time.time(), ann.say("emote", emote="wow")["version"]
            ann.until_turn().act()
            watcher.until(lambda chair: chair.received[-1].get("happened", {}).get("emote") == "wow")
            assert time.time() >= said_at + DELAY
            assert watcher.version == version
            watcher.until_version(version + 1)


PARTS = ("result", "record", "replay", "review/1")


def test_with_a_delay_the_end_is_told_to_the_seats_alone_at_first(server: RunningServer) -> None:
    person = new_secret()
    table = tiny_table(server, spectator_delay=60, public=True, person=person)
    chairs = table.all_sit()
    play_out(chairs)
    for chair in chairs:
        chair.close()
    for part in PARTS:
        path = f"{table.path}/{part}"
        for key in ({}, {"secret": table.watch}, {"secret": new_secret()}, {"person": new_secret()}):
            assert code_of(ask(server, "GET", path, **key)) == (409, "not-over")
        for key in ({"secret": table.secrets[0]}, {"secret": table.secrets[1]}, {"person": person}):
            assert ask(server, "GET", path, **key).status_code == 200
    assert table.look()["status"] != "over"


def test_when_the_delay_has_passed_everybody_may_see_the_end(server: RunningServer) -> None:
    table = tiny_table(server, spectator_delay=DELAY)
    chairs = table.all_sit()
    play_out(chairs)
    for chair in chairs:
        chair.close()
    for part in PARTS:
        while (answer := ask(server, "GET", f"{table.path}/{part}")).status_code != 200:
            assert code_of(answer) == (409, "not-over")


def test_a_delay_holds_until_the_end_and_then_all_is_told(server: RunningServer) -> None:
    table = tiny_table(server, spectator_delay=DELAY)
    with Chair(server, table.match, secret=table.watch) as watcher:
        chairs = table.all_sit()
        play_out(chairs)
        for chair in chairs:
            chair.close()
        watcher.until(lambda chair: chair.table["status"] == "over")
        assert watcher.version == chairs[0].version
        assert watcher.view is not None
        assert chairs[0].view is not None
        assert watcher.view["scores"] == chairs[0].view["scores"]


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
