"""What a release says of itself: version, changelog and citation agree, or `make release` says what to write."""

import re

import pytest
from tools.release import ROOT, current_version, disagreements

import whistlestop

CITATION = "version: 0.2.0\ndate-released: 2027-01-31\n"


def test_a_release_of_which_all_files_speak_is_made() -> None:
    assert disagreements("0.2.0", "# Changes\n\n## 0.2.0 (2027-01-31)\n\n## 0.1.0 (2026-12-01)\n", CITATION) == []


@pytest.mark.parametrize(
    ("version", "section", "citation", "said"),
    [
        ("0.2.0", "Unreleased", CITATION, ['begins with "Unreleased": name that section "0.2.0 (2027-01-31)"']),
        (
            "0.2.0",
            "0.2.0 (2027-02-01)",
            CITATION,
            ['begins with "0.2.0 (2027-02-01)": name that section "0.2.0 (2027-0'],
        ),
        ("0.3.0", "0.2.0 (2027-01-31)", CITATION, ['that section "0.3.0 (2027', "says version 0.2.0: write 0.3.0"]),
        ("0.2.0", "0.2.0 (2027-01-31)", "version: 0.2.0\n", ["name that section", "CITATION.cff has no day"]),
    ],
)
def test_each_thing_that_does_not_agree_is_named(version: str, section: str, citation: str, said: list[str]) -> None:
    problems = disagreements(version, f"# Changes\n\n## {section}\n", citation)
    assert len(problems) == len(said)
    assert all(words in problem for words, problem in zip(said, problems, strict=True))


def test_the_files_speak_of_the_version_that_is_in_the_making() -> None:
    """Between releases only the day is open."""
    assert current_version() == whistlestop.__version__
    changelog, citation = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    (section, *_) = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
    assert section in ("Unreleased", whistlestop.__version__)
    assert not any("says version" in problem for problem in disagreements(whistlestop.__version__, changelog, citation))
