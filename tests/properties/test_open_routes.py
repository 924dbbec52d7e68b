"""What is open, payable and missing by a view is what the engine says, in every position of random games."""

import random
from collections import Counter

import pytest

from tests.tables import TABLES
from whistlestop import Game
from whistlestop.actions.action import WILD
from whistlestop.engine.claim import payment_count
from whistlestop.engine.state import state_at
from whistlestop.game.open_routes import OpenRoutes, cheapest_payment, missing_cards, paying_colours

GAMES = 4


def positions(name: str, players: int, seed: int) -> list[Game]:
    """Every position of a random game in which a turn begins. Claims are preferred, so that routes get scarce."""
    game, choices, found = Game(name, players, seed=seed), random.Random(seed), []
    while not game.is_over:
        if game.phase == "turn":
            found.append(game.copy())
        actions = game.legal_actions()
        claims = [action for action in actions if action.verb == "claim"]
        game.apply(choices.choice(claims if claims and choices.random() < 0.8 else actions))
    return found


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_free_route_without_an_obstacle_is_one_that_may_be_claimed(name: str, players: int, seed: int) -> None:
    seen = Counter[str | None]()
    for game in positions(name, players, seed):
        assert game.to_play is not None
        view = game.view(game.to_play)
        routes = OpenRoutes(game.board, view)
        obstacles = {
            route: routes.needs(i, game.to_play, view["hand"]).obstacle
            for i, route in enumerate(game.board.route_ids)
            if route not in view["claimed"]
        }
        seen.update(obstacles.values())
        claimable = {action.split()[1] for action in view["legal_actions"] if action.startswith("claim ")}
        assert {route for route, obstacle in obstacles.items() if obstacle is None} == claimable
    assert seen.keys() == {None, "cards", "pieces", "twin"}, "each of them must have been compared"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_to_every_seat_as_many_routes_of_a_kind_are_open_as_the_engine_counts(name: str, players: int) -> None:
    for game in positions(name, players, seed=11)[::5]:
        routes, kinds = OpenRoutes(game.board, game.view(None)), game.board.arrays["route_kind"][0].tolist()
        for seat in range(players):
            is_open = [routes.is_open(route, seat) for route in range(len(game.board.route_ids))]
            count = Counter(kind for kind, is_counted in zip(kinds, is_open, strict=False) if is_counted)
            expected = game.state["open_count"][0, seat].tolist()
            assert [count[kind] for kind in range(len(expected))] == expected


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_cards_are_missing_exactly_as_long_as_there_is_no_payment(name: str, players: int) -> None:
    game = Game(name, players, seed=1)
    board, choices = game.board, random.Random(3)
    kinds = board.arrays["route_kind"][0].tolist()
    for _ in range(300):
        route = choices.randrange(len(board.tracks))
        track = board.tracks[route]
        hand = Counter(choices.choices(board.colours, k=choices.randrange(12)))
        missing = missing_cards(board, track, hand)
        for extra in range(missing + 1):
            state = game.state.copy()
            state["hand"][0, 0, : len(board.colours)] = [hand[card] + extra * (card == WILD) for card in board.colours]
            payments = payment_count(board.record, state_at(state, 0), 0, kinds[route])
            assert bool(payments) == (extra == missing)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_cheapest_payment_is_the_legal_one_with_the_fewest_wilds(name: str, players: int) -> None:
    compared = 0
    for game in positions(name, players, seed=5)[::3]:
        view, offered = game.view(game.to_play), dict[tuple[str, str], int]()
        for action in game.legal_actions():
            paid = dict(action.payment)
            for colour in paid.keys() - {WILD}:
                key = (str(action.route), colour)
                offered[key] = min(offered.get(key, 99), paid.get(WILD, 0))
        for (route, colour), wilds in offered.items():
            track = game.board.tracks[game.board.route_index(route)]
            payment = cheapest_payment(colour, view["hand"][colour], track.length, track.ferries)
            assert colour in paying_colours(game.board, track)
            assert payment == {colour: track.length - wilds} | ({WILD: wilds} if wilds else {})
            compared += 1
    assert compared > (15 if name == "amber-lake" else 20)
