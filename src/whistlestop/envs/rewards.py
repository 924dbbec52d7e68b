"""What the seats of a single game get, in the same four ways as `VectorEnv` gives it.

- `win`: at the end 1 to who won and -1 to the others; 0 if all share the win;
- `rank`: at the end the seats beaten less the seats lost to, as a share of the others: from -1 to 1;
- `margin`: at the end the own total less the best other's;
- `score`: all along the change of the points that a seat would have if the game ended now, but for the longest path,
  which comes at the end. They add up to the final total.
"""

from whistlestop.board import Board
from whistlestop.engine.scoring import score_rows
from whistlestop.envs.kernels import rewards as kernels
from whistlestop.envs.kernels.rewards import REWARDS, RewardName
from whistlestop.game import Game

Scores = list[dict[str, int]]


class Rewards:
    """Gives the rewards of one game, step by step.

    >>> game = Game("san-francisco", players=2, seed=7)
    >>> rewards = Rewards("score", game)
    >>> kept = game.apply("keep potrero-hill/presidio")
    >>> rewards.give()
    [-7.0, 0.0]
    """

    def __init__(self, reward: RewardName, game: Game) -> None:
        self._reward = reward
        self._game = game
        self._given = [0] * game.players

    def give(self) -> list[float]:
        """What every seat gets for all that happened since the last time; to be asked once after the end."""
        if self._reward == "score":
            return self._give_points()
        if not self._game.is_over:
            return [0.0] * self._game.players
        scores = self._game.scores()
        return [outcome(self._reward, scores, seat) for seat in range(self._game.players)]

    def _give_points(self) -> list[float]:
        """The change of everybody's points."""
        before, is_over = self._given, self._game.is_over
        self._given = [score["total"] - (0 if is_over else score["longest_path"]) for score in self._game.scores()]
        return [float(now - then) for now, then in zip(self._given, before, strict=True)]


def outcome(reward: RewardName, scores: Scores, seat: int) -> float:
    """What a seat gets for the result of a game by a reward that comes at the end."""
    return float(kernels.outcome(score_rows(scores), seat, len(scores), REWARDS.index(reward)))


def check_reward(reward: str) -> None:
    """ValueError for a reward that there is not."""
    if reward not in REWARDS:
        raise ValueError(f"There is no reward {reward!r}; there is {', '.join(REWARDS)}.")


def worst(board: Board, reward: RewardName) -> float:
    """No game on the board brings a seat less than this.

    >>> from whistlestop.board import load_board
    >>> worst(load_board("usa"), "rank"), worst(load_board("usa"), "score") < -100
    (-1.0, True)
    """
    if reward in ("win", "rank"):
        return -1.0
    rules = board.map.rules
    tickets = sum(ticket.points for ticket in board.map.tickets)
    if reward == "score":
        return -float(tickets)
    routes = rules.pieces * max(points / length for length, points in enumerate(rules.route_points, start=1))
    tokens = max(rules.tokens.points) if rules.tokens else 0
    return -(tickets + routes + rules.longest_path + tokens)
