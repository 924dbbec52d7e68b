"""What a seat gets: at the end for how it came out, or all along for its points."""

from typing import Literal, get_args

from whistlestop.board import BoardTable
from whistlestop.engine.scoring import COMPLETED, LONGEST_PATH, TOTAL, score_game
from whistlestop.engine.state import OVER, State
from whistlestop.envs.kernels.tables import Floats, Table
from whistlestop.kernels import kernel
from whistlestop.records import IntArray

RewardName = Literal["win", "rank", "margin", "score"]
REWARDS: tuple[RewardName, ...] = get_args(RewardName)
WIN, RANK, MARGIN, SCORE = range(4)


@kernel
def comes_before(scores: IntArray, seat: int, other: int) -> int:
    """R6.5: 1 if the seat has beaten the other, -1 if it was beaten, 0 if neither."""
    for part in (TOTAL, COMPLETED, LONGEST_PATH):
        if scores[seat, part] != scores[other, part]:
            return 1 if scores[seat, part] > scores[other, part] else -1
    return 0


@kernel
def give_rewards(board: BoardTable, s: State, t: Table, reward: int, rewards: Floats, scores: IntArray) -> None:
    """For points, or for the end of a game, whose scores are written down as well."""
    is_over = s.phase == OVER
    if is_over:
        score_game(board, s, scores)
    for seat in range(s.seats):
        rewards[seat] = 0
        if reward == SCORE:
            points = scores[seat, TOTAL] if is_over else t.standing[seat]
            rewards[seat] = points - t.rewarded[seat]
            t.rewarded[seat] = points
        elif is_over:
            rewards[seat] = outcome(scores, seat, s.seats, reward)


@kernel
def outcome(scores: IntArray, seat: int, seats: int, reward: int) -> float:
    """What a seat gets for the result of a game."""
    beaten, lost = 0, 0
    best = scores[(seat + 1) % seats, TOTAL]
    for other in range(seats):
        if other != seat:
            order = comes_before(scores, seat, other)
            beaten += 1 if order > 0 else 0
            lost += 1 if order < 0 else 0
            best = max(best, scores[other, TOTAL])
    if reward == MARGIN:
        return float(scores[seat, TOTAL] - best)
    if reward == RANK:
        return (beaten - lost) / (seats - 1)
    if beaten + lost == 0:  # all of them share the win
        return 0.0
    return -1.0 if lost > 0 else 1.0


@kernel
def standing_of(board: BoardTable, s: State, seat: int, group: IntArray) -> int:
    """A seat's points as if the game ended here, without the longest path."""
    points = s.score[seat] + board.token_points[s.token_count[seat]]
    for i in range(s.kept_count):
        if s.kept_by[i] == seat:
            ticket = s.kept[i]
            if group[board.ticket_a[ticket]] == group[board.ticket_b[ticket]]:
                points += board.ticket_points[ticket]
            else:
                points -= board.ticket_points[ticket]
    return points
