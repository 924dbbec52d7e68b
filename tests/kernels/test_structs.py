"""Records have the layout that their class declares, however NumPy spells the type of an array."""

from typing import Annotated, Any, TypeVar

import numpy as np
import pytest
from typing_extensions import TypeAliasType

from whistlestop.kernels.structs import IntArray, SmallIntArray, record_dtype

Number = TypeVar("Number", bound=np.generic)
LaterNDArray = TypeAliasType("LaterNDArray", np.ndarray[Any, np.dtype[Number]], type_params=(Number,))
"""As NumPy 2.5 has it."""


@pytest.mark.parametrize(
    ("large", "small"), [(IntArray, SmallIntArray), (LaterNDArray[np.int64], LaterNDArray[np.int16])]
)
def test_fields_have_the_numbers_of_their_arrays(large: Any, small: Any) -> None:
    declaration = type("Declaration", (), {"__annotations__": {
        "count": int, "path": Annotated[large, (3, 2)], "kinds": Annotated[small, (5,)],
    }})  # fmt: skip
    layout = record_dtype(declaration)
    assert layout["count"] == np.int64
    assert layout["path"] == np.dtype((np.int64, (3, 2)))
    assert layout["kinds"] == np.dtype((np.int16, (5,)))
