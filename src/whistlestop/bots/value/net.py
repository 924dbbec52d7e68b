"""A value net: what a state of two players is worth to the seat to play, from `describe`'s integers."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistlestop.bots.value.inputs import FLAGS, NUMBERS
from whistlestop.kernels import kernel
from whistlestop.kernels.structs import IntArray

Weights32 = NDArray[np.float32]
OUTPUTS = 2
"""Logits: of the share of the win, and of 0.5 + 0.5 tanh(margin / 40), the two halves of a playout's value."""


class Net(NamedTuple):
    """Two hidden layers of rectified units. A row of `first` for each number, then for each flag of routes and tickets.

    Weights stand by input, so that the inner loops run over outputs: processors do several at once, in any number, and
    the sums come out the same.
    """

    first: Weights32
    first_bias: Weights32
    second: Weights32
    second_bias: Weights32
    last: Weights32
    last_bias: Weights32


def no_net() -> Net:
    """One of no weights, for compiling."""
    none = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    return Net(none[1], none[0], none[1], none[0], none[1], none[0])


@kernel
def evaluate(net: Net, x: IntArray, outputs: Weights32) -> None:
    """The logits for a state that `x` describes."""
    hidden = net.first_bias.copy()
    for i in range(NUMBERS):
        if x[i] != 0:
            add_row(hidden, net.first[i], np.float32(x[i]))
    for i in range(NUMBERS, x.shape[0]):
        for flag in range(FLAGS):
            if x[i] >> flag & 1:
                add_row(hidden, net.first[NUMBERS + FLAGS * (i - NUMBERS) + flag], np.float32(1.0))
    second = net.second_bias.copy()
    for i in range(hidden.shape[0]):
        if hidden[i] > 0:
            add_row(second, net.second[i], hidden[i])
    for i in range(OUTPUTS):
        outputs[i] = net.last_bias[i]
    for i in range(second.shape[0]):
        if second[i] > 0:
            add_row(outputs, net.last[i], second[i])


@kernel
def add_row(sums: Weights32, row: Weights32, factor: np.float32) -> None:
    """Add a row of weights, times what it is multiplied by."""
    for i in range(sums.shape[0]):
        sums[i] += row[i] * factor


@kernel
def sigmoid(logit: float) -> float:
    """From 0 to 1."""
    return 1.0 / (1.0 + math.exp(-logit))
