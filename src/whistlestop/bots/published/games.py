"""Whole games between bots of several kinds: the published ones, planners, with or without a policy, and `random`."""

from typing import NamedTuple

from whistlestop.board import BoardArrays
from whistlestop.bots.planner.choose import choose
from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.bots.policy.net import Policy, choose_corrected
from whistlestop.bots.published.choices import all_offered, anything
from whistlestop.bots.published.hungry import hungry_keep, hungry_play
from whistlestop.bots.published.memory import AgentMemory, Orders, agent_memory_at, forget, orders_of
from whistlestop.bots.published.one_step import one_step_keep, one_step_play
from whistlestop.bots.published.path import path_play
from whistlestop.engine.actions import nth_action
from whistlestop.engine.playout import Playouts, finish, take
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import KEEP_TICKETS, OVER, SECOND_CARD, TURN, State, board_of, state_at
from whistlestop.engine.twister import set_seed
from whistlestop.kernels import entry_point, kernel
from whistlestop.kernels.structs import IntArray, Records

PLANNER, POLICY_BOT, RANDOM_BOT, HUNGRY_BOT, PATH_BOT, ONE_STEP_BOT, LONG_ROUTE_BOT = range(7)


class Agents(NamedTuple):
    """The bots, one for each seat."""

    kinds: IntArray
    seeds: IntArray
    """[game, seat]: of their random choices."""
    twisters: IntArray
    orders: Records
    memories: Records
    weights: Records
    """Of use for those that plan, and so are their `plans`."""
    plans: Records
    policy: Policy


@entry_point("mixed")
def mixed_games(boards: Records, agents: Agents, deal_base: IntArray, first: int, playouts: Playouts) -> None:
    """Play games first, first+1, …"""
    board, o, seats = board_of(boards), orders_of(agents.orders), agents.kinds.shape[0]
    for i in range(playouts.turns.shape[0]):
        s = state_at(playouts.states, i % playouts.states.shape[0])
        new_game(board, s, seats, deal_base, first + i)
        for seat in range(seats):
            reset_memory(memory_at(agents.plans, seat))
            forget(agent_memory_at(agents.memories, seat))
            set_seed(agents.twisters[seat], agents.seeds[i, seat])
        while s.phase != OVER:
            seat = s.to_play
            w, m = weights_at(agents.weights, seat), memory_at(agents.plans, seat)
            if agents.kinds[seat] == PLANNER:
                action = choose(board, s, w, m)
            elif agents.kinds[seat] == POLICY_BOT:
                action = choose_corrected(board, s, w, m, agents.policy)
            elif agents.kinds[seat] == RANDOM_BOT:
                action = anything(board, s, agents.twisters[seat])
            else:
                memory = agent_memory_at(agents.memories, seat)
                action = published_choice(board, o, s, agents.kinds[seat], memory, agents.twisters[seat])
            take(board, s, action, playouts, i)
        finish(board, s, playouts, i)


@kernel
def published_choice(board: BoardArrays, o: Orders, s: State, kind: int, m: AgentMemory, twister: IntArray) -> int:
    """What a published bot does now."""
    if s.phase == KEEP_TICKETS:
        return board.first_keep - 1 + published_keep(board, o, s, kind, m)
    if s.phase != TURN and s.phase != SECOND_CARD:
        return nth_action(board, s, 0)  # tokens, of which they know nothing
    if kind == HUNGRY_BOT:
        return hungry_play(board, o, s, m, twister)
    if kind == PATH_BOT:
        return path_play(board, o, s, m, twister)
    return one_step_play(board, o, s, kind == LONG_ROUTE_BOT, m, twister)


@kernel
def published_keep(board: BoardArrays, o: Orders, s: State, kind: int, m: AgentMemory) -> int:
    """The tickets that a published bot keeps: bit i for the i-th offered."""
    if kind == HUNGRY_BOT:
        return hungry_keep(board, o, s, m)
    if kind == PATH_BOT:
        return all_offered(s)
    return one_step_keep(board, s, kind == LONG_ROUTE_BOT, m)
