"""Compiled playouts play the very games that the facade plays."""

import numpy as np
import pytest

from tests.tables import TABLES
from whistlestop import Game, load_board
from whistlestop.arena.play_games import play_games
from whistlestop.arena.simulate import Summary, Workers, simulate
from whistlestop.engine.rng import MASK, seed_base
from whistlestop.engine.scoring import SCORE_PARTS, win_shares


class PlainRng:
    """xoshiro128++ in plain Python integers, seeded as the engine does."""

    def __init__(self, base: list[int], number: int) -> None:
        h = number & MASK
        self.words = []
        for word in base:
            h = self.mix((h + word) & MASK)
            self.words.append(h)

    @staticmethod
    def mix(x: int) -> int:
        x = ((x ^ x >> 16) * 0x21F0AAAD) & MASK
        x = ((x ^ x >> 15) * 0x735A2D97) & MASK
        return x ^ x >> 15

    def next(self) -> int:
        a, b, c, d = self.words
        total = (a + d) & MASK
        result = ((total << 7 | total >> 25) + a) & MASK
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ (b << 9 & MASK), (d << 11 | d >> 21) & MASK]
        return result

    def below(self, n: int) -> int:
        while True:
            product = self.next() * n
            if product & MASK >= (MASK + 1 - n) % n:
                return product >> 32


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_simulated_game_is_the_one_that_its_seed_and_number_give(name: str, players: int) -> None:
    """So counting and picking actions in the playout agrees with listing them."""
    simulated = play_games(load_board(name), ["random"] * players, 11, 40, 5)
    for i in range(5):
        game = Game(name, players=players, seed=11, number=40 + i)
        rng = PlainRng(seed_base("bots", 11)[:4].tolist(), 40 + i)
        while not game.is_over:
            legal = game.legal_actions()
            game.apply(legal[rng.below(len(legal))])
        assert [list(score.values()) for score in game.scores()] == simulated.scores[i].tolist()
        assert [seat for seat, share in enumerate(win_shares(simulated.scores)[i]) if share] == game.winners()


def test_the_sums_do_not_depend_on_the_number_of_workers() -> None:
    summaries = []
    for workers in (1, 3):
        summary = Summary(4)
        for played in simulate(load_board("usa"), ["random"] * 4, 2345, 5, Workers(workers)):
            summary.add(played)
        summaries.append(summary.as_json())
    assert summaries[0] == summaries[1]
    assert summaries[0]["games"] == 2345


def test_ties_are_broken_by_completed_tickets_then_by_the_longest_path() -> None:
    scores = np.zeros((3, 3, len(SCORE_PARTS)), np.int64)
    scores[:, :2, SCORE_PARTS.index("total")] = 50
    scores[1, 1, SCORE_PARTS.index("completed_tickets")] = 1
    scores[2, 0, SCORE_PARTS.index("longest_path")] = 10
    assert win_shares(scores).tolist() == [[0.5, 0.5, 0], [0, 1, 0], [1, 0, 0]]
