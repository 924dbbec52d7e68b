"""All commands as one program, which imports only the one that is called."""

from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from whistlestop.cli.commands import COMMANDS, CommandEntry
from whistlestop.extras import needs_extra


class LazyCommand(TyperCommand):
    """Stands in the list of commands; once it is called, the real one takes its place."""

    def __init__(self, name: str, entry: CommandEntry) -> None:
        super().__init__(name, help=entry.summary)
        self.entry = entry

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Loads the command first: its options stand in its own module."""
        return self.load().make_context(info_name, args, parent, **extra)

    def load(self) -> Any:
        """The real command."""
        module, _, function = self.entry.function.partition(":")
        with needs_extra(self.entry.extra):
            command = getattr(import_module(f"whistlestop.cli.{module}"), function)
        alone = typer.Typer(add_completion=False)
        alone.command(self.name)(command)
        return typer.main.get_command(alone)


class LazyGroup(TyperGroup):
    """The commands that begin with `words`."""

    words: ClassVar = ""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names = [name.removeprefix(self.words) for name in COMMANDS if name.startswith(self.words)]
        own = {name: LazyCommand(name, COMMANDS[self.words + name]) for name in names if " " not in name}
        self.commands = {**own, **self.commands}


class MapGroup(LazyGroup):
    words = "map "


app = typer.Typer(
    name="whistlestop",
    cls=LazyGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
map_app = typer.Typer(cls=MapGroup, no_args_is_help=True)
app.add_typer(map_app, name="map")


@app.callback()
def whistlestop() -> None:
    """Route-building train games, played exactly by their rules."""


@map_app.callback()
def map_commands() -> None:
    """Check, draw and print maps, propose tickets for them, and see whether they are in balance."""
