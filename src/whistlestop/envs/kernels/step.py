"""Stepping many games: apply the choices, let opponents play, tell what happened, and begin the next games."""

from typing import NamedTuple

from whistlestop.board import BoardTable
from whistlestop.bots.planner.choose import choose
from whistlestop.bots.planner.mind import forget, mind_at, weights_at
from whistlestop.engine.actions import apply, count_actions, nth_action
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import OVER, State, board_of, state_at
from whistlestop.envs.kernels.masks import is_allowed, write_legal
from whistlestop.envs.kernels.observe import Offsets, observe, offsets_of
from whistlestop.envs.kernels.rewards import give_rewards, standing_of
from whistlestop.envs.kernels.tables import SELF_PLAY, Shown, Table, table_at
from whistlestop.kernels import entry_point, hot_kernel, kernel
from whistlestop.kernels.structs import Bytes, IntArray, Records, SmallIntArray

ALL_LEGAL = -1


class Planners(NamedTuple):
    """Opponents that plan; where there are None of them, they choose at random.

    Numba leaves out what is only for planners where it is given None, so that nobody compiles them who has none.
    """

    weights: Records
    """The first ones are of the planner after the learner, and so on."""
    minds: Records
    """One for each seat of each game."""


@entry_point("vector")
def begin(
    boards: Records, states: Records, tables: Records, offsets: Records, deal_base: IntArray, shown: Shown
) -> None:
    """Deal the game of every row."""
    begin_all(boards, states, tables, offsets, deal_base, None, shown)


@entry_point("planners")
def begin_against_planners(
    boards: Records,
    states: Records,
    tables: Records,
    offsets: Records,
    deal_base: IntArray,
    weights: Records,
    minds: Records,
    shown: Shown,
) -> None:
    """Deal the game of every row, and let planners begin where it is their turn."""
    begin_all(boards, states, tables, offsets, deal_base, Planners(weights, minds), shown)


@entry_point("vector")
def step(
    boards: Records,
    states: Records,
    tables: Records,
    offsets: Records,
    deal_base: IntArray,
    reward: int,
    actions: IntArray,
    shown: Shown,
) -> None:
    """One choice in every game; where there are opponents, they answer at random."""
    step_all(boards, states, tables, offsets, deal_base, reward, actions, None, shown)


@entry_point("planners")
def step_against_planners(
    boards: Records,
    states: Records,
    tables: Records,
    offsets: Records,
    deal_base: IntArray,
    reward: int,
    actions: IntArray,
    weights: Records,
    minds: Records,
    shown: Shown,
) -> None:
    """One choice in every game, and the planners' answers."""
    step_all(boards, states, tables, offsets, deal_base, reward, actions, Planners(weights, minds), shown)


@kernel
def begin_all(
    boards: Records,
    states: Records,
    tables: Records,
    offsets: Records,
    deal_base: IntArray,
    planners: Planners | None,
    shown: Shown,
) -> None:
    board, at = board_of(boards), offsets_of(offsets)
    for i in range(states.shape[0]):
        s, t = state_at(states, i), table_at(tables, i)
        deal(board, s, t, shown.rewards.shape[1], deal_base)
        forget_plans(planners, i, s.seats)
        answer(board, s, t, planners, i)
        show(board, s, t, at, shown, i)


@kernel
def step_all(
    boards: Records,
    states: Records,
    tables: Records,
    offsets: Records,
    deal_base: IntArray,
    reward: int,
    actions: IntArray,
    planners: Planners | None,
    shown: Shown,
) -> None:
    board, at = board_of(boards), offsets_of(offsets)
    for i in range(states.shape[0]):
        s, t = state_at(states, i), table_at(tables, i)
        act(board, s, t, actions[i])
        answer(board, s, t, planners, i)
        settle(board, s, t, reward, shown, i)
        if s.phase == OVER:
            t.number += states.shape[0]
            deal(board, s, t, s.seats, deal_base)
            forget_plans(planners, i, s.seats)
            answer(board, s, t, planners, i)
        show(board, s, t, at, shown, i)


