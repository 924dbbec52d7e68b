"""Finished matches for everybody who has their link: how they were counted, and every step."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from whistlestop.server.play import salvage
from whistlestop.server.play.advice import ReviewedStep
from whistlestop.server.play.loading import MatchUnreadable
from whistlestop.server.play.match import Match
from whistlestop.server.play.replays import (
    NotOver,
    Replay,
    Result,
    finished_game,
    is_withheld,
    recorded_seats,
    result_of,
)
from whistlestop.server.play.room import Room
from whistlestop.server.play.secrets import bearer
from whistlestop.server.play.table_view import named_seat
from whistlestop.server.play.tables import WrongKey
from whistlestop.server.store import StoredMatch
from whistlestop.server.web.compressed import CompressedBody, compress, respond
from whistlestop.server.web.errors import ERROR_ANSWERS
from whistlestop.server.web.rest import MatchId, Person, sender
from whistlestop.server.web.services import Services, Use

ASK_AGAIN = "no-cache"
JSON = "application/json"
REPLAY_SECONDS = 20
"""Of CPU time. One of 380 actions takes a second; but kernels may still run uncompiled."""

Step = Annotated[int, Path(ge=1, le=100_000, description="the number of a frame of the replay")]

router = APIRouter(prefix="/api", tags=["Finished games"], responses=ERROR_ANSWERS)


async def finished_match(request: Request, services: Services, match_id: str, person: str | None) -> Match:
    """A match that is over; at a table with a delay, for those without a seat only when they have seen it end."""
    room = await services.rooms.open(match_id)
    match = await services.rooms.latest_match(room)
    finished_game(match)
    if is_withheld(match, services.rooms.clock.now()) and not await _has_seat(request, services, room, person):
        raise NotOver
    return match


async def _has_seat(request: Request, services: Services, room: Room, person: str | None) -> bool:
    try:
        return await services.tables.seat_for(room, bearer(request.headers), person) is not None
    except WrongKey:
        return False


@router.get("/matches/{match}/result", summary="How a finished match was counted")
async def result(request: Request, services: Use, match: MatchId, person: Person = None) -> Result:
    game = finished_game(await finished_match(request, services, match, person))
    return await services.results.get(match, lambda: asyncio.to_thread(result_of, game))


@router.get(
    "/matches/{match}/record",
    summary="The record of a finished match, with its seed; of one that can't be read, what its log tells",
    response_class=Response,  # with a class for plain text, errors would be documented as plain text too
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}, "application/json": {}}}},
)
async def export(request: Request, services: Use, match: MatchId, person: Person = None) -> Response:
    try:
        found = await finished_match(request, services, match, person)
    except MatchUnreadable:
        return _salvaged(await services.rooms.load(match), services.rooms.clock.now())
    return PlainTextResponse(finished_game(found).record(recorded_seats(found)), headers=_as_file(f"{found.id}.record"))


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f"attachment; filename=whistlestop-{name}"}


def _salvaged(stored: StoredMatch, now: float) -> Response:
    """A match that can't be read, if it is over: its record without the result, or else the log as it is."""
    if stored.match.status != "over" or salvage.is_withheld(stored, now):
        raise MatchUnreadable
    if record := salvage.salvaged_record(stored):
        return PlainTextResponse(record, headers=_as_file(f"{stored.match.id}.record"))
    return Response(salvage.raw_log(stored), headers=_as_file(f"{stored.match.id}.json"), media_type=JSON)


@router.get("/matches/{match}/replay", summary="Every step of a finished match, all cards open", response_model=Replay)
async def replay(request: Request, services: Use, match: MatchId, person: Person = None) -> Response:
    found = await finished_match(request, services, match, person)
    game = finished_game(found)

    async def make() -> CompressedBody:
        seats = [named_seat(seat) for seat in found.seats]
        text = await services.uploads.ask(
            sender(request), "replay", found.id, seats, game.record(), seconds=REPLAY_SECONDS
        )
        return await asyncio.to_thread(compress, text.encode(), JSON)

    return respond(request, await services.replays.get(match, make), ASK_AGAIN)


@router.get("/matches/{match}/review/{step}", summary="How good the action was that led to a frame of the replay")
async def review(request: Request, services: Use, match: MatchId, step: Step, person: Person = None) -> ReviewedStep:
    return await services.adviser.review(await finished_match(request, services, match, person), step)
