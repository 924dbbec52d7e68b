"""How far the compilation is, from the files that appear."""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from whistlestop.kernels import cache
from whistlestop.kernels.compilation import Bar
from whistlestop.kernels.plan import Plan, Progress, read_plan, write_plan

COSTS = [6.0, 3.0, 3.0, 8.0, 4.0]


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """Three entry points for the game, two for the bots."""
    folders = [tmp_path / "game"] * 3 + [tmp_path / "bots"] * 2
    files = [str(folder / f"{i}.kernel") for i, folder in enumerate(folders)]
    for folder in folders:
        folder.mkdir(exist_ok=True)
    return Plan(began=1000.0, cores=2, files=files, seconds=COSTS)


def finish(plan: Plan, entry: int, at: float) -> None:
    path = Path(plan.files[entry])
    path.touch()
    os.utime(path, (at, at))


def test_it_grows_from_nothing_to_all_and_never_shrinks(plan: Plan, tmp_path: Path) -> None:
    wanted = [tmp_path / "game", tmp_path / "bots"]
    shares, now = [], 1000.0
    for entry, cost in enumerate(COSTS):
        for _ in range(8):
            shares.append(plan.progress(wanted, now).share)
            now += cost / 8
        finish(plan, entry, now)
    shares.append(plan.progress(wanted, now).share)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert max(b - a for a, b in pairwise(shares)) < 0.25


def test_the_time_left_is_what_the_rest_takes_at_the_pace_seen(plan: Plan, tmp_path: Path) -> None:
    finish(plan, 0, at=1012.0)  # 6 CPU seconds in 12: a slow machine
    everything = plan.progress([tmp_path / "game", tmp_path / "bots"], 1012.0)
    assert everything == Progress(6 / 24, 36.0)
    assert plan.progress([tmp_path / "game"], 1012.0) == Progress(6 / 12, 12.0)
    assert plan.progress([tmp_path / "game"], 1015.0).seconds_left == pytest.approx(9.0)


def test_what_takes_for_ever_is_never_shown_as_done(plan: Plan, tmp_path: Path) -> None:
    for entry in range(4):
        finish(plan, entry, at=1010.0)
    late = plan.progress([tmp_path / "bots"], 9999.0)
    assert 0.9 < late.share < 1
    assert late.seconds_left > 0


def test_nothing_is_known_of_what_is_not_in_the_plan(plan: Plan, tmp_path: Path) -> None:
    assert plan.progress([tmp_path / "vector"], 1001.0) == Progress(0.0, 0.0)


def test_a_plan_is_read_as_it_was_written(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "base_directory", lambda: tmp_path)
    assert read_plan() is None
    write_plan(plan)
    assert read_plan() == plan
    (tmp_path / "compiling.json").write_text('{"began": 1')
    assert read_plan() is None


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = Bar()
    bar.show(Progress(0.5, 12.3))
    assert capsys.readouterr().err.endswith(f"{'█' * 15}{'░' * 15} 50%, about 12 s left ")
    bar.end("done in 20 s")
    assert capsys.readouterr().err == "\r\x1b[KWhistlestop: compiling, once: done in 20 s.\n"
