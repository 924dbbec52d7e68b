"""Records: a class that declares integer fields once, and gets a numpy dtype and, in plain Python, attributes.

Compiled kernels read a record through one pointer at fixed offsets, which is fast to run and fast to compile. The same
source in plain Python gets a `PlainRecord`: the same attribute names on views of the same memory.
"""

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
SmallIntArray = NDArray[np.int16]
TinyIntArray = NDArray[np.int8]
Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Ids = IntArray | SmallIntArray | TinyIntArray
"""Ids of actions or locations; environments have no room for large ones."""
Records = NDArray[np.void]
"""A one-dimensional array of records, each of them a board or a state."""


def record_dtype(declaration: type) -> np.dtype[np.void]:
    """The memory layout of a class whose fields are `int` or `Annotated[IntArray, shape]`, or of smaller integers.

    >>> class Point:
    ...     x: int
    ...     path: Annotated[IntArray, (3, 2)]
    >>> record_dtype(Point).itemsize
    56
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if get_origin(hint) is Annotated:
            array, shape = get_args(hint)
            fields.append((name, _element_of(array), shape))
        else:
            fields.append((name, np.int64))
    return np.dtype(fields, align=True)


def _element_of(array: Any) -> type:
    """The type of number in an array type: np.int64 of `IntArray`.

    Up to NumPy 2.4 that is `ndarray[shape, dtype[np.int64]]`, from 2.5 on an alias `NDArray[np.int64]`."""
    last = get_args(array)[-1]
    element: type = next(iter(get_args(last)), last)
    return element


class PlainRecord:
    """One record seen from plain Python: arrays are views, integers are read and written through."""

    def __init__(self, records: Records, index: int) -> None:
        one = records[index : index + 1]
        names = records.dtype.names or ()
        arrays = {name: one[name][0] for name in names if one[name].ndim > 1}
        scalars = {name: one[name] for name in names if name not in arrays}
        self.__dict__.update(arrays)
        self.__dict__["_scalars"] = scalars

    def __getattr__(self, name: str) -> int:
        try:
            return int(self.__dict__["_scalars"][name][0])
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: int) -> None:
        self.__dict__["_scalars"][name][0] = value
