"""What a seat gets: at the end for how it came out, or all along for its points."""

from typing import Literal, get_args

from whistlestop.board import BoardArrays
from whistlestop.engine.scoring import TOTAL, compare_seats, lead_of, score_game, score_tickets
from whistlestop.engine.state import OVER, State
from whistlestop.envs.kernels.episodes import Episode, Floats
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray, TinyIntArray

RewardName = Literal["win", "rank", "margin", "score"]
REWARDS: tuple[RewardName, ...] = get_args(RewardName)
WIN, RANK, MARGIN, SCORE = range(4)


@kernel
def give_rewards(board: BoardArrays, s: State, e: Episode, reward: int, rewards: Floats, scores: IntArray) -> None:
    """For points, or for the end of a game, whose scores are written down as well."""
    is_over = s.phase == OVER
    if is_over:
        score_game(board, s, scores)
    for seat in range(s.seats):
        rewards[seat] = 0
        if reward == SCORE:
            points = scores[seat, TOTAL] if is_over else e.standing[seat]
            rewards[seat] = points - e.rewarded[seat]
            e.rewarded[seat] = points
        elif is_over:
            rewards[seat] = outcome(scores, seat, s.seats, reward)


@kernel
def outcome(scores: IntArray, seat: int, seats: int, reward: int) -> float:
    """What a seat gets for the result of a game."""
    if reward == MARGIN:
        return float(lead_of(scores, seats, seat))
    beaten, lost = 0, 0
    for other in range(seats):
        order = compare_seats(scores, seat, other)
        beaten += 1 if order > 0 else 0
        lost += 1 if order < 0 else 0
    if reward == RANK:
        return (beaten - lost) / (seats - 1)
    if beaten + lost == 0:  # all of them share the win
        return 0.0
    return -1.0 if lost > 0 else 1.0


@kernel
def standing_of(board: BoardArrays, s: State, seat: int, group: TinyIntArray) -> int:
    """A seat's points as if the game ended here, without the longest path."""
    tickets, _ = score_tickets(board, s, seat, group)
    return s.score[seat] + board.token_points[s.token_count[seat]] + tickets
