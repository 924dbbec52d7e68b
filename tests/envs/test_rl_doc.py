"""docs/rl.md: its tables are what the environments have."""

from pathlib import Path

from whistlestop.board import load_board
from whistlestop.envs.kernels.rewards import REWARDS
from whistlestop.envs.layout import HiddenLayout, Layout, Part

TEXT = (Path(__file__).parents[2] / "docs" / "rl.md").read_text(encoding="utf-8")


def rows_after(heading: str) -> list[list[str]]:
    """The cells of the table that begins with this line."""
    lines = TEXT[TEXT.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def columns(part: Part) -> list[str]:
    is_empty = 0 in part.shape
    shape = " × ".join(map(str, part.shape))
    return ["–", "–"] if is_empty else [shape, f"{part.slice.start}:{part.slice.stop}"]


def test_every_part_of_an_observation_is_told() -> None:
    usa, san_francisco = (Layout(load_board(name), 2) for name in ("usa", "san-francisco"))
    expected = [[f"`{a.name}`", *columns(a), *columns(b), a.meaning] for a, b in zip(usa, san_francisco, strict=True)]
    assert rows_after("| part | USA |") == expected


def test_every_hidden_part_is_told() -> None:
    layout = HiddenLayout(load_board("usa"), 2)
    assert rows_after("| hidden part | meaning |") == [[f"`{part.name}`", part.meaning] for part in layout]


def test_every_range_of_actions_is_told() -> None:
    first_to_last = {row[0].split()[0].strip("`"): row[1:3] for row in rows_after("| numbers | USA |")[1:]}
    for column, name in enumerate(("usa", "san-francisco")):
        verbs = [action.verb for action in load_board(name).actions]
        for verb, cells in first_to_last.items():
            numbers = [i for i, other in enumerate(verbs) if other == verb and not (verb == "draw" and i == 2)]
            assert cells[column] == (f"{numbers[0]}–{numbers[-1]}" if numbers else "–"), (name, verb)


def test_every_reward_is_told() -> None:
    assert [row[0].strip("`") for row in rows_after("| `reward` | when |")] == list(REWARDS)
