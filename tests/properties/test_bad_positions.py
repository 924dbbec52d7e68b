"""A position that is none is refused in few words, however much of it there is."""

import copy
from typing import Any

import pytest

from whistlestop import Game
from whistlestop.game.position import BadPosition

POSITION = Game("usa", players=2, seed=1).position()
MANY = 50_000


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("deck",), [1] * MANY),
        (("claimed",), {f"x{i}": "x" for i in range(MANY)}),
        (("seats",), [{}] * MANY),
        (("seats", 0, "hand"), {f"x{i}": "x" for i in range(MANY)}),
        (("seats", 0, "tickets"), [None] * MANY),
        (("x" * MANY,), [1] * MANY),
        (("deck",), [1] * 100),
    ],
)
def test_what_is_wrong_is_told_in_few_words(path: tuple[Any, ...], value: Any) -> None:
    position: Any = copy.deepcopy(POSITION)
    part = position
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(BadPosition) as refused:
        Game.from_position(position)
    assert str(path[-1])[:5] in str(refused.value)
    assert len(str(refused.value)) < 1000
