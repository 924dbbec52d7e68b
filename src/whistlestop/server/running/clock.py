"""The time of a server process: seconds since 1970 that never go back, whatever happens to the machine's clock."""

import time
from collections.abc import Callable


class Clock:
    """Set by the machine's clock once, when a process starts; from then on it counts steadily.

    >>> moments = iter([5.0, 6.0, 7.0])
    >>> clock = Clock(wall=lambda: 1000.0, steady=lambda: next(moments))
    >>> clock.now()
    1001.0
    """

    def __init__(self, wall: Callable[[], float] | None = None, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ahead = (wall or time.time)() - steady()

    def now(self) -> float:
        """Seconds since 1970, never backwards."""
        return self._steady() + self._ahead

    def advance_to(self, at: float) -> None:
        """Go at least to `at`, a time by another process's clock: if ours was behind it is not any more.

        Else what they leave for us to do would be due only when our clock gets there."""
        self._ahead += max(0.0, at - self.now())
