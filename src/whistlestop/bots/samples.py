"""What there is to compile of the bots, with arguments to compile it for."""

from typing import Any

import numpy as np

from whistlestop.board import load_board
from whistlestop.bots.compiled import seat_agents
from whistlestop.bots.planner.bot import blank_memories
from whistlestop.bots.planner.games import fill_candidates, planner_games
from whistlestop.bots.planner.weights import weights_for, weights_of
from whistlestop.bots.policy.bot import fill_corrected
from whistlestop.bots.policy.critic import no_critic
from whistlestop.bots.policy.learning import (
    Rates,
    learn_from_games,
    nets_in,
    new_work,
    policy_games,
    rows_of_nets,
    watched_games,
)
from whistlestop.bots.policy.net import no_policy
from whistlestop.bots.published.games import mixed_games
from whistlestop.bots.search.alternatives import play_alternatives
from whistlestop.bots.search.grow import grow
from whistlestop.bots.search.likelihood import weigh_choices
from whistlestop.bots.search.searcher import STANDARD
from whistlestop.bots.search.tree import TREE
from whistlestop.bots.suspicion.learning import blank_examples, watch_seats
from whistlestop.bots.suspicion.net import no_ticket_net, suspect_tickets
from whistlestop.engine.playout import blank_playouts
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels.plan import Sample
from whistlestop.kernels.structs import IntArray


def _bots() -> list[Sample]:
    board, states, base = load_board("usa"), np.zeros(1, STATE), seed_base("sample", 0)
    weights, memories, suspected = weights_of(weights_for(board)), blank_memories(), np.zeros((1, 1, 1), np.int64)
    return [
        Sample(fill_candidates, (board.arrays, states, weights, memories), 7.8),
        Sample(fill_corrected, (board.arrays, states, weights, memories, no_policy()), 2.0),
        Sample(grow, (*_searched(), no_critic(), 0, 0), 6.7),
        Sample(
            play_alternatives,
            (board.arrays, states, weights, memories, no_policy(), False, suspected, base, 0, *_no_outcomes()),
            5.0,
        ),
        Sample(
            weigh_choices, (board.arrays, states, *_no_choices(), weights, memories, 0.1, 1.0, np.zeros((0, 0))), 3.0
        ),
        Sample(suspect_tickets, (board.arrays, states, no_ticket_net(), base, 0, suspected), 2.0),
        Sample(planner_games, (board.arrays, weights, memories, base, 0, blank_playouts(1, 2)), 3.4),
    ]


def _searched() -> tuple[Any, ...]:
    """What playouts are grown from."""
    board, states, base = load_board("usa"), np.zeros(1, STATE), seed_base("sample", 0)
    tree, weights, memories = np.zeros(1, TREE), weights_of(weights_for(board)), blank_memories()
    ticket_weights, suspected = np.zeros((1, 1), np.int64), np.zeros((1, 1, 1), np.int64)
    return board.arrays, states, weights, memories, tree, ticket_weights, suspected, False, base, STANDARD, no_policy()


def _training() -> list[Sample]:
    board, states, base = load_board("usa"), np.zeros(1, STATE), seed_base("sample", 0)
    weights, memories = weights_of(weights_for(board)), blank_memories()
    watched = no_policy(), no_critic(), base, 0, 2, np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    return [
        Sample(watched_games, (board.arrays, states, weights, memories, *watched), 6.0),
        Sample(learn_from_games, (board.arrays, states, weights, memories, base, base, 0, 0, *_no_lesson()), 8.0),
        Sample(
            watch_seats,
            (board.arrays, states, weights, memories, *[no_policy()] * 2, base, base, 0, 2, blank_examples(0, 0, 0)),
            3.0,
        ),
        Sample(
            policy_games, (board.arrays, weights, memories, *[no_policy()] * 2, base, 0, 2, blank_playouts(1, 2)), 6.0
        ),
    ]


def _no_lesson() -> tuple[Any, ...]:
    """What is learned, how, the working memory and the gradient."""
    learned, gradient = (nets_in(np.zeros((rows_of_nets(0), 1), np.float32), 0) for _ in range(2))
    return 2, learned, no_policy(), Rates(np.float32(0), np.float32(0), 0), new_work(), gradient


def _no_outcomes() -> tuple[IntArray, IntArray, IntArray]:
    """Of no actions: these, the scores and the leads."""
    return np.zeros(0, np.int64), np.zeros((0, 0, 0, 0), np.int64), np.zeros((0, 0), np.int64)


def _no_choices() -> tuple[IntArray, IntArray, IntArray]:
    """The actions, the hands and the tickets."""
    return np.zeros(0, np.int64), np.zeros((0, 0, 0), np.int64), np.zeros((0, 0), np.int64)


def _mixed() -> list[Sample]:
    board, base = load_board("usa"), seed_base("sample", 0)
    agents = seat_agents(board, ["hungry", "hard"], 0, 0, 1)
    return [Sample(mixed_games, (board.arrays, agents, base, 0, blank_playouts(1, 2)), 8.0)]


SAMPLES = {"bots": _bots, "mixed": _mixed, "training": _training}
