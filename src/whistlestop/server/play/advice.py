"""Hints for a seat that has to choose, and reviews of what was chosen, both judged by the bots' processes.

A hint is made from the seat's own view and nothing else. A review looks back at a finished game, at one action at a
time, with what its seat could know then and with all cards open; the number of playouts is fixed, so that the same step
is judged the same.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.game.record import Record, read_record
from whistlestop.game.view import View
from whistlestop.json_types import JsonObject, TypedDict, described
from whistlestop.server.bots.bot_process import JudgedAction, PastChoice, ReviewedChoice
from whistlestop.server.bots.bot_workers import BotsClosed, BotWorkers, NoAdvice
from whistlestop.server.play.match import Match
from whistlestop.server.play.match_boards import map_json_unless_builtin
from whistlestop.server.play.refusal import Conflict, NotFound, Unavailable
from whistlestop.server.play.replays import finished_game
from whistlestop.server.play.result_cache import ResultCache

HINTS_KEPT, REVIEWS_KEPT, WALKS_KEPT = 200, 2500, 8
REVIEW_PLAYOUTS = 800
"""Of all players together and for each knowledge: with two, 400 are a quarter of a second on the USA."""
MOST_WAITING = 30
"""Reviews that may wait for their turn."""


@described
class Hint(TypedDict):
    version: int
    """The game's, as in the view."""
    playouts: int
    judgements: list[JudgedAction]
    """The best first."""


@described
class ReviewedStep(TypedDict):
    """What the action that led to frame `step` was worth beside the best one."""

    step: int
    seat: int
    action: str
    is_choice: bool
    """Whether anything else was possible."""
    known: ReviewedChoice
    """With what the seat knew."""
    open: ReviewedChoice
    """With all cards open, but for the order of the piles."""


class Walk:
    """A finished game played again, step by step: who reviews one step mostly wants the next one then."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = Game.at_start_of(record)

    def to(self, step: int) -> Game:
        """The game before the action that leads to frame `step`."""
        if self.game.version >= step:
            self.game = Game.at_start_of(self.record)
        for move in self.record.moves[self.game.version : step - 1]:
            self.game.replay(move)
        return self.game


class Adviser:
    """Answers for all tables of this process."""

    def __init__(self, bots: BotWorkers) -> None:
        self.bots = bots
        self.hints = ResultCache[Hint](HINTS_KEPT)
        self.reviews = ResultCache[ReviewedStep](REVIEWS_KEPT)
        self._walks: OrderedDict[str, Walk] = OrderedDict()
        # Reviews are for pleasure and can be many: one at a time leaves the workers to those who play.
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def hint(self, match: Match, seat: int) -> Hint:
        """What a seat that has to choose could do. It is the same for all who ask while the table stays as it is."""
        refuse_hint(match, seat)
        assert match.game is not None
        view, version, board = match.game.view(seat), match.game.version, match.board

        async def make() -> Hint:
            judged_actions = await self._judge(board, view)
            playouts = sum(one["playouts"] for one in judged_actions)
            return {"version": version, "playouts": playouts, "judgements": judged_actions}

        return await self.hints.get(f"{match.id} {match.changed} {seat}", make)

    async def review(self, match: Match, step: int) -> ReviewedStep:
        """How good the action was that led to frame `step` of a finished match."""
        game = finished_game(match)
        if not 1 <= step <= game.version:
            raise NotFound("no-such-step", f"This game has steps 1 to {game.version}.")
        return await self.reviews.get(f"{match.id} {step}", lambda: self._review(match.id, game, step))

    async def _review(self, match_id: str, game: Game, step: int) -> ReviewedStep:
        if self._waiting >= MOST_WAITING:
            raise Unavailable("busy", "Many games are being reviewed just now. Try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                view, position, action = await asyncio.to_thread(self._look_back, match_id, game, step)
                seat = view["seat"]
                assert seat is not None
                # Two questions, so that nobody who plays has to wait for both.
                known, opened = [
                    await self._review_choice(game, view, {"position": position, "action": action, "is_open": is_open})
                    for is_open in (False, True)
                ]
        finally:
            self._waiting -= 1
        is_choice = len(view["legal_actions"]) > 1
        return {"step": step, "seat": seat, "action": action, "is_choice": is_choice, "known": known, "open": opened}

    def _look_back(self, match_id: str, game: Game, step: int) -> tuple[View, JsonObject, str]:
        """What the seat to play saw before a step, all there was, and what it did."""
        walk = self._walks.pop(match_id, None) or Walk(read_record(game.record(), game.board))
        self._walks[match_id] = walk
        while len(self._walks) > WALKS_KEPT:
            self._walks.popitem(last=False)
        before = walk.to(step)
        view = before.view(before.to_play, history_from=len(before.history))
        return view, before.position(), str(walk.record.moves[step - 1].action)

    async def _review_choice(self, game: Game, view: View, past: PastChoice) -> ReviewedChoice:
        playouts = REVIEW_PLAYOUTS // game.players
        source, map_source = game.board.source, map_json_unless_builtin(game.board)
        with judging():
            return await self.bots.review(source, map_source, view, past, playouts=playouts)

    async def _judge(self, board: Board, view: View) -> list[JudgedAction]:
        with judging():
            return await self.bots.analyse(board.source, map_json_unless_builtin(board), view)


@contextmanager
def judging() -> Iterator[None]:
    """Nobody who could judge is a reason to try again."""
    try:
        yield
    except NoAdvice as error:
        if error.is_early:
            text = "The bots that judge are being compiled, once: GET /api/warm-up tells how far that is."
            raise Unavailable("not-compiled", text) from None
        raise Unavailable("busy", "The bots are busy just now. Try again in a moment.") from None
    except BotsClosed:
        raise Unavailable("draining", "This process is being shut down.") from None


def refuse_hint(match: Match, seat: int) -> None:
    """Hints are for who has to choose, where the table allows them."""
    if not match.settings.hints:
        raise Conflict("no-hints", "Hints are turned off at this table.")
    if match.game is None:
        raise Conflict("not-begun", "The game has not begun: some seats are still empty.")
    if match.game.is_over:
        raise Conflict("over", "The game is over.", "R6.1")
    if match.choice(seat):
        raise Conflict("already-chosen", "You have chosen your tickets: wait for the others, or undo.", "R1.2")
    if seat not in match.awaited:
        raise Conflict("not-your-turn", "It is not your turn.", "R2.1")
    if match.seats[seat].bot_plays:
        raise Conflict("bot-plays", "A bot is playing for you: take your seat back first.")
