"""What is asked for over HTTP: tables, records, my games, maps. Play itself goes over the socket."""

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response
from pydantic import BaseModel, Field
from pydantic_core import to_json

from whistlestop.board import load_board
from whistlestop.maps.limits import MAX_SEATS
from whistlestop.maps.mapfile import EXAMPLES, builtin_maps
from whistlestop.server.play.lobby import own_table
from whistlestop.server.play.refusal import Forbidden, Unidentified
from whistlestop.server.play.room import Room
from whistlestop.server.play.secrets import bearer, hash_secret
from whistlestop.server.play.table_settings import Level, Name, NewTable, Strict, Text
from whistlestop.server.play.table_view import ListedTable, OwnTable, Table
from whistlestop.server.play.tables import OpenedMatch
from whistlestop.server.web.errors import ERROR_ANSWERS
from whistlestop.server.web.rates import address_key, address_of, too_often
from whistlestop.server.web.services import Services, Use
from whistlestop.studio.opening import MapProblem

MatchId = Annotated[str, Path(min_length=1, max_length=40, description="the match's id, as in its links")]
Person = Annotated[str | None, Header(alias="Whistlestop-Person", min_length=16, max_length=64)]
"""The key that a browser keeps: it opens the person's seats, and lists their games."""

WantedSeat = Annotated[int | None, Query(ge=0, lt=MAX_SEATS, description="which of your seats, if you have several")]

MY_GAMES = 100


class SeatLink(BaseModel):
    seat: int
    secret: str = Field(description="opens the seat: send it in the socket's hello, or as a bearer token")
    link: str = Field(description="the same for people; the secret is in the fragment, which no server sees")


class OpenedTable(BaseModel):
    """A new table. The secrets are shown this once."""

    match: str
    commitment: str | None = Field(
        description="a hash that binds the server to its deal (see `whistlestop verify`); null for an imported game"
    )
    host: int | None = Field(description="where you sit; null at a table of bots")
    seats: list[SeatLink] = Field(description="one for each person")
    room: str = Field(description="one link for all: whoever opens it may take a free seat")
    watch: str = Field(description="a link to watch")


class GuestName(Strict):
    name: Name = "Guest"


class ImportedRecord(Strict):
    record: Text = Field(description="the text of a record")
    name: Name = "Host"
    bots: dict[int, Level] = Field(default={}, description="of a game that goes on: levels of bots, by their seat")


class MapText(Strict):
    map_text: Text = Field(description="the TOML of a map")


class MapSummary(BaseModel):
    name: str
    title: str
    players: list[int]
    is_example: bool = Field(description="whether it shows how a map is made; those come last")


class RematchAnswer(BaseModel):
    match: str = Field(description="your old secret opens your seat there")


router = APIRouter(prefix="/api", tags=["Tables, records, maps"], responses=ERROR_ANSWERS)


def as_json(answer: object) -> Response:
    """An answer whose type mypy has checked: FastAPI would check each one again."""
    return Response(to_json(answer), media_type="application/json")


def sender(request: Request) -> str:
    """Who counts as one where something is limited by address."""
    return address_key(address_of(request.scope))


def _opener(request: Request, services: Services) -> str:
    """The address that wants to open a table; refused if it has opened many."""
    key, now = sender(request), time.monotonic()
    if not services.tables_opened.take(key, now):
        raise too_often(services.tables_opened.retry_after(key, now), "You have opened many tables.")
    return key


def _link(request: Request, services: Services, match: str, secret: str, page: str = "table") -> str:
    return f"{services.settings.public_url or str(request.base_url).rstrip('/')}/{page}/{match}#{secret}"


def _opened_table(request: Request, services: Services, table: OpenedMatch) -> OpenedTable:
    seats = [
        SeatLink(seat=seat, secret=secret, link=_link(request, services, table.match, secret))
        for seat, secret in table.secrets.items()
    ]
    return OpenedTable(
        match=table.match,
        commitment=table.commitment,
        host=table.host,
        seats=seats,
        room=_link(request, services, table.match, table.room, "join"),
        watch=_link(request, services, table.match, table.watch),
    )


