"""The glyphs of boards: those of the page's fonts, all that it needs, and a clear message where they are missing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.draw import FontsNotBuilt, draw_board, glyphs
from whistlestop.draw.glyphs import has_glyphs, load_font, text_extent, text_width
from whistlestop.maps.mapfile import builtin_maps, read_map
from whistlestop.server.app import make_app
from whistlestop.server.running.settings import Settings
from whistlestop.server.web import drawings

TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "texts"
CACHES = (glyphs.load_font, glyphs.measure, drawings.compressed_drawing, drawings.compressed_scenery)


@pytest.fixture
def never_built(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a clone without a page."""
    for cache in CACHES:
        cache.cache_clear()
    monkeypatch.setattr(glyphs, "FOLDER", "nothing")
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.parametrize("face", ["plain", "display"])
@pytest.mark.parametrize("language", sorted(path.name for path in TEXTS.iterdir()))
def test_both_faces_have_every_letter_of_every_language(face: glyphs.Face, language: str) -> None:
    texts = " ".join(path.read_text("utf-8") for path in (TEXTS / language).glob("*.json"))
    letters = {c for c in texts if c.isprintable()} | {c for c in texts.upper() if c.isprintable()}
    assert {c for c in letters if not has_glyphs(c, face)} == set()


@pytest.mark.parametrize("name", builtin_maps())
def test_no_name_on_our_boards_needs_a_font_of_the_machine(name: str) -> None:
    assert "<text" not in draw_board(read_map(name))


def test_a_text_is_as_wide_as_its_letters_and_the_space_between_them() -> None:
    font = load_font("plain")
    widths = [font.glyphs[c].width for c in "Łódź"]
    assert text_width("Łódź", 20) == pytest.approx(sum(widths) / font.units * 20)
    assert text_width("Łódź", 20, spacing=3) == pytest.approx(text_width("Łódź", 20) + 9)
    assert text_width("東京", 20) == 40


def test_a_text_reaches_as_far_as_its_highest_and_lowest_letters() -> None:
    font = load_font("plain")
    assert text_extent("HE", 10)[0] == pytest.approx(10 * font.cap_height / font.units)
    assert text_extent("ŚE", 10)[0] > text_extent("HE", 10)[0]
    assert text_extent("HE", 10)[1] == pytest.approx(0)
    assert text_extent("Hg", 10)[1] > 1


@pytest.mark.usefixtures("never_built")
def test_where_the_page_was_never_built_one_line_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FontsNotBuilt, match="run `make page`"):
        draw_board(read_map("usa"))
    for ending in ("svg", "png"):
        result = CliRunner().invoke(app, ["map", "draw", "usa", "-o", str(tmp_path / f"usa.{ending}")])
        assert result.exit_code == 1
        assert "make page" in result.output
        assert len(result.output.splitlines()) == 1


@pytest.mark.usefixtures("never_built")
def test_a_server_without_letters_says_so() -> None:
    visitor = TestClient(make_app(Settings()))  # without its database: drawings of built-in maps need none
    for path in ("drawing", "scenery.svg"):
        answer = visitor.get(f"/api/maps/usa/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not-built")
        assert "make page" in json.dumps(answer.json())
