"""Where the letters of a drawn board really are: read from the outlines in the picture, not from what placed them."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from whistlestop.draw.labels import Box
from whistlestop.maps.mapfile import Point

COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")
SCALE = re.compile(r"scale\(([\d.]+)\)")


def points_of(path: str) -> Iterator[Point]:
    """The points of an outline, with those that only pull at a curve."""
    x = y = start_x = start_y = 0.0
    for command, text in COMMAND.findall(path):
        numbers = [float(number) for number in NUMBER.findall(text)]
        match command:
            case "M":  # moves the pen to the next letter, and draws nothing
                x, y = numbers
                continue
            case "m":
                x, y = start_x, start_y = x + numbers[0], y + numbers[1]
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "l" | "q" | "c":
                yield from ((x + dx, y + dy) for dx, dy in zip(numbers[::2], numbers[1::2], strict=True))
                x, y = x + numbers[-2], y + numbers[-1]
            case "z":
                x, y = start_x, start_y
            case _:
                raise AssertionError(f"unknown command {command}")
        yield x, y


def box_of(points: list[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def letters_of(svg: str) -> dict[str, Box]:
    """The box around the letters of every text on a picture, by the text."""
    found = {}
    for element in ElementTree.fromstring(svg).iter():
        name, scale = element.get("aria-label"), SCALE.search(element.get("transform", ""))
        if name is not None and scale is not None:
            box = box_of(list(points_of(element.get("d", ""))))
            found[name] = Box(*(side * float(scale[1]) for side in box))
    return found
