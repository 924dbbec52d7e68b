"""What OpenSpiel wants to know of a game beforehand: how long it can be, and what it is worth."""

from whistlestop.board import Board
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.rewards import Scores, outcome, worst


def longest_game(board: Board, players: int) -> int:
    """More choices than any game can have.

    - A draw puts a card into a hand. Hands hold no more cards than there are, besides those paid since, and each card
      paid puts down a piece.
    - A claim puts down a piece at least and takes a route; it may be followed by the choice of a token.
    - Of drawn tickets at least one is kept, so tickets are drawn no more often than there are tickets; each time they
      are chosen from, and at the opening by everybody.
    - Stacks set aside are placed once.
    - Between two other turns fewer than all seats pass, and at the end all of them (R5.2).
    """
    pieces = players * board.map.rules.pieces
    draws = board.card_count + pieces
    claims = min(len(board.route_ids), pieces)
    ticket_draws = len(board.ticket_ids)
    passes = (players - 1) * (draws + claims + ticket_draws + 1) + 1
    return draws + 2 * claims + 2 * ticket_draws + players + len(board.symbols) + passes


def least_and_most(board: Board, reward: RewardName) -> tuple[float, float]:
    """All utilities lie between these. Nobody can have more points than the most that one can fall behind by."""
    return worst(board, reward), 1.0 if reward in ("win", "rank") else -worst(board, "margin")


def sums_to_zero(reward: RewardName, players: int) -> bool:
    """Whether what one seat wins the others lose."""
    return reward == "rank" or (players == 2 and reward in ("win", "margin"))


def utility(reward: RewardName, scores: Scores, seat: int) -> float:
    """What a seat gets at the end; OpenSpiel's search wants nothing before."""
    return float(scores[seat]["total"]) if reward == "score" else outcome(reward, scores, seat)
