"""The tables that tests are played at, and random play on them."""

import random

from whistlestop import Game

PLAYERS = {"usa": (2, 3, 4, 5), "san-francisco": (2, 3, 4), "amber-lake": (2, 3)}
TABLES = [(name, players) for name, counts in PLAYERS.items() for players in counts]


def played(name: str, players: int, seed: int, actions: int) -> Game:
    """A game after `actions` random actions (fewer if it is over before).

    With an odd seed opening tickets are chosen at the same time, in any order (R1.2), else in seat order.
    """
    game = Game(name, players=players, seed=seed)
    choices = random.Random(seed)
    for _ in range(actions):
        if game.is_over:
            break
        seat = choices.choice(game.awaited) if seed % 2 and game.is_opening else None
        game.apply(choices.choice(game.legal_actions(seat)), seat)
    return game
