"""The seats that MCP clients play, each known by a handle that nobody can guess."""

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from whistlestop import client
from whistlestop.board import Board
from whistlestop.client import Seat
from whistlestop.english import counted
from whistlestop.envs.text import BadAnswer, Prompter, read_answer
from whistlestop.game.view import View

MOST_SEATS = 64
PATIENCE, RECONNECT_SECONDS = 20.0, 5.0
"""For a server that is away, while a call waits or does not: after them it says so, and the next call tries again."""
ANSWER_SECONDS = 20.0
BUSY_SECONDS = 5.0

HOW_TO_ANSWER = """Call the tool `act` with one of the legal actions, written as in the list.
When it is not your turn, call `wait`.
A line of the list may offer several payments of a route with | between them: choose one of them."""


class Trouble(Exception):
    """What a tool can't do, in words for the model."""


@dataclass
class OpenSeat:
    """A seat at a table. One call at a time uses it."""

    seat: Seat
    board: Board
    prompter: Prompter
    lock: threading.Lock = field(default_factory=threading.Lock)
    used: float = 0.0

    @property
    def view(self) -> View | None:
        """None until the game has begun."""
        return self.seat.view

    def state(self) -> str:
        """What the seat sees now."""
        view = self.view
        if view is None:
            empty = sum(not seat["is_taken"] for seat in self.seat.table["seats"])
            return f"The game has not begun: {counted(empty, 'seat')} {'is' if empty == 1 else 'are'} empty. Call wait."
        text = self.prompter.prompt(view).state
        if self.seat.choice is not None:
            text += f"\n\nYou have chosen: {self.seat.choice}. Others still choose; call wait."
        return text

    def refresh(self) -> None:
        """Take in what has come since."""
        for _ in self.seat.messages(timeout=0):
            pass
        if not self.seat.is_connected:
            next(self.seat.messages(timeout=RECONNECT_SECONDS), None)
        self._check_connection()

    def _check_connection(self) -> None:
        if not self.seat.is_connected:
            raise Trouble("The server can't be reached at the moment. The seat is kept: call again later.")

    def wait(self, seconds: float) -> bool:
        """Wait for this seat's turn or the end of the game; whether it came."""
        try:
            self.seat.wait_for_turn(seconds)
        except TimeoutError:
            self._check_connection()
            return False
        return True

    def act(self, answer: str) -> str:
        """Play what an answer means. Trouble says what is wrong with it."""
        self.refresh()
        view = self.view
        if view is None:
            raise Trouble("The game has not begun. Call wait.")
        try:
            action = read_answer(self.board, view, answer)
        except BadAnswer as error:
            raise Trouble(f"{error}") from None
        try:
            self._send(action)
        except TimeoutError:
            raise Trouble("The server has not answered in time. Call view to see whether it was played.") from None
        return action

    def _send(self, action: str) -> None:
        try:
            self.seat.act(action, ANSWER_SECONDS)
        except client.Refused as refused:
            if refused.code != "bot-plays":  # our time was up, so that a bot has taken over
                raise
            self.seat.say("return", ANSWER_SECONDS)
            self.seat.act(action, ANSWER_SECONDS)


class Seats:
    """All open seats of this process, on one server."""

    def __init__(self, address: Callable[[], str], budget: int, *, hints: bool) -> None:
        self._address, self.budget, self.hints = address, budget, hints
        self._seats: dict[str, OpenSeat] = {}
        self._lock = threading.Lock()

    def open_table(self, map: str, opponents: Sequence[str], name: str) -> tuple[str, client.OpenedTable]:
        """A new table with a seat for the caller, who is its host: the seat's handle, and the links."""
        pace = "normal" if "person" in opponents else "instant"
        with _explained():
            table = client.open_table(
                self._address(), map=map, seats=["person", *opponents], name=name, pace=pace, hints=self.hints
            )
        assert table.host is not None
        return self.sit(table.links[table.host], name), table

    def sit(self, link: str, name: str) -> str:
        """Take the seat of a link on our server, or an empty one where the link is a room's."""
        with _explained():
            address, read = self._address(), client.read_link(link)
            if read.base != address.rstrip("/"):
                raise Trouble(f"These tools play on {address}; the link leads elsewhere.")
            if read.secret is None or read.is_room:
                link = client.join(read.base, read.match, name, read.secret)
            board = client.board_of(link)
            seat = Seat(link, name, patience=PATIENCE)
        players = len(seat.table["seats"])
        opened = OpenSeat(seat, board, Prompter(board, players, self.budget, how_to_answer=HOW_TO_ANSWER))
        handle = secrets.token_urlsafe(9)
        with self._lock:
            self._make_room()
            opened.used = time.monotonic()
            self._seats[handle] = opened
        return handle

    def _make_room(self) -> None:
        """Hang up the seat that was not used for longest; its link leads back to it."""
        while len(self._seats) >= MOST_SEATS:
            idle = [handle for handle, seat in self._seats.items() if not seat.lock.locked()]
            if not idle:
                raise Trouble(f"All {MOST_SEATS} seats of these tools are in use. Try again later.")
            self._seats.pop(min(idle, key=lambda handle: self._seats[handle].used)).seat.close()

    @contextmanager
    def using(self, handle: str) -> Iterator[OpenSeat]:
        """The seat of a handle, for one call at a time."""
        with self._lock:
            opened = self._seats.get(handle)
        if opened is None:
            raise Trouble("There is no such seat. Call new_table, or sit with the link of a seat, and use its answer.")
        if not opened.lock.acquire(timeout=BUSY_SECONDS):
            raise Trouble("Another call for this seat is still under way. Wait for it.")
        try:
            with _explained():
                opened.used = time.monotonic()
                yield opened
        finally:
            opened.lock.release()

    def close(self) -> None:
        """Hang up all of them."""
        for opened in self._seats.values():
            opened.seat.close()


@contextmanager
def _explained() -> Iterator[None]:
    """What the server refuses, or that it is away, as words for the model."""
    try:
        yield
    except client.Refused as refused:
        raise Trouble(f"{refused.message} ({refused.code})") from None
    except client.ClientError as error:
        raise Trouble(str(error)) from None
