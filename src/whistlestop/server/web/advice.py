"""Advice for a seat that plays: what is missing, and what would be good. From its own view, for its own eyes."""

import asyncio
import time

from fastapi import APIRouter, Request

from whistlestop import kernels
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.json_types import TypedDict, described
from whistlestop.server.play.advice import Hint
from whistlestop.server.play.guide import Guide, make_guide
from whistlestop.server.play.refusal import Conflict
from whistlestop.server.web.errors import ERROR_ANSWERS
from whistlestop.server.web.rates import too_often
from whistlestop.server.web.rest import MatchId, Person, WantedSeat, player_at
from whistlestop.server.web.services import Use

router = APIRouter(prefix="/api", tags=["Advice for a seat"], responses=ERROR_ANSWERS)


@described
class WarmUp(TypedDict):
    """How far the compilation is that bots which search, hints and reviews wait for, once in an installation."""

    is_ready: bool
    has_failed: bool
    share: float
    """What is done of it, 0 to 1."""
    seconds_left: float


@router.get("/warm-up", summary="How long until bots that search, hints and reviews are there, after an installation")
async def warm_up() -> WarmUp:
    now = kernels.progress(*SEARCH_KERNELS)
    return {
        "is_ready": kernels.is_compiled(*SEARCH_KERNELS),
        "has_failed": kernels.has_failed(),
        "share": round(now.share, 3),
        "seconds_left": round(now.seconds_left, 1),
    }


@router.get("/matches/{match}/guide", summary="Ways left for tickets, and what routes lack; a secret as bearer token")
async def guide(
    request: Request, services: Use, match: MatchId, person: Person = None, seat: WantedSeat = None
) -> Guide:
    room, own = await player_at(request, services, match, person, seat)
    async with room.lock:
        found = await services.rooms.match_of(room)
        game = found.game
    if game is None:
        raise Conflict("not-begun", "The game has not begun: some seats are still empty.")
    return await asyncio.to_thread(make_guide, found.board, game.view(own, history_from=len(game.history)))


@router.post("/matches/{match}/hint", summary="What the strongest bot would do; a secret as bearer token")
async def hint(request: Request, services: Use, match: MatchId, person: Person = None, seat: WantedSeat = None) -> Hint:
    room, own = await player_at(request, services, match, person, seat)
    key, now = f"{room.id} {own}", time.monotonic()
    if not services.hints_asked.take(key, now):
        raise too_often(services.hints_asked.retry_after(key, now), "You have asked for many hints.")
    async with room.lock:
        found = await services.rooms.match_of(room)
    return await services.adviser.hint(found, own)
