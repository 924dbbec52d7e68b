"""Stepping many games: apply the choices, let opponents play, write down what happened, and begin the next games."""

from typing import NamedTuple

from whistlestop.board import TICKETS, BoardArrays
from whistlestop.bots.planner.choose import choose
from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.bots.policy.net import Policy, choose_corrected
from whistlestop.engine.actions import apply, count_actions, nth_action
from whistlestop.engine.claim import is_open
from whistlestop.engine.rng import below, seed_words
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import NO_ROUTE, NOBODY, OVER, State, board_of, state_at
from whistlestop.engine.twister import pick_below
from whistlestop.envs.kernels.ahead import fetch_choice, fetch_deck, fetch_row
from whistlestop.envs.kernels.episodes import (
    AT_RANDOM,
    FROM_OUTSIDE,
    LIKE_THE_BOT,
    NO_MORE,
    SELF_PLAY,
    Episode,
    Games,
    StepBuffers,
    claimed_by,
    episode_at,
)
from whistlestop.envs.kernels.masks import is_allowed, write_legal
from whistlestop.envs.kernels.observe import Offsets, complete_tickets, look_at_tickets, observe, offsets_of
from whistlestop.envs.kernels.rewards import give_rewards, standing_of
from whistlestop.kernels import entry_point, kernel, row_kernel
from whistlestop.kernels.structs import Bytes, IntArray, Records, SmallIntArray, TinyIntArray

ALL_LEGAL = -1
CHOICES_AHEAD = 8
"""A choice takes so little time that the next one would come before its memory does."""
WAIT = -1
"""Instead of an action: nothing happens in this game now."""


class Planners(NamedTuple):
    """Opponents that plan; where there are None of them, nobody does.

    Numba leaves out what is only for planners where it is given None, so that nobody compiles them who has none.
    """

    weights: Records
    """The first ones are of the planner after the learner, and so on."""
    memories: Records
    """One for each seat of each game."""
    has_policy: IntArray
    """Which of them are put right by the policy."""
    policy: Policy


@entry_point("vector")
def begin(games: Games, buffers: StepBuffers) -> None:
    """Deal the game of every row."""
    begin_all(games, None, buffers)


@entry_point("planners")
def begin_against_planners(games: Games, planners: Planners, buffers: StepBuffers) -> None:
    """Deal the game of every row, and let planners begin where it is their turn."""
    begin_all(games, planners, buffers)


@entry_point("vector")
def step(games: Games, reward: int, actions: IntArray, buffers: StepBuffers) -> None:
    """One choice in every game; where there are opponents, they answer at random or wait to be asked."""
    step_all(games, reward, actions, None, buffers)


@entry_point("planners")
def step_against_planners(
    games: Games, reward: int, actions: IntArray, planners: Planners, buffers: StepBuffers
) -> None:
    """One choice in every game, and the planners' answers."""
    step_all(games, reward, actions, planners, buffers)


@row_kernel
def begin_all(games: Games, planners: Planners | None, buffers: StepBuffers) -> None:
    """Deal all games, and let opponents play up to the learner's first choice."""
    board, at = board_of(games.boards), offsets_of(games.offsets)
    for i in range(games.states.shape[0]):
        s, e = state_at(games.states, i), episode_at(games.episodes, i)
        deal(board, s, e, buffers.rewards.shape[1], games.deal_base, at)
        reset_plans(planners, i, s.seats)
        answer(board, s, e, games.twisters, planners, at, i)
        show(board, s, e, at, buffers, i)


@row_kernel
def step_all(games: Games, reward: int, actions: IntArray, planners: Planners | None, buffers: StepBuffers) -> None:
    """Apply an action in every game. Those that end are followed by the next ones, or stay at their end."""
    board, at = board_of(games.boards), offsets_of(games.offsets)
    for i in range(games.states.shape[0]):
        if actions[i] == WAIT:
            continue
        s, e = state_at(games.states, i), episode_at(games.episodes, i)
        seat = s.to_play if e.learner == SELF_PLAY else e.learner
        fetch_row(games, buffers, board.route_count, i + 2)
        if i + 1 < games.states.shape[0]:
            fetch_deck(games, state_at(games.states, i + 1), i + 1)
        act(board, s, e, actions[i], at)
        answer(board, s, e, games.twisters, planners, at, i)
        settle(board, s, e, reward, buffers, i)
        if s.phase == OVER:
            observe(board, s, e, seat, at, buffers.final_observations[i])
            if not e.is_followed:
                continue
            e.number += games.stride
            deal(board, s, e, s.seats, games.deal_base, at)
            reset_plans(planners, i, s.seats)
            answer(board, s, e, games.twisters, planners, at, i)
        show(board, s, e, at, buffers, i)


@entry_point("vector")
def find_illegal(boards: Records, masks: Bytes, actions: IntArray) -> int:
    """The first game whose action is not legal, or ALL_LEGAL."""
    board = board_of(boards)
    for i in range(actions.shape[0]):
        if not 0 <= actions[i] < board.action_count or not is_allowed(board, masks, i, actions[i]):
            return i
    return ALL_LEGAL


@entry_point("vector")
def seed_choices(episodes: Records, choice_base: IntArray) -> None:
    """Seed the random choices of every row."""
    for i in range(episodes.shape[0]):
        seed_words(episode_at(episodes, i).rng, choice_base, i)


