"""What each viewer of a match is sent. Hidden information is left out by `Game`'s views, and added nowhere else.

Messages are put together from encoded parts, for speed; `protocol` has their models, and a test compares them.
"""

from collections.abc import Collection, Mapping, Sequence

from pydantic_core import to_json

from whistlestop.engine.state import NOBODY
from whistlestop.game import Game
from whistlestop.game.events import EventView
from whistlestop.game.view import OWN_PARTS, PUBLIC_PARTS, changed_parts
from whistlestop.server.play.entries import (
    NAMES,
    Act,
    AnswerUndo,
    Downtime,
    Emote,
    Entry,
    Rematch,
    SetPace,
    Sit,
    Vote,
)
from whistlestop.server.play.match import Change, Match
from whistlestop.server.play.protocol import Happened
from whistlestop.server.play.refusal import Refusal, error_json
from whistlestop.server.play.table_view import awaited_part, people_part, requests_part, settings_part
from whistlestop.server.store import ChatRow

ViewerSeat = int | None
"""A seat, or None for a spectator."""


Parts = tuple[bytes, ...]
"""A JSON object in parts, each some of its fields without the braces."""


class Feed:
    """What the viewers at a table were sent last, part by part: from that an update goes on.

    Parts are kept as JSON, which takes little memory and compares quickly. What all viewers see is encoded once.
    """

    __slots__ = ("game", "own", "public", "settings", "table")

    def __init__(self) -> None:
        self.settings = b""
        """What never changes at the table."""
        self.table: Parts = ()
        """The rest of it, but for `now`."""
        self.public: Parts = ()
        """What everybody sees of the game, `history` apart; none while there is no game."""
        self.own: dict[ViewerSeat, Parts] = {}
        """What each viewer alone sees of it. Viewers of the same seat are sent the same."""
        self.game: Game | None = None
        """The game that they are of. None where it is not known any more: then every part is made anew."""

    def view(self, match: Match, viewer: ViewerSeat, now: float, key: str | None = None) -> bytes:
        """All that a viewer may know, to one who has received nothing yet or has lost track."""
        game = match.game
        self.table = self.table or _table_parts(match)
        head = b'{"type":"view","version":%d,"key":%b,"seat":%b' % (match.version, to_json(key), to_json(viewer))
        view = b"null" if game is None else self._whole_view(game, viewer)
        return _message(head, view, _choice(match, viewer), self.whole_table(match, now))

    def _whole_view(self, game: Game, viewer: ViewerSeat) -> bytes:
        self.public = self.public or _public_parts(game)
        if viewer not in self.own:
            self.own[viewer] = _own_parts(game, viewer)
        return _object([*self.public, *self.own[viewer], _history(game.history_part(viewer))])

    def update(self, match: Match, entry: Entry, change: Change, now: float) -> "Update":
        """What an entry changed. Whoever is here has to be sent it, for the next one goes on from there."""
        return Update(self, match, entry, change, now)

    def whole_table(self, match: Match, now: float) -> bytes:
        """The table as JSON, with the time on the server's clock."""
        self.settings = self.settings or _encoded(settings_part(match))
        return _object([self.settings, *self.table, _now(now)])


class Update:
    """What an entry changed, for each viewer; one that took the game back needs a whole view."""

    def __init__(self, feed: Feed, match: Match, entry: Entry, change: Change, now: float) -> None:
        self.feed = feed
        self.match = match
        self.entry = entry
        self.change = change
        self.now = now
        self._head = b""
        self._tails: dict[tuple[ViewerSeat, int], bytes] = {}
        self._tables: dict[int, bytes] = {}
        self._histories: dict[ViewerSeat, bytes] = {}
        self._changed = ALL_PARTS
        self._table_before, feed.table = feed.table, ()
        if change.events_from is not None or change.is_rewritten:
            game = match.game
            if feed.game is not None and game is not None:
                self._changed = changed_parts(feed.game.words, game.words)
            self._own_before, feed.own = feed.own, {}  # who is not here any more is not sent anything
            self._public_before, feed.public = feed.public, ()
            feed.game = game

    def to(self, viewer: ViewerSeat, protocol: int, key: str | None = None) -> bytes:
        """The message to a viewer, with the key of its command if it was that."""
        if self.change.is_rewritten:
            return self.feed.view(self.match, viewer, self.now, key)
        if not self._head:
            self._encode_shared()
        tail = self._tails.get((viewer, protocol))
        if tail is None:
            view, choice = self._view(viewer, protocol), _choice(self.match, viewer)
            tail = self._tails[viewer, protocol] = _message(self._happened, view, choice, self._table(protocol))
        return self._head + (b"null" if key is None else to_json(key)) + tail

    def _encode_shared(self) -> None:
        """What is the same for all viewers."""
        self._head = b'{"type":"update","version":%d,"key":' % self.match.version
        self._happened = b',"happened":' + to_json(happened(self.entry))
        self.feed.table = _table_parts(self.match)
        if self.change.events_from is not None:
            assert self.match.game is not None
            self.feed.public = _public_parts(self.match.game, self._public_before, self._changed)
            self._public_news = _news(self._public_before, self.feed.public)

    def _table(self, protocol: int) -> bytes:
        if protocol not in self._tables:
            if protocol == 1:
                self._tables[protocol] = self.feed.whole_table(self.match, self.now)
            else:
                self._tables[protocol] = _object([*_news(self._table_before, self.feed.table), _now(self.now)])
        return self._tables[protocol]

    def _view(self, viewer: ViewerSeat, protocol: int) -> bytes:
        feed, game, first = self.feed, self.match.game, self.change.events_from
        if first is None:
            return b"null"
        assert game is not None
        before = self._own_before.get(viewer, ())
        if viewer not in feed.own:
            feed.own[viewer] = _own_parts(game, viewer, before, self._changed)
        own = feed.own[viewer]
        if protocol == 1 or not before:
            return _object([*feed.public, *own, self._history(viewer, game, first)])
        news = self._public_news + _news(before, own)
        if len(game.history) > first:
            news.append(self._history(viewer, game, first))
        return _object(news) if news else b"null"

    def _history(self, viewer: ViewerSeat, game: Game, first: int) -> bytes:
        """The new events. Who has no secret among them sees what a spectator sees, and that is encoded once."""
        has_secret = any(event.secret and event.seat == viewer for event in game.history[first:])
        reader = viewer if has_secret else None
        if reader not in self._histories:
            self._histories[reader] = _history(game.history_part(reader, first))
        return self._histories[reader]


