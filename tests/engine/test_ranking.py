"""R6.5: the kernel that compares two seats, the key that ranks many at once, and `Game.winners` agree."""

import numpy as np
import pytest

from tests.tables import TABLES, played
from whistlestop.engine.scoring import DECIDING_PARTS, SCORE_PARTS, by_part, compare_seats, ranking_key, score_rows


def test_more_points_decide_then_completed_tickets_then_the_longest_path() -> None:
    assert DECIDING_PARTS == ("total", "completed_tickets", "longest_path")


@pytest.mark.parametrize("bonus", [10, 5000])  # as large as a map may say: it must not count for more than a ticket
def test_the_key_orders_any_two_seats_as_the_kernel_does(bonus: int) -> None:
    rng = np.random.default_rng(1)
    scores = rng.integers(-3, 3, (500, 5, len(SCORE_PARTS)))
    scores[:, :, SCORE_PARTS.index("longest_path")] = bonus * rng.integers(0, 2, (500, 5))
    key = ranking_key(by_part(scores))
    orders = set()
    for game in range(500):
        for seat in range(5):
            for other in range(5):
                order = compare_seats(scores[game], seat, other)
                assert np.sign(key[game, seat] - key[game, other]) == order
                orders.add(order)
    assert orders == {-1, 0, 1}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_winners_are_those_whom_nobody_comes_before(name: str, players: int) -> None:
    for seed in range(3):
        game = played(name, players, seed, 100_000)
        rows = score_rows(game.scores())
        unbeaten = [s for s in range(players) if all(compare_seats(rows, s, o) >= 0 for o in range(players))]
        assert game.is_over
        assert game.winners() == unbeaten
