"""/docs: everything of the OpenAPI document, on a page that needs no script."""

import re
from html.parser import HTMLParser

from tests.server.small_app import client, small_app
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.api_page import api_page
from whistlestop.server.web.schema_text import example_of, fields_of, type_text

VOID = {"meta", "link", "wbr"}


class Tags(HTMLParser):
    """All tags of a page; fails if one is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert "style" not in dict(attrs), "our Content-Security-Policy allows no inline style"
        assert not [name for name, _ in attrs if name.startswith("on")], "nor handlers"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_shows_every_path_parameter_field_and_answer() -> None:
    page = client().get("/docs").text
    plain = page.replace("<wbr>", "")
    document = small_app(Settings()).openapi()
    for path in document["paths"]:
        assert plain.count(f"<code>{path}</code>") >= 2, path
    for text in ("Board a train", "limit", "integer (≥ 1, ≤ 9), in query", "wagon", "friends[].name", "Answer 4XX"):
        assert text in plain
    assert "Who &lt;travels&gt;." in plain
    assert "<travels>" not in plain


def test_the_page_is_sound_and_works_under_our_policy() -> None:
    page = client().get("/docs").text
    tags = Tags(page)
    assert not tags.seen & {"script", "style", "iframe", "img"}
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) == set(ids)
    assert not re.findall(r'(?:href|src)="(?:https?:)?//', page)


def test_the_style_sheet_is_served_from_here() -> None:
    response = client().get("/static/api.css")
    assert response.headers["content-type"] == "text/css; charset=utf-8"
    assert "prefers-color-scheme: dark" in response.text


def test_a_schema_that_contains_itself_ends() -> None:
    document = small_app(Settings()).openapi()
    passenger = {"$ref": "#/components/schemas/Passenger-Input"}
    names = [name for name, *_ in fields_of(document, passenger)]
    assert names[:3] == ["name", "wagon", "friends"]
    assert len(names) < 40
    assert example_of(document, passenger)["wagon"] == "second"


def test_types_in_words() -> None:
    assert type_text({}, {"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]}) == (
        "string (at most 9 characters) or null"
    )
    assert type_text({}, {"enum": ["a", "b"]}) == '"a" | "b"'
    assert type_text({}, {"const": "a"}) == '"a"'
    assert type_text({}, {}) == "anything"


def test_an_empty_document_makes_a_page() -> None:
    Tags(api_page({"info": {"title": "Nothing", "version": "0"}}))