async def player_at(
    request: Request, services: Services, match: str, person: str | None, wanted: int | None = None
) -> tuple[Room, int]:
    """The room and the seat of who asks, by the seat's secret as bearer token or by the person's key."""
    room = await services.rooms.open(match)
    seat = await services.tables.seat_for(room, bearer(request.headers), person, wanted)
    if seat is None:
        raise Forbidden("spectator", "Only somebody with a seat here can ask for this.")
    return room, seat


@router.get("/maps", summary="The built-in maps")
async def list_maps() -> list[MapSummary]:
    boards = [load_board(name) for name in sorted(builtin_maps(), key=lambda name: name in EXAMPLES)]
    return [
        MapSummary(name=b.source, title=b.map.name, players=list(b.player_counts), is_example=b.source in EXAMPLES)
        for b in boards
    ]


@router.post("/maps/check", summary="Check a map, as `whistlestop map check` does")
async def check(request: Request, services: Use, body: MapText) -> list[MapProblem]:
    services.tables.check_size(body.map_text)
    problems: list[MapProblem] = await services.uploads.ask(sender(request), "check", body.map_text)
    return problems


@router.get(
    "/matches",
    summary="Public tables with an empty seat, newest first; or those that are played, to watch",
    response_model=list[ListedTable],
)
async def list_tables(services: Use, status: Literal["open", "running"] = "open") -> Response:
    return as_json(await (services.lobby.tables() if status == "open" else services.lobby.running_tables()))


@router.post("/matches", status_code=201, summary="Open a table")
async def create(request: Request, services: Use, table: NewTable, person: Person = None) -> OpenedTable:
    address = _opener(request, services)
    return _opened_table(request, services, await services.tables.create(table, person, address))


@router.get("/matches/{match}", summary="What everybody may know of a table", response_model=Table)
async def table_summary(services: Use, match: MatchId) -> Response:
    return as_json(await services.rooms.table(await services.rooms.open(match)))


@router.get("/matches/{match}/map", summary="The map of a table, all of it")
async def map_of(services: Use, match: MatchId) -> Response:
    room = await services.rooms.open(match)
    async with room.lock:
        board = (await services.rooms.match_of(room)).board
    return Response(board.map.model_dump_json(exclude_none=True), media_type="application/json")


@router.post(
    "/matches/{match}/seats",
    status_code=201,
    summary="Take an empty seat: at a public table, or with the secret of the room's link as bearer token",
)
async def join(request: Request, services: Use, match: MatchId, guest: GuestName, person: Person = None) -> SeatLink:
    room = await services.rooms.open(match)
    seat, secret = await services.tables.join(room, bearer(request.headers), guest.name, person)
    return SeatLink(seat=seat, secret=secret, link=_link(request, services, match, secret))


@router.post("/matches/{match}/rematch", summary="Play again with the same people; a seat's secret as bearer token")
async def rematch(request: Request, services: Use, match: MatchId, person: Person = None) -> RematchAnswer:
    room, seat = await player_at(request, services, match, person)
    return RematchAnswer(match=await services.tables.rematch(room, seat))


@router.post("/records", status_code=201, summary="Open a private table with the game of a record")
async def import_record(request: Request, services: Use, body: ImportedRecord, person: Person = None) -> OpenedTable:
    address = _opener(request, services)
    opened = await services.tables.import_record(body.record, body.name, person, body.bots, address)
    return _opened_table(request, services, opened)


@router.get(
    "/my/matches",
    summary="Matches of the person whose key is sent, the latest first",
    response_model=list[OwnTable],
)
async def my_matches(services: Use, person: Person = None) -> Response:
    if person is None:
        raise Unidentified("person-needed", "Send your key as the header Whistlestop-Person.")
    rows = await services.store.matches_of(hash_secret(person), MY_GAMES)
    return as_json([own_table(row, own_seats) for row, own_seats in rows])
