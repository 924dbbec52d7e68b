"""The integers of a state as Python reads them: `words[AT.phase]`, `words[AT.row].tolist()`, `words[AT.hand[seat]]`.

`int(state["phase"][0])` makes two numpy objects on its way, and takes four times as long. A view reads some fifty.
"""

from types import SimpleNamespace

import numpy as np

from whistlestop.engine.state import STATE
from whistlestop.kernels.structs import Records

Words = memoryview
"""Shows what the state holds now, also after a kernel has changed it."""


def words_of(state: Records) -> Words:
    """The integers of a state."""
    return state.view(np.int64).data


def _span(name: str) -> slice:
    assert STATE.fields is not None
    dtype, offset, *_ = STATE.fields[name]
    return slice(offset // 8, (offset + dtype.itemsize) // 8)


def _place(name: str) -> int | slice | tuple[slice, ...]:
    first, shape = _span(name).start, STATE[name].shape
    if not shape:
        return first
    if len(shape) == 1:
        return slice(first, first + shape[0])
    rows, size = shape
    return tuple(slice(first + row * size, first + (row + 1) * size) for row in range(rows))


AT = SimpleNamespace(**{name: _place(name) for name in STATE.names or ()})
"""Where each field is: the index of an integer, the slice of a row of them, or a slice for each seat."""


def spans_of(names: str) -> tuple[slice, ...]:
    """Where some fields are, in as few pieces as possible."""
    spans: list[slice] = []
    for span in sorted(map(_span, names.split()), key=lambda span: int(span.start)):
        if spans and spans[-1].stop == span.start:
            spans[-1] = slice(spans[-1].start, span.stop)
        else:
            spans.append(span)
    return tuple(spans)
