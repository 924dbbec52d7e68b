"""Tables over real HTTP: opening them, sitting down, leaving, playing again, taking records along."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.maps.sample import changed, tiny_map
from tests.server.at_table import (
    Chair,
    Table,
    ask,
    code_of,
    error_of,
    first_turn,
    play_out,
    table_settings,
    tiny_table,
)
from tests.server.running import RunningServer
from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.maps.mapfile import parse_map
from whistlestop.server.play.secrets import new_secret

# Opening a table


def tiny_board(name: str) -> Board:
    return Board(parse_map(tiny_map(), name), name)


def test_a_table_has_a_link_for_each_person_and_the_host_sits(server: RunningServer) -> None:
    table = Table(server, "pbp", name="Ann")
    assert sorted(table.secrets) == [0, 2]
    assert table.opened["host"] == 0
    for seat in table.opened["seats"]:
        assert seat["link"] == f"{server.url}/table/{table.match}#{seat['secret']}"
    assert len({*table.secrets.values(), table.watch}) == 3
    shown = table.look()
    assert (shown["status"], shown["host"], shown["seed"]) == ("open", 0, None)
    assert shown["commitment"] == table.opened["commitment"]
    assert [(seat["kind"], seat["name"], seat["is_taken"]) for seat in shown["seats"]] == [
        ("person", "Ann", True), ("bot", "", True), ("person", "", False),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f \u1160", "\u0301", "Ann\u3164"])
def test_a_name_has_something_to_see(server: RunningServer, name: str) -> None:
    assert code_of(ask(server, "POST", "/matches", table_settings(name=name))) == (422, "invalid-request")
    table = Table(server, public=True)
    assert code_of(ask(server, "POST", f"{table.path}/seats", {"name": name})) == (422, "invalid-request")
    with Chair(server, table.match, secret=table.secrets[1], name=name) as chair:
        assert error_of(chair.received[0]) == "bad-message"


def test_a_map_is_uploaded_under_a_name_that_can_be_seen(server: RunningServer) -> None:
    uploaded = table_settings(map="\u3164", map_text=tiny_map())
    assert code_of(ask(server, "POST", "/matches", uploaded)) == (422, "invalid-request")
    record = Game(tiny_board("\u2800"), 2, seed=1).record()
    assert code_of(ask(server, "POST", "/records", {"record": record})) == (422, "bad-record")


def test_in_a_random_order_the_host_may_sit_anywhere(server: RunningServer) -> None:
    hosts = {Table(server, "ppp", order="random").opened["host"] for _ in range(12)}
    assert len(hosts) > 1  # once in 177,147 runs chance says otherwise
    table = Table(server, "ppb", order="random", name="Ann")
    assert table.look()["seats"][table.opened["host"]]["name"] == "Ann"
    assert len(table.secrets) == 2


def test_a_bot_may_come_first_and_the_host_is_the_first_person(server: RunningServer) -> None:
    assert Table(server, "bp").opened["host"] == 1
    assert Table(server, "bb").opened["host"] is None


@pytest.mark.parametrize(
    ("settings", "code", "reason"),
    [
        (table_settings("p"), "invalid-request", "seats"),
        (table_settings("ppppp"), "bad-seats", "for 2 to 4 players"),
        (table_settings(map="a\nb", map_text=tiny_map()), "invalid-request", "map"),
        (table_settings(map="atlantis"), "no-such-map", "Built in are amber-lake, san-francisco, usa"),
        (table_settings(colour="red"), "invalid-request", "colour"),
        (table_settings(clock={"per": "move", "seconds": 1}), "invalid-request", "at least 10 seconds"),
        (table_settings(spectator_delay=-1), "invalid-request", "spectator_delay"),
        (table_settings(name="\n"), "invalid-request", "name"),
        (table_settings() | {"seats": [{"kind": "person"}, {"kind": "ghost"}]}, "invalid-request", "seats[1]"),
        ({}, "invalid-request", "seats"),
    ],
)
def test_what_can_not_be_opened_is_explained(
    server: RunningServer, settings: dict[str, object], code: str, reason: str
) -> None:
    answer = ask(server, "POST", "/matches", settings)
    assert code_of(answer) == (422, code)
    assert reason in answer.json()["error"]["message"]


def test_a_map_can_be_uploaded(server: RunningServer) -> None:
    table = tiny_table(server)
    assert table.look()["map"] == "three-lakes"
    assert ask(server, "GET", f"{table.path}/map").json()["name"] == "Three Lakes"
    ann, _ = table.all_sit()
    assert "keep ashford/dunmore" in " ".join(ann.legal) or ann.legal[0].startswith("keep")


@pytest.mark.parametrize(
    ("name", "text", "code", "reason"),
    [
        ("mine", changed(tiny_map(), 'b = "Dunmore"', 'b = "Dunmoor"'), "bad-map", 'Did you mean "Dunmore"?'),
        ("mine", "not toml", "bad-map", "line 1"),
        ("usa", tiny_map(), "name-taken", "another name"),
    ],
)
def test_a_bad_map_is_refused_with_what_is_wrong(
    server: RunningServer, name: str, text: str, code: str, reason: str
) -> None:
    answer = ask(server, "POST", "/matches", table_settings(map=name, map_text=text))
    assert code_of(answer) == (422, code)
    assert reason in answer.json()["error"]["message"]


def test_a_map_that_is_too_large_is_not_even_read(server: RunningServer) -> None:
    answer = ask(server, "POST", "/matches", table_settings(map="mine", map_text="#" * 200_001))
    assert code_of(answer) == (413, "map-too-large")


def test_a_table_of_bots_plays_itself(server: RunningServer) -> None:
    table = tiny_table(server, "bb")
    with Chair(server, table.match, secret=table.watch) as watcher:
        watcher.until(lambda chair: chair.table["status"] == "over")
        assert watcher.view is not None
        assert len(watcher.view["scores"]) == 2


# Sitting down


def test_a_guest_takes_the_empty_seat_of_a_public_table_and_its_old_link_is_worthless(server: RunningServer) -> None:
    table = Table(server, "pp", public=True, name="Ann")
    answer = ask(server, "POST", f"{table.path}/seats", {"name": "Ben"})
    assert answer.status_code == 201
    taken = answer.json()
    assert (taken["seat"], taken["link"]) == (1, f"{server.url}/table/{table.match}#{taken['secret']}")
    with Chair(server, table.match, secret=taken["secret"]) as ben:
        assert ben.table["seats"][1]["name"] == "Ben"
        assert ben.until_turn().view is not None
    refused = table.sit(1, "Eve")
    assert error_of(refused.received[0]) == "wrong-key"
    assert refused.until_closed() == (1008, "wrong-key")
    assert code_of(ask(server, "POST", f"{table.path}/seats", {"name": "Cid"})) == (409, "no-seat")


def test_many_guests_at_once_get_a_seat_each_until_all_are_taken(server: RunningServer) -> None:
    table = Table(server, "pppp", public=True, order="random")
    with ThreadPoolExecutor(6) as guests:
        answers = list(guests.map(lambda n: ask(server, "POST", f"{table.path}/seats", {"name": f"G{n}"}), range(6)))
    seats = [answer.json()["seat"] for answer in answers if answer.status_code == 201]
    assert sorted([*seats, table.opened["host"]]) == [0, 1, 2, 3]
    assert [code_of(answer) for answer in answers if answer.status_code != 201] == [(409, "no-seat")] * 3


def test_at_a_private_table_only_a_link_opens_a_seat(server: RunningServer) -> None:
    table = Table(server)
    assert code_of(ask(server, "POST", f"{table.path}/seats", {"name": "Ben"})) == (409, "no-seat")
    for secret in (table.watch, table.secrets[1], new_secret()):
        assert code_of(ask(server, "POST", f"{table.path}/seats", {}, secret=secret)) == (403, "wrong-key")
    with table.sit(1, "Ben") as ben:
        assert ben.table["seats"][1]["name"] == "Ben"


def test_whoever_has_the_link_of_the_room_takes_a_free_seat_or_watches(server: RunningServer) -> None:
    table = Table(server, "ppp", name="Ann")
    address, secret = table.opened["room"].split("#")
    assert address == f"{server.url}/join/{table.match}"
    taken = [ask(server, "POST", f"{table.path}/seats", {"name": name}, secret=secret) for name in ("Ben", "Cleo")]
    assert [answer.json()["seat"] for answer in taken] == [1, 2]
    late = ask(server, "POST", f"{table.path}/seats", {"name": "Dan"}, secret=secret)
    assert code_of(late) == (409, "no-seat")
    with Chair(server, table.match, secret=secret) as watcher:
        assert watcher.received[0]["seat"] is None
        assert [seat["name"] for seat in watcher.table["seats"]] == ["Ann", "Ben", "Cleo"]


def test_a_wrong_secret_opens_nothing(server: RunningServer) -> None:
    table, other = Table(server, public=True), Table(server)
    for secret in (new_secret(), other.secrets[0]):
        with Chair(server, table.match, secret=secret) as eve:
            assert error_of(eve.received[0]) == "wrong-key"
            assert eve.until_closed()[0] == 1008
        assert code_of(ask(server, "POST", f"{table.path}/rematch", secret=secret)) == (403, "wrong-key")


def test_what_does_not_exist_is_not_found(server: RunningServer) -> None:
    for path in ("", "/map", "/record"):
        assert code_of(ask(server, "GET", f"/matches/nowhere{path}")) == (404, "no-such-match")
    assert code_of(ask(server, "POST", "/matches/nowhere/seats", {})) == (404, "no-such-match")
    with Chair(server, "nowhere") as lost:
        assert error_of(lost.received[0]) == "no-such-match"


def test_before_the_game_a_seat_left_is_empty_again(server: RunningServer) -> None:
    table = Table(server, "ppp")
    with table.sit(1, "Ben") as ben:
        ben.say("leave")
        assert not ben.table["seats"][1]["is_taken"]
    with table.sit(1, "Cleo") as cleo:
        assert cleo.table["seats"][1]["name"] == "Cleo"


def test_who_leaves_the_game_can_return(server: RunningServer) -> None:
    ann, ben = Table(server).all_sit()
    with ann, ben:
        assert ben.say("leave")["happened"] == {"kind": "leave", "seat": 1}
        assert ben.table["seats"][1]["has_left"]
        assert ben.say("leave")["type"] == "accepted"
        assert ben.say("return")["happened"] == {"kind": "return", "seat": 1}
        ann.until(lambda chair: chair.version == ben.version)
        assert not ann.table["seats"][1]["has_left"]


def test_a_seat_left_in_a_public_game_is_taken_over_and_the_old_secret_is_worthless(server: RunningServer) -> None:
    table = Table(server, public=True)
    ann, ben = first_turn(table)
    with ann, ben:
        hand, tickets = ben.view and ben.view["hand"], ben.view and ben.view["tickets"]
        ben.say("leave")
        taken = ask(server, "POST", f"{table.path}/seats", {"name": "Cleo"}).json()
        with Chair(server, table.match, secret=taken["secret"]) as cleo:
            assert cleo.view is not None
            assert (cleo.view["hand"], cleo.view["tickets"]) == (hand, tickets)
        with table.sit(1) as back:
            assert error_of(back.received[0]) == "wrong-key"


def test_the_socket_of_who_was_replaced_can_not_play_on(server: RunningServer) -> None:
    table = Table(server, public=True)
    ann, ben = first_turn(table)
    with ann, ben:
        ben.say("leave")
        assert ask(server, "POST", f"{table.path}/seats", {"name": "Cleo"}).status_code == 201
        assert ben.until_closed()[0] == 1013
        ann.act("draw deck")
        ann.act("draw deck")
        assert "Ben" not in [seat["name"] for seat in ann.table["seats"]]


# Bots stand in


def test_all_others_vote_for_a_bot_and_the_seat_is_given_back(server: RunningServer) -> None:
    ann, ben, cleo = Table(server, "ppp", pace="slow").all_sit()
    with ann, ben, cleo:
        for chair in (ann, ben):
            chair.act()
        time.sleep(0.3)  # longer than this server's people may keep the table waiting
        ann.say("vote", seat=2)
        assert ann.table["votes"] == {"2": [0]}
        assert not ann.table["seats"][2]["bot_plays"]
        ben.say("vote", seat=2)
        assert "2" in ben.table["take_overs"]
        ben.until(lambda chair: chair.table["seats"][2]["bot_plays"])
        cleo.until(lambda chair: chair.table["seats"][2]["bot_plays"])
        assert error_of(cleo.act()) == "bot-plays"
        cleo.say("return")
        assert not cleo.table["seats"][2]["bot_plays"]
        assert cleo.act()["type"] == "update"


def test_a_bot_plays_for_who_left_until_they_come_back(server: RunningServer) -> None:
    table = Table(server)
    ann, ben = first_turn(table)
    with ann, ben:
        ben.say("leave")
        ann.until(lambda chair: chair.table["seats"][1]["has_left"])
        ann.say("vote", seat=1)
        ann.act("draw deck")
        ann.act("draw deck")
        ann.until_turn()  # a bot has played for Ben
        with table.sit(1) as back:
            assert not back.table["seats"][1]["bot_plays"]
            assert not back.table["seats"][1]["has_left"]


def test_nobody_is_voted_away_while_they_may_still_think(server: RunningServer) -> None:
    ann, ben, cleo = Table(server, "ppp").all_sit()
    with ann, ben, cleo:
        cleo.act()
        assert error_of(ann.say("vote", seat=2)) == "too-early"  # she is not even awaited
        assert error_of(ann.say("vote", seat=0)) == "bad-vote"
        assert error_of(ann.say("vote", seat=3)) == "bad-vote"


def test_the_host_begins_with_bots_and_who_comes_late_may_watch(server: RunningServer) -> None:
    table = Table(server, "ppp")
    with table.sit(0, "Ann") as ann, table.sit(1, "Ben") as ben:
        assert error_of(ben.say("begin")) == "not-the-host"
        ann.say("begin", fill="easy")
        assert ann.table["seats"][2] | {"spent": 0} == {
            "kind": "bot", "name": "", "level": "easy", "is_taken": True, "has_left": False, "bot_plays": True,
            "has_chosen": False, "spent": 0,
        }  # fmt: skip
        assert ann.say("begin")["type"] == "accepted"
        with table.sit(2) as late:
            assert error_of(late.received[0]) == "seat-taken"
        ben.until_turn()


# Playing again


def test_a_rematch_opens_the_old_secrets_one_place_further(server: RunningServer) -> None:
    table = tiny_table(server, public=True)
    ann, ben = table.all_sit()
    with ann, ben:
        assert code_of(ask(server, "POST", f"{table.path}/rematch", secret=table.secrets[0])) == (409, "not-over")
        play_out([ann, ben])
        again = ask(server, "POST", f"{table.path}/rematch", secret=table.secrets[1]).json()["match"]
        assert ask(server, "POST", f"{table.path}/rematch", secret=table.secrets[0]).json()["match"] == again
        assert ann.receive()["happened"] == {"kind": "rematch", "seat": 1, "match": again}
    assert again != table.match
    with (
        Chair(server, again, secret=table.secrets[0], name="Ann") as ann,
        Chair(server, again, secret=table.secrets[1], name="Ben") as ben,
    ):
        assert [seat["name"] for seat in ben.table["seats"]] == ["Ben", "Ann"]
        assert ben.table["host"] == 1  # Ann still, although Ben sits on the first seat
        assert ben.until_turn().table["commitment"] != table.opened["commitment"]
    assert code_of(ask(server, "POST", f"{table.path}/rematch")) == (403, "spectator")


def test_all_who_ask_for_a_rematch_at_once_get_the_same_one(server: RunningServer) -> None:
    table = tiny_table(server, public=True)
    chairs = table.all_sit()
    play_out(chairs)
    for chair in chairs:
        chair.close()
    before = {row["match"] for row in ask(server, "GET", "/matches").json()}
    with ThreadPoolExecutor(8) as pool:
        secrets = [table.secrets[n % 2] for n in range(8)]
        answers = list(pool.map(lambda secret: ask(server, "POST", f"{table.path}/rematch", secret=secret), secrets))
    again = {answer.json()["match"] for answer in answers}
    assert len(again) == 1
    assert {row["match"] for row in ask(server, "GET", "/matches").json()} - before == again


# A person's key


def test_my_games_are_listed_by_my_key_alone(server: RunningServer) -> None:
    ann, ben = new_secret(), new_secret()
    first, second = Table(server, person=ann), Table(server, public=True)
    assert ask(server, "POST", f"{second.path}/seats", {"name": "Ann"}, person=ann).status_code == 201
    with first.sit(1, "Ben", person=ben):
        pass
    mine = ask(server, "GET", "/my/matches", person=ann).json()
    assert [row["match"] for row in mine] in ([first.match, second.match], [second.match, first.match])
    assert {row["status"] for row in mine} <= {"open", "running"}
    assert [row["match"] for row in ask(server, "GET", "/my/matches", person=ben).json()] == [first.match]
    assert ask(server, "GET", "/my/matches", person=new_secret()).json() == []
    assert code_of(ask(server, "GET", "/my/matches")) == (401, "person-needed")


def test_on_another_device_my_key_opens_my_seat(server: RunningServer) -> None:
    key = new_secret()
    table = Table(server)
    with table.sit(1, "Ben", person=key) as ben, Chair(server, table.match, person=key) as phone:
        phone.until_turn()
        assert phone.view is not None
        assert phone.view["seat"] == 1
        phone.act()
        ben.until(lambda chair: chair.version == phone.version)
    with Chair(server, table.match, person=new_secret()) as eve:
        assert error_of(eve.received[0]) == "wrong-key"


def test_a_key_is_remembered_for_a_seat_taken_without_it(server: RunningServer) -> None:
    key, table = new_secret(), Table(server)
    with table.sit(0), table.sit(0, person=key):
        pass
    assert [row["match"] for row in ask(server, "GET", "/my/matches", person=key).json()] == [table.match]
    with Chair(server, table.match, person=key) as ann:
        assert ann.received[0]["type"] == "view"


def test_no_test_here_has_met_a_mistake_of_the_server(server: RunningServer) -> None:
    assert "Traceback" not in server.log
