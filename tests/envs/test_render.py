"""What environments show: the board as a picture, the table as text, and no secrets."""

from itertools import pairwise

import numpy as np
import pytest

from tests.tables import TABLES, played
from whistlestop import Game
from whistlestop.board import load_board
from whistlestop.draw.symbols import paints
from whistlestop.envs.render import SEAT_FILLS, WIDTH, check_mode, draw_game, game_text
from whistlestop.maps.limits import MAX_SEATS


def rgb(colour: str) -> np.ndarray:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])


@pytest.mark.parametrize("name", ["usa", "san-francisco", "amber-lake"])
def test_the_picture_has_the_owner_s_colour_once_a_route_is_claimed(name: str) -> None:
    game = played(name, 2, 4, 30)
    owners = set(game.view(None)["claimed"].values())
    assert owners == {0, 1}
    before, after = draw_game(Game(name, 2, seed=4)), draw_game(game)
    assert before.shape == after.shape
    assert after.shape[1:] == (WIDTH, 3)
    assert after.dtype == np.uint8
    for seat in owners:
        assert not (before == rgb(SEAT_FILLS[seat])).all(axis=2).any()
        assert (after == rgb(SEAT_FILLS[seat])).all(axis=2).sum() > 100


def test_a_picture_can_be_changed_without_changing_the_next() -> None:
    game = Game("usa", 2, seed=1)
    picture = draw_game(game)
    picture[:] = 0
    assert draw_game(game).any()


@pytest.mark.parametrize("name", ["usa", "san-francisco", "amber-lake"])
def test_no_claimed_route_looks_like_a_free_one_or_like_another_seat_s(name: str) -> None:
    assert len(SEAT_FILLS) == MAX_SEATS
    free = [paint.fill for paint in paints(load_board(name).map.rules.cards.colors).values()]
    for number, fill in enumerate(SEAT_FILLS):
        others = [other for other in SEAT_FILLS if other != SEAT_FILLS[number]]
        assert min(np.linalg.norm(rgb(fill) - rgb(other)) for other in free + others) > 80


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whatever_is_hidden_from_a_seat_does_not_change_its_text(name: str, players: int) -> None:
    for seed in range(8):
        game = played(name, players, seed, 5 + 40 * seed)
        for seat in (0, players - 1, None):
            assert game_text(game.determinize(seat, seed=seed), seat) == game_text(game, seat)


def test_the_text_has_the_hand_and_the_tickets_of_the_seat_that_looks() -> None:
    game = played("usa", 2, 3, 40)
    view = game.view(1)
    text = game_text(game, 1)
    assert "hand of seat 1: " + ", ".join(f"{count} {card}" for card, count in view["hand"].items()) in text
    for ticket in view["tickets"]:
        assert ticket["id"] in text
    assert "hand of" not in game_text(game, None)


def test_the_text_follows_the_game_from_its_opening_to_its_winners() -> None:
    game = Game("san-francisco", 3, seed=6)
    seen = [game_text(game, game.to_play)]
    assert f"offered to seat 0: {', '.join(game.view(0)['offered'])}" in seen[0]
    while not game.is_over:
        game.apply(game.legal_actions()[-1])
        seen.append(game_text(game, game.to_play))
    assert all(one != other for one, other in pairwise(seen))
    assert any("final round" in text for text in seen)
    assert any("tokens set aside" in text for text in seen)
    assert seen[-1].startswith("San Francisco, 3 players: the game is over\n")
    assert seen[-1].endswith(f"won by: {', '.join(f'seat {seat}' for seat in game.winners())}\n")


def test_an_unknown_render_mode_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no render mode 'hologram'; there is ansi, or None"):
        check_mode("hologram", ["ansi"])
