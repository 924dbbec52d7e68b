"""Whatever is sent over HTTP, the server answers as its OpenAPI document says, and never with a mistake of its own."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.maps.sample import changed, tiny_map, with_tokens
from tests.server.forked import ForkedServer, started
from tests.server.running import RunningServer
from whistlestop import Game
from whistlestop.board import Board
from whistlestop.maps.mapfile import parse_map
from whistlestop.server.app import make_app
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.errors import ErrorAnswer

GENEROUS: dict[str, Any] = {
    "requests_per_minute": 1_000_000,
    "max_tables_per_address": 1_000_000,
    "max_open_tables_per_address": 1_000_000,
    "max_open_tables": 1_000_000,
}
CPU_SECONDS = 2.0
"""What a hostile upload may cost."""
FEW = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=150)

api = schemathesis.pytest.from_fixture("document")
"""Requests are thought of when the test runs: that takes five seconds, and every process collects tests."""


@pytest.fixture
def document(request: pytest.FixtureRequest) -> schemathesis.BaseSchema:
    request.node._nodeid = request.node.nodeid  # where schemathesis 4.32 looks for it, and pytest 9.2 has it no more
    return schemathesis.openapi.from_dict(make_app(Settings()).openapi())


class Visitor:
    """A client of a server whose every answer is looked at."""

    def __init__(self, server: RunningServer, session: requests.Session) -> None:
        self.server, self.session = server, session

    def post(self, path: str, body: Any) -> requests.Response:
        answer = self.session.post(f"{self.server.url}{path}", json=body, timeout=60)
        assert answer.status_code < 500, f"{answer.text} to {str(body)[:500]}"
        if answer.status_code >= 400:
            assert_is_an_error(answer.content)
            assert answer.json()["error"]["code"] not in ("too-much-work", "too-much-memory"), str(body)[:500]
        return answer

    def opens(self, map_text: str) -> bool:
        """Whether a table can be opened on a map."""
        seats = [{"kind": "person"}, {"kind": "person"}]
        return self.post("/api/matches", {"map": "mine", "map_text": map_text, "seats": seats}).status_code == 201

    def imports(self, record: str) -> bool:
        return self.post("/api/records", {"record": record}).status_code == 201

    def cpu_seconds(self) -> float:
        lines = self.session.get(f"{self.server.url}/metrics", timeout=60).text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("process_cpu_seconds_total"))


def assert_is_an_error(body: bytes) -> None:
    error = ErrorAnswer.model_validate_json(body, strict=True).error
    assert error.code
    assert error.message


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    running = ForkedServer(tmp_path_factory.mktemp("server"), **GENEROUS)
    try:
        running.start()
        with requests.Session() as session:
            session.trust_env = False
            yield Visitor(running, session)
        assert "Traceback" not in running.log
    finally:
        running.end()


def played(map: str | Board, seed: int, actions: int = 100_000) -> str:
    """The record of random play."""
    game, rng = Game(map, 2, seed), random.Random(seed)
    while not game.is_over and game.version < actions:
        game.apply(rng.choice(game.legal_actions()))
    return game.record()


@cache
def finished() -> str:
    return played("san-francisco", 1)


@cache
def unfinished() -> str:
    return played("san-francisco", 2, actions=30)


@cache
def on_a_map_of_its_own() -> str:
    return played(Board(parse_map(with_tokens(), "mine"), "mine"), 3)


RECORDS = [finished, unfinished, on_a_map_of_its_own]
"""Played when they are needed: a file that is only collected should not wait for the engine."""


@pytest.fixture(scope="module")
def tables(visitor: Visitor) -> list[tuple[str, str]]:
    """Matches in every state, each with a secret: of a seat, or to watch where a finished game was opened."""
    settings = {"map": "san-francisco", "seats": [{"kind": "person"}, {"kind": "person"}], "public": True}
    opened, running = (visitor.post("/api/matches", settings).json() for _ in range(2))
    assert visitor.post(f"/api/matches/{running['match']}/seats", {}).status_code == 201
    over = visitor.post("/api/records", {"record": finished()}).json()
    secrets = [opened["seats"][0]["secret"], running["seats"][0]["secret"], over["watch"].partition("#")[2]]
    return [(table["match"], secret) for table, secret in zip((opened, running, over), secrets, strict=True)]


@api.parametrize()
@FEW
def test_every_operation_answers_as_documented(
    case: schemathesis.Case[Any], visitor: Visitor, tables: list[tuple[str, str]]
) -> None:
    """Right and wrong requests. What the schema allows the server may still refuse: a map that is none, say."""
    places: list[tuple[str | None, str | None]] = [(None, None)]
    if "match" in (case.path_parameters or {}) and case.meta is not None and case.meta.generation.mode.is_positive:
        places += tables
    for match, secret in places:
        if match is not None:
            case.path_parameters["match"] = match
        response = case.call_and_validate(
            base_url=visitor.server.url,
            session=visitor.session,
            headers={"Authorization": f"Bearer {secret}"} if secret else None,
            excluded_checks=[positive_data_acceptance],
        )
        if response.status_code >= 400:
            assert_is_an_error(response.content)


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    """With the settings as they are; elsewhere here they are generous."""
    limits, server = Settings(), ForkedServer(tmp_path, max_open_tables_per_address=1000)
    body = {"seats": [{"kind": "person"}, {"kind": "person"}]}
    with started([server]), requests.Session() as client:
        client.trust_env = False
        open_table = partial(client.post, f"{server.url}/api/matches", json=body, timeout=60)
        tables = [open_table() for _ in range(limits.max_tables_per_address + 1)]
        answers = (client.get(f"{server.url}/health", timeout=60) for _ in range(3 * limits.requests_per_minute))
        last = next(answer for answer in answers if answer.status_code == 429)
    assert [answer.status_code for answer in tables] == [201] * limits.max_tables_per_address + [429]
    for answer in (tables[-1], last):
        assert_is_an_error(answer.content)
        assert int(answer.headers["Retry-After"]) >= 1


def with_unknown_places(places: int, routes: int) -> str:
    """A map whose routes join places that it does not have, each much like many that it has."""
    rng, text = random.Random(1), tiny_map()

    def name() -> str:
        return "".join(rng.choices("abcde", k=20))

    head, tail = text[: text.index("locations =")], text[text.index("tickets =") :]
    locations = ",".join(f'{{name="{name()}",x=1,y=1}}' for _ in range(places))
    tracks = ",".join(f'{{a="{name()}",b="{name()}",length=1,colors=["grey"]}}' for _ in range(routes))
    return f"{head}locations=[{locations}]\nroutes=[{tracks}]\n{tail}"


def with_places(places: int, routes: int) -> str:
    """A map whose routes join all of its places at random, which no sweep over the board can follow."""
    rng, text = random.Random(1), changed(tiny_map(), "[rules]\n", "[rules]\nlongest_path = 10\n")
    locations = ",".join(f'{{name="P{i}",x=1,y=1}}' for i in range(places))
    pairs = [(i, (i + rng.randint(1, places - 1)) % places) for i in range(places)]
    pairs += [tuple(rng.sample(range(places), 2)) for _ in range(routes - places)]
    tracks = ",".join(f'{{a="P{a}",b="P{b}",length=1,colors=["grey"]}}' for a, b in pairs)
    tickets = ",".join(f'{{a="P0",b="P{i}",points=1}}' for i in range(1, 9))
    head, tail = text[: text.index("locations =")], text[text.index("[rules]") :]
    return f"{head}locations=[{locations}]\nroutes=[{tracks}]\ntickets=[{tickets}]\n{tail}"


HOSTILE_MAPS = {
    "nothing": "",
    "no text": "\0",
    "no TOML": "{",
    "deep lists": "a = " + "[" * 50_000,
    "deep tables": "a = " + "{a=" * 30_000,
    "deep lists, closed": "a = " + "[" * 400 + "]" * 400,
    "long quoted key": ".".join(['"!"'] * 40_000) + " = 1",
    "long quoted key, escaped": ".".join([r'"\""'] * 30_000) + " = 1",
    "long spaced key": " . ".join("a" * 30_000) + " = 1",
    "long hexadecimal number": "a = 0x" + "f" * 190_000,
    "many unknown places": with_unknown_places(95, 900),
    "many places, all unknown": with_unknown_places(900, 900),
    "long dotted key": ".".join("a" * 20_000) + " = 1",
    "long decimal number": "a = 1" + "0" * 5000,
    "many tables": "\n".join(f"[a{i}]" for i in range(20_000)),
    "many lists of tables": "[[a]]\n" * 30_000,
    "many keys": "\n".join(f"a{i} = 1" for i in range(20_000)),
    "many dotted keys": "\n".join(f"a.b.c.d.e.f.g{i} = 1" for i in range(9_000)),
    "long text": 'name = "' + "x" * 190_000 + '"',
    "many comments": "#\n" * 90_000,
    "many escaped quotes": 'a = "' + r"\"" * 95_000,
    "many tables with dotted keys": "\n".join(f"[a.b{i}.c.d]\n" + "q.w.e.r=1\n" * 20 for i in range(499)),
    "many places and routes, all known": with_places(1000, 1000),
    "routes across each other": with_places(96, 160),
    "many places": "locations = [" + '{name="x", x=1, y=1},' * 8000 + "]",
    "huge numbers": changed(tiny_map(), "length = 4", f"length = {2**70}"),
    "not a number": changed(tiny_map(), "width = 400", "width = nan"),
}
HOSTILE_RECORDS: dict[str, Callable[[], str]] = {
    "nothing": lambda: "",
    "no record": lambda: "\0",
    "only a header": lambda: "whistlestop-record 1\n",
    "many lines": lambda: "whistlestop-record 1\n" + "0 draw deck\n" * 20_000,
    "deep board": lambda: "whistlestop-record 1\nmap mine 00\nboard " + '{"a":' * 30_000,
    "deep start": lambda: changed(finished(), "start {", "start " + '{"a":' * 30_000),
    "long seed": lambda: changed(finished(), "seed 1 ", "seed 1" + "0" * 5000 + " "),
    "surrogate in the map": lambda: changed(on_a_map_of_its_own(), "Ashford", r"\ud800"),
    "long seat": lambda: finished() + "9" * 5000 + " pass\n",
    "long name": lambda: on_a_map_of_its_own().replace("mine", "m" * 5000),
    "unprintable name": lambda: on_a_map_of_its_own().replace("mine", "m\0"),
    "a built-in map's name": lambda: on_a_map_of_its_own().replace("mine", "usa"),
    "many spaces": lambda: finished() + "0 claim" + " " * 250_000 + "x\n",
    "a large position": lambda: changed(finished(), '"deck":[', '"deck":[' + "1," * 100_000),
    "many lines without an end": lambda: finished() + "\r" * 200_000,
    "twice the moves": lambda: finished() + "\n".join(finished().splitlines()[5:]),
    "a result without moves": lambda: "\n".join(finished().splitlines()[:4] + finished().splitlines()[-1:]),
}


@pytest.mark.parametrize("name", HOSTILE_MAPS)
def test_a_hostile_map_is_refused_at_little_cost(visitor: Visitor, name: str) -> None:
    before = visitor.cpu_seconds()
    assert not visitor.opens(HOSTILE_MAPS[name])
    assert visitor.post("/api/maps/check", {"map_text": HOSTILE_MAPS[name]}).status_code in (200, 413)
    assert visitor.cpu_seconds() - before < 2 * CPU_SECONDS


@pytest.mark.parametrize("name", HOSTILE_RECORDS)
def test_a_hostile_record_is_refused_at_little_cost(visitor: Visitor, name: str) -> None:
    before = visitor.cpu_seconds()
    assert not visitor.imports(HOSTILE_RECORDS[name]())
    assert visitor.cpu_seconds() - before < CPU_SECONDS


def test_half_a_surrogate_pair_is_no_text(visitor: Visitor) -> None:
    assert not visitor.opens(changed(tiny_map(), "Ashford", "\ud800"))
    assert not visitor.imports(finished() + "\ud800")
    assert visitor.post("/api/maps/check", {"map_text": "\ud800"}).status_code == 422


SNIPPETS = ["", "", "0", "9", "-1", "9" * 20, "1.5", "nan", "true", '"', "[", "]", "{", "}", ",", " ", "\n", ".", "=",
            ":", ">", "x", "é", "\0", "null", "red", "wild", "Ashford", "[[]]", r"\ud800", "9" * 5000]  # fmt: skip
edits = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 12), st.sampled_from(SNIPPETS)), min_size=1, max_size=3
)


def edited(text: str, changes: list[tuple[int, int, str]]) -> str:
    """The text with some of its characters replaced by others."""
    for place, length, snippet in changes:
        at = place % (len(text) + 1)
        text = text[:at] + snippet + text[at + length :]
    return text


@MANY
@given(edits)
def test_a_damaged_map_is_opened_or_refused(visitor: Visitor, changes: list[tuple[int, int, str]]) -> None:
    text = edited(with_tokens(), changes)
    problems = visitor.post("/api/maps/check", {"map_text": text}).json()
    assert visitor.opens(text) == all(problem["severity"] == "warning" for problem in problems)


@MANY
@given(st.sampled_from(RECORDS), edits)
def test_a_damaged_record_is_opened_or_refused(
    visitor: Visitor, record: Callable[[], str], changes: list[tuple[int, int, str]]
) -> None:
    visitor.imports(edited(record(), changes))


def test_the_records_and_maps_that_are_damaged_here_are_sound(visitor: Visitor) -> None:
    assert visitor.opens(with_tokens())
    for record in RECORDS:
        assert visitor.imports(record())
