"""Play over real sockets: opening tickets at the same time, one answer to everything, undo, emotes, several tabs."""

import json
import time
from collections import Counter

import pytest
from websockets.sync.client import connect

from tests.server.at_table import SECONDS, Chair, Table, ask, error_of, first_turn, tiny_table
from tests.server.running import RunningServer


def kinds(messages: list[dict[str, object]]) -> list[object]:
    return [message["type"] for message in messages]


# Hello


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("nonsense", "bad-message"),
        ('{"type": "hello", "colour": "red"}', "bad-message"),
        ('{"type": "hello", "protocol": 4}', "bad-message"),
        ('{"type": "ping", "key": "k"}', "hello-first"),
    ],
)
def test_a_bad_hello_is_explained_and_ends_the_socket(server: RunningServer, said: str, code: str) -> None:
    address = f"{server.url.replace('http', 'ws')}/api/matches/{Table(server, public=True).match}/socket"
    with connect(address, proxy=None) as socket:
        socket.send(said)
        assert json.loads(socket.recv(timeout=SECONDS))["error"]["code"] == code


def test_a_second_hello_is_refused(server: RunningServer) -> None:
    table = Table(server)
    with table.sit(0) as ann:
        ann.send("hello", secret=table.secrets[1])
        assert error_of(ann.receive()) == "hello-again"
        assert ann.say("ping")["type"] == "pong"


def test_after_a_lost_connection_hello_does_not_take_the_seat_anew(server: RunningServer) -> None:
    table = Table(server)
    with table.sit(1, sit=False) as ben:
        assert not ben.table["seats"][1]["is_taken"]
        assert ben.table["status"] == "open"


# Opening tickets


def test_all_choose_opening_tickets_at_the_same_time_and_in_secret(server: RunningServer) -> None:
    ann, ben, cleo = Table(server, "ppp").all_sit()
    with ann, ben, cleo:
        assert [chair.view and chair.view["to_play"] for chair in (ann, ben, cleo)] == [0, 1, 2]
        chosen = cleo.legal[0]
        own = cleo.act(chosen)
        assert own["choice"] == chosen
        assert not cleo.legal
        seen = ann.receive()
        assert seen["happened"] == {"kind": "act", "seat": 2}
        assert (seen["choice"], seen["view"]["history"]) == (None, [])
        assert ann.table["seats"][2]["has_chosen"]
        assert chosen.split()[1] not in json.dumps(seen)
        assert error_of(cleo.act("draw deck")) == "already-chosen"
        ann.act()
        ben.until_turn().act()
        for chair in (ann, ben, cleo):
            chair.until(lambda chair: chair.view is not None and chair.view["phase"] == "place-tokens")


def test_choices_sent_at_the_same_moment_all_count(server: RunningServer) -> None:
    chairs = Table(server, "pppp").all_sit()
    for chair in chairs:
        chair.until_turn()
        chair.send("act", key="opening", version=chair.version, action=chair.legal[0])
    for chair in chairs:
        chair.until(lambda chair: chair.view is not None and chair.view["phase"] == "place-tokens")
        assert kinds([message for message in chair.received if message["key"] == "opening"]) == ["update"]
        chair.close()


# Acting


def test_the_same_action_sent_twice_is_done_once(server: RunningServer) -> None:
    ann, ben = first_turn(Table(server))
    with ann, ben:
        version = ann.version
        first = ann.act("draw deck", key="once", version=version)
        again = ann.act("draw deck", key="once", version=version)
        assert (first["type"], first["version"]) == ("update", version + 1)
        assert again == {"type": "accepted", "version": version + 1, "key": "once"}
        assert ann.view is not None
        assert ann.view["phase"] == "second-card"
        assert len([message for message in ben.listen() if message["type"] == "update"]) == 1


def test_a_repetition_on_another_socket_is_recognised(server: RunningServer) -> None:
    table = Table(server)
    ann, ben = first_turn(table)
    with ben:
        version = ann.version
        ann.act("draw deck", key="once", version=version)
        ann.close()
        with table.sit(0, sit=False) as back:
            assert back.act("draw deck", key="once", version=version)["type"] == "accepted"
            assert back.view is not None
            assert back.view["phase"] == "second-card"


def test_a_choice_on_an_old_view_is_refused_and_a_view_follows(server: RunningServer) -> None:
    ann, ben = first_turn(Table(server))
    with ann, ben:
        version = ann.version
        ann.act("draw deck")
        assert error_of(ann.act("draw deck", version=version)) == "stale"
        fresh = ann.receive()
        assert (fresh["type"], fresh["version"], fresh["key"]) == ("view", version + 1, None)
        assert error_of(ann.act("draw deck", version=version + 9)) == "stale"


