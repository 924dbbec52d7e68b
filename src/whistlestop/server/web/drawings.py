"""How boards are drawn: geometry for the page, and the picture under it."""

import asyncio
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from whistlestop.board import Board, load_board
from whistlestop.draw import FontsNotBuilt
from whistlestop.draw.drawing import Drawing, make_drawing, scenery_svg
from whistlestop.game.record import is_builtin
from whistlestop.maps.mapfile import builtin_maps
from whistlestop.server.play.match_boards import map_json_unless_builtin
from whistlestop.server.play.refusal import NotFound, Unavailable
from whistlestop.server.web.compressed import CompressedBody, compress, respond
from whistlestop.server.web.errors import ERROR_ANSWERS
from whistlestop.server.web.rest import MatchId, sender
from whistlestop.server.web.services import Services, Use

BOARDS = 32
DRAWING_SECONDS = 10
"""Of CPU time, for an uploaded map. One of 60 places takes a second."""
ASK_AGAIN = "no-cache"
"""Kept by browsers, who ask each time whether it is still the same: an upgrade must not meet an old drawing, nor a new
drawing the scenery of the old one."""
JSON, SVG = "application/json", "image/svg+xml"

MapName = Annotated[str, Path(min_length=1, max_length=64, description="a built-in map's name")]
Theme = Literal["light", "dark"]
AS_SVG: dict[int | str, dict[str, Any]] = {200: {"content": {SVG: {"schema": {"type": "string"}}}}}
SceneryTheme = Literal["light", "dark"]
Turned = Annotated[bool, Query(description="turned by a quarter to the right, with upright names")]

router = APIRouter(prefix="/api", tags=["Drawings"], responses=ERROR_ANSWERS)


@lru_cache(maxsize=2 * BOARDS)
def compressed_drawing(board: Board, scenery: str, is_turned: bool) -> CompressedBody:
    """A board's drawing as JSON, ready to be sent."""
    drawing = make_drawing(board.map, board.source, scenery, is_turned=is_turned)
    return compress(json.dumps(drawing, ensure_ascii=False, separators=(",", ":")).encode(), JSON)


@lru_cache(maxsize=4 * BOARDS)
def compressed_scenery(board: Board, theme: str, is_turned: bool) -> CompressedBody:
    """A board's scenery as SVG, ready to be sent."""
    return compress(scenery_svg(board.map, is_dark=theme == "dark", is_turned=is_turned).encode(), SVG)


async def compressed_upload(
    request: Request, services: Services, match: str, board: Board, task: str, detail: str, is_turned: bool
) -> CompressedBody:
    """How a stranger's map is drawn, where that can't keep anybody waiting."""

    async def make() -> CompressedBody:
        stored_map = map_json_unless_builtin(board)
        text = await services.uploads.ask(
            sender(request), task, board.source, stored_map, detail, is_turned, seconds=DRAWING_SECONDS
        )
        return await asyncio.to_thread(compress, text.encode(), JSON if task == "draw" else SVG)

    return await services.drawings.get(f"{match} {task} {detail} {is_turned}", make)


async def drawn_in_thread(
    make: Callable[[Board, str, bool], CompressedBody], board: Board, detail: str, is_turned: bool
) -> CompressedBody:
    """Drawn in a thread, as it takes a moment. A clone whose page was not built has no letters either."""
    try:
        return await asyncio.to_thread(make, board, detail, is_turned)
    except FontsNotBuilt as error:
        raise Unavailable("not-built", str(error)) from None


def builtin_board(name: str) -> Board:
    """A built-in map's board; NotFound for other names."""
    if name not in builtin_maps():
        raise NotFound("no-such-map", f"There is no such map. Built in are {', '.join(builtin_maps())}.")
    return load_board(name)


async def board_of(services: Services, match: str) -> Board:
    """The board of a match."""
    room = await services.rooms.open(match)
    async with room.lock:
        return (await services.rooms.match_of(room)).board


def scenery_address(board: Board, match: str, is_turned: bool) -> str:
    """Where the picture is: tables on the same built-in map share one."""
    owner = f"maps/{board.source}" if is_builtin(board) else f"matches/{match}"
    return f"/api/{owner}/scenery.svg{'?turned=true' if is_turned else ''}"


@router.get("/maps/{name}/drawing", summary="How a built-in map is drawn", response_model=Drawing)
async def map_drawing(request: Request, name: MapName, turned: Turned = False) -> Response:
    board = builtin_board(name)
    address = scenery_address(board, "", turned)
    return respond(request, await drawn_in_thread(compressed_drawing, board, address, turned), ASK_AGAIN)


@router.get("/maps/{name}/scenery.svg", summary="What lies under the routes", response_class=Response, responses=AS_SVG)
async def map_scenery(
    request: Request, name: MapName, theme: SceneryTheme = "light", turned: Turned = False
) -> Response:
    return respond(request, await drawn_in_thread(compressed_scenery, builtin_board(name), theme, turned), ASK_AGAIN)


@router.get("/matches/{match}/drawing", summary="How the board of a table is drawn", response_model=Drawing)
async def match_drawing(request: Request, services: Use, match: MatchId, turned: Turned = False) -> Response:
    board = await board_of(services, match)
    address = scenery_address(board, match, turned)
    if map_json_unless_builtin(board) is None:
        drawn = await drawn_in_thread(compressed_drawing, board, address, turned)
    else:
        drawn = await compressed_upload(request, services, match, board, "draw", address, turned)
    return respond(request, drawn, ASK_AGAIN)


@router.get(
    "/matches/{match}/scenery.svg", summary="What lies under the routes", response_class=Response, responses=AS_SVG
)
async def match_scenery(
    request: Request, services: Use, match: MatchId, theme: SceneryTheme = "light", turned: Turned = False
) -> Response:
    board = await board_of(services, match)
    if map_json_unless_builtin(board) is None:
        drawn = await drawn_in_thread(compressed_scenery, board, theme, turned)
    else:
        drawn = await compressed_upload(request, services, match, board, "draw_scenery", theme, turned)
    return respond(request, drawn, ASK_AGAIN)
