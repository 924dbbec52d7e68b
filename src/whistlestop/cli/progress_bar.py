"""A progress bar that says how many things are done in a second, and how long the rest will take."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.text import Text


class PaceColumn(ProgressColumn):
    """How many a second and how long the rest will take, from what was done in this run alone."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        """How many are done in a second, and how long it will take."""
        done = task.completed - task.fields["before"]
        if not done or not task.elapsed or task.remaining is None:
            return Text("")
        pace = done / task.elapsed
        left = timedelta(seconds=round(task.remaining / pace))
        return Text(
            f"{pace:,.0f} {self.unit}/s, {left} left" if pace >= 10 else f"{pace:.2g} {self.unit}/s, {left} left"
        )


@contextmanager
def progress_bar(unit: str, total: int, before: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, gone at the end; call the yielded function with the number done."""
    columns = (BarColumn(), MofNCompleteColumn(), PaceColumn(unit))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(unit, total=total, completed=before, before=before)
        yield lambda done: progress.update(task, completed=done)
