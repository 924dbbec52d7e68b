"""The board as a heat map: every track coloured by a number, with a legend. Readable without telling red from green."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from whistlestop.draw import draw_board
from whistlestop.maps.mapfile import Map

SVG = "http://www.w3.org/2000/svg"
NAMESPACE = f' xmlns="{SVG}"'
FROM_NONE = ("#fdf3c8", "#b8dcb0", "#5fb6b0", "#2f78a8", "#27306b")
"""From none to all: it gets darker all the way, so it also works in grey."""
AROUND_ZERO = ("#9c3f06", "#e39a58", "#f8f4ea", "#7ba6d8", "#234a9a")
"""From losing (orange) to winning (blue)."""
UNKNOWN = "#d6d2c8"


class Scale:
    """Numbers from `low` to `high` as colours."""

    def __init__(self, colours: Sequence[str], low: float, high: float) -> None:
        self.colours, self.low, self.high = colours, low, high

    def __call__(self, value: float) -> str:
        """
        >>> Scale(("#000000", "#ffffff"), 0, 1)(0.5)
        '#808080'
        """
        part = min(max((value - self.low) / (self.high - self.low), 0), 1) * (len(self.colours) - 1)
        i = min(int(part), len(self.colours) - 2)
        mixed = (
            round(a + (b - a) * (part - i))
            for a, b in zip(_rgb(self.colours[i]), _rgb(self.colours[i + 1]), strict=True)
        )
        return "#" + "".join(f"{channel:02x}" for channel in mixed)

    def legend(self, texts: Sequence[str], unknown: str = "") -> str:
        """The scale as HTML, with texts at its start, middle and end."""
        marks = "".join(f"<span>{escape(text)}</span>" for text in texts)
        known = (
            f'<div class="scale"><div class="ramp" style="background:linear-gradient(90deg,{",".join(self.colours)})">'
            f'</div><div class="marks">{marks}</div></div>'
        )
        swatch = f'<span class="swatch" style="background:{UNKNOWN}"></span>{escape(unknown)}' if unknown else ""
        return f'<div class="legend">{known}<div class="few">{swatch}</div></div>'


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def board_background(board_map: Map) -> str:
    """What all heat maps of a page share, drawn once: the land below the tracks, and the names above them."""
    drawing = list(_parse(draw_board(board_map)))
    tracks = [i for i, element in enumerate(drawing) if element.get("class") == "track"]
    below, above = drawing[1 : tracks[0]], drawing[tracks[-1] + 1 :]  # the first element is the title
    return (
        '<svg class="ground" width="0" height="0" aria-hidden="true"><defs>'
        f'<g id="board-below">{_text(below)}</g><g id="board-above">{_text(above)}</g></defs></svg>'
    )


def heat_map(board_map: Map, title: str, description: str, fills: Mapping[str, str], notes: Mapping[str, str]) -> str:
    """The tracks in these colours. A note is what the pointer finds on a track, after its name."""
    tracks = [element for element in _parse(draw_board(board_map, fills=fills)) if element.get("class") == "track"]
    for track in tracks:
        _annotate(track, notes.get(track.get("data-track", ""), ""))
    board = board_map.board
    return (
        f'<svg class="board" viewBox="0 0 {board.width:g} {board.height:g}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        f'<use href="#board-below"/>{_text(tracks)}<use href="#board-above"/></svg>'
    )


def _annotate(track: ET.Element, note: str) -> None:
    """Add the note, and remove the colours' symbols: here colour means something else."""
    title = track.find(f"{{{SVG}}}title")
    if title is not None and note:
        title.text = f"{title.text} · {note}"
    elements = list(track)
    for before, element in pairwise(elements):
        if before.tag == f"{{{SVG}}}rect" and element.tag == f"{{{SVG}}}path":
            track.remove(element)


def _parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)


def _text(elements: Sequence[ET.Element]) -> str:
    """Elements as they stand in an HTML page, where SVG needs no namespace."""
    ET.register_namespace("", SVG)
    return "".join(ET.tostring(element, encoding="unicode").strip() for element in elements).replace(NAMESPACE, "")
