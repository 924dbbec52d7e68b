"""The OpenAPI document, from which the page's types are made: it says what is really sent."""

import json
import random
from typing import Any, get_args

import pytest

from tests.server import schema
from whistlestop.engine.scoring import SCORE_PARTS
from whistlestop.engine.state import PHASES
from whistlestop.game import Game
from whistlestop.game.state_parts import Phase
from whistlestop.game.view import Score
from whistlestop.server.app import make_app
from whistlestop.server.play.entries import KINDS, EntryKind
from whistlestop.server.play.guide import make_guide
from whistlestop.server.play.replays import replay_of, result_of
from whistlestop.server.play.table_view import NamedSeat
from whistlestop.server.running.settings import Settings
from whistlestop.server.web import advice, drawings, replays, rest, studio

ANN: NamedSeat = {"kind": "person", "name": "Ann", "level": None}
BOT: NamedSeat = {"kind": "bot", "name": "", "level": "easy"}


def finished(map: str, players: int, seed: int, see: Any = None) -> Game:
    game, rng = Game(map, players, seed), random.Random(seed)
    while not game.is_over:
        if see is not None:
            see(game)
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("map", ["usa", "san-francisco"])
def test_every_view_of_a_whole_game_is_what_the_document_says(map: str) -> None:
    phases = set()

    def look(game: Game) -> None:
        phases.add(game.phase)
        for seat in (None, game.to_play):
            schema.check("View", game.view(seat, history_from=max(0, len(game.history) - 3)))

    game = finished(map, 2, 5, look)
    assert phases >= {"keep-tickets", "turn", "second-card"} | ({"place-tokens"} if map == "san-francisco" else set())
    schema.check("View", game.view(0))
    schema.check("View", game.view(None))


def test_all_kinds_of_events_happen_and_are_what_the_document_says() -> None:
    happened = set()
    for map, seed in (("usa", 1), ("san-francisco", 2), ("san-francisco", 3)):
        for event in finished(map, 2, seed).history:
            happened.add(event.name)
            for seat in (None, 0, 1):
                schema.check("EventView", event.seen_by(seat))
            schema.check("EventView", event.in_full())
    schemas = schema.document()["components"]["schemas"]
    named = [schemas[part["$ref"].rsplit("/", 1)[1]]["properties"]["event"] for part in schemas["EventView"]["anyOf"]]
    known = {name for kind in named for name in kind.get("enum", [kind.get("const")])}
    assert happened | {"pass"} == known  # random games hardly ever have to pass


@pytest.mark.parametrize("map", ["usa", "san-francisco"])
def test_result_replay_and_guide_are_what_the_document_says(map: str) -> None:
    game = finished(map, 2, 9)
    schema.check("Result", result_of(game))
    schema.check("Replay", json.loads(json.dumps(replay_of("abc", [ANN, BOT], game))))
    start = Game(map, 2, 9)
    schema.check("Guide", make_guide(start.board, start.view(0)))


def test_names_that_stand_in_two_places_agree() -> None:
    assert get_args(Phase.__value__) == PHASES
    assert tuple(Score.__annotations__) == SCORE_PARTS
    assert get_args(EntryKind) == tuple(KINDS)


def test_all_servers_share_the_routes_that_were_built_with_their_modules() -> None:
    """To build them takes longer than all else that a server does to start."""
    routes = [route for part in (rest, drawings, studio, advice, replays) for route in part.router.routes]
    shared = {id(route) for route in make_app(Settings()).routes}
    assert all(id(route) in shared for route in routes)


def test_a_check_notices_what_is_missing_or_too_much() -> None:
    view = Game("usa", 2, 1).view(0)
    for wrong in ({**view, "extra": 1}, {**view, "phase": "lunch"}, {k: v for k, v in view.items() if k != "hand"}):
        with pytest.raises(Exception, match=r"extra|lunch|hand"):
            schema.check("View", wrong)
