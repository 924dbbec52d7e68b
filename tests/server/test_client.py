"""The client and `whistlestop bot` against a real server: whole games, lost connections, mistakes."""

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.server.forked import ForkedProgram, ForkedServer
from tests.server.old_server import old_server
from tests.server.running import PROGRAM, RunningServer, free_port
from whistlestop import View, client, load_board
from whistlestop.bots import make_bot
from whistlestop.cli.app import app
from whistlestop.client import (
    BadLink,
    IllegalChoice,
    OpenedTable,
    Refused,
    Seat,
    Unreachable,
    board_of,
    drive,
    get_table,
    join,
    open_table,
    play,
    read_link,
)
from whistlestop.client.connection import Connection
from whistlestop.maps.mapfile import read_map_toml

ROOT = Path(__file__).parents[2]
UNBUFFERED = "import sys; sys.stdout.reconfigure(write_through=True)\n"
BOARD = load_board("san-francisco")
SECRET = "fbOk3cKfoT8cPvU4-HMdKjnUuKzYhUDl"


class FirstLegal:
    """Plays the first legal action; a test may look over its shoulder before each choice."""

    def __init__(self, before: Callable[[View], None] = lambda _: None) -> None:
        self.before = before
        self.choices = 0

    def choose(self, view: View) -> str:
        self.choices += 1
        self.before(view)
        return view["legal_actions"][0]


class Cheat:
    """Chooses what no rule allows; used by name from the command line."""

    def __init__(self, board: object = None, seed: int | None = None) -> None: ...

    def choose(self, view: View) -> str:
        return "claim alcatraz/pier-39 red:9"


def table_of(server: RunningServer, *seats: str, **settings: Any) -> OpenedTable:
    return open_table(
        server.url, seats=seats, **{"map": "san-francisco", "pace": "instant", "order": "fixed", **settings}
    )


def seats_at_first_turn(server: RunningServer, **settings: Any) -> tuple[Seat, Seat]:
    """Two people, the first of whom is to play her first turn."""
    table = table_of(server, "person", "person", **settings)
    ann, ben = Seat(table.links[0], "Ann"), Seat(table.links[1], "Ben")
    for seat in (ann, ben, ben, ben):  # R1.2 both keep tickets, R1.5 the second places two tokens
        chosen = seat.wait_for_turn(20)
        assert chosen is not None
        seat.act(chosen["legal_actions"][0], 20)
    ann.wait_for_turn(20)
    return ann, ben


def seen(seat: Seat) -> View:
    assert seat.view is not None
    return seat.view


# Links


