"""Pauses that make bots feel like people, and that reveal nothing.

What could somebody learn from how long a bot takes? A bot looks at its own hand and tickets, so the time that its
thinking takes depends on them: more payments to compare, a choice that is settled early, one action that is left. If
that time could be seen, it would reveal something about hidden cards. So the moment of a bot's move is *planned* before
it thinks, from what everybody at the table may know (when the table changed, the level, the pace, the phase) and from a
generator that knows nothing of the game; and the plan leaves time for all the thinking that the level may do. Thinking
that ends within the plan does not show at all. On a machine so busy that it ends later, the move waits for the next of
few moments, `GRID` seconds apart: how late it is then tells how busy the server is, and about the cards at most on
which side of such a moment the thinking ended. A quick second card gives nothing away, because the phase is public. The
generator must not be that of the deal, nor be seeded by it: use `random.SystemRandom()`.
"""

import math
import random

from whistlestop.bots.levels import SEARCH_SECONDS

PACES: dict[str, tuple[float, float]] = {
    "instant": (0.0, 0.0),
    "fast": (0.3, 0.6),
    "normal": (0.9, 1.6),
    "slow": (2.0, 3.2),
}
"""The shortest and the longest pause, in seconds."""
QUICK_SECONDS = 0.05
"""What a level without a search needs at most, on its way to a worker and back; a choice itself takes a millisecond."""
OVERHEAD = 0.1
"""What a search takes beyond its budget: to read the view, and for the playouts it is at when time is up."""
SECOND_CARD = 0.6
"""A second card (R2.2) comes sooner, by this factor."""
GRID = 0.25


def thinking_time(level: str) -> float:
    """The seconds that a level may think, whether it needs them or not."""
    return SEARCH_SECONDS[level] + OVERHEAD if level in SEARCH_SECONDS else QUICK_SECONDS


def planned_at(changed_at: float, asked: float, level: str, pace: str, phase: str, rng: random.Random) -> float:
    """When a bot is to move: the table last changed at `changed_at`, and at `asked` it begins to think.

    The two differ if the bot is asked again, after a restart or because somebody has changed the pace. It then has
    all its time once more, or else a change of pace would be a way to see how long it thinks.

    >>> planned_at(100.0, 100.0, "hard", "instant", "turn", random.Random(1))
    100.05
    """
    least, most = PACES[pace]
    factor = SECOND_CARD if phase == "second-card" else 1.0
    room = thinking_time(level)
    pause = max(least * factor, room) + rng.random() * (most - least) * factor
    return max(changed_at + pause, asked + room)


def release_at(planned: float, thought_until: float) -> float:
    """When a move that was ready at `thought_until` is made: as planned, or else at the next moment of the grid.

    >>> release_at(10.0, 8.3), release_at(10.0, 9.9), release_at(10.0, 10.01), release_at(10.0, 10.3)
    (10.0, 10.0, 10.25, 10.5)
    """
    return planned + max(0, math.ceil((thought_until - planned) / GRID)) * GRID
