"""Whole games as golden text: any change of the rules, the generator or the texts shows as a difference."""

import pytest

from tests.golden.playthrough import golden_file, playthrough
from tests.tables import TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_golden_game_is_played_as_ever(name: str, players: int) -> None:
    assert playthrough(name, players) == golden_file(name, players).read_text(encoding="utf-8")


def test_every_table_has_a_golden_game_and_no_other_file_lies_about() -> None:
    files = {path.name for path in golden_file("usa", 2).parent.glob("*.txt")}
    assert files == {golden_file(*table).name for table in TABLES}
