"""`python_whistlestop`: OpenSpiel's Game and State on the engine."""

import json
import secrets
from collections.abc import Callable
from typing import Any

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    import pyspiel  # type: ignore[import-not-found]

from whistlestop.board import load_board
from whistlestop.engine.state import NOBODY
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.layout import Layout
from whistlestop.envs.open_spiel.bounds import least_and_most, longest_game, sums_to_zero, utility
from whistlestop.envs.open_spiel.observer import NOT_DEALT, Observer
from whistlestop.envs.open_spiel.play import Play
from whistlestop.envs.rewards import check_reward
from whistlestop.game.position import write_position
from whistlestop.kernels import require
from whistlestop.maps.limits import MAX_SEATS

NAME = "python_whistlestop"
PARAMETERS: dict[str, Any] = {"map": "usa", "players": 2, "reward": "win", "deals": 1000, "seed": 0}
ENDLESS_BITS = 62
"""The numbers of the games that endless deals come from: their two words of a nonce, but no negative integer."""


class WhistlestopGame(pyspiel.Game):  # type: ignore[misc]
    """A map with a number of players, and the deals that chance may choose from."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = PARAMETERS | (params or {})
        self.board = load_board(parameters["map"])
        self.players = self.board.checked_players(parameters["players"])
        self.reward: RewardName = parameters["reward"]
        self.deals: int = parameters["deals"]
        self.seed: int = parameters["seed"]
        check_reward(self.reward)
        if self.deals < 0:
            raise ValueError(f"deals {self.deals}: say how many there are, or 0 for endless ones.")
        require("game", "observations")
        self.layout = Layout(self.board, self.players)
        is_zero_sum = sums_to_zero(self.reward, self.players)
        super().__init__(_game_type(is_zero_sum, self.deals == 0), self._bounds(is_zero_sum), parameters)

    def _bounds(self, is_zero_sum: bool) -> Any:
        least, most = least_and_most(self.board, self.reward)
        return pyspiel.GameInfo(
            num_distinct_actions=self.board.action_count,
            max_chance_outcomes=max(self.deals, 1),
            num_players=self.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=longest_game(self.board, self.players),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "WhistlestopState":
        """Before the deal, which is the only chance node."""
        return WhistlestopState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal decides everything that chance decides."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """For what one player knows, of the moment or with recall; None, as OpenSpiel has it, for other kinds."""
        if params:
            raise ValueError(f"{NAME}'s observers have no parameters, but got {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.layout, kind.perfect_recall)


class WhistlestopState(pyspiel.State):  # type: ignore[misc]
    """A state: before the deal, or a game in play."""

    def __init__(self, game: WhistlestopGame) -> None:
        super().__init__(game)
        self.play: Play | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.get_game(), self.serialize())

    def current_player(self) -> int:
        """The seat to play, or OpenSpiel's number for chance or the end."""
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.play.seat == NOBODY else self.play.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play is not None and self.play.seat == NOBODY

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals are equally likely."""
        outcome_count = max(self.get_game().deals, 1)
        return [(number, 1 / outcome_count) for number in range(outcome_count)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal_ids() if self.play is not None and self.play.seat == player else []

    def _apply_action(self, action: int) -> None:
        if self.play is not None:
            self.play.apply(action)
            return
        game = self.get_game()
        if not 0 <= action < max(game.deals, 1):
            raise ValueError(f"There is no deal {action}; there are {max(game.deals, 1)}, counted from 0.")
        number = action if game.deals else secrets.randbits(ENDLESS_BITS)
        self.play = Play.deal(game.board, game.players, game.seed, number)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if self.play is None else self.play.text_of(action, player)

    def returns(self) -> list[float]:
        """The rewards of all seats; 0 before the end."""
        game = self.get_game()
        if self.play is None or not self.is_terminal():
            return [0.0] * game.players
        scores = self.play.scores()
        return [utility(game.reward, scores, seat) for seat in range(game.players)]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "WhistlestopState":
        """A state that the player can't tell from this one: all that it can't know is dealt anew."""
        other: WhistlestopState = self.clone()
        if self.play is not None:
            other.play = self.play.redealt(player_id, int(probability_sampler() * 2**53))
        return other

    def __str__(self) -> str:
        """The position as JSON, hidden parts included."""
        return NOT_DEALT if self.play is None else json.dumps(write_position(self.play.board, self.play.state))


def _restore(game: WhistlestopGame, serialized: str) -> WhistlestopState:
    state: WhistlestopState = game.deserialize_state(serialized)
    return state


def _game_type(is_zero_sum: bool, is_endless: bool) -> Any:
    kind, chance, sums = pyspiel.GameType, pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Whistlestop",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance.SAMPLED_STOCHASTIC if is_endless else chance.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=sums.ZERO_SUM if is_zero_sum else sums.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


def register() -> None:
    """Make the game known to OpenSpiel; once more does no harm."""
    pyspiel.register_game(_game_type(is_zero_sum=True, is_endless=False), WhistlestopGame)
