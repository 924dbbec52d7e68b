"""What a table is set up with: map, seats, clock, who may see it. Asked for at creation, and kept with the match."""

from typing import Annotated, Literal
from unicodedata import category

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator
from typing_extensions import TypeAliasType

from whistlestop.json_types import TypedDict
from whistlestop.maps.limits import MAX_SEATS
from whistlestop.maps.visible import BLANKS, is_visible

Level = TypeAliasType("Level", Literal["easy", "medium", "hard", "expert", "master"])
Pace = TypeAliasType("Pace", Literal["instant", "fast", "normal", "slow"])
ClockKind = Literal["none", "move", "game"]

SHORTEST_CLOCK = {"move": 10, "game": 60}
LONGEST_CLOCK = 14 * 24 * 3600
LONGEST_DELAY = 900
TURNS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks of Unicode that turn the direction of reading."""


def _printable(name: str) -> str:
    if not name.isprintable():
        raise ValueError("a name has letters, digits, signs and spaces only")
    return name


def _visible(name: str) -> str:
    if not is_visible(name) or not BLANKS.isdisjoint(name):
        raise ValueError("a name has letters, digits or signs that can be seen")
    return name


def _unicode(text: str) -> str:
    """JSON can carry half a surrogate pair, which can be neither stored nor sent."""
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError("the text has half a surrogate pair in it")
    return text


def _one_line(text: str) -> str:
    """No line ends and other controls, nor marks that turn the direction of what follows. Emojis need their joiners."""
    if any(category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in TURNS for sign in text) or not is_visible(text):
        raise ValueError("one line of letters, digits, signs and emojis")
    return text


Text = Annotated[str, AfterValidator(_unicode)]
MapName = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=24),
    AfterValidator(_printable),
    AfterValidator(_visible),
]


ChatText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=300),
    AfterValidator(_unicode),
    AfterValidator(_one_line),
]


class Strict(BaseModel):
    """A model that refuses what it does not know, so that a misspelt field is not silently lost."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class PersonSeat(Strict):
    kind: Literal["person"] = "person"


class BotSeat(Strict):
    kind: Literal["bot"] = "bot"
    level: Level = "medium"


class ClockView(TypedDict):
    per: ClockKind
    seconds: int


class Clock(Strict):
    """How long a person may think. When the time is up a bot plays for them until they come back."""

    per: ClockKind = "none"
    seconds: int = Field(default=0, ge=0, le=LONGEST_CLOCK, description="for a turn (per move) or all turns (per game)")

    @model_validator(mode="after")
    def _long_enough(self) -> "Clock":
        least = SHORTEST_CLOCK.get(self.per, 0)
        if self.seconds < least:
            raise ValueError(f"a clock per {self.per} needs at least {least} seconds")
        return self

    def view(self) -> ClockView:
        """As JSON."""
        return {"per": self.per, "seconds": self.seconds}


class TableSettings(Strict):
    """What somebody chooses for a table."""

    map: MapName = Field(default="usa", description="a built-in map's name, or the name given to an uploaded one")
    seats: list[Annotated[PersonSeat | BotSeat, Field(discriminator="kind")]] = Field(
        min_length=2, max_length=MAX_SEATS, description="the first person is the host"
    )
    order: Literal["random", "fixed"] = Field(default="random", description="who sits where, and so who begins")
    public: bool = Field(default=False, description="shown in the lobby: anybody may take an empty seat, and watch")
    clock: Clock = Field(default=Clock(), description="how long people may think")
    spectator_delay: int = Field(
        default=0, ge=0, le=LONGEST_DELAY, description="how many seconds later spectators see the table"
    )
    pace: Pace = Field(default="normal", description="how long bots pause before a move")
    hints: bool = Field(default=True, description="whether people may ask what the strongest bot would do")
    chat: bool | None = Field(
        default=None, description="whether people may write to each other; null: if the table is not public"
    )
    stand_in: Level = Field(default="hard", description="the bot that plays for a person who is away")


class FormerPlayer(Strict):
    """Who played on a seat of a finished game that was opened from its record."""

    name: str = ""
    level: Level | None = None
    is_bot: bool = False


class MatchSettings(TableSettings):
    """What stays with a match for good. What nobody chose is None, and not stored: older versions do not know it."""

    host: int | None = Field(default=None, description="whose table it is, while they are there")
    played_by: list[FormerPlayer] | None = Field(default=None, description="of a finished game: who played it")

    @property
    def has_chat(self) -> bool:
        """Tables of friends have a chat, public ones only if they ask for it."""
        return not self.public if self.chat is None else self.chat


class NewTable(TableSettings):
    """The request that creates a match."""

    map_text: Text | None = Field(default=None, description="the TOML of a map to upload, checked as in `map check`")
    name: Name = Field(default="Host", description="the host's name")

    @field_validator("map")
    @classmethod
    def _map_can_be_seen(cls, name: str) -> str:
        """Asked of new tables only: stored ones must load."""
        return _visible(name)
