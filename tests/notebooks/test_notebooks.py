"""The notebooks of the docs run, and what is stored in them is what comes out."""

import json
from pathlib import Path

import pytest

from tests.notebooks.run import paths, run

MOST = 1_000_000
"""Bytes of a notebook: each is in the repository and on the site."""


def test_there_are_four() -> None:
    assert {path.stem for path in paths()} == {"first-game", "first-bot", "first-learning-run", "judging-a-map"}


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_a_notebook_gives_what_is_stored_in_it(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    assert len(stored) < MOST
    now = run(stored)
    for cell, cell_now in zip(json.loads(stored)["cells"], json.loads(now)["cells"], strict=True):
        assert cell == cell_now  # shows the cell that differs
    assert now == stored, f"python -m tests.notebooks.run docs/notebooks/{path.name}"


def test_a_notebook_that_has_changed_is_noticed() -> None:
    path = next(path for path in paths() if path.stem == "first-bot")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    notebook["cells"] = [code[0], {**code[0], "source": "print('a')\n2", "outputs": []}]
    again = json.loads(run(json.dumps(notebook)))["cells"][1]
    assert [output["output_type"] for output in again["outputs"]] == ["stream", "execute_result"]
    assert again["outputs"][1]["data"] == {"text/plain": ["2"]}
