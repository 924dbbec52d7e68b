"""The kernels of the planner that Python calls: whole games, and the candidates for one choice."""

from whistlestop.bots.planner.choose import choose, list_candidates
from whistlestop.bots.planner.memory import memory_at, reset_memory, weights_at
from whistlestop.engine.playout import Playouts, finish, take
from whistlestop.engine.setup import new_game
from whistlestop.engine.state import OVER, board_of, state_at
from whistlestop.kernels import entry_point
from whistlestop.kernels.structs import IntArray, Records


@entry_point("bots")
def planner_games(
    boards: Records, weights: Records, memories: Records, deal_base: IntArray, first: int, playouts: Playouts
) -> None:
    """Play games first, first+1, …, seat i with weights i."""
    board = board_of(boards)
    for i in range(playouts.turns.shape[0]):
        s = state_at(playouts.states, i % playouts.states.shape[0])
        new_game(board, s, weights.shape[0], deal_base, first + i)
        for seat in range(s.seats):
            reset_memory(memory_at(memories, seat))
        while s.phase != OVER:
            action = choose(board, s, weights_at(weights, s.to_play), memory_at(memories, s.to_play))
            take(board, s, action, playouts, i)
        finish(board, s, playouts, i)


@entry_point("bots")
def fill_candidates(boards: Records, states: Records, weights: Records, memories: Records) -> None:
    """Write the candidates for the seat to play into its memory."""
    s = state_at(states, 0)
    list_candidates(board_of(boards), s, weights_at(weights, s.to_play), memory_at(memories, s.to_play))
