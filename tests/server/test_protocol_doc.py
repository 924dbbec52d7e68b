"""docs/protocol.md: its examples are what the server reads and sends, and nothing is missing from it."""

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.sync.client import connect

import whistlestop.server
from tests.server import schema
from tests.server.at_table import Chair
from tests.server.running import RunningServer
from whistlestop import client
from whistlestop.server.play import protocol
from whistlestop.server.play.entries import KINDS, EmoteName
from whistlestop.server.play.table_settings import Pace
from whistlestop.server.web.errors import STATUSES

JsonObject = dict[str, Any]
SERVER = Path(whistlestop.server.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES: list[JsonObject] = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]

COMMANDS = {kind.model_fields["type"].annotation: kind for kind in get_args(protocol.AnyMessage)}
SENT = {get_args(literal)[0] for literal in COMMANDS}
RECEIVED = {get_args(kind.model_fields["type"].annotation)[0]: kind for kind in get_args(protocol.ServerMessage)}
SOCKET_SOURCES = (
    "play/decide.py",
    "web/sockets.py",
    "play/protocol.py",
    "play/rooms.py",
    "play/loading.py",
    "web/rates.py",
)


def check_heard(message: JsonObject) -> None:
    """A message of the server has every field of its model and no other."""
    schema.check("ServerMessage", {name: value for name, value in message.items() if name != "protocol"})  # noted by us


def check_lobby(message: JsonObject) -> None:
    schema.check("LobbyMessage", message)


def test_every_type_of_message_has_exactly_one_example_and_updates_one_for_each_version() -> None:
    assert sorted(example["type"] for example in EXAMPLES) == sorted([*SENT, *RECEIVED, "lobby", "update"])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["type"])
def test_examples_are_valid(example: JsonObject) -> None:
    if example["type"] in SENT:
        protocol.read_message(json.dumps(example))
    elif example["type"] == "lobby":
        check_lobby(example)
    else:
        assert set(example) == set(RECEIVED[example["type"]].model_fields)  # the rest is cut short with "…"


def test_every_error_that_a_socket_can_answer_with_is_explained() -> None:
    explained = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", PAGE))
    found = {name: refusals(name) for name in SOCKET_SOURCES}
    assert all(found.values())
    assert set(chain(*found.values())) <= explained


def test_the_page_explains_no_error_that_does_not_exist() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", PAGE[PAGE.index("## Errors") : PAGE.index("## Spectators")], re.MULTILINE)
    codes = {code for row in rows for code in re.findall(r"`(.*?)`", row)}
    assert len(codes) > 15
    assert codes <= set(chain(*(refusals(str(path)) for path in SERVER.rglob("*.py"))))


def refusals(source: str) -> set[str]:
    """The codes of the refusals in a source file."""
    text = (SERVER / source).read_text(encoding="utf-8")
    kinds = "|".join([*(kind.__name__ for kind in STATUSES), "BadRequest", "__init__"])
    return set(re.findall(rf'\b(?:{kinds})\(\s*(?:\d{{3}}, )?"([a-z-]+)"', text))


def test_every_kind_of_happening_is_explained() -> None:
    table = PAGE[PAGE.index("| `kind` | with |") : PAGE.index("## Commands")]
    assert set(re.findall(r"`([a-z-]+)`", table)) >= set(KINDS)


def test_emotes_and_paces_are_all_listed() -> None:
    for word in (*get_args(EmoteName.__value__), *get_args(Pace.__value__)):
        assert f"`{word}`" in PAGE


@pytest.fixture(scope="module")
def received(server: RunningServer) -> list[JsonObject]:
    """All messages that two seats and three spectators, of each version, of one match got; lobby excluded."""
    messages: list[JsonObject] = []
    table = client.open_table(
        server.url, map="san-francisco", seats=["person", "person"], name="Ann", order="fixed", public=True, chat=True
    )
    seats = [client.Seat(table.links[0], "Ann", on_message=messages.append)]
    seats += [client.Seat(table.links[1], "Ben", on_message=messages.append)]
    old, page = Chair(server, table.match, protocol=1), Chair(server, table.match, protocol=3)
    with seats[0] as ann, seats[1] as ben, client.Seat(table.watch, on_message=messages.append) as watcher:
        for seat in seats:
            view = seat.wait_for_turn(20)
            assert view is not None
            seat.act(view["legal_actions"][0])
        place_and_take_back(ann, ben)
        with pytest.raises(client.Refused, match=r"R\d"):
            ann.act("draw ferry")
        for kind, fields in (
            ("emote", {"emote": "wow"}),
            ("pace", {"pace": "fast"}),
            ("ping", {}),
            ("return", {}),
            ("write", {"text": "Hi"}),
        ):
            ann.say(kind, 10, **fields)
        for message in watcher.messages(timeout=0.5):
            assert message["version"]
        ben.leave(10)
        old.until_version(ben.version)
        page.until_version(ben.version)
    old.close()
    page.close()
    return messages + [{**message, "protocol": 1} for message in old.received] + page.received


def place_and_take_back(ann: client.Seat, ben: client.Seat) -> None:
    """R1.5: the second of two players places both tokens; he takes the first one back, and Ann agrees."""
    first = places(ben)
    ben.act(first, 10)
    ben.say("undo", 10)
    ann.say("answer-undo", 10, agree=True)
    assert next(message["type"] for message in ben.messages(10) if message["version"] == ann.version) == "view"
    ben.act(first, 10)
    ben.act(places(ben), 10)
    ann.wait_for_turn(10)


def places(seat: client.Seat) -> str:
    """The first place for a token that a seat has to choose from."""
    view = seat.wait_for_turn(10)
    assert view is not None
    assert view["phase"] == "place-tokens"
    return view["legal_actions"][0]


def test_real_messages_are_what_the_models_say(received: list[JsonObject]) -> None:
    assert {message["type"] for message in received} == set(RECEIVED)
    for message in received:
        check_heard(message)


def test_the_tables_of_real_messages_have_what_the_page_says(received: list[JsonObject]) -> None:
    example = next(example["table"] for example in EXAMPLES if example["type"] == "view")
    explained = set(re.findall(r"`([a-z_]+)`", PAGE))
    for message in received:
        if table := message.get("table"):
            is_whole = message["type"] == "view" or message.get("protocol") == 1
            assert set(table) == set(example) if is_whole else {"now"} <= set(table) < set(example)
            assert all(set(seat) == set(example["seats"][0]) for seat in table.get("seats", []))
            assert all(set(awaited) == set(example["awaited"][0]) for awaited in table.get("awaited", []))
    assert set(example) <= explained


def test_happenings_of_real_messages_are_explained(received: list[JsonObject]) -> None:
    happened = [message["happened"] for message in received if message["type"] == "update"]
    assert {h["kind"] for h in happened} >= {"sit", "begin", "act", "ask-undo", "emote", "pace", "leave"}
    explained = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {key for h in happened for key in h} <= explained


def test_the_lobby_sends_what_the_page_shows(server: RunningServer) -> None:
    table = client.open_table(server.url, map="usa", seats=["person", "person"], public=True, name="Ann")
    with connect(server.url.replace("http", "ws") + "/api/lobby") as socket:
        message = json.loads(socket.recv(timeout=10))
    check_lobby(message)
    assert table.match in [row["match"] for row in message["tables"]]
    shown = next(example for example in EXAMPLES if example["type"] == "lobby")["tables"][0]
    assert set(message["tables"][0]["seats"][0]) == set(shown["seats"][0])
