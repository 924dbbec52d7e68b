"""What a table is set up with: map, seats, clock, who may see it. Asked for at creation, and kept with the match."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator
from typing_extensions import TypeAliasType

from whistlestop.json_types import TypedDict
from whistlestop.maps.limits import MAX_SEATS
from whistlestop.maps.visible import BLANKS, is_visible

Level = TypeAliasType("Level", Literal["easy", "medium", "hard", "expert"])
Pace = TypeAliasType("Pace", Literal["instant", "fast", "normal", "slow"])
ClockKind = Literal["none", "move", "game"]

SHORTEST_CLOCK = {"move": 10, "game": 60}
LONGEST_CLOCK = 14 * 24 * 3600
LONGEST_DELAY = 900


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


Text = Annotated[str, AfterValidator(_unicode)]
MapName = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=24),
    AfterValidator(_printable),
    AfterValidator(_visible),
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
        return {"per": self.per, "seconds": self.seconds}


class TableSettings(Strict):
    """What stays with a match for good."""

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
    stand_in: Level = Field(default="hard", description="the bot that plays for a person who is away")


class NewTable(TableSettings):
    """The request that creates a match."""

    map_text: Text | None = Field(default=None, description="the TOML of a map to upload, checked as in `map check`")
    name: Name = Field(default="Host", description="the host's name")

    @field_validator("map")
    @classmethod
    def _map_can_be_seen(cls, name: str) -> str:
        """Asked of new tables only: stored ones must load."""
        return _visible(name)