def test_what_others_say_does_not_make_a_choice_stale(server: RunningServer) -> None:
    ann, ben = first_turn(Table(server))
    with ann, ben:
        version = ann.version
        ben.say("emote", emote="thinking")
        assert ann.act("draw deck", version=version)["type"] == "update"


def test_what_breaks_a_rule_is_answered_by_its_number(server: RunningServer) -> None:
    ann, ben = first_turn(Table(server))
    with ann, ben:
        refused = ann.act("claim alcatraz/pier-39 red:9")
        assert error_of(refused) == "illegal-action"
        assert refused["error"]["rule"].startswith("R3")
        assert error_of(ben.act("draw deck")) == "not-your-turn"
        assert error_of(ann.act("dance")) == "illegal-action"


def test_before_the_game_nobody_can_play(server: RunningServer) -> None:
    with Table(server).sit(0) as ann:
        assert error_of(ann.act("draw deck")) == "not-begun"
        assert ann.say("undo")["error"]["code"] == "no-undo"


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", '"act"', "{", '{"type": "act"}', '{"type": "fly", "key": "k"}', '{"key": "k"}', "🚀",
     '{"type": "act", "key": "k", "version": "x", "action": 7}', '{"type": "vote", "key": "k", "seat": -1}'],
)  # fmt: skip
def test_nonsense_is_answered_and_the_table_goes_on(server: RunningServer, text: str) -> None:
    with Table(server).sit(0) as ann:
        ann.socket.send(text)
        answer = ann.receive()
        assert error_of(answer) == "bad-message"
        assert answer["key"] == ("k" if '"key": "k"' in text else None)
        ann.socket.send(b"\x00\xff")
        assert error_of(ann.receive()) == "bad-message"
        assert ann.say("ping")["type"] == "pong"


def test_who_talks_too_much_is_told_so_and_heard_again_later(server: RunningServer) -> None:
    with Table(server).sit(0) as ann:
        for number in range(60):
            ann.send("ping", key=f"p{number}")
        answers = [ann.receive() for _ in range(60)]
        assert [answer["key"] for answer in answers] == [f"p{number}" for number in range(60)]
        counted = Counter(answer["type"] for answer in answers)
        assert counted["pong"] >= 40
        assert counted["error"] > 0
        time.sleep(0.3)
        assert ann.say("ping")["type"] == "pong"


# Several sockets


def test_two_tabs_on_one_seat_get_every_update(server: RunningServer) -> None:
    table = Table(server)
    ann, ben = first_turn(table)
    with ann, ben, table.sit(0) as tab:
        done = ann.act("draw deck", key="mine")
        seen = tab.receive()
        assert (done["key"], seen["key"]) == ("mine", None)
        assert {**done, "key": None, "table": 0} == {**seen, "table": 0}
        assert tab.act("draw deck")["type"] == "update"
        assert ann.receive()["version"] == tab.version


def test_two_seats_on_one_device_see_each_their_own_hand(server: RunningServer) -> None:
    person = "k" * 32
    table = Table(server, person=person)
    ann = table.sit(0, "Ann", person=person)
    ben = table.sit(1, "Ben", person=person)
    with ann, ben:
        for chair in (ann, ben):
            chair.until_turn().act()
        for _ in range(2):  # R1.5
            ben.until_turn().act()
        ann.until(lambda chair: chair.view is not None and chair.view["phase"] == "turn")
        assert ann.view is not None
        assert ben.view is not None
        assert (ann.view["seat"], ben.view["seat"]) == (0, 1)
        assert ann.view["tickets"] != ben.view["tickets"]
        assert ben.legal == []


def test_on_another_device_a_person_with_two_seats_opens_either(server: RunningServer) -> None:
    person = "k" * 32
    table = Table(server, person=person)
    with table.sit(1, "Ben", person=person):
        for seat in (0, 1):
            with Chair(server, table.match, person=person, seat=seat) as chair:
                assert chair.received[0]["seat"] == seat
        with Chair(server, table.match, person=person) as chair:
            assert chair.received[0]["seat"] == 0
        with Chair(server, table.match, secret=table.secrets[1], person=person) as chair:
            assert chair.received[0]["seat"] == 1
    with Chair(server, table.match, secret=table.secrets[1], seat=0) as chair:
        assert error_of(chair.received[0]) == "wrong-key"


# The table around the game


def test_emotes_and_pace_are_told_to_all(server: RunningServer) -> None:
    ann, ben = Table(server).all_sit()
    with ann, ben:
        said = ann.say("emote", emote="good-luck")
        assert (said["happened"], said["view"]) == ({"kind": "emote", "seat": 0, "emote": "good-luck"}, None)
        assert ben.until(lambda chair: chair.received[-1].get("happened") == said["happened"]).version == ann.version
        assert error_of(ann.say("emote", emote="you-lose")) == "bad-message"
        ann.say("pace", pace="slow")
        assert ben.until(lambda chair: chair.version == ann.version).table["pace"] == "slow"
        assert ann.say("pace", pace="slow")["type"] == "accepted"


