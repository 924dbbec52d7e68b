"""The map studio: maps of strangers, also broken ones, opened, judged, drawn and written in the upload processes."""

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from whistlestop.arena.balance_run import GAMES, SEED
from whistlestop.maps.blank import blank_text
from whistlestop.maps.limits import MAX_CARDS, MAX_LOCATIONS, MAX_NAME, MAX_TICKETS
from whistlestop.maps.mapfile import builtin_maps, read_map_toml
from whistlestop.maps.messages import MapRefusal
from whistlestop.maps.tickets import Kind, Mix
from whistlestop.printing import LANGUAGES, PARTS, Language, Paper, Part
from whistlestop.server.play.balance_jobs import BalanceProgress
from whistlestop.server.play.refusal import NotFound, Refusal, Unavailable, about_map, error_json
from whistlestop.server.play.table_settings import Strict, Text
from whistlestop.server.web.compressed import compress, respond
from whistlestop.server.web.connection_limits import ConnectionLimits
from whistlestop.server.web.drawings import AS_SVG, DRAWING_SECONDS, JSON, SVG, MapName, SceneryTheme
from whistlestop.server.web.errors import ERROR_ANSWERS, draining
from whistlestop.server.web.openapi import REFERENCE
from whistlestop.server.web.rates import too_often
from whistlestop.server.web.rest import sender
from whistlestop.server.web.services import Services, Use
from whistlestop.studio.opening import JudgedMap, OpenedMap, open_text
from whistlestop.studio.sheets import Sheet

NO_STORE = "no-store"
PRINT_SECONDS = 20
"""Of CPU time. The most detailed drawing on the most pages takes four."""
MOST_GAMES = 10_000
PDF, LINES = "application/pdf", "application/jsonl"
UNBUFFERED = {"X-Accel-Buffering": "no"}
"""A proxy passes every line on at once."""
AS_PDF: dict[int | str, dict[str, Any]] = {200: {"content": {PDF: {"schema": {"type": "string", "format": "binary"}}}}}
AS_LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A JSON object on every line, about once a second, as the games are played; the last one is "
        "`done` or `cut`, or says what went wrong.",
        "content": {
            LINES: {
                "schema": {
                    "anyOf": [{"$ref": REFERENCE.format(model=name)} for name in ("BalanceProgress", "ErrorAnswer")]
                }
            }
        },
    }
}
BLANK = "blank"
Name = Annotated[str, Field(max_length=MAX_NAME)]
SharedId = Annotated[str, Path(min_length=1, max_length=40, description="as in the link")]
EDITED = "the map as JSON, with the keys of a map's file; it may have mistakes in it"

router = APIRouter(prefix="/api/studio", tags=["The map studio"], responses=ERROR_ANSWERS)


class OpenedText(Strict):
    text: Text = Field(description="the TOML of a map, or a CSV of places, routes or tickets")


class EditedMap(Strict):
    map_json: Text = Field(description=EDITED)


class EditedScenery(EditedMap):
    theme: SceneryTheme = "light"


class EditedText(EditedMap):
    base: Text | None = Field(default=None, description="the TOML that the map was opened from")


class EditedSheet(EditedMap):
    table: Sheet


class WantedTickets(EditedMap):
    places: Annotated[list[Name], Field(max_length=MAX_LOCATIONS)] | None = Field(
        default=None, description="only between these; null for all"
    )
    count: Annotated[int, Field(ge=1, le=MAX_TICKETS)] | None = Field(
        default=None, description="tickets in all; null for six for each player"
    )
    least: Annotated[int, Field(ge=1, le=MAX_CARDS)] = Field(
        default=1, description="spaces that the places of a new ticket are apart, at least"
    )
    most: Annotated[int, Field(ge=1, le=MAX_CARDS)] | None = Field(default=None, description="and at most")
    mix: Mix = Field(default="usual", description="more short ones, or more long ones, than on USA")
    keep: bool = Field(default=True, description="whether the map's tickets stay, and what is missing is proposed")
    seed: Annotated[int, Field(ge=0, lt=2**31)] = Field(default=1, description="another one proposes others")


