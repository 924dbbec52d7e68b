"""Every numbered rule has a test that says so in its name."""

import re
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def rules_of_record() -> set[tuple[int, int]]:
    text = RULES.read_text(encoding="utf-8")
    return {(int(chapter), int(number)) for chapter, number in re.findall(r"\bR([1-9])\.([0-9]+)\b", text)}


def rules_tested() -> set[tuple[int, int]]:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    return {(int(c), int(n)) for c, n in re.findall(r"^def test_r([1-9])_([0-9]+)_", tests, re.MULTILINE)}


def test_the_rules_are_numbered_as_expected() -> None:
    last_number_of_chapter = {1: 5, 2: 7, 3: 6, 4: 3, 5: 2, 6: 5}
    expected = {(chapter, n) for chapter, last in last_number_of_chapter.items() for n in range(1, last + 1)}
    assert rules_of_record() == expected


def test_every_rule_has_a_test() -> None:
    assert sorted(rules_of_record() - rules_tested()) == []


def test_every_test_is_about_a_rule_that_exists() -> None:
    assert sorted(rules_tested() - rules_of_record()) == []
