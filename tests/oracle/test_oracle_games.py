"""Whole random games of the oracle end, lose nothing, and go on from any position."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from .map import OracleMap
from .oracle import Oracle

MAPS = Path(__file__).parents[2] / "src" / "whistlestop" / "maps"
PLAYERS = {"usa": (2, 3, 4, 5), "san-francisco": (2, 3, 4), "amber-lake": (2, 3)}
CONFIGURATIONS = [(name, players) for name, counts in PLAYERS.items() for players in counts]


def tokens_on_table(game: Oracle) -> Counter[str]:
    """Every token in play, by symbol, wherever it lies."""
    tokens: Counter[str] = Counter()
    for symbol, count in [*game.stacks.values(), *game.set_aside.items()]:
        tokens[symbol] += count
    for seat in game.seats:
        tokens.update(seat.tokens)
    return tokens


def check_conserved(game: Oracle, tokens: Counter[str]) -> None:
    """Cards, tickets, pieces, route points and tokens are all still there."""
    cards = Counter(game.deck) + Counter(card for card in game.row if card) + game.discards
    tickets = list(game.ticket_deck)
    for number, seat in enumerate(game.seats):
        cards += seat.hand
        tickets += seat.tickets + seat.offered
        tracks = [game.map.tracks[track] for track, owner in game.claimed.items() if owner == number]
        assert seat.pieces == game.map.pieces - sum(track.length for track in tracks) >= 0
        assert seat.score == sum(game.map.route_points[track.length - 1] for track in tracks)
        assert len(seat.tokens) == len(set(seat.tokens))
    assert cards == game.map.cards_by_kind
    assert sorted(tickets) == sorted(game.map.tickets)
    assert tokens_on_table(game) == tokens


@pytest.mark.parametrize(("map_name", "players"), CONFIGURATIONS)
def test_random_games_end_with_everything_conserved(map_name: str, players: int) -> None:
    board = OracleMap(tomllib.loads((MAPS / f"{map_name}.toml").read_text(encoding="utf-8")))
    for number in range(20):
        rng = random.Random(number)
        game = Oracle(board, map_name, players, seed=7, number=number)
        tokens = tokens_on_table(game)
        for _ in range(3000):
            check_conserved(game, tokens)
            if game.is_over:
                break
            actions = game.legal_actions()
            assert len(actions) == len(set(actions)) > 0
            game.apply(rng.choice(actions))
        assert game.is_over
        assert game.winners()


@pytest.mark.parametrize(("map_name", "players"), CONFIGURATIONS)
def test_a_game_goes_on_the_same_from_any_position(map_name: str, players: int) -> None:
    board = OracleMap(tomllib.loads((MAPS / f"{map_name}.toml").read_text(encoding="utf-8")))
    rng = random.Random(1)
    game = Oracle(board, map_name, players, seed=8)
    while not game.is_over:
        position = game.position()
        other = Oracle.from_position(board, position, game.rng.copy())
        assert other.position() == position
        assert other.legal_actions() == game.legal_actions()
        action = rng.choice(game.legal_actions())
        game.apply(action)
        other.apply(action)
        assert other.position() == game.position()
        assert other.rng.used == game.rng.used
    assert other.scores() == game.scores()