@entry_point("vector")
def find_illegal(boards: Records, masks: Bytes, actions: IntArray) -> int:
    """The first game whose action is not legal, or ALL_LEGAL."""
    board = board_of(boards)
    for i in range(actions.shape[0]):
        if not 0 <= actions[i] < board.action_count or not is_allowed(board, masks[i], actions[i]):
            return i
    return ALL_LEGAL


@entry_point("vector")
def throw_dice(tables: Records, choice_base: IntArray) -> None:
    """Seed the random choices of every row."""
    for i in range(tables.shape[0]):
        seed_words(table_at(tables, i).dice, choice_base, i)


@entry_point("vector")
def pick_randomly(tables: Records, legal: SmallIntArray, legal_counts: IntArray, actions: IntArray) -> None:
    """A legal action for every game, all equally likely."""
    for i in range(actions.shape[0]):
        actions[i] = legal[i, below(table_at(tables, i).dice, legal_counts[i])]


@kernel
def deal(board: BoardTable, s: State, t: Table, seats: int, deal_base: IntArray) -> None:
    """Begin the game of a row. Where somebody learns, it is another seat in every game."""
    new_game(board, s, seats, deal_base, t.number)
    t.length = 0
    if t.learner != SELF_PLAY:
        t.learner = t.number % seats
    for seat in range(seats):
        t.standing[seat] = 0
        t.rewarded[seat] = 0
        for location in range(board.location_count):
            t.group[seat, location] = location


@kernel
def act(board: BoardTable, s: State, t: Table, action: int) -> None:
    """Apply an action, and keep up to date what follows from it."""
    seat = s.to_play
    apply(board, s, action)
    t.length += 1
    if action >= board.first_claim:
        route = board.claim_route[action]
        join(board, t.group[seat], board.route_a[route], board.route_b[route])
    if t.counts_points and action >= board.first_keep:
        t.standing[seat] = standing_of(board, s, seat, t.group[seat])


@kernel
def join(board: BoardTable, group: IntArray, a: int, b: int) -> None:
    """Two locations, and all that either was joined to, become one group: that of the lower number."""
    low, high = min(group[a], group[b]), max(group[a], group[b])
    if low < high:
        for location in range(board.location_count):
            if group[location] == high:
                group[location] = low


@kernel
def answer(board: BoardTable, s: State, t: Table, planners: Planners | None, i: int) -> None:
    """Opponents choose until the learner has to."""
    while t.learner != SELF_PLAY and s.phase != OVER and s.to_play != t.learner:
        if planners is None:
            act(board, s, t, nth_action(board, s, below(t.dice, count_actions(board, s))))
        else:
            own = weights_at(planners.weights, (s.to_play - t.learner - 1) % s.seats)
            act(board, s, t, choose(board, s, own, mind_at(planners.minds, i * s.seats + s.to_play)))


@kernel
def forget_plans(planners: Planners | None, i: int, seats: int) -> None:
    """The plans of the last game are of no use in the next."""
    if planners is not None:
        for seat in range(seats):
            forget(mind_at(planners.minds, i * seats + seat))


@hot_kernel
def settle(board: BoardTable, s: State, t: Table, reward: int, shown: Shown, i: int) -> None:
    """What a step has brought. Most of them bring nothing, and that is quickly said."""
    shown.ended[i] = s.phase == OVER
    if s.phase == OVER or t.counts_points:
        give_rewards(board, s, t, reward, shown.rewards[i], shown.final_scores[i])
    else:
        for seat in range(s.seats):
            shown.rewards[i, seat] = 0


@hot_kernel
def show(board: BoardTable, s: State, t: Table, at: Offsets, shown: Shown, i: int) -> None:
    """What the seat to play knows and may do."""
    shown.seats[i] = s.to_play
    observe(board, s, s.to_play, t.group[s.to_play], at, shown.observations[i])
    shown.legal_counts[i] = write_legal(board, s, shown.masks[i], shown.legal[i], shown.legal_counts[i])