class PrintedPiece(Strict):
    length: Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)] = 20.0
    breadth: Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)] = 9.0


class WantedPrint(EditedMap):
    paper: Paper = Field(default="a4", description="of the board; the rest is on A4, or on letter where that is it")
    is_one_piece: bool = Field(default=False, description="the board on one page, however large")
    piece: PrintedPiece = Field(default=PrintedPiece(), description="in mm: pieces that have to fit on the spaces")
    languages: Annotated[list[Language], Field(min_length=1, max_length=4)] = Field(
        default=list(LANGUAGES), description="of the rules; the first one is that of the other sheets"
    )
    parts: Annotated[list[Part], Field(min_length=1, max_length=len(PARTS))] = Field(default=list(PARTS))
    has_backs: bool = Field(default=False, description="backs of cards and tickets, to print on both sides")


class WantedBalance(EditedMap):
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = Field(
        default=GAMES, description="for each number of players that the map allows"
    )
    seed: Annotated[int, Field(ge=0, lt=2**31)] = Field(default=SEED, description="the same one plays the same games")


class ProposedTicketPart(BaseModel):
    a: str
    b: str
    points: int
    length: int = Field(description="spaces of the shortest path")
    kind: Kind
    is_kept: bool = Field(description="whether it was in the map before")
    is_between_neighbours: bool


class ProposedTickets(BaseModel):
    tickets: list[ProposedTicketPart]
    without_ticket: list[str] = Field(description="places that would have none")


class MapFile(BaseModel):
    text: str
    keeps_comments: bool = Field(description="false where the base could not be changed, and all was written anew")


class MapSheet(BaseModel):
    text: str = Field(description="CSV, with a line of column names")


class SharedMap(BaseModel):
    id: str
    link: str = Field(description="where anybody opens a copy of it")


async def answer(
    request: Request,
    services: Services,
    task: str,
    *arguments: str | dict[str, Any] | None,
    seconds: int = DRAWING_SECONDS,
) -> Any:
    """What an upload process makes of a map, as JSON, TOML, CSV or PDF."""
    for argument in arguments:
        if isinstance(argument, str):
            services.tables.check_size(argument)
    return await services.uploads.ask(sender(request), task, *arguments, seconds=seconds)


async def respond_with(request: Request, text: str, kind: str) -> Response:
    """A text as a compressed answer that nobody keeps."""
    return respond(request, await asyncio.to_thread(compress, text.encode(), kind), NO_STORE)


@router.get("/maps/{name}", summary="A built-in map to start from, or the blank one")
async def start(name: MapName) -> OpenedMap:
    if name != BLANK and name not in builtin_maps():
        raise NotFound("no-such-map", f"There is no such map. Built in are {', '.join(builtin_maps())}, and {BLANK}.")
    return await asyncio.to_thread(open_text, blank_text() if name == BLANK else read_map_toml(name)[0])


@router.post(
    "/open", summary="Read a text, also a broken one: what can be read of it, and what can't", response_model=OpenedMap
)
async def open_map(request: Request, services: Use, body: OpenedText) -> Response:
    return await respond_with(request, await answer(request, services, "open_map", body.text), JSON)


@router.post(
    "/judge", summary="What is wrong with a map, and a drawing of all that can be drawn", response_model=JudgedMap
)
async def judge(request: Request, services: Use, body: EditedMap) -> Response:
    return await respond_with(request, await answer(request, services, "judge_map", body.map_json), JSON)


@router.post("/scenery.svg", summary="What lies under the routes of a map", response_class=Response, responses=AS_SVG)
async def scenery(request: Request, services: Use, body: EditedScenery) -> Response:
    return await respond_with(
        request, await answer(request, services, "edited_scenery", body.map_json, body.theme), SVG
    )


@router.post("/toml", summary="A map as a file: the one it was opened from, where it has not changed")
async def toml(request: Request, services: Use, body: EditedText) -> MapFile:
    return MapFile.model_validate(await answer(request, services, "edited_toml", body.map_json, body.base))


