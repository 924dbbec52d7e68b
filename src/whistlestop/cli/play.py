"""`whistlestop play`: the page in the browser, or with --terminal a whole game against bots right here."""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from whistlestop import kernels
from whistlestop.actions.illegal import IllegalAction
from whistlestop.board import Board, load_board
from whistlestop.bots import Bot, make_ready_bot, searches
from whistlestop.bots.analyse import analyse
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.cli import end_text, help_text, hint_text, player_input, view_text
from whistlestop.cli.compile_text import CompilationStatus
from whistlestop.cli.event_text import turn_lines
from whistlestop.cli.names import Names
from whistlestop.cli.open_page import FIRST_PORT, open_page
from whistlestop.cli.options import MAP_HELP, board_for, players_for, refuse
from whistlestop.english import did_you_mean
from whistlestop.game import Game
from whistlestop.game.view import View

Reader = Callable[[str], str]
PROMPT = "> "
MAP = "usa"
LEVEL = "medium"
"""Who plays against people if they don't say."""
HINT_SECONDS = 1.0
AT_TERMINAL = "With --terminal"


class Quit(Exception):
    """The player leaves the game."""


class TerminalGame:
    """One game between the person at the terminal and bots. The screen shows what that seat's view says."""

    def __init__(self, board: Board, players: int, bots: list[str], seed: int | None) -> None:
        kernels.start(*SEARCH_KERNELS)
        self.game = Game(board, players, seed)
        # R1.3: who sits in seat 0 is drawn; the game's own seed draws it, so that a seed gives the same table.
        rng = random.Random(self.game.seed)
        self.seat = rng.randrange(players)
        seats = [seat for seat in range(players) if seat != self.seat]
        named = dict(zip(seats, bots_for(seats, bots), strict=True))
        self.bots: dict[int, Bot] = {
            seat: make_ready_bot(name, board, rng.getrandbits(64)) for seat, name in named.items()
        }
        self.compilation = CompilationStatus([name for name in dict.fromkeys(named.values()) if searches(name)])
        self.names = Names(board, self.seat, named)
        self.shown_count = 0
        """How many events of the history have been on the screen."""
        self.is_choosing = False
        """Whether the prompt asks for an action, so that completion makes sense."""

    @property
    def view(self) -> View:
        """What the person at the terminal may know."""
        return self.game.view(self.seat)

    def completions(self, text: str) -> list[str]:
        """What may follow the text typed so far, while an action is asked for."""
        return player_input.completions(text, self.view) if self.is_choosing else []


def bots_for(seats: list[int], bots: list[str]) -> list[str]:
    """The bots by seat: one name for all, or one for each in seat order."""
    if len(bots) not in (1, len(seats)):
        raise ValueError(f"Name one bot for all seats or {len(seats)}, one for each other seat; not {len(bots)}.")
    return bots * len(seats) if len(bots) == 1 else bots


def play(
    map: str | Path | Board,
    players: int,
    bots: list[str],
    seed: int | None,
    record_path: Path | None,
    *,
    console: Console,
    reader: Reader,
) -> None:
    """Play a game: `reader` asks the player, `console` shows the table, `record_path` gets the record at the end."""
    Session(TerminalGame(load_board(map), players, bots, seed), record_path, console, reader).run()


