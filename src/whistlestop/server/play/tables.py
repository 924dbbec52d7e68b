"""Opening tables and sitting down at them: what happens before and after play."""

import asyncio
import base64
import hashlib
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import cast, get_args

from pydantic import TypeAdapter, ValidationError

from whistlestop.board import Board
from whistlestop.game import RULES, Game
from whistlestop.game.commitment import commitment, new_seed
from whistlestop.game.record import fingerprint
from whistlestop.server.play.decide import Decision, begin, take_seat
from whistlestop.server.play.entries import Rematch, Sit
from whistlestop.server.play.match import Match, Seat, Seed
from whistlestop.server.play.match_boards import board_for, map_json, stored_board
from whistlestop.server.play.refusal import Conflict, Forbidden, Invalid, TooLarge, Unavailable, problems_text
from whistlestop.server.play.room import Room, StorageTrouble
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.play.secrets import equal_in_constant_time, hash_secret, new_secret, watch_secret
from whistlestop.server.play.table_settings import (
    BotSeat,
    FormerPlayer,
    Level,
    MatchSettings,
    Name,
    NewTable,
    PersonSeat,
    TableSettings,
)
from whistlestop.server.play.table_view import summary_of
from whistlestop.server.play.uploads import Uploads
from whistlestop.server.play.waiting_tables import WaitingTables
from whistlestop.server.store import NewMatch, SeatRow, StoreError

ID_BYTES = 9
RESERVED = 10
"""1 / RESERVED of all open tables is for those that begin at once."""


@dataclass(frozen=True, slots=True)
class OpenedMatch:
    """A new table: its secrets are known here for the only time."""

    match: str
    commitment: str | None
    secrets: dict[int, str]
    room: str
    """Of the link for everybody: whoever has it may take a free seat."""
    watch: str
    host: int | None


class WrongKey(Forbidden):
    """A secret or a key that opens no seat here."""

    def __init__(self) -> None:
        super().__init__("wrong-key", "This link does not open this table. Ask for a new one.")


