"""The map studio: maps of strangers, also broken ones, opened, judged, drawn and written in the upload processes."""

import asyncio
import json
import time
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from whistlestop.maps.blank import blank_text
from whistlestop.maps.mapfile import builtin_maps, read_map_toml
from whistlestop.server.play.refusal import Invalid, NotFound, Unavailable
from whistlestop.server.play.table_settings import Strict, Text
from whistlestop.server.web.compressed import compress, respond
from whistlestop.server.web.drawings import AS_SVG, DRAWING_SECONDS, JSON, SVG, MapName, SceneryTheme
from whistlestop.server.web.rates import too_often
from whistlestop.server.web.rest import sender
from whistlestop.server.web.services import Services, Use
from whistlestop.studio.opening import JudgedMap, OpenedMap, open_text
from whistlestop.studio.sheets import Sheet

NO_STORE = "no-store"
BLANK = "blank"
SharedId = Annotated[str, Path(min_length=1, max_length=40, description="as in the link")]
EDITED = "the map as JSON, with the keys of a map's file; it may have mistakes in it"

router = APIRouter(prefix="/api/studio", tags=["The map studio"])


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


class MapFile(BaseModel):
    text: str
    keeps_comments: bool = Field(description="false where the base could not be changed, and all was written anew")


class MapSheet(BaseModel):
    text: str = Field(description="CSV, with a line of column names")


class SharedMap(BaseModel):
    id: str
    link: str = Field(description="where anybody opens a copy of it")


async def answer(request: Request, services: Services, task: str, *texts: str | None) -> Any:
    """What an upload process makes of a map, as JSON, TOML or CSV."""
    for text in texts:
        services.tables.check_size(text or "")
    return await services.uploads.ask(sender(request), task, *texts, seconds=DRAWING_SECONDS)


async def respond_with(request: Request, text: str, kind: str) -> Response:
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


@router.post("/shared", status_code=201, summary="Share a map by a link; also one that is not finished")
async def share(request: Request, services: Use, body: OpenedText) -> SharedMap:
    key, now = sender(request), time.monotonic()
    if not services.maps_shared.take(key, now):
        raise too_often(services.maps_shared.retry_after(key, now), "You have shared many maps.")
    opened = json.loads(await answer(request, services, "open_map", body.text))
    if opened["kind"] != "map" or not opened["map"].get("locations"):
        raise Invalid("bad-map", "This is no map with places on it.")
    id = await services.store.shared_maps.add(body.text, time.time(), services.settings.max_shared_maps)
    if id is None:
        raise Unavailable("busy", "So many maps are shared here that there is no room for another. Send the file.")
    base = services.settings.public_url or str(request.base_url).rstrip("/")
    return SharedMap(id=id, link=f"{base}/studio?shared={id}")


@router.get("/shared/{id}", summary="A map that somebody shares", response_model=OpenedMap)
async def shared(request: Request, services: Use, id: SharedId) -> Response:
    text = await services.store.shared_maps.open(id, time.time())
    if text is None:
        raise NotFound("no-such-map", "There is no such map any more; ask who sent you the link for the file.")
    return await respond_with(request, await answer(request, services, "open_map", text), JSON)
