"""`whistlestop bot`: a bot takes a seat at a table on a server."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from whistlestop.board import Board
from whistlestop.bots import Bot, bot_maker, searches
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.cli.end_text import end_screen
from whistlestop.cli.event_text import turn_lines
from whistlestop.cli.names import Names
from whistlestop.cli.options import refuse
from whistlestop.english import counted
from whistlestop.game.view import View
from whistlestop.json_types import JsonObject
from whistlestop.kernels import require

if TYPE_CHECKING:
    from whistlestop.client import Seat

Answer = TypeVar("Answer")
LONGEST_NAME = 24
MID_TURN = ("keep-tickets", "second-card", "take-token")
STOPPED_BY_CTRL_C = 130
HINTS = {
    "no-seat": "A link with no secret behind # only opens public tables.",
    "spectator": "This link is for watching: a bot needs the link of a seat.",
}


def bot_command(
    join: Annotated[str, typer.Option(help="The link of a seat; of a room or a public table: takes an empty seat.")],
    bot: Annotated[str, typer.Option(help="Who plays: a bot's name, or module:Class for one of your own.")],
    name: Annotated[str | None, typer.Option(help="What others see [default: the bot's name]")] = None,
) -> None:
    """Let a bot play at a table on a server, until the game is over.

    A lost connection is healed by itself. Ctrl-C disconnects; the same command comes back to a seat's link.
    """
    # Not at the top: the other commands shall not wait for the client's imports.
    from whistlestop import client

    try:
        link, maker = client.read_link(join), bot_maker(bot)
    except (client.BadLink, ValueError) as error:
        refuse(str(error))
    screen = Screen(Console(), name or bot.rpartition(":")[2][:LONGEST_NAME])
    own = join
    try:
        board = _ask_server(lambda: client.board_of(join))
        if searches(bot):
            require(*SEARCH_KERNELS)  # before the seat is taken: others need not wait for it
        player = maker(board, None)
        if link.secret is None or link.is_room:
            own = _ask_server(lambda: client.join(link.base, link.match, screen.name, link.secret))
        screen.board = board
        seat = _ask_server(
            lambda: client.Seat(own, screen.name, on_message=screen.on_message, on_trouble=screen.show_lost_connection)
        )
        with seat:
            _drive(seat, player)
    except KeyboardInterrupt:
        public = "Disconnected. The seat stays taken; the others can let a bot of the server play on."
        screen.show("Disconnected. The same command comes back to the seat." if own == join else public)
        raise typer.Exit(STOPPED_BY_CTRL_C) from None
    screen.show_end()


def _ask_server(ask: Callable[[], Answer]) -> Answer:
    """What the server answers before the game; if it does not, the command ends with exit code 2 and what to do."""
    from whistlestop import client

    try:
        return ask()
    except client.Unreachable as error:
        refuse(f"{error}\nIs the address right, and is the server running (whistlestop serve)?")
    except client.Refused as error:
        refuse(_explain(error.code, str(error)))
    except client.ClientError as error:
        refuse(str(error))


def _drive(seat: "Seat", bot: Bot) -> None:
    """Play to the end; a game that can't go on ends with exit code 1."""
    from whistlestop import client

    try:
        client.drive(seat, bot)
    except client.Refused as error:
        typer.secho(_explain(error.code, str(error)), fg=typer.colors.RED, err=True)
        raise typer.Exit(1) from None


def _explain(code: str, message: str) -> str:
    return f"{message} {HINTS[code]}" if code in HINTS else message


class Screen:
    """What the terminal shows of a game on a server: a line per turn, and the end."""

    board: Board

    def __init__(self, console: Console, name: str) -> None:
        from whistlestop.client import EventForwarder

        self.console, self.name = console, name
        self.table: JsonObject = {}
        self.view: View | None = None
        self.events: list[JsonObject] = []
        """Those of the turn that is under way."""
        self._forward_events = EventForwarder(self.events.append)
        self._is_connected = True

    def show(self, content: RenderableType | str) -> None:
        """Print a line or anything that rich can draw."""
        self.console.print(Text(content) if isinstance(content, str) else content, highlight=False)

    def on_message(self, message: JsonObject) -> None:
        """Show what a message of the server changes."""
        from whistlestop.client.updates import table_after, view_after

        if not self._is_connected:
            self._is_connected = True
            self.show("Connected again.")
        if message["type"] not in ("view", "update"):
            return
        is_first = not self.table
        self.table, self.view = table_after(message, self.table), view_after(message, self.view)
        if is_first:
            self._show_greeting()
        if message["view"] is not None and self.view is not None:
            self._forward_events(message)
            self._show_turns(self.view)

    def _show_greeting(self) -> None:
        empty = sum(not seat["is_taken"] for seat in self.table["seats"])
        waiting = f" Waiting for {counted(empty, 'player')} to come." if empty else ""
        self.show(Text(f"{self.board.map.name}: {self.name} is at the table.{waiting}", style="bold"))

    def _show_turns(self, view: View) -> None:
        if view["seat"] is not None and view["phase"] not in MID_TURN:
            for line in turn_lines(self._names(view["seat"]), self.events):
                self.show(line)
            self.events.clear()

    def _names(self, seat: int) -> Names:
        others = {i: seat["name"] or f"{seat['level']} bot" for i, seat in enumerate(self.table["seats"])}
        return Names(self.board, seat, others)

    def show_lost_connection(self, reason: str) -> None:
        """Say why, and that we try again."""
        self._is_connected = False
        self.show(Text(f"Connection lost ({reason.rstrip('.')}); trying again …", style="yellow"))

    def show_end(self) -> None:
        """The scores, once the game is over."""
        if self.view is not None and self.view["seat"] is not None:
            self.show(end_screen(self._names(self.view["seat"]), self.view))
