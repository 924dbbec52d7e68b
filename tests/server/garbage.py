"""Garbage for the socket: wrong in every way that a client can be wrong, and sometimes right."""

import json
from typing import Any, get_args

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from whistlestop.server.play.protocol import AnyMessage

MODELS: tuple[type[BaseModel], ...] = get_args(AnyMessage)
ACTIONS = (
    "pass",
    "tickets",
    "draw deck",
    "draw wild",
    "keep",
    "take bell",
    "claim x/y red:1",
    "claim \0",
    "draw " * 70,
)
DEEP = ("[" * 5000, '{"a":' * 2500, "[" * 5000 + "]" * 5000, '{"key": "deep", "a": ' + "[" * 7000)

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20) | st.just("x" * 5000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def plausible(name: str, field: Any) -> st.SearchStrategy[Any]:
    """A value of the right type, which the table may still refuse."""
    if name == "action":
        return st.sampled_from(ACTIONS)
    return st.integers(0, 300) if field.annotation is int else st.from_type(field.annotation)


@st.composite
def commands(draw: st.DrawFn) -> str:
    """A message of some type: each field may be right, of any other type, missing, or one too many."""
    model = draw(st.sampled_from(MODELS))
    message: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind = draw(st.sampled_from(["right", "right", "right", "wrong", "missing"]))
        if name == "key":
            message[name] = draw(st.text(min_size=1, max_size=64) if kind == "right" else values)
        elif kind != "missing" or name == "type":
            message[name] = draw(plausible(name, field) if kind == "right" or name == "type" else values)
    if draw(st.integers(0, 9)) == 0:
        message[draw(st.text(max_size=8))] = draw(values)
    return json.dumps(message)


def broken(text: str, at: int) -> str:
    """The text without its end."""
    return text[: at % (len(text) + 1)]


LARGEST = 16_000
"""Bytes. A server ends the socket of who sends more than 16,384."""


def is_sendable(message: str | bytes) -> bool:
    return len(message.encode(errors="surrogatepass") if isinstance(message, str) else message) <= LARGEST


garbage = st.one_of(
    commands(),
    commands(),
    commands(),
    st.builds(broken, commands(), st.integers(0, 200)),
    st.binary(max_size=200),
    st.text(max_size=200),
    values.map(json.dumps),
    st.sampled_from(DEEP),
).filter(is_sendable)


def readable_key(message: str | bytes) -> str | None:
    """The key under which a message has to be answered."""
    if isinstance(message, bytes):
        return None
    try:
        said = json.loads(message)
    except (ValueError, RecursionError):
        return None
    key = said.get("key") if isinstance(said, dict) else None
    return key if isinstance(key, str) and 1 <= len(key) <= 64 else None


def numbered(message: str | bytes, number: int) -> str | bytes:
    """The message with a key of its own, if it has a readable one."""
    if readable_key(message) is None:
        return message
    said = json.loads(str(message))
    return json.dumps(said | {"key": f"{number} {said['key']}"[:64]})


def heap_of_garbage(count: int) -> list[str | bytes]:
    """The same messages in every run."""
    heap: list[str | bytes] = []

    @settings(max_examples=count, derandomize=True, database=None, phases=[Phase.generate], deadline=None)
    @given(garbage)
    def throw(message: str | bytes) -> None:
        heap.append(numbered(message, len(heap)))

    throw()
    return heap
