"""What the terminal says while the bots are being compiled in the background."""

from collections.abc import Sequence

from whistlestop.bots.levels import StandIn
from whistlestop.bots.warm_up import Compilation

HOW_TO_SEE_WHY = "Run `python -m whistlestop.bots` to see why."


class CompilationNews:
    """A line for each prompt while it lasts, one when it is over, and nothing if it was over from the start."""

    def __init__(self, levels: Sequence[str]) -> None:
        self.levels = " and ".join(levels)
        """Who is waited for; nobody if only hints are wanted."""
        self.compilation: Compilation | None = None
        self.is_first = True

    def watch(self, compilation: Compilation) -> None:
        if not compilation.is_done:
            self.compilation = compilation

    def line(self) -> str | None:
        """What there is to say now."""
        compilation, is_first = self.compilation, self.is_first
        if compilation is None:
            return None
        self.is_first = False
        until = f"{StandIn.STAND_IN} plays for {self.levels}" if self.levels else "there are no hints"
        after = f"{self.levels} will play from now on" if self.levels else "hint works now"
        if compilation.is_done or compilation.has_failed:
            self.compilation = None
        if compilation.is_done:
            return f"The bots are compiled: {after}."
        if compilation.has_failed:
            return f"The bots could not be compiled, so {until}. {HOW_TO_SEE_WHY}"
        if is_first:
            return f"The bots are being compiled in the background, once, about a minute; until then {until}."
        return f"The bots are still being compiled, for {compilation.seconds:.0f} s so far; {until}."


def no_hint(compilation: Compilation) -> str:
    """Why there is no hint yet, or none at all."""
    if compilation.has_failed:
        return f"No hints: the bots could not be compiled. {HOW_TO_SEE_WHY}"
    return f"No hints yet: the bots that find them are being compiled, for {compilation.seconds:.0f} s so far."
