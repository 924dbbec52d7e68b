"""The socket's messages: what a client may send and what it receives. docs/protocol.md shows one of each.

Every command has a `key`, chosen by the client; exactly one message answers it and carries the same key. A command
may be sent again after a lost connection: what was done already is not done twice.
"""

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from whistlestop.game.view import View
from whistlestop.json_types import JsonObject, PartOf, TypedDict
from whistlestop.maps.limits import MAX_SEATS
from whistlestop.server.play.entries import EmoteName, EntryKind
from whistlestop.server.play.refusal import ErrorPart, Unreadable, problems_text
from whistlestop.server.play.table_settings import ChatText, Level, Name, Pace, Strict
from whistlestop.server.play.table_view import Table

Key = Annotated[str, Field(min_length=1, max_length=64)]
Secret = Annotated[str, Field(min_length=16, max_length=64)]


class Hello(Strict):
    """The first message: who is there. Without a secret or a key one watches."""

    type: Literal["hello"]
    protocol: Literal[1, 2, 3] = Field(
        default=1,
        description="1: updates are whole; 2: they have only what changed; 3: as 2, and one is also told who is here "
        "and what people write",
    )
    secret: Secret | None = Field(default=None, description="of a seat, or of the link to watch")
    person: Secret | None = Field(
        default=None, description="the key kept in the browser: remembers the seat in `my games`"
    )
    seat: int | None = Field(
        default=None, ge=0, lt=MAX_SEATS, description="which seat, for a person who has several at the table"
    )
    name: Name = "Guest"
    sit: bool = Field(
        default=True, description="take the seat, or take it back from the bot; false after a lost connection"
    )


class Command(Strict):
    key: Key


class ActCommand(Command):
    """Play. `version` is that of the last message seen: if the game has changed since, the action is refused."""

    type: Literal["act"]
    version: int = Field(ge=0)
    action: str = Field(max_length=400)


class UndoCommand(Command):
    """Ask for one's last action back."""

    type: Literal["undo"]


class AnswerUndoCommand(Command):
    type: Literal["answer-undo"]
    agree: bool


class VoteCommand(Command):
    """Let a bot play for `seat`, which left or keeps the table waiting."""

    type: Literal["vote"]
    seat: int = Field(ge=0, lt=8)


class StayCommand(Command):
    """The others want a bot to play here, but its person is there."""

    type: Literal["stay"]


class ReturnCommand(Command):
    """Take one's seat back from the bot."""

    type: Literal["return"]


class LeaveCommand(Command):
    type: Literal["leave"]


class BeginCommand(Command):
    """The host does not wait any longer: bots take the empty seats."""

    type: Literal["begin"]
    fill: Level = "medium"


class EmoteCommand(Command):
    """Say something. It is sent to all viewers and not stored."""

    type: Literal["emote"]
    emote: EmoteName


class WriteCommand(Command):
    """Write something. It is kept with the match."""

    type: Literal["write"]
    text: ChatText


class PaceCommand(Command):
    """How long bots pause before a move."""

    type: Literal["pace"]
    pace: Pace


class Ping(Strict):
    """Answered by `pong`, to keep a connection alive and measure it."""

    type: Literal["ping"]
    key: Key = "ping"


AnyCommand = (
    ActCommand
    | UndoCommand
    | AnswerUndoCommand
    | VoteCommand
    | StayCommand
    | ReturnCommand
    | LeaveCommand
    | BeginCommand
    | PaceCommand
)
AnyMessage = AnyCommand | EmoteCommand | WriteCommand | Hello | Ping
"""What a client may send."""
CLIENT_MESSAGE = TypeAdapter[AnyMessage](Annotated[AnyMessage, Field(discriminator="type")])


def read_message(text: str | bytes) -> AnyMessage:
    """What a client sent. A Refusal names what is wrong with it."""
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        raise Unreadable("bad-message", problems_text(problems)) from None


def key_of(text: str | bytes) -> str | None:
    """The key of a message that can't be read otherwise, so that its answer finds its way."""
    try:
        return TypeAdapter(_Keyed).validate_json(text).key
    except ValidationError:
        return None


class _Keyed(BaseModel):
    key: Key


class Happened(TypedDict):
    """What changed the table, as everybody may know it."""

    kind: EntryKind
    seat: int | None
    name: NotRequired[str]
    agree: NotRequired[bool]
    about: NotRequired[int]
    seconds: NotRequired[float]
    emote: NotRequired[EmoteName]
    pace: NotRequired[Pace]
    match: NotRequired[str]


class Answer(BaseModel):
    """What every message of the server has: the version of the match that it is about."""

    version: int
    key: str | None = Field(description="of the command that this answers")


class ViewMessage(Answer):
    """All there is to know: after `hello`, after an undo, and when the client's version was too old."""

    type: Literal["view"]
    seat: int | None = Field(description="the viewer's; null for a spectator")
    table: Table
    view: View | None = Field(description="null before the game")
    choice: str | None = Field(description="the opening tickets one has chosen, while others still choose")


class UpdateMessage(Answer):
    """Something happened. `view` is null where the game did not change; its `history` holds only the new events.

    In version 1 `view` and `table` are whole; in version 2 they have only the fields that changed, and `now`."""

    type: Literal["update"]
    happened: Happened
    table: Annotated[JsonObject, PartOf(Table, always=["now"])]
    view: Annotated[JsonObject, PartOf(View)] | None
    choice: str | None


class AcceptedMessage(Answer):
    """Done before, or nothing to do."""

    type: Literal["accepted"]


class ErrorMessage(Answer):
    """Not done. After the code `stale` a view follows."""

    type: Literal["error"]
    error: ErrorPart


class PongMessage(Answer):
    type: Literal["pong"]


class PresenceMessage(Answer):
    """Who is connected to the table, whenever that changes. From protocol 3 on."""

    type: Literal["presence"]
    seats: list[int]
    watching: int = Field(description="how many spectators")


class ChatLine(TypedDict):
    number: int
    at: float
    seat: int
    name: str
    text: str


class ChatMessage(Answer):
    """What was written: the latest lines after `hello`, then each one as it comes. From protocol 3 on."""

    type: Literal["chat"]
    lines: list[ChatLine]


ServerMessage = (
    ViewMessage | UpdateMessage | AcceptedMessage | ErrorMessage | PongMessage | PresenceMessage | ChatMessage
)
"""What a client receives from the socket of a table."""
