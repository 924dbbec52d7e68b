"""Points in boxes are counted as looking at each of them would."""

import numpy as np
import pytest

from whistlestop.draw.point_counter import PointCounter


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 300])
def test_every_box_has_as_many_points_as_lie_in_it(count: int) -> None:
    rng = np.random.default_rng(count)
    points = rng.integers(0, 12, (2, count)).astype(float)  # few numbers: many points alike, and on edges
    corners = np.sort(rng.integers(-2, 14, (200, 2, 2)).astype(float), axis=1)
    boxes = corners.reshape(200, 4)  # left, top, right, bottom
    x, y = points[:, :, None]
    left, top, right, bottom = boxes.T
    inside = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
    assert PointCounter(points).count(boxes).tolist() == inside.sum(axis=0).tolist()
