"""Finished matches for everybody who has their link: how they were counted, and every step."""

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from whistlestop.server.play.advice import ReviewedStep
from whistlestop.server.play.match import Match
from whistlestop.server.play.replays import Replay, Result, finished_game, replay_of, result_of
from whistlestop.server.web.packed import Packed, pack, respond
from whistlestop.server.web.rest import MatchId
from whistlestop.server.web.services import Services, Use

ASK_AGAIN = "no-cache"
JSON = "application/json"

Step = Annotated[int, Path(ge=1, le=100_000, description="the number of a frame of the replay")]

router = APIRouter(prefix="/api")


async def match_at(services: Services, match_id: str) -> Match:
    room = await services.rooms.open(match_id)
    async with room.lock:
        return await services.rooms.match_of(room)


@router.get("/matches/{match}/result", summary="How a finished match was counted")
async def result(services: Use, match: MatchId) -> Result:
    return await asyncio.to_thread(result_of, finished_game(await match_at(services, match)))


@router.get("/matches/{match}/replay", summary="Every step of a finished match, all cards open", response_model=Replay)
async def replay(request: Request, services: Use, match: MatchId) -> Response:
    found = await match_at(services, match)
    game = finished_game(found)

    def make() -> Packed:
        text = json.dumps(replay_of(found.id, found.seats, game), ensure_ascii=False, separators=(",", ":"))
        return pack(text.encode(), JSON)

    return respond(request, await services.replays.get(match, lambda: asyncio.to_thread(make)), ASK_AGAIN)


@router.get("/matches/{match}/review/{step}", summary="How good the action was that led to a frame of the replay")
async def review(services: Use, match: MatchId, step: Step) -> ReviewedStep:
    return await services.adviser.review(await match_at(services, match), step)
