"""Pictures of the board as people see it: early, middle and late in a game, by day and by night, with four kinds of
colour vision.

    python tools/board_pictures.py FOLDER                  one picture for each, and a sheet for each map and theme
    python tools/board_pictures.py FOLDER --maps usa       one map only

Whoever changes how track, pieces or glow look, looks at the sheets before and after. Games and cards are the same in
every run (tools/screenshots.py).
"""

import argparse
import base64
import sys
from itertools import product
from pathlib import Path

from playwright.sync_api import CDPSession, Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.screenshots import SETTLE, Tables, at_table, known_as, played, visitors

STAGES = {
    "usa": {"early": (4, 20), "middle": (1, 70), "late": (1, 120)},
    "san-francisco": {"early": (6, 12), "middle": (1, 24), "late": (1, 39)},
}
"""Seed and turns by stage."""
PLAYERS = {"usa": 4, "san-francisco": 3}
THEMES = ("light", "dark")
VISIONS = ("none", "protanopia", "deuteranopia", "tritanopia")
"""As Chromium's debugging protocol calls what is missing."""
WINDOW = {"width": 1280, "height": 720}
QUALITY = 82

SHEET = """<body style="margin: 0; display: grid; grid-template-columns: repeat({columns}, auto); gap: 8px;
width: max-content; font: 14px sans-serif; background: #777">{pictures}</body>"""


def board_picture(page: Page, line: CDPSession, vision: str) -> bytes:
    """The board alone, as WebP."""
    line.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    page.wait_for_timeout(SETTLE)
    box = page.locator("[data-part=board]").bounding_box()
    assert box is not None
    return capture(line, {**box, "scale": 1})


def capture(line: CDPSession, clip: dict[str, float]) -> bytes:
    shot = {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True}
    return base64.b64decode(line.send("Page.captureScreenshot", shot)["data"])


def draw_sheet(page: Page, pictures: dict[str, bytes]) -> bytes:
    """All pictures side by side, with their names: a row for each stage."""
    line = page.context.new_cdp_session(page)
    parts = (
        f'<figure style="margin: 0"><img width="640" src="data:image/webp;base64,{base64.b64encode(picture).decode()}">'
        f"<figcaption>{name}</figcaption></figure>"
        for name, picture in pictures.items()
    )
    page.set_content(SHEET.format(columns=len(VISIONS), pictures="".join(parts)))
    page.wait_for_function("[...document.images].every(image => image.complete)")
    width, height = page.evaluate("[document.body.scrollWidth, document.body.scrollHeight]")
    return capture(line, {"x": 0, "y": 0, "width": width, "height": height, "scale": 1})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--maps", nargs="+", choices=STAGES, default=list(STAGES))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with visitors() as (people, tables):
        for map, theme in product(given.maps, THEMES):
            context = people.visitor(viewport=WINDOW, color_scheme=theme, **known_as("Ann", people.url))
            page = context.new_page()
            line = context.new_cdp_session(page)
            pictures = {}
            for stage, (seed, turns) in STAGES[map].items():
                page.goto(link_into(tables, map, seed, turns))
                at_table(page)
                page.wait_for_load_state("networkidle")
                for vision in VISIONS:
                    name = f"{map}-{stage}-{theme}-{'usual' if vision == 'none' else vision}"
                    pictures[name] = board_picture(page, line, vision)
                    (given.folder / f"{name}.webp").write_bytes(pictures[name])
            sheet = given.folder / f"sheet-{map}-{theme}.webp"
            sheet.write_bytes(draw_sheet(context.new_page(), pictures))
            print(sheet, flush=True)
            context.close()


def link_into(tables: Tables, map: str, seed: int, turns: int) -> str:
    return tables.anns_link(played(map, PLAYERS[map], seed=seed, turns=turns))


if __name__ == "__main__":
    main()
