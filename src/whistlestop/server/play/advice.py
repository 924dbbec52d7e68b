"""Hints for a seat that has to choose, and reviews of what was chosen, both judged by the bots' processes.

A hint is made from the seat's own view and nothing else. A review looks back at a finished game, at one action at a
time, with what its seat could know then; the number of playouts is fixed, so that the same step is judged the same.
"""

import asyncio
from collections import OrderedDict

from whistlestop.board import Board
from whistlestop.game import Game
from whistlestop.game.record import Record, read_record
from whistlestop.game.view import View
from whistlestop.json_types import TypedDict, described
from whistlestop.server.bots.bot_process import Judged, SaidReason
from whistlestop.server.bots.bot_workers import BotsClosed, BotWorkers, NoAdvice
from whistlestop.server.play.boards import map_text_of
from whistlestop.server.play.kept import Kept
from whistlestop.server.play.match import Match
from whistlestop.server.play.refusal import Conflict, NotFound, Unavailable
from whistlestop.server.play.replays import finished_game

HINTS_KEPT, REVIEWS_KEPT, WALKS_KEPT = 200, 5000, 8
REVIEW_PLAYOUTS = 400
"""Of all players together: with two, 200 are a third of a second."""
MOST_WAITING = 30
"""Reviews that may wait for their turn."""


@described
class Hint(TypedDict):
    version: int
    """The game's, as in the view."""
    playouts: int
    judgements: list[Judged]
    """The best first."""


@described
class ReviewedStep(TypedDict):
    """What the action that led to frame `step` was worth beside the best one."""

    step: int
    seat: int
    action: str
    best: Judged
    chosen: Judged | None
    """Null where it was the only one, or not worth a playout beside the others."""
    loss: float
    """Win chance given away, 0 to 1."""


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
        self.hints = Kept[Hint](HINTS_KEPT)
        self.reviews = Kept[ReviewedStep](REVIEWS_KEPT)
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
            judged = await self._judge(board, view)
            return {"version": version, "playouts": sum(one["playouts"] for one in judged), "judgements": judged}

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
                view, action = await asyncio.to_thread(self._look_back, match_id, game, step)
                judged = [_only(action)]
                if len(view["legal_actions"]) > 1:
                    judged = await self._judge(game.board, view, REVIEW_PLAYOUTS // game.players)
        finally:
            self._waiting -= 1
        return reviewed(step, view, action, judged)

    def _look_back(self, match_id: str, game: Game, step: int) -> tuple[View, str]:
        """What the seat to play saw before a step, and what it did."""
        walk = self._walks.pop(match_id, None) or Walk(read_record(game.record(), game.board))
        self._walks[match_id] = walk
        while len(self._walks) > WALKS_KEPT:
            self._walks.popitem(last=False)
        before = walk.to(step)
        view = before.view(before.to_play, history_from=len(before.history))
        return view, str(walk.record.moves[step - 1].action)

    async def _judge(self, board: Board, view: View, playouts: int | None = None) -> list[Judged]:
        try:
            return await self.bots.analyse(board.source, map_text_of(board), view, playouts=playouts)
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
        raise Conflict("no-hints", "This table plays without hints.")
    if match.game is None:
        raise Conflict("not-begun", "The game has not begun: some seats are still empty.")
    if match.game.is_over:
        raise Conflict("over", "The game is over.", "R6.1")
    if match.choice(seat):
        raise Conflict("already-chosen", "You have chosen your tickets: wait for the others, or undo.", "R1.2")
    if seat not in match.awaited:
        raise Conflict("not-your-turn", "It is not your turn.", "R2.1")
    if match.seats[seat].bot_plays:
        raise Conflict("bot-plays", "A bot plays for you: take your seat back first.")


def reviewed(step: int, view: View, action: str, judged: list[Judged]) -> ReviewedStep:
    """The judgement of what was done, beside the best."""
    seat = view["seat"]
    assert seat is not None
    best, worst = judged[0], min(one["win_chance"] for one in judged)
    chosen = _judgement_of(action, judged) if len(view["legal_actions"]) > 1 else None
    # What nobody would have tried is not better than the worst that was tried.
    loss = best["win_chance"] - (chosen["win_chance"] if chosen else worst)
    return {
        "step": step,
        "seat": seat,
        "action": action,
        "best": best,
        "chosen": chosen,
        "loss": round(max(0.0, loss), 4),
    }


def _judgement_of(action: str, judged: list[Judged]) -> Judged | None:
    """Of a claim any payment will do: only the best one of each route is judged."""
    exact = [one for one in judged if one["action"] == action]
    claim = action.split()[:2]
    same_route = [one for one in judged if claim[0] == "claim" and one["action"].split()[:2] == claim]
    return next(iter([*exact, *same_route]), None)


def _only(action: str) -> Judged:
    reason: SaidReason = {"kind": "only", "details": {}}
    return {"action": action, "win_chance": 0.0, "margin": 0.0, "reasons": [reason], "playouts": 0}
