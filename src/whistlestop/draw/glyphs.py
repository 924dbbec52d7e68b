"""Glyphs of the fonts that the page uses: how wide a text is, and its outlines.

The page's build makes `fonts/` from the same files that browsers get (web/build-fonts.js, docs/decisions/0014). Text is
drawn as outlines: a picture then needs no font and is the same everywhere, whatever draws it. Only in print, where the
fonts are embedded, it stays text (docs/decisions/0035).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple
from unicodedata import combining, east_asian_width, normalize
from xml.sax.saxutils import escape, quoteattr

Face = Literal["plain", "display"]
"""The plain one names places, the display one titles."""
Anchor = Literal["start", "middle", "end"]
"""Which end of a text stands at its point, as SVG says it."""

FOLDER = "fonts"
FONTS: dict[Face, tuple[str, int]] = {"plain": ("Fira Sans", 600), "display": ("Rokkitt", 700)}
"""Family and weight of each face, for text that is not drawn as outlines."""
FALLBACK = "'Helvetica Neue',Arial,'Noto Sans',sans-serif"
"""For names in scripts that our fonts don't have."""
USUAL_WIDTH, FULL_WIDTH = 0.62, 1.0
"""Of a letter that our fonts don't have, as a share of its size: of most, and of those that fill a square."""


class FontsNotBuilt(RuntimeError):
    """The fonts are missing: the page of this clone was never built."""

    def __init__(self) -> None:
        super().__init__("The letters of boards are made when the page is built: run `make page` first.")


class Glyph(NamedTuple):
    width: float
    top: float
    bottom: float
    outline: str


class Font(NamedTuple):
    """A face with its glyphs; all sizes are in `units` to the font size."""

    units: int
    cap_height: float
    glyphs: dict[str, Glyph]


class Line(NamedTuple):
    """A line of text, and the point on which it stands."""

    text: str
    x: float
    y: float


def font_folder() -> Path:
    """Where the fonts lie as files, for documents that embed them."""
    folder = Path(str(resources.files(__package__).joinpath(FOLDER)))
    if not any(folder.glob("*.ttf")):
        raise FontsNotBuilt
    return folder


@cache
def load_font(face: Face) -> Font:
    """A face with its glyphs; FontsNotBuilt in a clone whose page was never built."""
    try:
        text = resources.files(__package__).joinpath(FOLDER, f"{face}.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FontsNotBuilt from None
    font = json.loads(text)
    return Font(font["units"], font["cap_height"], {c: Glyph(*glyph) for c, glyph in font["letters"].items()})


def text_width(text: str, size: float, face: Face = "plain", *, spacing: float = 0.0) -> float:
    """How wide a text is, with `spacing` after every letter but the last. Nothing is kerned.

    >>> round(text_width("Denver", 15), 2) < round(text_width("Montréal", 15), 2)
    True
    """
    ems, count = measure(text, face)[:2]
    return ems * size + spacing * max(count - 1, 0)


@lru_cache(maxsize=1024)
def measure(text: str, face: Face) -> tuple[float, int, float, float]:
    """The width of a text, the number of its letters, and how far it reaches up and down, all for the size 1."""
    font, text = load_font(face), normalize("NFC", text)
    width = sum(font.glyphs[c].width / font.units if c in font.glyphs else foreign_width(c) for c in text)
    tall = Glyph(0, font.units, -0.25 * font.units, "")  # of other scripts, to be safe
    glyphs = [font.glyphs.get(c, tall) for c in text]
    up, down = max(glyph.top for glyph in glyphs), min(glyph.bottom for glyph in glyphs)
    return width, len(text), up / font.units, -down / font.units


def foreign_width(glyph: str) -> float:
    """About how wide a letter is that our fonts don't have."""
    if combining(glyph):
        return 0.0
    return FULL_WIDTH if east_asian_width(glyph) in "WF" else USUAL_WIDTH


def text_extent(text: str, size: float, face: Face = "plain") -> tuple[float, float]:
    """How far a text reaches above the line it stands on, and how far below."""
    _, _, up, down = measure(text, face)
    return up * size, down * size


def has_glyphs(text: str, face: Face = "plain") -> bool:
    """Whether our fonts can write a text."""
    return all(c in load_font(face).glyphs for c in normalize("NFC", text))


def draw_text(
    lines: Sequence[Line],
    size: float,
    *,
    face: Face = "plain",
    anchor: Anchor = "start",
    spacing: float = 0.0,
    ink: str,
    halo: str | None = None,
    as_text: bool = False,
) -> str:
    """A text as SVG: one path, so that a halo lies under all of its letters; or text, for who has our fonts.

    What our fonts can't write is left to the machine's own, and held to the width that it was given room for.
    """
    name = quoteattr(" ".join(line.text for line in lines))
    is_ours = all(has_glyphs(line.text, face) for line in lines)
    if as_text or not is_ours:
        write = own_text if is_ours else foreign_text
        family, weight = FONTS[face] if is_ours else (FALLBACK, 600)
        around = f' stroke="{halo}" stroke-width="{0.22 * size:.1f}"' if halo else ""
        texts = "".join(write(line, size, face, anchor, spacing) for line in lines)
        return (
            f'<g aria-label={name} font-family="{family}" font-weight="{weight}" font-size="{size:.4g}" fill="{ink}"'
            f'{around} stroke-linejoin="round" paint-order="stroke">{texts}</g>'
        )
    scale = size / load_font(face).units
    around = f' stroke="{halo}" stroke-width="{0.22 * size / scale:.0f}"' if halo else ""
    path = "".join(line_outline(line, size, face, anchor, spacing) for line in lines)
    return (
        f'<path aria-label={name} d="{path}" transform="scale({scale:.5f})" fill="{ink}"'
        f'{around} stroke-linejoin="round" paint-order="stroke"/>'
    )


def line_outline(line: Line, size: float, face: Face, anchor: Anchor, spacing: float) -> str:
    """The outlines of a line's glyphs, in units of the font."""
    font = load_font(face)
    scale = size / font.units
    x, y = start_of(line, text_width(line.text, size, face, spacing=spacing), anchor) / scale, line.y / scale
    parts = []
    for c in normalize("NFC", line.text):
        glyph = font.glyphs[c]
        if glyph.outline:
            parts.append(f"M{x:.0f} {y:.0f}{glyph.outline}")
        x += glyph.width + spacing / scale
    return "".join(parts)


def own_text(line: Line, size: float, face: Face, anchor: Anchor, spacing: float) -> str:
    """A line in our fonts, set as its outlines would be: without kerning, from a point that we worked out."""
    x = start_of(line, text_width(line.text, size, face, spacing=spacing), anchor)
    apart = f' letter-spacing="{spacing:.2f}"' if spacing else ""
    text = escape(normalize("NFC", line.text))
    return f'<text x="{x:.1f}" y="{line.y:.1f}" style="font-kerning:none"{apart}>{text}</text>'


def foreign_text(line: Line, size: float, face: Face, anchor: Anchor, spacing: float) -> str:
    """A line in the machine's own fonts, held to the width that was reckoned with."""
    width = text_width(line.text, size, face, spacing=spacing)
    return (
        f'<text x="{start_of(line, width, anchor):.1f}" y="{line.y:.1f}" textLength="{width:.1f}"'
        f' lengthAdjust="spacingAndGlyphs">{escape(line.text)}</text>'
    )


def start_of(line: Line, width: float, anchor: Anchor) -> float:
    """Where a line of this width begins."""
    return line.x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