def test_the_first_lines_of_its_documentation_work_as_they_stand(
    server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    _, *program = (client.__doc__ or "").split("\n\n")
    lines = "\n".join(program).replace("http://127.0.0.1:8377", server.url).replace("seats=", "pace='instant', seats=")
    exec(lines, {})
    assert capsys.readouterr().out.startswith("[{'total': ")


def test_a_link_has_three_parts_and_never_shows_its_secret() -> None:
    link = read_link(f" https://play.example.org/games/table/x7Kq/#{SECRET} ")
    assert (link.base, link.match, link.secret) == ("https://play.example.org/games", "x7Kq", SECRET)
    assert link.socket == "wss://play.example.org/games/api/matches/x7Kq/socket"
    assert SECRET not in f"{link!r} {link}"
    assert read_link("http://localhost/table/x7Kq").secret is None


@pytest.mark.parametrize(
    "text",
    ["", "x7Kq", "/table/x7Kq", "ftp://a/table/x", "http://a", "http://a/table/", "http://a/table/b/c",
     "http://a:port/table/x", "http://[a/table/x", "http:///table/x"],
)  # fmt: skip
def test_what_is_no_link_is_explained_without_quoting_it(text: str) -> None:
    with pytest.raises(BadLink, match=r"A link to a table") as caught:
        read_link(f"{text}#{SECRET}")
    assert SECRET not in str(caught.value)


# Playing


def test_a_bot_plays_a_whole_game_and_hears_every_event_once(server: RunningServer) -> None:
    table = table_of(server, "person", "easy", order="random")
    assert table.host is not None
    link, events = table.links[table.host], list[dict[str, Any]]()
    final = play(link, make_bot("greedy", board_of(link)), "Greta", on_event=events.append)
    assert final["phase"] == "over"
    assert final["scores"] is not None
    assert events == final["history"]
    assert get_table(link)["status"] == "over"
    with Seat(link) as again:
        assert again.view == final


def test_an_action_is_answered_by_its_update_and_an_illegal_one_by_its_rule(server: RunningServer) -> None:
    ann, ben = seats_at_first_turn(server)
    with ann, ben:
        before = ann.version
        update = ann.act("draw deck", 20)
        assert (update["type"], update["version"], update["happened"]) == (
            "update",
            before + 1,
            {"kind": "act", "seat": 0},
        )
        assert seen(ann)["history"][-1]["event"] == "draw"
        assert len(seen(ann)["history"]) > len(update["view"]["history"])
        with pytest.raises(Refused, match=r"R2\.2: tickets") as caught:
            ann.act("tickets", 20)
        assert (caught.value.code, caught.value.rule) == ("illegal-action", "R2.2")
        with pytest.raises(Refused) as caught:
            ben.act("draw deck", 20)
        assert caught.value.code in ("stale", "not-your-turn")


def test_a_choice_made_on_an_old_view_is_refused_and_the_view_is_fresh(server: RunningServer) -> None:
    ann, ben = seats_at_first_turn(server)
    with ann, ben, Seat(str_link(ann), "Ann") as other_device:
        other_device.act("draw deck", 20)
        with pytest.raises(Refused) as caught:
            ann.act("tickets", 20)
        assert caught.value.code == "stale"
        assert (seen(ann)["phase"], ann.version) == ("second-card", other_device.version)
        assert list(ann.messages(0.2)) == []


def str_link(seat: Seat) -> str:
    return f"{seat.link.base}/table/{seat.link.match}#{seat.link.secret}"


def test_the_seats_own_opening_choice_is_no_turn_any_more(server: RunningServer) -> None:
    table = table_of(server, "person", "person")
    with Seat(table.links[0], "Ann") as ann, Seat(table.links[1], "Ben"):
        view = ann.wait_for_turn(20)
        assert view is not None
        choice = view["legal_actions"][0]
        ann.act(choice, 20)
        assert ann.choice == choice
        with pytest.raises(TimeoutError):
            ann.wait_for_turn(0.3)


def test_an_illegal_choice_of_a_bot_is_reported_with_rule_and_move(server: RunningServer) -> None:
    link = table_of(server, "person", "easy").links[0]
    with pytest.raises(IllegalChoice, match=r"'claim alcatraz/pier-39 red:9'.*R\d") as caught:
        play(link, Cheat())
    assert caught.value.rule is not None


def test_a_stale_choice_of_a_bot_is_made_again(server: RunningServer) -> None:
    link = table_of(server, "person", "easy").links[0]
    with Seat(link, "Ann") as other_device:

        def interfere(_: View) -> None:
            if bot.choices not in (3, 6):
                return
            while view := other_device.wait_for_turn(20):
                with suppress(Refused):  # this device has not heard yet what the bot did last
                    other_device.act(view["legal_actions"][0], 20)
                    return

        bot = FirstLegal(interfere)
        assert play(link, bot)["phase"] == "over"


def test_a_bot_takes_its_seat_back_from_a_stand_in(server: RunningServer) -> None:
    ann, ben = seats_at_first_turn(server, pace="slow")
    phases: list[tuple[int, str]] = []

    def vote(view: View) -> None:
        phases.append((view["version"], view["phase"]))
        if bot.choices == 1:
            time.sleep(0.4)  # longer than this server's players may keep others waiting
            ben.say("vote", 20, seat=0)
            while not ben.table["seats"][0]["bot_plays"]:
                ben._receive(time.monotonic() + 20)
        if bot.choices == 3:
            raise KeyboardInterrupt

    bot = FirstLegal(vote)
    with ann, ben, pytest.raises(KeyboardInterrupt):
        drive(ann, bot)
    assert phases[0] == phases[1]
    assert phases[2] > phases[1]
    assert not ann.table["seats"][0]["bot_plays"]


def test_a_guest_takes_an_empty_seat_at_a_public_table(server: RunningServer) -> None:
    table = table_of(server, "person", "person", public=True, name="Ann")
    link = join(server.url, table.match, "Ben")
    with Seat(link) as ben:
        assert [seat["name"] for seat in ben.table["seats"]] == ["Ann", "Ben"]
        assert ben.wait_for_turn(20) is not None
        ben.leave(20)
        assert ben.table["seats"][1]["has_left"]
    with pytest.raises(Refused) as caught:
        join(server.url, "nowhere")
    assert caught.value.code == "no-such-match"


def test_who_watches_can_not_play(server: RunningServer) -> None:
    table = table_of(server, "easy", "easy")
    with Seat(table.watch) as watcher, pytest.raises(Refused) as caught:
        drive(watcher, FirstLegal())
    assert caught.value.code == "spectator"


def test_an_uploaded_map_comes_from_the_server(server: RunningServer) -> None:
    text = read_map_toml("san-francisco")[0]
    link = table_of(server, "person", "easy", map="my-city", map_text=text).links[0]
    board = board_of(link)
    assert (board.source, board.map) == ("my-city", BOARD.map)
    assert play(link, make_bot("greedy", board))["map"] == "my-city"


# Lost connections


def test_what_a_lost_connection_swallowed_is_not_played_twice(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = seats_at_first_turn(server)
    keys = sent_keys(monkeypatch)
    lose_next_answer(monkeypatch)
    with ann, ben:
        actions = seen(ann)["version"]
        assert ann.act("draw deck", 20)["type"] == "accepted"
        assert (seen(ann)["version"], seen(ann)["phase"]) == (actions + 1, "second-card")
        assert ann.act("draw deck", 20)["type"] == "update"
        assert seen(ann)["version"] == actions + 2
    assert keys[0] == keys[1]
    assert len(keys) == 3
    assert len(set(keys)) == 2


def sent_keys(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on the keys of all commands that are sent go to this list."""
    keys: list[str] = []
    send = Connection.send

    def counting(self: Connection, message: dict[str, Any]) -> None:
        if message["type"] != "hello":
            keys.append(message["key"])
        send(self, message)

    monkeypatch.setattr(Connection, "send", counting)
    return keys


def lose_next_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next message is received, but the connection breaks before anybody reads it."""
    receive, losses = Connection.receive, iter([True])

    def losing(self: Connection, seconds: float | None) -> dict[str, Any]:
        message = receive(self, seconds)
        if next(losses, False):
            raise Unreachable("lost for the test")
        return message

    monkeypatch.setattr(Connection, "receive", losing)


def test_a_command_that_never_arrived_is_said_again(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = seats_at_first_turn(server)
    send, losses = Connection.send, iter([True])

    def losing(self: Connection, message: dict[str, Any]) -> None:
        if next(losses, False):
            raise Unreachable("lost for the test")
        send(self, message)

    monkeypatch.setattr(Connection, "send", losing)
    with ann, ben:
        assert ann.act("draw deck", 20)["type"] == "update"
        assert seen(ann)["phase"] == "second-card"


def test_a_command_that_became_stale_meanwhile_is_dropped(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = seats_at_first_turn(server)
    send, losses = Connection.send, iter([True])

    def losing(self: Connection, message: dict[str, Any]) -> None:
        if next(losses, False):
            other_device.act("draw deck", 20)
            raise Unreachable("lost for the test")
        send(self, message)

    with ann, ben, Seat(str_link(ann)) as other_device:
        monkeypatch.setattr(Connection, "send", losing)
        with pytest.raises(Refused) as caught:
            ann.act("tickets", 20)
        assert caught.value.code == "stale"
        assert seen(ann)["phase"] == "second-card"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_game_goes_on_after_the_server_was_killed(server: RunningServer, how: signal.Signals) -> None:
    link = table_of(server, "person", "easy").links[0]
    events: list[dict[str, Any]] = []

    def kill_once(event: dict[str, Any]) -> None:
        events.append(event)
        if len(events) == 40:
            server.end(how)
            server.start()

    final = play(link, make_bot("greedy", BOARD), on_event=kill_once)
    assert final["phase"] == "over"
    assert events == final["history"]


def test_patience_ends(server: RunningServer) -> None:
    troubles: list[str] = []
    link = table_of(server, "person", "person").links[0]
    with Seat(link, patience=0.5, on_trouble=troubles.append) as seat:
        server.end()
        try:
            with pytest.raises(Unreachable, match="No Whistlestop server answers"):
                seat.wait_for_turn(30)
        finally:
            server.start()
    assert len(troubles) == 1


def test_asked_too_often_the_client_asks_again(tmp_path: Path) -> None:
    running = ForkedServer(tmp_path, message_burst=2, messages_per_second=5)
    try:
        running.start()
        received: list[dict[str, Any]] = []
        with Seat(table_of(running, "person", "person").links[0], "Ann", on_message=received.append) as ann:
            for _ in range(6):
                assert ann.say("ping", 20)["type"] == "pong"
    finally:
        running.end()
    assert "too-often" in {message["error"]["code"] for message in received if message["type"] == "error"}


def test_a_server_from_before_protocol_2_is_spoken_to_as_it_knows(server: RunningServer) -> None:
    link = table_of(server, "person", "easy").links[0]
    received: list[dict[str, Any]] = []
    with old_server(server) as address, Seat(link.replace(server.url, address), on_message=received.append) as seat:
        final = drive(seat, FirstLegal())
        assert final["phase"] == "over"
        whole = next(message for message in received if message["type"] == "update" and message["view"])
        assert len(whole["view"]) == len(final)
    with Seat(link) as again:
        assert again.view == final


def test_a_seat_is_told_only_what_changed(server: RunningServer) -> None:
    ann, ben = seats_at_first_turn(server)
    with ann, ben:
        update = ann.act("draw deck", 20)
        assert len(update["view"]) < len(seen(ann))
        with Seat(table_link(ann), "Ann") as again:
            assert again.view == ann.view
            assert again.table | {"now": 0} == ann.table | {"now": 0}


def table_link(seat: Seat) -> str:
    return f"{seat.link.base}/table/{seat.link.match}#{seat.link.secret}"


def test_no_secret_is_in_the_log_of_the_server(server: RunningServer) -> None:
    link = table_of(server, "person", "easy").links[0]
    play(link, FirstLegal())
    secret = read_link(link).secret
    assert secret is not None
    assert secret not in server.log


# whistlestop bot


def bot_command(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["bot", *arguments])
    return result.exit_code, result.output


def test_the_command_plays_to_the_end(server: RunningServer) -> None:
    table = table_of(server, "person", "easy", order="random")
    assert table.host is not None
    link = table.links[table.host]
    code, output = bot_command("--join", link, "--bot", "greedy", "--name", "Greta")
    assert code == 0, output
    assert "San Francisco: Greta is at the table." in output
    assert "The game is over" in output
    assert str(read_link(link).secret) not in output


def test_the_command_takes_an_empty_seat_at_a_public_table(server: RunningServer) -> None:
    table = table_of(server, "person", "person", public=True, name="Ann")
    ann = threading.Thread(target=play, args=(table.links[0], FirstLegal()))
    ann.start()
    code, output = bot_command("--join", f"{server.url}/table/{table.match}", "--bot", "random")
    ann.join(30)
    assert code == 0, output
    assert get_table(table.links[0])["seats"][1]["name"] == "random"


def test_the_command_explains_what_is_wrong(server: RunningServer) -> None:
    table = table_of(server, "person", "easy")
    nobody = f"http://127.0.0.1:{free_port()}/table/x#{SECRET}"
    expected = {
        ("nonsense", "greedy"): "A link to a table",
        (table.links[0], "gredy"): "Did you mean 'greedy'?",
        (nobody, "greedy"): "whistlestop serve",
        (f"{server.url}/table/{table.match}#{SECRET}", "greedy"): "This link does not open this table",
        (f"{server.url}/table/nowhere#{SECRET}", "greedy"): "There is no such match",
        (f"{server.url}/table/{table.match}", "greedy"): "no secret behind #",
    }
    for (link, bot), reason in expected.items():
        code, output = bot_command("--join", link, "--bot", bot)
        assert (code, reason in output) == (2, True), output
        assert SECRET not in output


def test_a_bot_takes_a_free_seat_by_the_link_of_the_room(server: RunningServer) -> None:
    table = table_of(server, "person", "person")
    link = client.join(server.url, table.match, "Bot", client.links.read_link(table.room).secret)
    with client.Seat(link, "Bot") as seat:
        assert seat.table["seats"][1]["name"] == "Bot"
    code, output = bot_command("--join", table.room, "--bot", "greedy")
    assert (code, "There is no empty seat at this table" in output) == (2, True), output


def test_the_command_stops_at_a_mistake_of_the_bot(server: RunningServer) -> None:
    table = table_of(server, "person", "easy")
    code, output = bot_command("--join", table.links[0], "--bot", "tests.server.test_client:Cheat")
    assert code == 1
    assert re.search(r"The bot chose 'claim alcatraz/pier-39 red:9'\. R\d", output)
    code, output = bot_command("--join", table.watch, "--bot", "greedy")
    assert (code, "This link is for watching" in output) == (1, True)


def test_ctrl_c_disconnects_and_says_how_to_come_back(server: RunningServer) -> None:
    table = table_of(server, "person", "person")
    with ForkedProgram(UNBUFFERED + PROGRAM, "bot", "--join", table.links[0], "--bot", "random") as process:
        assert "is at the table. Waiting for 1 player to come." in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert "The same command comes back to the seat." in process.stdout.read()
        assert process.wait() == 130
    assert get_table(table.links[0])["seats"][0]["is_taken"]


def test_the_example_runs(server: RunningServer) -> None:
    command = [sys.executable, "-m", "examples.remote_bot", server.url]
    output = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True, timeout=120).stdout
    assert len(re.findall(r"^Seat \d has -?\d+ points\.$", output, re.MULTILINE)) == 2