def test_an_emote_is_told_and_not_kept(server: RunningServer) -> None:
    table = Table(server)
    ann, ben = table.all_sit()
    with ann, ben:
        before = ann.version
        assert ann.say("emote", emote="wow")["version"] == before
        ben.until(lambda chair: chair.received[-1].get("happened", {}).get("emote") == "wow")
        with table.sit(0) as later:
            assert later.version == before
        assert ann.until_turn().act()["version"] == before + 1


def test_who_says_much_is_told_to_wait_and_can_play_on(server: RunningServer) -> None:
    ann, ben = Table(server).all_sit()
    with ann, ben:
        said = [ann.say("emote", emote="wow") for _ in range(8)]
        assert [message["type"] for message in said[:5]] == ["update"] * 5
        assert error_of(said[-1]) == "too-many-emotes"
        assert ben.say("emote", emote="oops")["type"] == "update"
        assert ann.until_turn().act()["type"] == "update"


def test_what_goes_to_and_fro_does_not_fill_the_log(server: RunningServer) -> None:
    ann, ben = Table(server).all_sit()
    with ann, ben:
        said = [ann.say("pace", pace=("slow", "fast")[number % 2]) for number in range(30)]
        assert [message["type"] for message in said[:20]] == ["update"] * 20
        assert error_of(said[-1]) == "too-often"
        assert ann.until_turn().act()["type"] == "update"


def test_a_player_can_shorten_the_pause_of_a_bot(server: RunningServer) -> None:
    """Of two tables with slow bots, where the players choose one after the other, the first one's need not wait."""
    tables = [tiny_table(server, "pb", pace="slow") for _ in range(2)]
    with tables[0].sit(0) as ann, tables[1].sit(0) as ben:
        for chair in (ann, ben):
            chair.until_turn()
        ann.act()
        ann.say("pace", pace="instant")
        ben.act()
        for chair in (ann, ben):
            chair.until(lambda chair: chair.view is not None and chair.view["phase"] != "keep-tickets")
        assert ann.table["awaited"][0]["since"] < ben.table["awaited"][0]["since"]


# Undo


def test_an_undo_needs_the_consent_of_all_people(server: RunningServer) -> None:
    ann, ben, cleo = Table(server, "ppp").all_sit()
    with ann, ben, cleo:
        for chair in (ann, ben, cleo):
            chair.until_turn().act()
        cleo.until(lambda chair: chair.view is not None and chair.view["phase"] == "place-tokens").until_turn()
        before = cleo.view
        cleo.act()
        asked = cleo.say("undo")
        assert asked["table"]["undo"] == {"seat": 2, "agreed": [2]}
        assert cleo.say("undo")["type"] == "accepted"
        ann.say("answer-undo", agree=False)
        assert ann.table["undo"] is None
        cleo.say("undo")
        ann.say("answer-undo", agree=True)
        assert ann.table["undo"] == {"seat": 2, "agreed": [0, 2]}
        agreed = ben.say("answer-undo", agree=True)
        assert agreed["type"] == "view"
        cleo.until(lambda chair: chair.version == ben.version)
        assert cleo.received[-1]["type"] == "view"
        assert cleo.view == before
        assert cleo.act()["type"] == "update"


def test_against_bots_an_undo_is_at_will_but_not_after_a_card_was_seen(server: RunningServer) -> None:
    table = Table(server, "bp", pace="slow")
    with table.sit(1) as ann:
        ann.until_turn().act()
        ann.until(lambda chair: chair.view is not None and chair.view["phase"] == "place-tokens").until_turn()
        before = ann.view
        ann.act()
        assert ann.say("undo")["type"] == "view"
        assert ann.view == before
        ann.say("pace", pace="instant")
        ann.act()
        ann.until_turn().act()
        ann.until(lambda chair: chair.view is not None and chair.view["phase"] == "turn").until_turn()
        ann.act("draw deck")
        assert error_of(ann.say("undo")) == "no-undo"


def test_opening_tickets_are_taken_back_while_others_choose(server: RunningServer) -> None:
    ann, ben = Table(server).all_sit()
    with ann, ben:
        offered = ann.legal
        ann.act(offered[0])
        assert ann.say("undo")["type"] == "view"
        assert ann.legal == offered
        assert ann.act(offered[1])["choice"] == offered[1]


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
    assert ask(server, "GET", "/matches").status_code == 200
