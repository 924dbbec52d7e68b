"""A map as TOML that people have written: what was not changed stays as it is, comments and order too.

>>> base = 'name = "A" # for now\\nlocations = [\\n  { name = "B", x = 1, y = 2 }, # the capital\\n]\\n'
>>> row = {"name": "B", "x": 9, "y": 2}
>>> print(write_toml({"name": "A", "locations": [row]}, base).text, end="")
name = "A" # for now
locations = [
  { name = "B", x = 9, y = 2 }, # the capital
]
"""

from __future__ import annotations

import tomllib
from collections.abc import MutableMapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from whistlestop.extras import needs_extra
from whistlestop.maps.blank import blank_text
from whistlestop.maps.check.shape import Table

with needs_extra("play"):
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AoT, Array, InlineTable, Item

SECTIONS = {"words", "rules", "rules.cards", "rules.tickets", "rules.tokens", "board"}
"""Tables with a head of their own where a file gets them anew; others stand in braces."""
ROW_LISTS = {"locations", "routes", "tickets"}


class WrittenMap(NamedTuple):
    text: str
    keeps_comments: bool
    """False where the text that the map came from could not be changed, and all was written anew."""


def write_toml(tables: Table, base: str | None = None) -> WrittenMap:
    """The text of a map file with these tables: `base`, changed where the tables differ from it."""
    wanted = _without_none(tables)
    if base is not None and (text := _changed(base, wanted)) is not None:
        return WrittenMap(text, keeps_comments=True)
    text = _changed(blank_text(), wanted)
    assert text is not None, "our own template can be changed"
    return WrittenMap(text, keeps_comments=base is None)


def _changed(base: str, wanted: Table) -> str | None:
    """The base with other tables; None if it is no TOML, or the outcome would not be what is wanted."""
    try:
        document = tomlkit.parse(base)
        _update_table(document, wanted, "")
        text = document.as_string()
        return text if _is_same(tomllib.loads(text), wanted) else None
    except (TOMLKitError, ValueError, RecursionError, KeyError, IndexError):
        return None


def _without_none(value: Any) -> Any:
    """TOML has no null: a key without a value is no key."""
    if isinstance(value, dict):
        return {str(key): _without_none(inner) for key, inner in value.items() if inner is not None}
    return [_without_none(inner) for inner in value if inner is not None] if isinstance(value, list) else value


def _is_same(a: Any, b: Any) -> bool:
    """Equal, and for tables of counts in the same order: the order of a deck's colours is theirs everywhere."""
    if isinstance(a, dict) and isinstance(b, dict):
        is_ordered = not _has_only_counts(a) or list(a) == list(b)
        return a.keys() == b.keys() and is_ordered and all(_is_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_is_same, a, b))
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def _has_only_counts(table: Table) -> bool:
    return all(isinstance(value, int) for value in table.values())


def _update_table(table: MutableMapping[str, Any], wanted: Table, path: str) -> None:
    for key in [key for key in table if key not in wanted]:
        del table[key]
    if _has_only_counts(wanted) and [key for key in wanted if key in table] != list(table):  # in another order
        for key in list(table):
            del table[key]
    for key, value in wanted.items():
        inner = f"{path}.{key}".removeprefix(".")
        old = table.get(key)
        if old is None:
            table[key] = _new_item(value, inner)
        elif not _is_same(_plain(old), value):
            _update_value(table, key, old, value, inner)


def _update_value(table: MutableMapping[str, Any], key: str, old: Any, value: Any, path: str) -> None:
    if isinstance(value, dict) and isinstance(old, MutableMapping) and not isinstance(old, InlineTable):
        _update_table(old, value, path)
    elif isinstance(value, list) and isinstance(old, AoT) and all(isinstance(row, dict) for row in value):
        _update_rows(old, value, path)
    elif isinstance(value, list) and isinstance(old, Array) and path in ROW_LISTS:
        if not old:
            old.multiline(True)
        _update_rows(old, value, path)
    else:
        table[key] = _new_item(value, path, like=list(old) if isinstance(old, InlineTable) else [])


def _update_rows(rows: Any, wanted: list[Any], path: str) -> None:
    """Change, remove and insert as few rows as possible, from the last to the first."""
    old = _plain(rows)
    matcher = SequenceMatcher(None, [_identity(row) for row in old], [_identity(row) for row in wanted], autojunk=False)
    for _, first, last, new_first, new_last in reversed(matcher.get_opcodes()):
        common = min(last - first, new_last - new_first)
        for number in reversed(range(first + common, last)):
            del rows[number]
        for number in reversed(range(new_first + common, new_last)):
            rows.insert(first + common, _new_row(rows, wanted[number], path))
        for number in range(common):
            if not _is_same(old[first + number], wanted[new_first + number]):
                _update_row(rows, first + number, old[first + number], wanted[new_first + number], path)


def _update_row(rows: Any, number: int, old: Any, wanted: Any, path: str) -> None:
    if isinstance(rows, AoT):
        _update_table(rows[number], wanted, f"{path}[]")
    else:
        rows[number] = _new_item(wanted, f"{path}[]", like=list(old) if isinstance(old, dict) else [])


def _new_row(rows: Any, wanted: Any, path: str) -> Item:
    if isinstance(rows, AoT):
        table = tomlkit.table()
        _update_table(table, wanted, f"{path}[]")
        return table
    return _new_item(wanted, f"{path}[]")


def _identity(row: Any) -> object:
    """What makes a row the same one after it was changed."""
    if not isinstance(row, dict):
        return repr(row)
    return str(row.get("name")) if "name" in row else (str(row.get("a")), str(row.get("b")))


def _new_item(value: Any, path: str, like: list[str] | None = None) -> Item:
    """A value as we would write it; `like` has the order of keys that it had before, for rows."""
    if isinstance(value, dict) and path in SECTIONS:
        table = tomlkit.table()
        _update_table(table, value, path)
        return table
    if isinstance(value, list) and path in ROW_LISTS:
        array = tomlkit.array()
        array.multiline(True)
        for row in value:
            array.append(_new_item(row, f"{path}[]"))
        return array
    before = [key for key in like or () if key in value] if path.endswith("[]") else []
    return tomlkit.value(_inline(value, before))


def _inline(value: Any, first: list[str] | None = None) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        keys = [*(first or ()), *(key for key in value if key not in (first or ()))]
        pairs = ", ".join(f"{tomlkit.key(key).as_string()} = {_inline(value[key])}" for key in keys)
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return str(tomlkit.item(value).as_string())


def _plain(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item