class Tables:
    """Opens tables and hands out seats."""

    def __init__(self, rooms: Rooms, uploads: Uploads) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.uploads = uploads
        self.waiting = WaitingTables(rooms.store, rooms.settings.max_open_tables_per_address)

    async def create(self, table: NewTable, person: str | None, address: str) -> OpenedMatch:
        """Open a table for somebody at an address; the host sits down at once."""
        if table.map_text is None:
            board = board_for(table.map)
        else:
            self.check_size(table.map_text)
            stored_map = await self.uploads.ask(address, "read_map", table.map, table.map_text)
            board = await asyncio.to_thread(stored_board, table.map, stored_map)
        if len(table.seats) not in board.player_counts:
            least, most = board.player_counts[0], board.player_counts[-1]
            raise Invalid("bad-seats", f"{board.map.name} is for {least} to {most} players.")
        people = sum(isinstance(seat, PersonSeat) for seat in table.seats)
        async with self._place(None if people <= 1 else address) as fill:
            opened = await self._open(_settings_of(table), board, None, table.name, person)
            fill(opened.match)
        return opened

    def check_size(self, toml: str) -> None:
        """Refuse a map that is too large to be read."""
        most = self.rooms.settings.max_map_bytes
        if len(toml.encode(errors="surrogatepass")) > most:
            raise TooLarge("map-too-large", f"A map has at most {most} bytes.")

    async def import_record(self, text: str, name: str, person: str | None, bots: Mapping[int, Level],
                            address: str) -> OpenedMatch:  # fmt: skip
        """A table with the game that a record tells: to look at if it is over, to go on with if not.

        `bots` are the levels of those that play on, by seat; `address` is where the record comes from."""
        record_summary = await self.uploads.ask(address, "read_game", text)
        settings = _settings_of_record(record_summary["map"], record_summary["players"], bots)
        if record_summary["is_over"]:
            seats = record_summary["seats"] or [{}] * record_summary["players"]
            settings = settings.model_copy(update={"played_by": [_former_player(seat) for seat in seats]})
        board = await asyncio.to_thread(stored_board, record_summary["map"], record_summary["map_json"])
        waits = not record_summary["is_over"] and record_summary["players"] - len(bots) > 1
        async with self._place(address if waits else None) as fill:
            opened = await self._open(settings, board, text, name, person)
            fill(opened.match)
        if record_summary["is_over"]:  # nobody sits down, and there is nobody to wait for
            room = await self.rooms.open(opened.match)
            game = await asyncio.to_thread(Game.from_record, text)
            await self.rooms.submit(room, lambda match: None if match.game else begin(match, game=game))
        return opened

    @asynccontextmanager
    async def _place(self, address: str | None) -> AsyncIterator[Callable[[str], None]]:
        """Room for one more table, which is to be told its id. Without an address it begins at once, and hardly needs
        any: some is kept for it that tables which wait can't take."""
        most = self.rooms.settings.max_open_tables
        if await self.store.count_open() >= (most if address is None else most - most // RESERVED):
            raise Unavailable("too-many-tables", "The server has as many open tables as it can hold. Try later.")
        if address is None:
            yield lambda _: None
            return
        await self.waiting.take_place(address)
        try:
            yield partial(self.waiting.fill, address)
        except BaseException:
            self.waiting.give_back(address)
            raise

    async def _open(
        self, settings: MatchSettings, board: Board, record: str | None, name: str, person: str | None
    ) -> OpenedMatch:
        settings, host = (settings, None) if settings.played_by else _seated(settings)
        keys, room_secret = [new_secret() for _ in settings.seats], new_secret()
        watch = watch_secret(room_secret)
        rows = [SeatRow(i, hash_secret(key)) for i, key in enumerate(keys)]
        match = await self._create(secrets.token_urlsafe(ID_BYTES), settings, board, rows, hash_secret(watch), record)
        if host is not None:
            await self.sit(await self.rooms.open(match.id), host, name, person)
        people = [i for i, seat in enumerate(settings.seats) if isinstance(seat, PersonSeat) and not settings.played_by]
        return OpenedMatch(match.id, match.seed.commitment, {i: keys[i] for i in people}, room_secret, watch, host)

    async def _create(self, match_id: str, settings: MatchSettings, board: Board, rows: list[SeatRow],
                      watch_hash: str, record: str | None = None) -> Match:  # fmt: skip
        seed = new_seed()
        promise = None if record else commitment(seed, 0, fingerprint(board.map), len(rows))
        match = Match(match_id, settings, board, Seed(seed, promise, record), self.rooms.clock.now())
        new = NewMatch(
            id=match.id,
            settings=settings.model_dump_json(exclude_none=True),
            summary=json.dumps(summary_of(match)),
            seed=str(seed),
            commitment=promise or "",
            watch_hash=watch_hash,
            public=settings.public,
            joinable=match.is_joinable,
            created=match.at,
            wake_at=match.wake_at,
            map_json=map_json(board),
            rules=RULES,
            record=record,
        )
        try:
            await self.store.create(new, rows)
        except StoreError as error:
            raise StorageTrouble from error
        self.rooms.lobby_changed()
        if match.can_begin:  # only bots play
            self.rooms.schedule_work(await self.rooms.open(match.id))
        return match

    async def sit(self, room: Room, seat: int, name: str, person: str | None) -> None:
        """Somebody with the right to a seat sits down. `person` is remembered for their list of games."""
        row = room.seats[seat]
        keys = None
        if person is not None and row.person_hash != hash_secret(person):
            keys = SeatRow(seat, row.secret_hash, hash_secret(person))

        def judge(match: Match) -> Decision | None:
            if room.seats[seat].secret_hash != row.secret_hash:  # somebody else has got the seat meanwhile
                raise WrongKey
            return take_seat(match, seat, name)

        await self.rooms.submit(room, judge, keys=keys)
        if keys is not None and room.seats[seat] == row:  # they sat there already
            await self._remember(room, keys)

    async def _remember(self, room: Room, keys: SeatRow) -> None:
        """Whose seat it is, unless somebody else has got it meanwhile."""
        async with room.lock:
            if room.seats[keys.seat].secret_hash != keys.secret_hash:
                return
            try:
                await self.store.set_person(room.id, keys.seat, keys.person_hash)
            except StoreError as error:
                raise StorageTrouble from error
            room.seats[keys.seat] = keys

    async def join(self, room: Room, room_secret: str | None, name: str, person: str | None) -> tuple[int, str]:
        """A vacant seat for who has the room's link, or at a public table for anybody. It gets a new secret: older
        links to it open nothing now."""
        if room_secret is None and not room.is_public:
            raise Conflict("no-seat", "At this table only a link opens a seat. Ask for one.")
        if room_secret is not None and not (room.is_public or _opens_room(room, room_secret)):
            raise WrongKey
        secret = new_secret()
        for _ in range(len(room.seats)):
            async with room.lock:
                match = await self.rooms.match_of(room)
                vacant = match.vacant_seats if match.status != "over" else []
            if not vacant:
                break
            seat = random.SystemRandom().choice(vacant) if match.settings.order == "random" else vacant[0]
            keys = SeatRow(seat, hash_secret(secret), hash_secret(person) if person else None)
            await self.rooms.submit(room, partial(_fill_vacant_seat, seat=seat, name=name), keys=keys)
            if room.seats[seat] == keys:
                return seat, secret
        raise Conflict("no-seat", "There is no empty seat at this table. You may watch.")

    async def rematch(self, room: Room, seat: int) -> str:
        """The same people once more: every old secret opens its seat at the new table, one place further round."""
        match = await self.rooms.latest_match(room)
        if match.rematch is not None:
            return match.rematch
        if match.status != "over":
            raise Conflict("not-over", "A rematch can begin when the game is over.")
        count = len(match.seats)
        chairs = [(seat + 1) % count for seat in range(count)]  # whose seat at the old table each seat becomes
        seats = [_rematch_seat(match.seats[old]) for old in chairs]
        rows = [replace(room.seats[old], seat=seat) for seat, old in enumerate(chairs)]
        host = None if match.host is None else chairs.index(match.host)
        settings = match.settings.model_copy(update={"seats": seats, "order": "fixed", "host": host, "played_by": None})
        again = _rematch_id(match)
        try:
            await self._create(again, settings, match.board, rows, room.watch_hash)
        except StorageTrouble:
            await self.rooms.open(again)  # refuses too, unless somebody else has just created it
        await self.rooms.submit(room, lambda match: None if match.rematch else Decision(Rematch(seat, again)))
        return again

    async def seat_for(
        self, room: Room, secret: str | None, person: str | None, wanted: int | None = None
    ) -> int | None:
        """The seat that a secret or a person's key opens; None for those who may only watch. Refused for others.

        Of several seats of a person it is the `wanted` one, or the first."""
        try:
            return _seat_for(room, secret, person, wanted)
        except WrongKey:  # perhaps a key that another process has given
            async with room.lock:
                self.rooms.give_keys(room, await self.rooms.seats(room.id))
        return _seat_for(room, secret, person, wanted)


def _seat_for(room: Room, secret: str | None, person: str | None, wanted: int | None) -> int | None:
    hashed = None if secret is None else hash_secret(secret)
    opened = [row.seat for row in room.seats if hashed is not None and equal_in_constant_time(row.secret_hash, hashed)]
    is_watcher = hashed is not None and equal_in_constant_time(room.watch_hash, hashed)
    is_watcher = is_watcher or (secret is not None and _opens_room(room, secret))
    if person is not None and not (is_watcher and wanted is None):
        key = hash_secret(person)
        opened += [row.seat for row in room.seats if equal_in_constant_time(row.person_hash or "", key)]
    if wanted is not None:
        opened = [seat for seat in opened if seat == wanted]
    if opened:
        return opened[0]
    if wanted is None and (is_watcher or (secret is None and room.is_public)):
        return None
    raise WrongKey


def _opens_room(room: Room, secret: str) -> bool:
    """Whether it is the secret of the room's link."""
    return equal_in_constant_time(room.watch_hash, hash_secret(watch_secret(secret)))


def _settings_of(table: NewTable) -> MatchSettings:
    return MatchSettings.model_validate({name: getattr(table, name) for name in TableSettings.model_fields})


def _settings_of_record(name: str, players: int, bots: Mapping[int, Level]) -> MatchSettings:
    """A record may call its map anything; here the name has to fit."""
    if not bots.keys() <= set(range(players)):
        raise Invalid("bad-seats", f"bots: this game has seats 0 to {players - 1}.")
    seats = [BotSeat(level=bots[seat]) if seat in bots else PersonSeat() for seat in range(players)]
    try:
        return _settings_of(NewTable(map=name, seats=seats, order="fixed"))
    except ValidationError as error:
        problems = problems_text(error.errors(include_url=False, include_input=False))
        raise Invalid("bad-record", f"This record can't become a table: {problems}") from None


def _former_player(seat: Mapping[str, str]) -> FormerPlayer:
    """Who played, as a record says it: names of ours as they were, of whatever else what can be shown."""
    bot = seat.get("bot")
    level = cast("Level", bot) if bot in get_args(Level.__value__) else None
    try:
        name = TypeAdapter(Name).validate_python(seat.get("name") or (bot if level is None else ""))
    except ValidationError:
        name = ""
    return FormerPlayer(name=name, level=level, is_bot=bot is not None)


def _seated(settings: MatchSettings) -> tuple[MatchSettings, int | None]:
    """The settings with the seats in their final order, and where the host (the first person) sits."""
    order = list(range(len(settings.seats)))
    if settings.order == "random":
        random.SystemRandom().shuffle(order)
    seats = [settings.seats[i] for i in order]
    host = next((i for i, seat in enumerate(settings.seats) if isinstance(seat, PersonSeat)), None)
    return settings.model_copy(update={"seats": seats}), None if host is None else order.index(host)


def _rematch_seat(seat: Seat) -> PersonSeat | BotSeat:
    return BotSeat.model_validate({"level": seat.level}) if seat.is_bot else PersonSeat()


def _rematch_id(match: Match) -> str:
    """The same for all who ask, so that there is one rematch even if many ask at once. It can't be guessed before the
    seed is public."""
    digest = hashlib.sha256(f"whistlestop rematch {match.id} {match.seed.seed}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()


def _fill_vacant_seat(match: Match, seat: int, name: str) -> Decision | None:
    return Decision(Sit(seat, name)) if seat in match.vacant_seats else None
