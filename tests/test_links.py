"""Links between the repository's Markdown files, and from notebooks, lead somewhere: files and headings exist."""

import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from tools.site import CONTENTS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/notebooks/*.ipynb")])
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")


@cache
def text_of(page: Path) -> str:
    """What is read as Markdown, without code."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells)
    return text


@cache
def anchors_of(page: Path) -> set[str]:
    """The names of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    anchors: set[str] = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        anchors.add(next(n for i in range(100) if (n := f"{name}-{i}" if i else name) not in anchors))
    return anchors


def dead_links(page: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    dead = []
    for link in LINK.findall(CODE.sub("", text_of(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.is_relative_to(ROOT) or not target.exists():
            dead.append(f"{link}: there is no such file")
        elif target.is_dir() and page != ROOT / "README.md":  # there tools/site.py knows what is meant
            dead.append(f"{link}: a folder has no page on the site")
        elif anchor and target.suffix in (".md", ".ipynb") and anchor not in anchors_of(target):
            dead.append(f"{link}: there is no such heading")
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_is_dead(page: Path) -> None:
    assert dead_links(page) == []


def test_every_page_is_on_the_site() -> None:
    listed = {page for pages in CONTENTS.values() for page in pages}
    assert {f"docs/{page.stem}" for page in ROOT.glob("docs/*.md")} <= listed


def test_dead_links_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    written = (
        "# Two words\n[a](#two-words) [b](#three) [c](README.md) [d](nothing.md) `[e](code.md)` [f](https://x.y/z)"
    )
    monkeypatch.setitem(globals(), "text_of", lambda page: written)  # noqa: ARG005
    anchors_of.cache_clear()
    assert dead_links(ROOT / "README.md") == ["#three: there is no such heading", "nothing.md: there is no such file"]
    anchors_of.cache_clear()
