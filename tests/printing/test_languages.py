"""The texts of prints: the same in every language, none missing, every noun in all of its forms."""

from __future__ import annotations

from typing import Any

import pytest

from whistlestop.draw.glyphs import has_glyphs
from whistlestop.maps.mapfile import builtin_maps, read_map
from whistlestop.printing.languages import LANGUAGES, PLACEHOLDER, Language, Texts, read_texts

FORMS = {"en": 2, "pt-BR": 2, "pl": 3, "ro": 3}


def flat(texts: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, text in texts.items():
        found |= flat(text, f"{prefix}{key}.") if isinstance(text, dict) else {prefix + key: text}
    return found


def texts_of(language: Language) -> dict[str, str]:
    return {key: text for key, text in flat(read_texts(language)).items() if not key.startswith("words.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_values(language: Language) -> None:
    english, ours = texts_of("en"), texts_of(language)
    assert ours.keys() == english.keys()
    for key, text in ours.items():
        assert text.strip(), key
        assert text.count("**") % 2 == 0, key
        names = {found[0] for found in PLACEHOLDER.findall(text)}
        assert names == {found[0] for found in PLACEHOLDER.findall(english[key])}, key
        for _, nouns in PLACEHOLDER.findall(text):
            assert not nouns or len(nouns.split("|")) == FORMS[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_fonts_have_every_letter(language: Language) -> None:
    assert [text for text in flat(read_texts(language)).values() if not has_glyphs(text)] == []


@pytest.mark.parametrize("language", ["pt-BR", "pl", "ro"])
def test_the_words_of_the_built_in_maps_are_translated(language: Language) -> None:
    words = {word for name in builtin_maps() for word in read_map(name).words.model_dump().values()}
    assert words <= read_texts(language)["words"].keys()
    assert Texts(language).word("zeppelin") == "zeppelin"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {0: "0 cards", 1: "1 card", 2: "2 cards", 21: "21 cards"}),
        ("pt-BR", {0: "0 carta", 1: "1 carta", 2: "2 cartas"}),
        ("pl", {1: "1 karta", 3: "3 karty", 5: "5 kart", 12: "12 kart", 22: "22 karty", 112: "112 kart"}),
        ("ro", {0: "0 cărți", 1: "1 carte", 19: "19 cărți", 20: "20 de cărți", 101: "101 cărți", 120: "120 de cărți"}),
    ],
)
def test_counted_nouns_have_the_form_of_the_language(language: Language, said: dict[int, str]) -> None:
    texts = Texts(language)
    assert {count: texts.plain("part.cards", count=count).replace("\u00a0", " ") for count in said} == said


def test_what_is_filled_in_is_never_read_as_bold() -> None:
    runs = Texts("en").runs("cover.tiled", width="**", height=1, columns=2, rows=3, overlap=4)
    assert runs[1] == ("** × 1 mm", True)


def test_decimals_are_written_as_in_the_language() -> None:
    assert [Texts(language).number(8.5) for language in ("en", "pl")] == ["8.5", "8,5"]
    assert Texts("en").number(20.0) == "20"
