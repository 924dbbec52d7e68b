"""The colours of a board's scenery, light and dark."""

from __future__ import annotations

from typing import NamedTuple


class Theme(NamedTuple):
    water: str
    deep: str
    """Towards the edge of the board."""
    shore: str
    """Lines in the water along the coast."""
    land: str
    coast: str
    park: str
    relief: str
    """Strokes of mountains and contour lines of hills."""
    river: str
    grid: str
    """Meridians and parallels, or streets."""
    ink: str
    halo: str
    frame: str
    bridge: str
    fog: str


THEMES = {
    "paper": Theme(
        water="#d3e0dc",
        deep="#a9c0c2",
        shore="#b3c9c8",
        land="#f5ecd7",
        coast="#a08f6f",
        park="#e4e5c8",
        relief="#a8946c",
        river="#9dbcc2",
        grid="#9c9073",
        ink="#3d372e",
        halo="#fbf7ec",
        frame="#8c7f68",
        bridge="#a08a6c",
        fog="#ffffff",
    ),
    "bay": Theme(
        water="#b7d6db",
        deep="#86b4c1",
        shore="#96c0c9",
        land="#f4ecdc",
        coast="#a3926f",
        park="#d2dfb6",
        relief="#b3a87f",
        river="#97c0cb",
        grid="#e6dac2",
        ink="#26393f",
        halo="#fdfaf2",
        frame="#5f8089",
        bridge="#b9503f",
        fog="#ffffff",
    ),
}
DARK_THEMES = {
    "paper": Theme(
        water="#1c2c35",
        deep="#101b22",
        shore="#31464f",
        land="#363a38",
        coast="#7d7660",
        park="#3c4636",
        relief="#746b53",
        river="#41606b",
        grid="#77715f",
        ink="#f1e8d2",
        halo="#22252a",
        frame="#867a60",
        bridge="#a98b62",
        fog="#53707c",
    ),
    "bay": Theme(
        water="#17323d",
        deep="#0c1e27",
        shore="#2c4f5b",
        land="#333a3b",
        coast="#7c775f",
        park="#34473a",
        relief="#5f6a58",
        river="#2c4f5b",
        grid="#424a4a",
        ink="#eaf0ea",
        halo="#182830",
        frame="#5d7f88",
        bridge="#c9614e",
        fog="#53707c",
    ),
}


def theme_of(name: str, *, is_dark: bool = False) -> Theme:
    """The colours of a theme, by day or by night."""
    return (DARK_THEMES if is_dark else THEMES)[name]
