"""One learner against bots, in Gymnasium's API.

>>> import gymnasium
>>> import whistlestop.envs.gymnasium
>>> env = gymnasium.make("Whistlestop-SanFrancisco-v0", opponents=["greedy", "random"], players=3, seat=0)
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, is_terminated, is_truncated, info = env.step(action)

`gymnasium.make("whistlestop.envs.gymnasium:Whistlestop-USA-v0")` imports this module by itself.

The observation is a dictionary: `observation` is all that the learner's seat knows, as one row of whole numbers
(`env.unwrapped.observation_spec` names its parts), `action_mask` is 1 for each legal action. `info` has the
`action_mask`, too, and the learner's `seat`; at the end the `scores` of all seats by their parts and the `winners`.

`gymnasium.make_vec("Whistlestop-SanFrancisco-v0", num_envs=256)` makes many games in one compiled call
(`whistlestop.envs.gymnasium_vector`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, SupportsIndex, cast, get_args

import numpy as np
from numpy.typing import NDArray

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    import gymnasium
    from gymnasium import spaces

from whistlestop.board import Board, load_board
from whistlestop.bots.registry import bot_maker
from whistlestop.envs.compiled_game import CompiledGame
from whistlestop.envs.game_by_views import GameByViews
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.layout import HiddenLayout, Layout, Part
from whistlestop.envs.opponents import are_compiled, one_for_each
from whistlestop.envs.render import Picture, check_mode, draw_game, game_text
from whistlestop.envs.rewards import check_reward, worst
from whistlestop.envs.single_game import (
    KEYS,
    Deal,
    Keys,
    NotLegalNow,
    Observation,
    RowType,
    check_row_type,
    observation_space,
)
from whistlestop.game import Game
from whistlestop.kernels import require

MAX_SEED = 2**63
OnIllegal = Literal["end", "raise"]
IDS = {
    "Whistlestop-USA-v0": "usa",
    "Whistlestop-SanFrancisco-v0": "san-francisco",
    "Whistlestop-AmberLake-v0": "amber-lake",
}


class WhistlestopEnv(gymnasium.Env[Observation, SupportsIndex]):
    """A learner's games against bots, which see their own views and nothing else.

    `opponents` are names of our bots or `module:Class` of your own: one for all, or one for each seat after the
    learner's. `seat` is the learner's; None: another one in every episode. An action that is not legal ends the episode
    with a reward as bad as the worst result, and `info["illegal"]` says why, as in PettingZoo's classic games; with
    `illegal="raise"` it is a ValueError, and nothing has changed. After `max_steps` choices an episode is truncated.
    `reset(seed=…)` begins the game that `Game(map, players, seed)` deals, and every `reset()` after it the next game of
    that series, opponents' seeds included: the same seed gives the same episodes, unless an opponent thinks by the
    clock. `game` is all of the game, hidden parts too: not for learners. Where all opponents are `random` or planners
    (`easy`, `medium`, `hard`, where the map has a policy `expert`), kernels step the episode, some twenty times as
    fast, and it is the same to the byte.

    `keys` is what the row and the mask are called in the dictionary: RLlib wants `observations` and `action_mask`,
    Tianshou `obs` and `mask`. `dtype` is that of the row: `float32` for networks that do not convert it themselves.
    `full_information=True` adds `hidden` to the dictionary, all that is hidden from one seat or another, for critics of
    an asymmetric actor-critic (`hidden_spec` names its parts); the learner's own row stays as it is.
    """

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 2}  # noqa: RUF012  # Gymnasium's own declaration

    def __init__(
        self,
        map: str | Path | Board = "usa",
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        *,
        seat: int | None = None,
        reward: RewardName = "win",
        illegal: OnIllegal = "end",
        max_steps: int | None = None,
        keys: Keys = KEYS,
        dtype: RowType = "int16",
        full_information: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.board = load_board(map)
        players = self.board.checked_players(players)
        check_reward(reward)
        check_row_type(dtype)
        check_mode(render_mode, self.metadata["render_modes"])
        _check(players, seat, illegal, max_steps)
        self.players, self.reward, self.render_mode = players, reward, render_mode
        self.opponents = one_for_each(opponents, players)
        for name in self.opponents:
            bot_maker(name)  # says what is wrong with an unknown one
        self.layout = Layout(self.board, players)
        self._compiled = (
            CompiledGame(self.layout, reward, self.opponents) if are_compiled(self.board, self.opponents) else None
        )
        require(*([] if self._compiled else ["game", "observations"]), *(["hidden"] if full_information else []))
        self.hidden_layout = HiddenLayout(self.board, players) if full_information else None
        self.keys, self.dtype = keys, dtype
        space = observation_space(self.layout, self.hidden_layout, self.keys, dtype)
        self.observation_space = cast(spaces.Space[Observation], space)
        self.action_space = spaces.Discrete(self.board.action_count)
        self._given_seat, self._illegal, self._max_steps = seat, illegal, max_steps
        self._deal: Deal | None = None

    @property
    def observation_spec(self) -> tuple[Part, ...]:
        """The parts of an observation: name, shape, slice, highest value and meaning."""
        return self.layout.parts

    @property
    def hidden_spec(self) -> tuple[Part, ...]:
        """The parts of `hidden`; none without `full_information`."""
        return self.hidden_layout.parts if self.hidden_layout else ()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal: what sb3-contrib's MaskablePPO asks for."""
        return self._played.mask().astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the first game of a seed's series, or without a seed the next game. There are no options."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._deal = Deal(seed)
        else:
            self._deal = self._deal.following() if self._deal else Deal(int(self.np_random.integers(MAX_SEED)))
        self.seat = self._deal.number % self.players if self._given_seat is None else self._given_seat
        self._by_views: GameByViews | None = None
        if self._compiled is None:
            self._played: CompiledGame | GameByViews = self._play_by_views(self._deal)
        else:
            self._played = self._compiled
            self._compiled.begin(self._deal, self.seat)
        self._step_count, self._has_erred = 0, False
        return self._observe(), self._info()

    def _play_by_views(self, deal: Deal) -> GameByViews:
        return GameByViews(self.layout, self.reward, self.opponents, deal, self.seat)

    @property
    def game(self) -> Game:
        """All of the game, hidden parts too: not for learners. Where kernels play, it is made when it is asked for."""
        return self._shown().game

    @game.setter
    def game(self, game: Game) -> None:
        """Go on with another game, by views."""
        self._played = self._shown()
        self._played.game = game

    def _shown(self) -> GameByViews:
        """The game as views are made of it: of one that kernels play, its actions again."""
        if isinstance(self._played, GameByViews):
            return self._played
        if self._by_views is None:
            assert self._deal is not None
            self._by_views = self._play_by_views(self._deal)
        for action in self._played.actions[self._by_views.step_count :]:
            self._by_views.step(action)
        return self._by_views

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action for the learner, and go on to its next choice or the end of the game."""
        if self._has_erred:
            raise ValueError("The episode has ended with an illegal action; reset the environment.")
        played = self._played
        try:
            played.step(action)
        except NotLegalNow as error:
            if self._illegal == "raise":
                raise
            self._has_erred = True
            return self._observe(), worst(self.board, self.reward), True, False, self._info() | {"illegal": str(error)}
        self._step_count += 1
        is_over = played.is_over
        is_truncated = not is_over and self._max_steps is not None and self._step_count >= self._max_steps
        return self._observe(), played.reward_of(self.seat), is_over, is_truncated, self._info()

    def _observe(self) -> Observation:
        row, mask = self.keys
        shown: Observation = {row: self._played.row().astype(self.dtype, copy=False), mask: self._played.mask()}
        if self.hidden_layout:
            hidden = self._played.hidden(self.hidden_layout, self.seat)
            shown["hidden"] = hidden.astype(self.dtype, copy=False)
        return shown

    def _info(self) -> dict[str, Any]:
        """Gymnasium's info."""
        info = {"action_mask": self._played.mask(), "seat": self.seat}
        return (
            info | {"scores": self._played.scores(), "winners": self._played.winners()}
            if self._played.is_over
            else info
        )

    def render(self) -> Picture | str | None:
        """`rgb_array`: a picture of the board with the claimed routes; `ansi`: the table as the learner sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "Nothing to render: make the environment with a render_mode, as in make(…, render_mode=…)."
            )
            return None
        return draw_game(self.game) if self.render_mode == "rgb_array" else game_text(self.game, self.seat)


def _check(players: int, seat: int | None, illegal: str, max_steps: int | None) -> None:
    """ValueError for what can't be."""
    if seat is not None and seat not in range(players):
        raise ValueError(f"seat {seat}: this table has seats 0 to {players - 1} (None: another one in every episode).")
    if illegal not in get_args(OnIllegal):
        raise ValueError(f"illegal={illegal!r}: it is one of {', '.join(get_args(OnIllegal))}.")
    if max_steps is not None and max_steps < 1:
        raise ValueError(f"max_steps {max_steps}: at least one is needed (None: no limit).")


for _id, _map in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point=f"{__name__}:WhistlestopEnv",
            vector_entry_point=f"{__name__}_vector:WhistlestopVectorEnv",
            kwargs={"map": _map},
        )
