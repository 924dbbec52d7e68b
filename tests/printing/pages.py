"""Pages of a PDF as pictures that can be measured with a ruler."""

from __future__ import annotations

from ctypes import create_string_buffer
from math import cos, radians, sin

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

Picture = NDArray[np.int16]
POINTS_PER_MM = 72 / 25.4


class Pages:
    def __init__(self, pdf: bytes) -> None:
        self.document = pypdfium2.PdfDocument(pdf)

    def __len__(self) -> int:
        return len(self.document)

    def size(self, number: int) -> tuple[float, float]:
        """Of a page, counted from 1, in millimetres."""
        width, height = self.document[number - 1].get_size()
        return width / POINTS_PER_MM, height / POINTS_PER_MM

    def text(self, number: int) -> str:
        text: str = self.document[number - 1].get_textpage().get_text_range()
        return " ".join(text.split())

    def picture(self, number: int, pixels_per_mm: float) -> Picture:
        """Rows of pixels, each red, green and blue."""
        bitmap = self.document[number - 1].render(scale=pixels_per_mm / POINTS_PER_MM, rev_byteorder=True)
        picture: Picture = bitmap.to_numpy()[:, :, :3].astype(np.int16)
        return picture

    def text_box(self, number: int, text: str) -> tuple[float, float]:
        """From where to where a text goes on a page, in millimetres from the left."""
        page = self.document[number - 1].get_textpage()
        first, count = page.search(text, match_case=True).get_next()
        boxes = [page.get_charbox(first + i, loose=True) for i in range(count)]
        return min(box[0] for box in boxes) / POINTS_PER_MM, max(box[2] for box in boxes) / POINTS_PER_MM

    def fonts(self) -> dict[str, bool]:
        """Every font that a text is written in, and whether it is embedded."""
        found: dict[str, bool] = {}
        for page in self.document:
            for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
                font = pdfium.FPDFTextObj_GetFont(item)
                name = create_string_buffer(100)
                pdfium.FPDFFont_GetBaseFontName(font, name, 100)
                found[name.value.decode()] = pdfium.FPDFFont_GetIsEmbedded(font) == 1
        return found

    def bitmap_count(self) -> int:
        return sum(1 for page in self.document for _ in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]))


def rgb(colour: str) -> Picture:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.int16)


def is_near(pixels: Picture, colour: str, tolerance: int = 40) -> NDArray[np.bool_]:
    """Which pixels have a colour, whatever smoothing did to it."""
    near: NDArray[np.bool_] = np.abs(pixels - rgb(colour)).max(axis=-1) <= tolerance
    return near


def measure_from(
    picture: Picture, pixels_per_mm: float, start: tuple[float, float], angle: float, edge: str, nearest: float
) -> float:
    """How far it is, in millimetres, from a point in a direction to the middle of a line of some colour."""
    steps = np.arange(nearest, nearest + 10, 0.02)
    x = (start[0] + steps * cos(radians(angle))) * pixels_per_mm
    y = (start[1] + steps * sin(radians(angle))) * pixels_per_mm
    hits = np.flatnonzero(is_near(picture[y.astype(int), x.astype(int)], edge, 30))
    line = hits[: 1 + np.flatnonzero(np.diff(np.append(hits, hits[-1] + 99)) > 1)[0]]
    return float(steps[line].mean())
