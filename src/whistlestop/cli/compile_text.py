"""What the terminal says while the bots are being compiled in the background."""

from collections.abc import Sequence

from whistlestop import kernels
from whistlestop.bots.levels import StandIn
from whistlestop.bots.search.searcher import SEARCH_KERNELS

HOW_TO_SEE_WHY = "Run `whistlestop compile` to see why."
BAR_WIDTH = 20


class CompilationStatus:
    """A line for each prompt while somebody waits for the compilation, one when it is over, else nothing."""

    def __init__(self, levels: Sequence[str]) -> None:
        self.levels = " and ".join(levels)
        """Who is waited for; nobody if only hints are wanted."""
        self.is_waiting = bool(levels) and not kernels.is_compiled(*SEARCH_KERNELS)

    def line(self) -> str | None:
        """What there is to say now."""
        if not self.is_waiting:
            return None
        until = f"{StandIn.STAND_IN} plays for {self.levels}" if self.levels else "there are no hints"
        if kernels.is_compiled(*SEARCH_KERNELS):
            self.is_waiting = False
            after = f"{self.levels} will play from now on" if self.levels else "hint works now"
            return f"The bots are compiled: {after}."
        if kernels.has_failed():
            self.is_waiting = False
            return f"The bots could not be compiled, so {until}. {HOW_TO_SEE_WHY}"
        return f"The bots are being compiled, once: {bar()}; until then {until}."

    def no_hint(self) -> str:
        """Why there is no hint yet, or none at all. From then on `line` says when there is one."""
        if kernels.has_failed():
            return f"No hints: the bots could not be compiled. {HOW_TO_SEE_WHY}"
        self.is_waiting = True
        return f"No hints yet: the bots that find them are being compiled: {bar()}."


def bar() -> str:
    """The progress, as a bar and in words."""
    return kernels.progress(*SEARCH_KERNELS).bar(BAR_WIDTH)
