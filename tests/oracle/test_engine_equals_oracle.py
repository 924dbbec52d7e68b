"""The fast engine and the slow oracle play the same random games and must agree on everything, action by action."""

import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import whistlestop
from tests.tables import TABLES
from whistlestop import Game

from .oracle import Oracle

MAPS = Path(whistlestop.__file__).parent / "maps"
GAMES = 1000
CHUNK = 100
LOOKED_AT_CLOSELY = 200
GLANCE = 6
"""Legal actions and positions are compared at every action of the first games, at every sixth of the others: what goes
apart in between is still apart then."""
CONSERVATION = 10
"""Every tenth game is counted card by card as well; the oracle's agreement says most of it already."""


def check_conservation(game: Game, position: dict[str, Any]) -> None:
    cards = Counter(position["deck"]) + Counter(c for c in position["face_up"] if c) + Counter(position["discards"])
    tickets = list(position["ticket_deck"])
    tokens = Counter({stack["symbol"]: stack["count"] for stack in position["stacks"].values()})
    tokens += Counter({stack["symbol"]: stack["count"] for stack in position["set_aside"]})
    for seat, holding in enumerate(position["seats"]):
        cards += Counter(holding["hand"])
        tickets += holding["tickets"] + holding["offered"]
        tokens += Counter(holding["tokens"])
        routes = [game.board.route_index(r) for r, owner in position["claimed"].items() if owner == seat]
        assert holding["pieces"] + sum(game.board.tracks[r].length for r in routes) == game.board.map.rules.pieces
    rules = game.board.map.rules
    assert cards == Counter({**rules.cards.colors, "wild": rules.cards.wild})
    assert sorted(tickets) == sorted(game.board.ticket_ids)
    if rules.tokens:
        spots, players = len(rules.tokens.spots), game.players
        placed = len(rules.tokens.symbols) - spots
        assert tokens.total() == spots * rules.tokens.stack[players] + placed * rules.tokens.placed[players]


def play_both(map_dict: dict[str, Any], name: str, players: int, number: int) -> None:
    game = Game(name, players=players, seed=2026, number=number)
    oracle = Oracle(map_dict, name, players, 2026, number)
    choices = random.Random(f"{name} {players} {number}")
    assert game.position() == oracle.position()
    while not game.is_over:
        is_close = number < LOOKED_AT_CLOSELY or game.version % GLANCE == 0
        legal = game.legal_actions()
        if is_close:
            assert sorted(map(str, legal)) == sorted(oracle.legal_actions())
        action = choices.choice(legal)
        game.apply(action)
        oracle.apply(str(action))
        if is_close or game.is_over:
            position = game.position()
            assert position == oracle.position(), f"{name}, {players} players, game {number}, after {action}"
            if number % CONSERVATION == 0:
                check_conservation(game, position)
    assert oracle.is_over
    assert game.legal_actions() == []
    assert game.scores() == oracle.scores()
    assert game.winners() == oracle.winners()


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_agree_with_the_oracle(name: str, players: int, first: int) -> None:
    map_dict = tomllib.loads((MAPS / f"{name}.toml").read_text())
    for number in range(first, first + CHUNK):
        play_both(map_dict, name, players, number)
