"""Adam (Kingma and Ba, 2015): steps along gradients, each weight at its own pace."""

import numpy as np

from whistlestop.kernels.structs import Floats32

MOMENTUM, CURVATURE, TINY = 0.9, 0.99, 1e-8


class Adam:
    """The means over the gradients so far."""

    def __init__(
        self, like: Floats32, step: int = 0, mean: Floats32 | None = None, square: Floats32 | None = None
    ) -> None:
        self.step = step
        self.mean: Floats32 = np.zeros_like(like) if mean is None else mean
        self.square: Floats32 = np.zeros_like(like) if square is None else square

    def change(self, gradient: Floats32) -> Floats32:
        """What to add to the weights, for a rate of 1."""
        self.step += 1
        self.mean += (1 - MOMENTUM) * (gradient - self.mean)
        self.square += (1 - CURVATURE) * (gradient**2 - self.square)
        mean = self.mean / (1 - MOMENTUM**self.step)
        change: Floats32 = mean / (np.sqrt(self.square / (1 - CURVATURE**self.step)) + TINY)
        return change