@entry_point("vector")
def pick_randomly(episodes: Records, legal: SmallIntArray, legal_counts: IntArray, actions: IntArray) -> None:
    """A legal action for every game, all equally likely."""
    for i in range(actions.shape[0]):
        fetch_choice(episodes, legal, i + CHOICES_AHEAD)
        actions[i] = legal[i, below(episode_at(episodes, i).rng, legal_counts[i])]


@kernel
def deal(board: BoardArrays, s: State, e: Episode, seats: int, deal_base: IntArray, at: Offsets) -> None:
    """Begin the game of a row. Where somebody learns in a series, it is another seat in every game."""
    new_game(board, s, seats, deal_base, e.number)
    e.length = 0
    if e.learner != SELF_PLAY and e.is_followed:
        e.learner = e.number % seats
    for route in range(board.route_count):
        e.routes[route] = (1 << seats) - 1
        e.open_routes[route] = route
    for seat in range(seats):
        e.standing[seat] = 0
        e.rewarded[seat] = 0
        for location in range(board.location_count):
            e.group[seat, location] = location
        look_at_tickets(board, s, e, seat, at)


@kernel
def act(board: BoardArrays, s: State, e: Episode, action: int, at: Offsets) -> None:
    """Apply an action, and keep up to date what follows from it."""
    seat = s.to_play
    apply(board, s, action)
    e.length += 1
    if action >= board.first_claim:
        note_claim(board, s, e, seat, board.claim_route[action])
    elif action == TICKETS:
        for other in range(s.seats):  # the places in the pile have changed for all
            look_at_tickets(board, s, e, other, at)
    elif board.first_keep <= action < board.first_place:
        look_at_tickets(board, s, e, seat, at)
    if e.counts_points and action >= board.first_keep:
        e.standing[seat] = standing_of(board, s, seat, e.group[seat])


@kernel
def note_claim(board: BoardArrays, s: State, e: Episode, seat: int, route: int) -> None:
    """Whose the route is now, which are open to whom, what the seat's routes join and the tickets that completes."""
    e.routes[route] = claimed_by(seat)
    close_route(board, e, route)
    twin = board.route_twin[route]
    if twin != NO_ROUTE and s.owner[twin] == NOBODY:
        open_to = 0
        for other in range(s.seats):
            open_to |= 1 << other if is_open(board, s, other, twin) else 0
        e.routes[twin] = open_to
        if open_to == 0:
            close_route(board, e, twin)
    if join(board, e.group[seat], board.route_a[route], board.route_b[route]):
        complete_tickets(board, s, e, seat)


@kernel
def close_route(board: BoardArrays, e: Episode, route: int) -> None:
    """Take a route from the open ones."""
    at, last = board.kind_start[board.route_kind[route]], board.kind_start[board.route_kind[route] + 1] - 1
    while e.open_routes[at] != route:
        at += 1
    for i in range(at, last):
        e.open_routes[i] = e.open_routes[i + 1]
    e.open_routes[last] = NO_MORE


@kernel
def join(board: BoardArrays, group: TinyIntArray, a: int, b: int) -> bool:
    """Two locations, and all that either was joined to, become one group: that of the lower number. False if they were
    one already."""
    low, high = min(group[a], group[b]), max(group[a], group[b])
    if low < high:
        for location in range(board.location_count):
            if group[location] == high:
                group[location] = low
    return low < high


@kernel
def answer(
    board: BoardArrays,
    s: State,
    e: Episode,
    twisters: IntArray,
    planners: Planners | None,
    at: Offsets,
    i: int,
) -> None:
    """Opponents choose until the learner has to, or one that has to be asked."""
    while e.learner != SELF_PLAY and s.phase != OVER and s.to_play != e.learner:
        place = (s.to_play - e.learner - 1) % s.seats
        if e.opponents[place] == FROM_OUTSIDE:
            return
        if e.opponents[place] == AT_RANDOM:
            act(board, s, e, nth_action(board, s, below(e.rng, count_actions(board, s))), at)
        elif e.opponents[place] == LIKE_THE_BOT:
            act(board, s, e, nth_action(board, s, pick_below(twisters[s.to_play], count_actions(board, s))), at)
        elif planners is not None:
            w, m = weights_at(planners.weights, place), memory_at(planners.memories, i * s.seats + s.to_play)
            if planners.has_policy[place]:
                act(board, s, e, choose_corrected(board, s, w, m, planners.policy), at)
            else:
                act(board, s, e, choose(board, s, w, m), at)


@kernel
def reset_plans(planners: Planners | None, i: int, seats: int) -> None:
    """The plans of the last game are of no use in the next."""
    if planners is not None:
        for seat in range(seats):
            reset_memory(memory_at(planners.memories, i * seats + seat))


@row_kernel
def settle(board: BoardArrays, s: State, e: Episode, reward: int, buffers: StepBuffers, i: int) -> None:
    """What a step has brought. Most of them bring nothing, and that is quickly said."""
    buffers.ended[i] = s.phase == OVER
    if s.phase == OVER or e.counts_points:
        give_rewards(board, s, e, reward, buffers.rewards[i], buffers.final_scores[i])
    else:
        for seat in range(s.seats):
            buffers.rewards[i, seat] = 0


@row_kernel
def show(board: BoardArrays, s: State, e: Episode, at: Offsets, buffers: StepBuffers, i: int) -> None:
    """What the seat to play knows and may do."""
    seat = s.to_play
    buffers.seats[i] = seat
    observe(board, s, e, seat, at, buffers.observations[i])
    buffers.legal_counts[i] = write_legal(board, s, e, buffers.masks[i], buffers.legal[i], buffers.legal_counts[i])
