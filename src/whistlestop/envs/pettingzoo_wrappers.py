"""PettingZoo's usual wrappers, which read what agents look at in every step from the environment itself.

PettingZoo's own ask the wrapper below, which asks the next one: thirty-six such questions a step take longer than the
game. What is checked and what is said is theirs.
"""

from operator import attrgetter
from typing import Any

from typing_extensions import override

from whistlestop.extras import needs_extra

with needs_extra("rl"):
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]


class Direct:
    """Attributes of the innermost environment; whatever is missing there is asked of the wrapper below, as always."""

    agents = property(attrgetter("_raw.agents"))
    agent_selection = property(attrgetter("_raw.agent_selection"))
    rewards = property(attrgetter("_raw.rewards"))
    terminations = property(attrgetter("_raw.terminations"))
    truncations = property(attrgetter("_raw.truncations"))
    infos = property(attrgetter("_raw.infos"))
    _cumulative_rewards = property(attrgetter("_raw._cumulative_rewards"))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Until the first, there is nothing to read."""
        super().reset(seed=seed, options=options)  # type: ignore[misc]
        self._raw = self.unwrapped  # type: ignore[attr-defined]


class TerminateIllegal(Direct, wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """An illegal action ends the game."""


class AssertOutOfBounds(Direct, wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """What is no action at all is an AssertionError."""


class OrderEnforcing(Direct, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """Nothing is asked before the first reset."""

    @override
    def __str__(self) -> str:
        return str(self.env)
