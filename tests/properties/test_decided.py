"""What is said to be decided is: whatever is done from there, the same seats win."""

import random

import pytest

from tests.rules.scene import Scene, usa
from tests.tables import TABLES
from whistlestop.game import Game
from whistlestop.game.decided import decided_shares

CONTINUATIONS = 12


@pytest.mark.parametrize(("map_name", "players"), TABLES)
def test_nothing_changes_what_is_decided(map_name: str, players: int) -> None:
    decided = 0
    for seed in range(4):
        game, rng = Game(map_name, players, seed=seed), random.Random(seed)
        while not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
            shares = decided_shares(game.board, game.state)
            if game.position()["turns_left"] is None:
                assert game.is_over or shares is None
            elif shares is not None:
                decided += 1
                assert sum(shares) == pytest.approx(1)
                ends = [played_on(game, rng) for _ in range(CONTINUATIONS)]
                assert all(end.winners() == [seat for seat, share in enumerate(shares) if share] for end in ends)
        assert decided_shares(game.board, game.state) is not None
    assert decided > 0


def played_on(game: Game, rng: random.Random) -> Game:
    end = game.copy()
    while not end.is_over:
        end.apply(rng.choice(end.legal_actions()))
    return end


def last_turn(*routes: str, ahead: int) -> Scene:
    """Seat 0 has these routes, the last turn of all, two blue cards and no tickets to draw."""
    scene = usa().with_claimed(*routes, by=0).with_turns_left(1).with_hand(0, blue=2).with_pieces(0, 2)
    scene = scene.with_ticket_deck()
    return scene.with_score(1, 50).with_score(0, 50 + ahead)


def test_who_can_catch_up_in_the_last_turn_has_not_lost_yet() -> None:
    assert decided_shares(last_turn(ahead=-2).board, last_turn(ahead=-2).state) is None  # two spaces are two points
    behind = last_turn(ahead=-40)
    assert decided_shares(behind.board, behind.state) == [0.0, 1.0]
    # R6.3: even one space earns the bonus for the longest path, if nobody else has a route.
    assert decided_shares(last_turn(ahead=-11).board, last_turn(ahead=-11).state) is None


def test_tickets_may_still_turn_a_game() -> None:
    scene = last_turn("denver/santa-fe", "el-paso/santa-fe", ahead=-20)
    assert decided_shares(scene.board, scene.state) == [0.0, 1.0]
    lucky = scene.with_ticket_deck("boston/miami", "houston/winnipeg")
    assert decided_shares(lucky.board, lucky.state) is None


def test_r6_5_a_shared_win_is_shared() -> None:
    tie = usa(players=3).with_score(1, 50).with_score(2, 50).finished()
    assert decided_shares(tie.board, tie.state) == [0.0, 0.5, 0.5]
