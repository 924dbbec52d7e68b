"""Refusals: what can't be granted, and what to do instead. The kind says why; how that is answered, `web` knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from whistlestop.maps.mapfile import Problem
from whistlestop.maps.messages import MapRefusal

PROBLEMS_SHOWN = 5


class Refusal(Exception):
    """A command or a question that can't be granted. `code` is for programs, `message` for people, `rule` a rule's
    number, `problem` the message in parts, for other languages.

    >>> raise NotFound("no-such-match", "There is no such match; it may have been deleted.")
    Traceback (most recent call last):
    whistlestop.server.play.refusal.NotFound: There is no such match; it may have been deleted.
    """

    def __init__(
        self, code: str, message: str, rule: str | None = None, *, problem: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.problem = problem


class Unreadable(Refusal):
    """It can't be understood."""


class Unidentified(Refusal):
    """Who asks has to say who they are."""


class Forbidden(Refusal):
    """Not for who asks."""


class NotFound(Refusal):
    """There is no such thing."""


class Conflict(Refusal):
    """Not as things stand."""


class TooLarge(Refusal):
    """More than we take."""


class Invalid(Refusal):
    """Understood, and wrong."""


class TooOften(Refusal):
    """Not before `seconds` have passed, where that is known."""

    def __init__(self, code: str, message: str, seconds: int | None = None) -> None:
        super().__init__(code, message)
        self.seconds = seconds


class Unavailable(Refusal):
    """Not now, through no fault of who asks."""


def _without_default(schema: dict[str, Any]) -> None:
    """What may be left out; so does FastAPI write it."""
    schema.pop("default", None)


class ErrorProblem(BaseModel):
    """What is wrong with a map, as its problems are told."""

    key: str = Field(description="The part of the map's file it is about, or nothing.", examples=["locations"])
    id: str = Field(description="Of a text about it.", examples=["too-many-rows"])
    values: dict[str, str | int | float] = Field(description="What the text tells.", examples=[{"count": 99}])


class ErrorPart(BaseModel):
    """What is wrong, and what to do."""

    code: str = Field(description="A word for programs, in kebab-case.", examples=["no-such-table"])
    message: str = Field(description="A sentence for people.", examples=["There is no such table."])
    rule: str | None = Field(description="The number of the rule that an action breaks.", examples=["R3.3"])
    problem: ErrorProblem | None = Field(
        default=None,
        description="The message in parts, for other languages; only of what is wrong with a map.",
        json_schema_extra=_without_default,
    )


def error_json(refusal: Refusal) -> dict[str, Any]:
    """The one shape of errors, over HTTP and in the body of a socket's error message."""
    error = {"code": refusal.code, "message": refusal.message, "rule": refusal.rule}
    return {"error": error if refusal.problem is None else error | {"problem": refusal.problem}}


def about_map(code: str, found: MapRefusal | Problem) -> Refusal:
    """The refusal of a map.

    >>> about_map("cannot-propose", MapRefusal("none-joined", {"pieces": 3})).problem
    {'key': '', 'id': 'none-joined', 'values': {'pieces': 3}}
    """
    message = f"{found.key} {found.message}" if isinstance(found, Problem) else str(found)
    return Invalid(code, message, problem={"key": found.key, "id": found.id, "values": dict(found.values)})


def problems_text(problems: Sequence[Mapping[str, Any]]) -> str:
    """The problems of pydantic in one line, without the values that were sent: they may be secret.

    >>> problems_text([{"loc": ("body", "seats", 0, "level"), "msg": "Field required"}])
    'body.seats[0].level: Field required.'
    """
    lines = [f"{_place(problem['loc'])}: {problem['msg']}" for problem in problems[:PROBLEMS_SHOWN]]
    more = len(problems) - len(lines)
    if more:
        lines.append(f"and {more} more")
    return "; ".join(lines) + "."


def _place(loc: Sequence[str | int]) -> str:
    """("body", "seats", 0) as body.seats[0]; a key that a client made up is cut."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part[:60]}"
    return text.removeprefix(".") or "request"
