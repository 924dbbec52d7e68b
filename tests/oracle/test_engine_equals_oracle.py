"""The fast engine and the slow oracle play the same random games and must agree on everything, action by action."""

import random
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import whistlestop
from tests.tables import TABLES
from whistlestop import Action, Game

from .map import OracleMap
from .oracle import Oracle
from .scoring import seats_ahead

MAPS = Path(whistlestop.__file__).parent / "maps"
GAMES = 1000
CHUNK = 100
COUNTED = 10
"""In every tenth game all there is gets counted too: the oracle, which counts its own games, agrees with the others."""


class Conservation:
    """What there is of cards, tickets, tokens and pieces never changes."""

    def __init__(self, game: Game) -> None:
        rules, players = game.board.map.rules, game.players
        self.cards = {**rules.cards.colors, "wild": rules.cards.wild}
        self.tickets = sorted(game.board.ticket_ids)
        self.pieces = rules.pieces
        self.lengths = dict(zip(game.board.route_ids, (track.length for track in game.board.tracks), strict=True))
        self.tokens = 0
        if rules.tokens:
            spots = len(rules.tokens.spots)
            placed = len(rules.tokens.symbols) - spots
            self.tokens = spots * rules.tokens.stack[players] + placed * rules.tokens.placed[players]

    def check(self, position: dict[str, Any]) -> None:
        seats = position["seats"]
        cards = Counter(position["deck"] + position["face_up"])
        tickets = list(position["ticket_deck"])
        tokens = sum(stack["count"] for stack in (*position["stacks"].values(), *position["set_aside"]))
        for pile in (position["discards"], *(seat["hand"] for seat in seats)):
            for card, count in pile.items():
                cards[card] += count
        for seat in seats:
            tickets += seat["tickets"]
            tickets += seat["offered"]
            tokens += len(seat["tokens"])
        used = [0] * len(seats)
        for route, owner in position["claimed"].items():
            used[owner] += self.lengths[route]
        del cards[None]  # the gaps in the row
        assert cards == self.cards
        assert sorted(tickets) == self.tickets
        assert tokens == self.tokens
        assert [seat["pieces"] + length for seat, length in zip(seats, used, strict=True)] == [self.pieces] * len(seats)


@cache
def oracle_map(name: str) -> OracleMap:
    """One for all games on a map: with it the oracle keeps the texts of its claims."""
    return OracleMap(tomllib.loads((MAPS / f"{name}.toml").read_text()))


def play_both(board: OracleMap, name: str, players: int, number: int) -> None:
    game = Game(name, players=players, seed=2026, number=number)
    oracle = Oracle(board, name, players, 2026, number)
    choices = random.Random(f"{name} {players} {number}")
    conservation = Conservation(game) if number % COUNTED == 0 else None
    assert game.position() == oracle.position()
    if number % 2:
        choose_in_any_order(game, oracle, choices)
    while not game.is_over:
        legal = game.legal_actions()
        assert_same_actions(legal, oracle)
        action = choices.choice(legal)
        game.apply(action)
        oracle.apply(str(action))
        position = game.position()
        assert position == oracle.position(), f"{name}, {players} players, game {number}, after {action}"
        if conservation:
            conservation.check(position)
    assert oracle.is_over
    assert game.legal_actions() == []
    scores = oracle.scores()
    assert game.scores() == scores
    assert game.winners() == seats_ahead(scores)


def assert_same_actions(legal: list[Action], oracle: Oracle) -> None:
    """In any order, and none of them twice."""
    expected = oracle.legal_actions()
    texts = {action.text for action in legal}
    assert len(texts) == len(legal) == len(expected)
    assert texts == set(expected)


def choose_in_any_order(game: Game, oracle: Oracle, choices: random.Random) -> None:
    """R1.2: all choose opening tickets at the same time, and come to where choosing in seat order comes."""
    options, chosen = {}, {}
    while game.is_opening:
        seat = choices.choice(game.awaited)
        options[seat] = game.legal_actions(seat)
        chosen[seat] = choices.choice(options[seat])
        game.apply(chosen[seat], seat)
    for seat in range(game.players):
        assert oracle.to_play == seat
        assert_same_actions(options[seat], oracle)
        oracle.apply(str(chosen[seat]))
    assert game.position() == oracle.position()


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_agree_with_the_oracle(name: str, players: int, first: int) -> None:
    board = oracle_map(name)
    for number in range(first, first + CHUNK):
        play_both(board, name, players, number)
