"""An observation is what the seat's view says, and nothing else."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.tables import TABLES
from whistlestop import Game
from whistlestop.board import Board
from whistlestop.engine.state import PHASES
from whistlestop.envs.layout import Layout
from whistlestop.envs.single_game import observe
from whistlestop.game.view import View

GAMES, SHARE = 6, 0.1
RARE = {"place-tokens", "take-token", "over"}
Nested = dict[str, np.ndarray]


def moments(name: str, players: int) -> Iterator[Game]:
    """Random games at random moments, the first, the last and rare ones included."""
    for seed in range(GAMES):
        game, choices = Game(name, players, seed=seed), random.Random(seed)
        yield game
        while not game.is_over:
            game.apply(choices.choice(game.legal_actions()))
            if game.phase in RARE or choices.random() < SHARE:
                yield game


def observed(game: Game, layout: Layout, seat: int) -> bytes:
    seen = observe(game, layout, seat)
    return seen["observation"].tobytes() + seen["action_mask"].tobytes()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whatever_is_hidden_from_a_seat_does_not_change_its_observation(name: str, players: int) -> None:
    count = changed = 0
    for game in moments(name, players):
        layout = Layout(game.board, players)
        for seat in range(players):
            other = game.determinize(seat, seed=game.version)
            assert observed(other, layout, seat) == observed(game, layout, seat)
            count, changed = count + 1, changed + (other.position() != game.position())
    assert changed > count / 2  # the law would hold for a `determinize` that does nothing


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_dealt_anew_shows_in_the_observation_of_another_seat(name: str, players: int) -> None:
    """The law above would catch a leak: an observation with somebody else's secrets does change."""
    count = changed = 0
    for game in moments(name, players):
        layout = Layout(game.board, players)
        other = game.determinize(0, seed=game.version)
        count, changed = count + 1, changed + (observed(other, layout, 1) != observed(game, layout, 1))
    assert changed > count / 2


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_part_of_an_observation_is_in_the_view(name: str, players: int) -> None:
    phases = set()
    for game in moments(name, players):
        layout = Layout(game.board, players)
        for seat in range(players):
            parts = layout.named(observe(game, layout, seat)["observation"])
            expected = from_view(game.board, layout, game.view(seat), seat)
            assert parts.keys() == expected.keys()
            for part in parts:
                assert parts[part].tolist() == expected[part].tolist(), part
        phases.add(game.phase)
    assert phases == {phase for phase in PHASES if game.board.symbols or phase not in ("place-tokens", "take-token")}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_value_exceeds_what_its_part_allows(name: str, players: int) -> None:
    for game in moments(name, players):
        layout = Layout(game.board, players)
        for seat in range(players):
            row = observe(game, layout, seat)["observation"]
            assert ((row >= 0) & (row <= layout.highest())).all()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_mask_has_the_legal_actions_of_the_seat_to_play_and_of_nobody_else(name: str, players: int) -> None:
    for game in moments(name, players):
        layout = Layout(game.board, players)
        masks = [observe(game, layout, seat)["action_mask"] for seat in range(players)]
        for seat, mask in enumerate(masks):
            offered = game.view(seat)["offered"]
            chosen = [game.board.action(int(number), offered) for number in np.flatnonzero(mask)]
            assert chosen == (game.legal_actions() if seat == game.to_play else [])


def from_view(board: Board, layout: Layout, view: View, seat: int) -> Nested:
    """An observation made of nothing but the view, part by part."""
    parts = {part.name: np.zeros(part.shape, np.int16) for part in layout}
    parts["phase"][PHASES.index(view["phase"])] = 1
    if view["to_play"] is not None:
        # R1.2: in a view of the opening every seat may choose; environments go on in seat order.
        to_play = next((i for i, one in enumerate(view["seats"]) if one["offered_count"]), view["to_play"])
        parts["to_play"][(to_play - seat) % layout.players] = 1
        has_kept = view["seats"][to_play]["ticket_count"] > 0
        parts["is_opening"][0] = view["phase"] == "keep-tickets" and not has_kept
    write_cards(board, view, parts)
    for other, place in ((other, (other - seat) % layout.players) for other in range(layout.players)):
        write_seat(board, view, other, place, parts)
    write_tickets(board, view, parts)
    write_tokens(board, view, parts)
    parts["is_final_round"][0] = view["turns_left"] is not None
    parts["turns_left"][0] = view["turns_left"] or 0
    parts["passes"][0] = view["passes"]
    return parts


def write_cards(board: Board, view: View, parts: Nested) -> None:
    for name, cards in (("hand", view["hand"]), ("discards", view["discards"]), ("deck_at_most", view["deck_at_most"])):
        for card, count in cards.items():
            parts[name][board.index("colour", card)] = count
    for up in view["face_up"]:
        if up:
            parts["row"][board.index("colour", up)] += 1
    parts["deck_count"][0] = view["deck_count"]


def write_seat(board: Board, view: View, other: int, place: int, parts: Nested) -> None:
    seen = view["seats"][other]
    parts["scores"][place], parts["pieces"][place] = seen["score"], seen["pieces"]
    parts["card_counts"][place] = seen["card_count"]
    parts["ticket_counts"][place], parts["offered_counts"][place] = seen["ticket_count"], seen["offered_count"]
    for card, count in seen["known_cards"].items():
        parts["known_cards"][place, board.index("colour", card)] = count
    for symbol in seen["tokens"]:
        parts["tokens"][place, board.index("symbol", symbol)] = 1
    for route, owner in view["claimed"].items():
        if owner == other:
            parts["owners"][place, board.index("route", route)] = 1


def write_tickets(board: Board, view: View, parts: Nested) -> None:
    parts["pile_count"][0] = len(view["ticket_deck"])
    for ticket in view["tickets"]:
        number = board.index("ticket", ticket["id"])
        parts["tickets"][number], parts["completed"][number] = 1, ticket["is_complete"]
    for place, offered in enumerate(view["offered"]):
        parts["offered"][place, board.index("ticket", offered)] = 1
    for place, known in enumerate(view["ticket_deck"], start=1):
        if known:
            parts["returned"][board.index("ticket", known)] = place


def write_tokens(board: Board, view: View, parts: Nested) -> None:
    for location, stack in view["stacks"].items():
        symbol = board.index("symbol", stack["symbol"])
        parts["stacks"][symbol, board.index("location", location)] = stack["count"]
    for stack in view["set_aside"]:
        parts["set_aside"][board.index("symbol", stack["symbol"])] = stack["count"]
    for choice in view["token_choice"]:
        parts["token_choice"][board.index("symbol", choice)] = 1
