"""The page's texts: the same in every language, none missing, none unused."""

import json
import re
from pathlib import Path

import pytest

import whistlestop as ws
from whistlestop.maps.mapfile import Words, builtin_maps
from whistlestop.maps.messages import ENGLISH, REASONS
from whistlestop.studio.opening import THE_MAP, THE_TEXT

WEB = Path(__file__).parents[2] / "web" / "src"
TEXTS = WEB / "i18n" / "texts"
LANGUAGES = ("en", "pt-BR", "pl", "ro")
PARTS = sorted(path.stem for path in (TEXTS / "pl").glob("*.json"))
PLURALS = {
    "en": {"one", "other"},
    "pt-BR": {"one", "many", "other"},
    "pl": {"one", "few", "many", "other"},
    "ro": {"one", "few", "other"},
}
MAPS = (*(ws.load_board(name).map for name in builtin_maps()),)
CONTEXTS = {
    word.replace(" ", "-") for words in (Words(), *(one.words for one in MAPS)) for word in words.model_dump().values()
}
"""The words of the built-in maps, and those of a map that has none of its own."""
TOKENS = {
    "en": (r"\btokens?\b", r"\btourist tokens?\b"),
    "pt-BR": (r"\bfichas?\b", r"\bfichas? de Turista\b"),
    "pl": (r"\bżeton\w*", r"\bżeton\w* Turystyki\b"),
    "ro": (r"\bjeto\w+", r"\bjeto\w+ de turist\b"),
}
"""What a token is called for short, and in full as in the glossary."""
MISSET = re.compile(r"[\"'ŞşŢţ]| …|\.\.\.|  | - |^ | $")
"""Quotes, dots and dashes as keyboards have them, and the cedillas that Romanian does not have."""
PLURAL = re.compile(r"_(one|few|many|other)$")
LITERAL = re.compile(rf"[\"'`](({'|'.join(PARTS)}):[\w.-]+)[\"'`]")
PREFIX = re.compile(rf"`(({'|'.join(PARTS)}):[\w.-]*)\$\{{")


def flat(texts: dict[str, object], prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, text in texts.items():
        if isinstance(text, dict):
            found |= flat(text, f"{prefix}{key}.")
        else:
            assert isinstance(text, str), f"{prefix}{key} is no text"
            found[prefix + key] = text
    return found


def texts_of(language: str) -> dict[str, str]:
    """Every text of a language by its key, such as `table:your-turn`."""
    found: dict[str, str] = {}
    for part in PARTS:
        if (language, part) != ("en", "checks"):
            found |= flat(json.loads((TEXTS / language / f"{part}.json").read_text("utf-8")), f"{part}:")
    return found | said_by_the_server() if language == "en" else found


def said_by_the_server() -> dict[str, str]:
    """What is wrong with a map has its English in Python, and the page has it in the other languages."""
    values = {id: re.sub(r"(?<!\{)\{(\w+)(?::[^}]*)?\}", r"{{\1}}", text) for id, text in ENGLISH.items()}
    lines = {"line": "line {{line}}", "line-and-column": "line {{line}}, column {{column}}"}
    wholes = {"text": THE_TEXT, "map": THE_MAP, "end": "end of document"}
    return flat({"problem": values, "key": lines | wholes, "reason": REASONS}, "checks:")


def called(key: str) -> str:
    """The key as the source calls it: without plural form and board."""
    base = PLURAL.sub("", key)
    board = base.rpartition("_")
    return board[0] if board[2] in CONTEXTS else base


def source() -> str:
    files = [path for kind in ("*.ts", "*.svelte") for path in WEB.rglob(kind)]
    return "\n".join(path.read_text("utf-8") for path in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_english(language: str) -> None:
    english, ours = texts_of("en"), texts_of(language)
    assert {PLURAL.sub("", key) for key in ours} == {PLURAL.sub("", key) for key in english}
    assert [key for key, text in ours.items() if not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_all_forms_of_the_language(language: str) -> None:
    forms: dict[str, set[str]] = {}
    for key in texts_of(language):
        if found := PLURAL.search(key):
            forms.setdefault(PLURAL.sub("", key), set()).add(found[1])
    assert {key: has for key, has in forms.items() if has != PLURALS[language]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_tells_the_same_values(language: str) -> None:
    def values(texts: dict[str, str]) -> dict[str, set[str]]:
        placeholders: dict[str, set[str]] = {}
        for key, text in texts.items():
            # A form for one may say "a card" where the others count.
            names = set(re.findall(r"\{\{(\w+)", text)) - {"count"}
            placeholders.setdefault(PLURAL.sub("", key), set()).update(names)
        return placeholders

    assert values(texts_of(language)) == values(texts_of("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_map_calls_by_a_word_of_its_own_is_said_with_it(language: str) -> None:
    texts = texts_of(language)
    bases = {called(key) for key in texts if called(key) != PLURAL.sub("", key)}
    assert len(bases) == 11
    fallbacks = {key: text for key, text in texts.items() if PLURAL.sub("", key) in bases}
    assert {PLURAL.sub("", key) for key in fallbacks} == bases
    assert [key for key, text in fallbacks.items() if "{{word}}" not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_speaks_of_tokens_calls_them_what_players_do(language: str) -> None:
    short, full = (re.compile(name, re.IGNORECASE) for name in TOKENS[language])
    speaking = {key: text for key, text in texts_of(language).items() if short.search(text)}
    assert len(speaking) > 20
    assert {key: text for key, text in speaking.items() if not full.search(text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_typeset_and_not_typewritten(language: str) -> None:
    typewritten = said_by_the_server() if language == "en" else {}  # for a terminal
    texts = {key: text for key, text in texts_of(language).items() if key not in typewritten}
    assert {key: text for key, text in texts.items() if MISSET.search(text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_percents_are_written_as_browsers_write_them(language: str) -> None:
    found = re.findall(r"\S*\d\s?%|\}\s?%", "\n".join(texts_of(language).values()))
    assert set(found) == {"100\xa0%" if language == "ro" else "100%"}


def test_no_text_is_missing() -> None:
    known = {called(key) for key in texts_of("en")}
    used = {found[0] for found in LITERAL.findall(source())}
    assert used - known == set()


def test_no_text_is_unused() -> None:
    text = source()
    used = {found[0] for found in LITERAL.findall(text)}
    prefixes = tuple(found[0] for found in PREFIX.findall(text) if not found[0].endswith(":"))
    unused = {called(key) for key in texts_of("en")} - used
    assert {key for key in unused if not key.startswith(prefixes)} == set()