class Session:
    """A terminal game in progress: asks, executes, shows."""

    def __init__(self, table: TerminalGame, record_path: Path | None, console: Console, reader: Reader) -> None:
        if record_path is not None and record_path.exists():
            raise FileExistsError(f"{record_path} exists already; name a new file for the record.")
        self.table, self.game, self.names = table, table.game, table.names
        self.record_path = record_path
        self.console, self.reader = console, reader
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.show(help_text.help_screen(self.names)),
            "look": lambda _: self.show(view_text.screen(self.names, self.table.view)),
            "hint": lambda _: self.hint(),
            "hand": lambda _: self.show(view_text.hand_text(self.names, self.table.view)),
            "my": lambda _: self.show(view_text.my_tickets(self.names, self.table.view)),
            "board": lambda _: self.show(view_text.board_text(self.names, self.table.view)),
            "routes": lambda _: self.show(view_text.routes_table(self.names, self.table.view)),
            "history": lambda rest: self.show(
                view_text.history_text(self.names, self.table.view, is_whole=rest.strip() == "all")
            ),
            "undo": lambda _: self.show(Text(help_text.UNDO_REFUSED)),
            "save": self.save_as,
            "quit": self.leave,
        }

    def show(self, content: RenderableType) -> None:
        """Print anything that rich can draw."""
        self.console.print(content, highlight=False)

    def show_error(self, message: str) -> None:
        """Print a message in red."""
        self.show(Text(message, style="red"))

    def run(self) -> None:
        """The whole game, to its end or to `quit`."""
        seats = f"{self.game.players} players, you are seat {self.table.seat} and seat 0 begins"
        self.show(Text(f"{self.names.board.map.name}: {seats}. Type help for the rules and commands.", style="bold"))
        try:
            while not self.game.is_over:
                if self.game.to_play == self.table.seat:
                    self.choose()
                else:
                    self.let_bot_play()
            self.show_new_events()
            self.show(end_text.end_screen(self.names, self.table.view))
        except (Quit, KeyboardInterrupt):  # Ctrl-C also while a bot thinks
            self.show(Text("You leave the table."))
        self.offer_to_save()

    def let_bot_play(self) -> None:
        """One action of the bot to play."""
        seat = self.game.to_play
        assert seat is not None
        with self.console.status(f"{self.names.seat(seat)} is thinking …"):
            action = self.table.bots[seat].choose(self.game.view(seat))
        self.game.apply(action)

    def show_new_events(self) -> None:
        """Everything that has happened since the last call, a line per turn."""
        history = self.table.view["history"]
        for line in turn_lines(self.names, history[self.table.shown_count :]):
            self.show(line)
        self.table.shown_count = len(history)

    def choose(self) -> None:
        """Ask until an action has been played."""
        self.show_new_events()
        self.show(view_text.screen(self.names, self.table.view))
        version = self.game.version
        while self.game.version == version:
            if compilation := self.table.compilation.line():
                self.show(Text(compilation, style="dim"))
            self.execute(self.ask(PROMPT, is_choosing=True))
        self.show_new_events()

    def ask(self, prompt: str, *, is_choosing: bool = False) -> str:
        """A line typed by the person; Quit at the end of the input."""
        self.table.is_choosing = is_choosing
        try:
            return self.reader(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Quit from None

    def execute(self, line: str) -> None:
        """Carry out one line: a command, or an action in any of its spellings."""
        first, _, rest = (line or "look").partition(" ")
        word = player_input.SHORTCUTS.get(first.lower(), first.lower())
        if word in self.commands:
            self.commands[word](rest.strip())  # as typed: a file name keeps its capitals
            return
        try:
            actions = player_input.actions_for_input(line, self.names.board, self.table.view)
            action = actions[0] if len(actions) == 1 else self.ask_payment(actions)
            if action.split()[0] not in player_input.VERBS:
                hint = did_you_mean(word, (*player_input.VERBS, *player_input.COMMANDS))
                self.show_error(f"{line!r} is not a command here.{hint} Type help to see what there is.")
            else:
                self.game.apply(action)
        except (IllegalAction, player_input.NotListed) as error:
            self.show_error(str(error))

    def hint(self) -> None:
        """The best actions as the strongest bot sees them."""
        if kernels.is_compiled(*SEARCH_KERNELS):
            judgements = analyse(self.table.view, HINT_SECONDS, self.names.board)
            self.show(hint_text.hint_table(self.names, judgements))
        else:
            self.show_error(self.table.compilation.no_hint())

    def ask_payment(self, actions: list[str]) -> str:
        """R3.2: which of several payments the player wants."""
        self.show(view_text.payment_choice(self.names, actions))
        answer = self.ask(f"1–{len(actions)}, or Enter to think again: ")
        if answer.isdecimal() and 1 <= int(answer) <= len(actions):
            return actions[int(answer) - 1]
        raise player_input.NotListed("Nothing claimed.")

    def save_as(self, name: str) -> None:
        """`save FILE`."""
        if not name:
            self.show_error("save needs a file name, as in: save my-game.record")
        else:
            self.save(Path(name).expanduser())

    def save(self, path: Path) -> bool:
        """Write the record, over an existing file only if the player says so. Whether it was written."""
        try:
            if path.exists() and not self.is_yes(f"{path} exists already. Overwrite it? y/N "):
                self.show(Text("Nothing saved."))
                return False
            path.write_text(self.game.record(), encoding="utf-8")
        except OSError as error:
            self.show_error(f"{path} can't be written: {error.strerror}")
            return False
        spoiler = "" if self.game.is_over else " It tells all hidden cards too: no peeking."
        self.show(Text(f"Saved {path}.{spoiler}"))
        return True

    def is_yes(self, question: str) -> bool:
        """Whether a question was answered by y or yes."""
        return self.ask(question).lower() in ("y", "yes")

    def leave(self, _: str) -> None:
        """The command that ends the session."""
        raise Quit

    def offer_to_save(self) -> None:
        """At the end: write the record where it was asked for, or ask."""
        try:
            if self.record_path is not None and self.save(self.record_path):
                return
            if not self.is_yes("Save the record of this game? y/N "):
                return
            default = f"{Path(self.names.board.source).stem}.record"
            name = self.ask(f"File name [{default}]: ") or default
            while not self.save(Path(name).expanduser()):
                name = self.ask("Another file name, or Enter not to save: ")
                if not name:
                    return
        except Quit:
            self.show(Text("The record was not saved."))


def play_command(
    terminal: Annotated[bool, typer.Option("--terminal", "-t", help="Play right here, not in the browser.")] = False,
    port: Annotated[int | None, typer.Option(help=f"Port of the page [default: a free one from {FIRST_PORT}]")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser, or only print its address.")] = True,
    map: Annotated[
        str | None,
        typer.Option("--map", "-m", help=f"{MAP_HELP} [default: {MAP}]", rich_help_panel=AT_TERMINAL),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Seats at the table [default: the fewest]", rich_help_panel=AT_TERMINAL),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            "-b",
            help="easy, medium, hard, expert, master, any other bot or module:Class: "
            "one for all other seats, or one for each. "
            f"[default: {LEVEL}]",
            rich_help_panel=AT_TERMINAL,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same game.", rich_help_panel=AT_TERMINAL)
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", "-r", help="Save the game here when it ends.", rich_help_panel=AT_TERMINAL),
    ] = None,
) -> None:
    """Play in the browser, against bots or with friends; with --terminal, against bots at the terminal."""
    only_terminal = {"--map": map, "--players": players, "--bot": bot, "--seed": seed, "--record": record}
    if terminal:
        play_at_terminal(map or MAP, players, bot or [LEVEL], seed, record)
    elif named := [name for name, value in only_terminal.items() if value is not None]:
        refuse(f"{named[0]} is for a game at the terminal: add --terminal. In the browser the page asks for it.")
    else:
        open_page(port, browser)


def play_at_terminal(map: str, players: int | None, bots: list[str], seed: int | None, record: Path | None) -> None:
    """The game that the options describe."""
    board = board_for(map)
    seats = players_for(board, players)
    try:
        table = TerminalGame(board, seats, bots, seed)
        is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        session = Session(table, record, Console(), _prompt_reader(table) if is_terminal else input)
    except (ValueError, FileExistsError) as error:
        refuse(str(error))
    session.run()


def _prompt_reader(table: TerminalGame) -> Reader:
    """A prompt with tab completion, for people; imported only where one sits at a terminal."""
    from whistlestop.cli.prompt import prompt_reader

    return prompt_reader(table.completions)
