"""The texts of printed sheets in four languages, with numbers put into them.

`{pieces}` in a text stands for a number or a word; `{pieces:piece|pieces}` for a number with its noun, in as many forms
as the language has. What stands between `**` is printed bold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple

Language = Literal["en", "pt-BR", "pl", "ro"]
LANGUAGES: tuple[Language, ...] = ("en", "pt-BR", "pl", "ro")
Value = int | float | str

NO_BREAK = "\u00a0"
"""A space at which no line ends."""
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")


class Run(NamedTuple):
    """A stretch of text in one weight."""

    text: str
    is_bold: bool


def polish_form(count: int) -> int:
    """Which of a noun's three forms goes with a count: 1, 2 to 4, 5 and more."""
    if count == 1:
        return 0
    return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2


def romanian_form(count: int) -> int:
    """Which of a noun's three forms goes with a count: 1, 2 to 19, 20 and more."""
    if count == 1:
        return 0
    return 1 if count == 0 or 1 <= count % 100 <= 19 else 2


PLURAL_FORMS: dict[Language, Callable[[int], int]] = {
    "en": lambda count: int(count != 1),
    "pt-BR": lambda count: int(count > 1),
    "pl": polish_form,
    "ro": romanian_form,
}
"""Which of a noun's forms goes with a count, as Unicode's CLDR has it."""


class Texts:
    """The texts of one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.texts = read_texts(language)

    def has(self, key: str) -> str:
        """The text of a key such as `rules.turn.draw`, with its placeholders."""
        found: Any = self.texts
        for word in key.split("."):
            found = found[word]
        if not isinstance(found, str):
            raise KeyError(key)
        return found

    def plain(self, key: str, **values: Value) -> str:
        """A text with its values, without bold.

        >>> Texts("pl").plain("part.cards", count=22).split(), Texts("ro").plain("part.cards", count=110).split()
        (['22', 'karty'], ['110', 'cărți'])
        """
        return "".join(run.text for run in self.runs(key, **values))

    def runs(self, key: str, **values: Value) -> list[Run]:
        """A text with its values, cut where it changes between plain and bold. What is filled in is never cut."""
        parts = self.has(key).split("**")
        return [Run(self.filled(part, values), i % 2 == 1) for i, part in enumerate(parts) if part]

    def filled(self, text: str, values: dict[str, Value]) -> str:
        """A text with its values, and nouns in the form that goes with their counts."""

        def fill(match: re.Match[str]) -> str:
            value, nouns = values[match[1]], match[2]
            if nouns is None or not isinstance(value, int):
                return self.number(value)
            return f"{value}{NO_BREAK}{nouns.split('|')[PLURAL_FORMS[self.language](value)]}"

        return PLACEHOLDER.sub(fill, text)

    def number(self, value: Value) -> str:
        """A number as people of the language write it, of decimals only those that matter on a ruler."""
        if not isinstance(value, float):
            return str(value)
        text = f"{value:.1f}".removesuffix(".0")
        return text if self.language == "en" else text.replace(".", ",")

    def word(self, word: str) -> str:
        """What a map calls something, translated if it is a word of the built-in maps."""
        translated: dict[str, str] = self.texts["words"]
        return translated.get(word, word)


@cache
def read_texts(language: Language) -> dict[str, Any]:
    """All texts of a language."""
    file = resources.files(__package__).joinpath("texts", f"{language}.json")
    texts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return texts