ALL_PARTS = (1 << len(PUBLIC_PARTS) + len(OWN_PARTS)) - 1


def _public_parts(game: Game, before: Parts = (), changed: int = ALL_PARTS) -> Parts:
    """What everybody sees of a game. What did not change is as it was before."""
    board, state, words = game.board, game.state, game.words
    parts = [
        _encoded(part.read(board, state, words, NOBODY)) if changed >> i & 1 or not before else before[i]
        for i, part in enumerate(PUBLIC_PARTS)
    ]
    return (*parts, _encoded(game.turn_part()))


def _own_parts(game: Game, viewer: ViewerSeat, before: Parts = (), changed: int = ALL_PARTS) -> Parts:
    """What a viewer alone sees of a game."""
    board, state, words, seat = game.board, game.state, game.words, NOBODY if viewer is None else viewer
    changed >>= len(PUBLIC_PARTS)
    parts = [
        _encoded(part.read(board, state, words, seat)) if changed >> i & 1 or not before else before[i]
        for i, part in enumerate(OWN_PARTS)
    ]
    return (*parts, _encoded(game.choice_part(viewer)))


def _table_parts(match: Match) -> Parts:
    return _encoded(people_part(match)), _encoded(awaited_part(match)), _encoded(requests_part(match))


def _encoded(part: Mapping[str, object]) -> bytes:
    return to_json(part)[1:-1]


def _news(before: Parts, after: Parts) -> list[bytes]:
    """The parts that are other ones than before; all, where there were none."""
    if not before:
        return list(after)
    return [part for part, old in zip(after, before, strict=True) if part != old]


def _history(events: list[EventView]) -> bytes:
    return b'"history":' + to_json(events)


def _now(now: float) -> bytes:
    return b'"now":' + to_json(now)


def _object(parts: list[bytes]) -> bytes:
    return b"{" + b",".join(parts) + b"}"


def _message(head: bytes, view: bytes, choice: str | None, table: bytes) -> bytes:
    """A message that begins with `head`."""
    chosen = b"null" if choice is None else to_json(choice)
    return b'%b,"view":%b,"choice":%b,"table":%b}' % (head, view, chosen, table)


def error_message(version: int, refusal: Refusal, key: str | None) -> bytes:
    """A command that was not carried out."""
    error = error_json(refusal)
    return to_json({"type": "error", "version": version, "key": key, **error})


def presence_message(version: int, seats: Collection[int], watching: int) -> bytes:
    """Who is connected to the table."""
    return to_json({"type": "presence", "version": version, "key": None, "seats": sorted(seats), "watching": watching})


def chat_message(version: int, lines: Sequence[ChatRow], key: str | None = None) -> bytes:
    """What was written."""
    return to_json({"type": "chat", "version": version, "key": key, "lines": lines})


def short_message(type: str, version: int, key: str | None) -> bytes:
    """`accepted` and `pong`."""
    return to_json({"type": type, "version": version, "key": key})


def _choice(match: Match, viewer: ViewerSeat) -> str | None:
    choice = match.choice(viewer)
    return None if choice is None else choice.text


def happened(entry: Entry) -> Happened:
    """An entry as everybody may see it. Of an action only whose it was: the events tell the rest, to each its own."""
    public: Happened = {"kind": NAMES[type(entry)], "seat": getattr(entry, "seat", None)}
    match entry:
        case Act():  # most of them
            pass
        case Sit(name=name):
            public["name"] = name
        case AnswerUndo(agree=agree):
            public["agree"] = agree
        case Vote(about=about):
            public["about"] = about
        case Downtime(seconds=seconds):
            public["seconds"] = seconds
        case Emote(emote=emote):
            public["emote"] = emote
        case SetPace(pace=pace):
            public["pace"] = pace
        case Rematch(match=other):
            public["match"] = other
        case _:
            pass
    return public