@router.post("/csv", summary="The places, routes or tickets of a map, for a spreadsheet")
async def sheet(request: Request, services: Use, body: EditedSheet) -> MapSheet:
    return MapSheet(text=await answer(request, services, "edited_sheet", body.map_json, body.table))


@router.post("/tickets", summary="Tickets proposed for a map, as `whistlestop map tickets` does")
async def tickets(request: Request, services: Use, body: WantedTickets) -> ProposedTickets:
    options = body.model_dump(exclude={"map_json"})
    return ProposedTickets.model_validate(await answer(request, services, "propose_deck", body.map_json, options))


@router.post("/print.pdf", summary="A map to play on a table", response_class=Response, responses=AS_PDF)
async def print_pdf(request: Request, services: Use, body: WantedPrint) -> Response:
    options = body.model_dump(exclude={"map_json"}) | {"piece": (body.piece.length, body.piece.breadth)}
    pdf = await answer(request, services, "print_edited", body.map_json, options, seconds=PRINT_SECONDS)
    return Response(await asyncio.to_thread(base64.b64decode, pdf), media_type=PDF)


@router.post(
    "/balance",
    summary="Many games of a bot on a map, as `whistlestop map balance` plays them; who hangs up stops them",
    response_class=Response,
    responses=AS_LINES,
)
async def balance(request: Request, services: Use, body: WantedBalance) -> Response:
    key, now = sender(request), time.monotonic()
    services.balance_jobs.check(key)
    await answer(request, services, "check_edited", body.map_json)  # before there is a process for it
    if not services.balance_runs.take(key, now):
        raise too_often(services.balance_runs.retry_after(key, now), "You have had many maps played.")
    async with AsyncExitStack() as stack:
        job = await stack.enter_async_context(services.balance_jobs.begin(key, body.map_json, body.games, body.seed))
        lines = _lines(request, job, stack.pop_all())
    return StreamingResponse(lines, media_type=LINES, headers=UNBUFFERED)


async def _lines(request: Request, job: AsyncIterator[BalanceProgress], stack: AsyncExitStack) -> AsyncIterator[bytes]:
    """A line for each progress. The status has been sent long ago, so that a refusal is a line too."""
    limits: ConnectionLimits | None = getattr(request.state, "connection_limits", None)
    async with stack:
        try:
            async for progress in job:
                yield json.dumps(progress, allow_nan=False).encode() + b"\n"
                if limits is not None and limits.is_draining:
                    raise draining()
                if await request.is_disconnected():
                    return
        except Refusal as refusal:
            yield json.dumps(error_json(refusal)).encode() + b"\n"


@router.post("/shared", status_code=201, summary="Share a map by a link; also one that is not finished")
async def share(request: Request, services: Use, body: OpenedText) -> SharedMap:
    key, now = sender(request), time.monotonic()
    if not services.maps_shared.take(key, now):
        raise too_often(services.maps_shared.retry_after(key, now), "You have shared many maps.")
    opened = json.loads(await answer(request, services, "open_map", body.text))
    if opened["kind"] != "map" or not opened["map"].get("locations"):
        raise about_map("bad-map", MapRefusal("no-places"))
    id = await services.store.shared_maps.add(body.text, time.time(), services.settings.max_shared_maps)
    if id is None:
        raise Unavailable("too-many-shared", "So many maps are shared here that there is no room. Send the file.")
    base = services.settings.public_url or str(request.base_url).rstrip("/")
    return SharedMap(id=id, link=f"{base}/studio?shared={id}")


@router.get("/shared/{id}", summary="A map that somebody shares", response_model=OpenedMap)
async def shared(request: Request, services: Use, id: SharedId) -> Response:
    text = await services.store.shared_maps.open(id, time.time())
    if text is None:
        raise NotFound("no-such-map", "There is no such map any more; ask who sent you the link for the file.")
    return await respond_with(request, await answer(request, services, "open_map", text), JSON)
