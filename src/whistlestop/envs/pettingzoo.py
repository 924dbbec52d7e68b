"""# Whistlestop: a PettingZoo AEC environment.

| Import             | `from whistlestop.envs import pettingzoo as whistlestop_v0`   |
| Registered         | `whistlestop/usa_v0`, `…/san_francisco_v0`, `…/amber_lake_v0` |
|--------------------|---------------------------------------------------------------|
| Actions            | Discrete                                                      |
| Parallel API       | No                                                            |
| Manual Control     | No                                                            |
| Agents             | `agents = ["seat_0", "seat_1", …]`                            |
| Agents             | 2–5 (USA), 2–4 (San Francisco), 2–3 (Amber Lake)              |
| Action Shape       | ()                                                            |
| Action Values      | Discrete(`board.action_count`): 1079 (USA)                    |
| Observation Shape  | (`layout.size`,): 458 (USA, 2 players)                        |
| Observation Values | [0, `layout.highest()`], int16                                |

>>> from whistlestop.envs import pettingzoo as whistlestop_v0
>>> env = whistlestop_v0.env(map="san-francisco", players=3, reward="rank")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, is_terminated, is_truncated, info = env.last()
...     is_done = is_terminated or is_truncated
...     env.step(None if is_done else env.action_space(agent).sample(observation["action_mask"]))

After this import, `pettingzoo.make("aec", "whistlestop/usa_v0", players=4)` makes one from PettingZoo's registry, which
there is from PettingZoo 1.27 on.

### Observation Space

A dictionary. `observation` is all that the seat knows, as one row of whole numbers; `observation_spec` names its parts,
and `layout.named(row)` takes them apart. Seats are counted from the one that looks. `action_mask` is 1 for each legal
action, and all 0 for a seat whose turn it is not and once the game is over.

### State

With `full_information=True` there is `state()`, for critics that are trained with all that there is to know: the
observation of seat 0 and after it all that is hidden from one seat or another (`hidden_spec` names its parts).
Observations stay as they are. Without it `state()` is an error.

### Action Space

The number of an action of the board: `board.actions` tells what they are. A seat may have to choose several times in
a row (the second card, which tickets to keep, which token to take). In `env` an illegal action ends the game as it does
in PettingZoo's classic games, with a reward for its seat that is as bad as the worst result, and 0 for the others. In
`raw_env` it is a ValueError that names the action, and nothing has changed.

### Rewards

`reward` is `win` (default), `rank`, `margin` or `score`; `whistlestop.envs.rewards` says what each of them gives.
When the game is over, every seat's info has the `scores` of all seats by their parts, and the `winners`.

### Seeds

`reset(seed=…)` begins the game that `Game(map, players, seed)` deals, and every `reset()` after it the next game of
that series. Without any seed the series is a new one.

### Rendering

`ansi` is the table as text, with the hand of the seat that has to choose and of nobody else; `human` prints it after
every step. `rgb_array` is a picture of the board with the claimed routes.

### Version History

* v0: Initial version
"""

import secrets
from pathlib import Path
from typing import Any, ClassVar, SupportsIndex

import numpy as np

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    import gymnasium
    import pettingzoo  # type: ignore[import-untyped]
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv

from whistlestop.board import Board, load_board
from whistlestop.envs.compiled_game import CompiledGame
from whistlestop.envs.kernels.rewards import RewardName
from whistlestop.envs.layout import HiddenLayout, Layout, Part
from whistlestop.envs.pettingzoo_wrappers import AssertOutOfBounds, OrderEnforcing, TerminateIllegal
from whistlestop.envs.render import Picture, check_mode, draw_game, game_text
from whistlestop.envs.rewards import check_reward, worst
from whistlestop.envs.single_game import Deal, Observation, legal_action, observation_space, observe_row
from whistlestop.game import Game
from whistlestop.kernels import require
from whistlestop.kernels.structs import SmallIntArray

IDS = {
    "whistlestop/usa_v0": "usa",
    "whistlestop/san_francisco_v0": "san-francisco",
    "whistlestop/amber_lake_v0": "amber-lake",
}


class RawEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """One game at a time, everybody's choices from outside."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "whistlestop_v0",
        "is_parallelizable": False,
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        map: str | Path | Board = "usa",
        players: int = 2,
        reward: RewardName = "win",
        render_mode: str | None = None,
        full_information: bool = False,
    ) -> None:
        EzPickle.__init__(self, map, players, reward, render_mode, full_information)
        super().__init__()
        self.board = load_board(map)
        players = self.board.checked_players(players)
        check_reward(reward)
        check_mode(render_mode, self.metadata["render_modes"])
        self.players, self.reward, self.render_mode = players, reward, render_mode
        require("observations", *(["hidden"] if full_information else []))
        self.layout = Layout(self.board, players)
        self._played = CompiledGame(self.layout, reward)
        self.hidden_layout: HiddenLayout | None = None
        if full_information:
            self.hidden_layout = HiddenLayout(self.board, players)
            most = np.concatenate([self.layout.highest(), self.hidden_layout.highest()])
            self.state_space = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.board.action_count) for agent in self.possible_agents}
        self._deal: Deal | None = None

    @property
    def observation_spec(self) -> tuple[Part, ...]:
        """The parts of an observation: name, shape, slice, highest value and meaning."""
        return self.layout.parts

    @property
    def hidden_spec(self) -> tuple[Part, ...]:
        """The parts of `state()` after the observation, counted from its end; none without `full_information`."""
        return self.hidden_layout.parts if self.hidden_layout else ()

    def state(self) -> SmallIntArray:
        """The observation of seat 0, and all that is hidden from one seat or another: for critics."""
        if self.hidden_layout is None:
            raise NotImplementedError("The state has hidden cards in it: make the environment with full_information.")
        return np.concatenate(
            [observe_row(self._played.state, self.layout, 0), self._played.hidden(self.hidden_layout, 0)]
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin the first game of a seed's series, or without a seed the next game. There are no options."""
        if seed is not None:
            self._deal = Deal(seed)
        else:
            self._deal = self._deal.following() if self._deal else Deal(secrets.randbits(128))
        self._played.begin(self._deal)
        self._game: Game | None = None
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_agent()

    @property
    def game(self) -> Game:
        """All of the game, hidden parts too: not for agents. It is made when it is asked for; kernels play without."""
        if self._game is None:
            assert self._deal is not None
            self._game = Game(self.board, self.players, *self._deal)
        for action in self._played.actions[self._game.version :]:
            self._game.apply(legal_action(self._game, action))
        return self._game

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, also when it is not its turn."""
        seat = self._seats[agent]
        if seat == self._played.to_play:
            return {"observation": self._played.row(), "action_mask": self._played.mask()}
        mask = np.zeros(self.board.action_count, np.int8)
        return {"observation": observe_row(self._played.state, self.layout, seat), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """Take an action for the seat that has to choose. None takes a seat out once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose; None is for seats of a game that is over.")
        played = self._played
        played.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: played.reward_of(seat) for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if played.is_over:
            self._end()
        self._select_agent()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        played = self._played
        self.infos = {agent: {"scores": played.scores(), "winners": played.winners()} for agent in self.agents}

    def _select_agent(self) -> None:
        """The seat that has to choose; when the game is over, the first of those that leave."""
        self.agent_selection = self.possible_agents[self._played.to_play or 0]

    def render(self) -> Picture | str | None:
        """A picture or a text, by the render mode; None without one."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "Nothing to render: make the environment with a render_mode, as in env(render_mode=…)."
            )
            return None
        if self.render_mode == "rgb_array":
            return draw_game(self.game)
        text = game_text(self.game, self.game.to_play)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""


raw_env = RawEnv


def env(
    map: str | Path | Board = "usa",
    players: int = 2,
    reward: RewardName = "win",
    render_mode: str | None = None,
    full_information: bool = False,
) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game."""
    raw = RawEnv(map, players, reward, render_mode, full_information)
    checked = TerminateIllegal(raw, illegal_reward=worst(raw.board, reward))
    return OrderEnforcing(AssertOutOfBounds(checked))


# PettingZoo before 1.27 has no registry; some frameworks (AgileRL) ask for one of those versions.
for _id, _map in IDS.items() if hasattr(pettingzoo, "aec_registry") else ():
    if _id not in pettingzoo.aec_registry:
        pettingzoo.register("aec", _id, entry_point=f"{__name__}:env", kwargs={"map": _map})
