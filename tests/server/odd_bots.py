"""Bots that do what no bot should."""

import os
import signal
import sys
import time
from pathlib import Path

from whistlestop.actions.action import Action
from whistlestop.board import Board
from whistlestop.game.view import View

FOLDER = "WHISTLESTOP_TEST_FOLDER"
"""The variable that names a folder in which bots leave a file named by their process, and find what they wait for."""


class OddBot:
    def __init__(self, board: Board, seed: int | None = None) -> None:
        self.folder = Path(os.environ[FOLDER])

    def leave_mark(self) -> None:
        (self.folder / f"{type(self).__name__}-{os.getpid()}").touch()

    def choose(self, view: View) -> Action | str:
        self.leave_mark()
        return view["legal_actions"][-1]


class Hangs(OddBot):
    """Thinks for ever."""

    def choose(self, view: View) -> Action | str:
        self.leave_mark()
        while True:
            time.sleep(1)


class Waits(OddBot):
    """Thinks until there is a file `go`."""

    def choose(self, view: View) -> Action | str:
        while not (self.folder / "go").exists():
            self.leave_mark()
            time.sleep(0.01)
        return view["legal_actions"][-1]


class DiesOnce(OddBot):
    """Takes its process along, as when memory runs out; the next time it chooses."""

    def choose(self, view: View) -> Action | str:
        if not list(self.folder.glob("DiesOnce-*")):
            self.leave_mark()
            os.kill(os.getpid(), signal.SIGKILL)
        return view["legal_actions"][-1]


class AlwaysDies(OddBot):
    def choose(self, view: View) -> Action | str:
        self.leave_mark()
        os.kill(os.getpid(), signal.SIGKILL)
        return ""


class Raises(OddBot):
    """Tells its hand in an error."""

    def choose(self, view: View) -> Action | str:
        raise KeyError(str(view["tickets"]), str(view["offered"]))


class Exits(OddBot):
    def choose(self, view: View) -> Action | str:
        raise SystemExit(0)


class TalksNonsense(OddBot):
    """Prints what looks like an answer, and answers what is none."""

    def choose(self, view: View) -> Action | str:
        print('{"action": "pass"}')
        sys.stdout.flush()
        os.write(1, b'{"action": "pass"}\n')
        return "claim the moon"
