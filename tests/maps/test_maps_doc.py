"""docs/maps.md names every key of a map file, what it may be, and no other; and shows pictures that are there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whistlestop.maps.mapfile import Map

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "maps.md").read_text("utf-8")
SCHEMA = Map.model_json_schema()
HUGE = 1_000_000
"""A bound that nobody meets."""
BOUNDS = ("minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties")


def resolved(field: dict[str, Any]) -> dict[str, Any]:
    """What a field may be besides nothing, with what it refers to."""
    options = [one for one in field.get("anyOf", [field]) if one.get("type") != "null"]
    inner: dict[str, Any] = options[0]
    reference = inner.get("$ref", "").rpartition("/")[2]
    return SCHEMA["$defs"][reference] if reference else inner


def keys_of(model: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that can stand in a file, such as `rules.cards.wild` and `routes[].length`, with its field."""
    for name, field in model["properties"].items():
        inner = resolved(field)
        if "properties" in inner:
            yield from keys_of(inner, f"{path}{name}.")
        elif "$ref" in inner.get("items", {}):
            yield from keys_of(resolved(inner["items"]), f"{path}{name}[].")
        else:
            yield f"{path}{name}", inner


def rows_of_the_page() -> dict[str, str]:
    """The rows under "Every key", by the key that they are about."""
    chapter = TEXT[TEXT.index("## Every key") : TEXT.index("## Drawing well")]
    rows, prefix = {}, ""
    for line in chapter.splitlines():
        if heading := re.match(r"\*\*(The file|`[^`]+`)\*\*", line):
            name = heading[1].strip("`")
            lists = {"locations", "routes", "tickets", "[[board.outlines]]"}
            prefix = "" if name == "The file" else name.strip("[]") + ("[]." if name in lists else ".")
        elif row := re.match(r"\| `([^`]+)` \|", line):
            rows[prefix + row[1]] = line
    return rows


KEYS = dict(keys_of(SCHEMA))


def test_every_key_of_a_map_file_is_explained_and_no_other() -> None:
    assert set(rows_of_the_page()) == set(KEYS)


def test_every_row_says_what_a_key_may_be() -> None:
    rows = rows_of_the_page()
    for key, field in KEYS.items():
        for word in field.get("enum", ()):
            assert f'"{word}"' in rows[key], key
        if "prefixItems" not in field:  # a point has two numbers, as its [x, y] shows
            bounds = {field[name] for name in BOUNDS if field.get(name, 0) not in (0, HUGE)}
            assert {bound for bound in bounds if not re.search(rf"\b{bound}\b", rows[key])} <= {1}, key


def test_every_optional_key_is_called_so() -> None:
    rows = rows_of_the_page()
    optional = {
        key
        for key in KEYS
        for model in [SCHEMA, *SCHEMA["$defs"].values()]
        if (name := key.rpartition(".")[2]) in model["properties"]
        and name not in model.get("required", ())
        and model is owner(key)
    }
    assert {key for key, row in rows.items() if "optional" in row.split("|")[2]} == optional


def owner(key: str) -> dict[str, Any]:
    """The model in whose table a key stands."""
    model = SCHEMA
    for part in key.split(".")[:-1]:
        inner = resolved(model["properties"][part.removesuffix("[]")])
        model = resolved(inner["items"]) if part.endswith("[]") else inner
    return model


def test_every_picture_is_there_and_small() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TEXT)
    assert len(pictures) > 8
    assert [one for one in pictures if not 0 < (DOCS / one).stat().st_size <= 100_000] == []
    assert {Path(one).name for one in pictures} == {one.name for one in (DOCS / "images" / "maps").iterdir()}
