"""Nobody waits for the compiler: kernels run plain until they are on disk, and other processes compile them, once."""

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

import whistlestop
from whistlestop.board import load_board
from whistlestop.engine import calls
from whistlestop.engine.rng import seed_base
from whistlestop.engine.state import STATE
from whistlestop.kernels import cache, compilation, compiler, decorators, numba_code
from whistlestop.kernels.compilation import Compilation, CompilationFailed
from whistlestop.kernels.decorators import COMPILES_KERNELS, IS_COMPILER, EntryPoint
from whistlestop.kernels.groups import GROUPS

PACKAGE = Path(whistlestop.__file__).parent
LIMIT = 300


def run(program: str, **environment: str) -> str:
    """What a Python program prints."""
    command = [sys.executable, "-W", "error", "-c", program]
    result = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=LIMIT
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


PLAYS_ON = """
import pathlib, shutil, sys, time
from whistlestop import Game, kernels
from whistlestop.engine import calls
from whistlestop.kernels import cache

compiled, empty = map(pathlib.Path, sys.argv[1:]) if len(sys.argv) > 1 else (None, None)
with cache.only_one_compiles():
    game = Game("san-francisco", players=2, seed=7)
    for _ in range(20):
        game.apply(game.legal_actions()[0])
    print(calls.act.is_compiled, kernels.is_compiled("game"), "numba" in sys.modules)
    for folder in {compiled!r}:
        shutil.copytree(folder, cache.base_directory() / pathlib.Path(folder).name)
    deadline = time.monotonic() + 60
    while not kernels.is_compiled("game") and time.monotonic() < deadline:
        time.sleep(0.02)
print(calls.act.is_compiled, kernels.is_compiled("game"))
while not game.is_over:
    game.apply(game.legal_actions()[0])
print(game.scores())
"""


def test_a_game_goes_over_from_plain_to_compiled_kernels_in_the_middle(tmp_path: Path) -> None:
    folders = [str(cache.directory_of("game"))]
    program = PLAYS_ON.replace("{compiled!r}", repr(folders))
    plain, compiled, scores = run(program, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert plain == "False False False"
    assert compiled == "True True"
    game = whistlestop.Game("san-francisco", players=2, seed=7)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert scores == str(game.scores())


def test_what_is_on_disk_is_used_at_once_and_compiled_by_nobody() -> None:
    program = (
        "import sys\n"
        "from whistlestop import Game, kernels\n"
        "from whistlestop.engine import calls\n"
        "from whistlestop.kernels import compilation\n"
        "compilation.COMMAND = [sys.executable, '-c', 'raise SystemExit(1)']\n"
        "Game('usa', players=2, seed=1)\n"
        "print(calls.act.is_compiled, compilation._compilation._process, 'numba.np.linalg' in sys.modules)\n"
    )
    # Nor is what Numba needs only to compile loaded with it, which takes longer than all the rest.
    assert run(program).split() == ["True", "None", "False"]


def test_loads_in_background_calls_run_plain_while_compiled_kernels_are_loaded() -> None:
    program = (
        "import sys, threading, time\n"
        "from whistlestop import Game, kernels\n"
        "from whistlestop.engine import calls\n"
        "from whistlestop.kernels import decorators\n"
        "with decorators._loading:\n"
        "    kernels.start('game', loads_in_background=True)\n"
        "    game = Game('usa', players=2, seed=1)\n"
        "    game.apply(game.legal_actions()[0])\n"
        "    print(calls.act.is_compiled, kernels.is_compiled('game'))\n"
        "deadline = time.monotonic() + 60\n"
        "while not kernels.is_compiled('game') and time.monotonic() < deadline:\n"
        "    time.sleep(0.01)\n"
        "print(calls.act.is_compiled, kernels.is_compiled('game'))\n"
    )
    assert run(program).splitlines() == ["False False", "True True"]


def test_what_is_imported_after_its_group_was_loaded_runs_compiled_too() -> None:
    program = (
        "from whistlestop import kernels\n"
        "kernels.require('game')\n"
        "from whistlestop import Game\n"
        "from whistlestop.engine import calls\n"
        "kernels.start('game', loads_in_background=True)\n"
        "Game('usa', players=2, seed=1)\n"
        "print(calls.deal.is_compiled, kernels.is_compiled('game'))\n"
    )
    assert run(program).split() == ["True", "True"]


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_damaged_files_are_thrown_away_and_the_game_goes_on_plain(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / cache.directory_of("game").name
    shutil.copytree(cache.directory_of("game"), folder)
    file, content = folder / "act.kernel", (folder / "act.kernel").read_bytes()
    middle = len(content) // 2
    match damage:
        case "cut":
            file.write_bytes(content[:middle])
        case "changed":
            file.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
        case "gone":
            file.unlink()
    program = (
        "from whistlestop import Game, kernels\n"
        "with kernels.cache.only_one_compiles():\n"
        "    game = Game('usa', players=2, seed=1)\n"
        "    game.apply(game.legal_actions()[0])\n"
        "    print(game.version, kernels.is_compiled('game'), kernels.cache.is_complete('game'))\n"
    )
    assert run(program, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["1", "False", "False"]


def test_kernels_that_cannot_be_loaded_for_another_reason_stay_on_disk(tmp_path: Path) -> None:
    """Nothing is wrong with the files where memory runs out, or we have made a mistake."""
    shutil.copytree(cache.directory_of("game"), tmp_path / cache.directory_of("game").name)
    program = (
        "from whistlestop import Game, kernels\n"
        "from whistlestop.kernels import numba_code\n"
        "def out_of_memory(code):\n"
        "    raise MemoryError\n"
        "numba_code.pickle.loads = out_of_memory\n"
        "try:\n"
        "    kernels.load('game')\n"
        "except MemoryError:\n"
        "    print(kernels.cache.is_complete('game'))\n"
    )
    assert run(program, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["True"]


def test_kernels_stay_plain_where_that_is_wanted() -> None:
    program = (
        "import sys\n"
        "from whistlestop import Game, kernels\n"
        "from whistlestop.engine import calls\n"
        "game = Game('usa', players=2, seed=1); game.apply(game.legal_actions()[0])\n"
        "print(calls.act.is_compiled, kernels.is_compiled('game'), 'numba' in sys.modules)\n"
    )
    assert run(program, NUMBA_DISABLE_JIT="1").split() == ["False", "True", "False"]


def test_other_arguments_than_it_was_compiled_for_are_refused_not_compiled() -> None:
    state = np.zeros(1, STATE)
    with pytest.raises(TypeError, match="No matching definition"):
        calls.deal(load_board("usa").arrays, state, 2, seed_base("deal", 1).astype(np.int32), 0)  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache in which nothing is compiled; compiling is done by whoever a test says."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compilation, "_compilation", Compilation())
    monkeypatch.setattr(compilation, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(compilation, "POLL_SECONDS", 0.01)
    for name in ("load_group", "is_loaded"):  # there is nothing to load
        monkeypatch.setattr(compilation, name, lambda group: cache.is_complete(group))
    monkeypatch.setattr(compilation, "COMMAND", [sys.executable, "-c", "raise SystemExit(1)"])
    for known in (cache.base_directory, cache.directory_of):
        known.cache_clear()
    yield tmp_path
    for known in (cache.base_directory, cache.directory_of):
        known.cache_clear()


MAKES_ALL = (
    "import pathlib, sys\n"
    "from whistlestop.kernels import cache\n"
    "for group in sys.argv[1:]:\n"
    "    cache.directory_of(group).mkdir(parents=True)\n"
    "    cache.mark_complete(group)\n"
)


def makes_all(before: str = "") -> list[str]:
    """A command that does the same, told where, so that it need not import what takes half a second."""
    folders = {group: str(cache.directory_of(group)) for group in GROUPS}
    program = (
        "import pathlib, sys\n"
        f"{before}"
        "for group in sys.argv[1:]:\n"
        f"    folder = pathlib.Path({folders}[group])\n"
        "    folder.mkdir(parents=True)\n"
        "    (folder / 'complete').touch()\n"
    )
    return [sys.executable, "-I", "-S", "-c", program]


def test_another_process_compiles_while_one_waits(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compilation, "COMMAND", [sys.executable, "-c", MAKES_ALL])
    compilation.require("game", "bots")
    assert compilation.is_compiled("game", "bots")
    assert not compilation.is_compiled("vector")
    assert cache.directory_of("game").parent == folder
    assert capsys.readouterr().err.startswith("Whistlestop: compiling, once …\nWhistlestop: compiling, once: done in")


@pytest.mark.usefixtures("folder")
def test_groups_that_are_wanted_one_after_the_other_are_all_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "COMMAND", makes_all())
    for group in GROUPS:
        compilation.require(group)
    assert compilation.is_compiled(*GROUPS)


def test_who_finds_another_one_at_work_tries_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that wait for the same lock see it free at the same time; all but one of them start in vain."""
    lost = (
        f"runs = pathlib.Path({str(folder / 'runs')!r})\n"
        "runs.open('a').write('x')\n"
        f"if len(runs.read_text()) < 5: raise SystemExit({cache.ALREADY_COMPILING})\n"
    )
    monkeypatch.setattr(compilation, "COMMAND", makes_all(lost))
    compilation.require("game")
    assert compilation.is_compiled("game")


@pytest.mark.usefixtures("folder")
def test_a_compilation_that_fails_says_so_and_what_to_do() -> None:
    with pytest.raises(CompilationFailed, match=r"run `python -m whistlestop.kernels` to see why"):
        compilation.require("game")
    assert compilation.has_failed()
    assert not compilation.is_compiled("game")


@pytest.mark.parametrize(
    "makes",
    [
        "from whistlestop.envs.vector import VectorEnv; VectorEnv('usa', players=2, games=1)",
        "import gymnasium, whistlestop.envs.gymnasium; gymnasium.make('Whistlestop-USA-v0')",
        "from whistlestop.envs.pettingzoo import env; env()",
        "import pyspiel, whistlestop.envs.open_spiel; pyspiel.load_game('python_whistlestop')",
        "from whistlestop import bots, load_board; bots.make_bot('expert', load_board('usa'))",
    ],
)
def test_who_plays_thousands_of_games_waits_under_the_bar(makes: str, tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from whistlestop.kernels import compilation\n"
        "compilation.COMMAND = [sys.executable, '-c', 'raise SystemExit(1)']\n"
        "try:\n"
        f"    {makes}\n"
        "except compilation.CompilationFailed:\n"
        "    print('waited')\n"
    )
    command = [sys.executable, "-c", program]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LIMIT)
    assert result.stdout == "waited\n", result.stderr
    assert result.stderr.startswith("Whistlestop: compiling, once …\n")


def test_who_calls_a_kernel_while_another_thread_loads_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain, a call that plays many games would take minutes."""
    began, goes_on = Event(), Event()

    def load_slowly(*_: object) -> Callable[[], str]:
        began.set()
        assert goes_on.wait(LIMIT)
        return lambda: "compiled"

    monkeypatch.setattr(decorators, "ENTRY_POINTS", defaultdict(list))
    monkeypatch.setattr(cache, "is_complete", lambda _: True)
    monkeypatch.setattr(numba_code, "load_compiled", load_slowly)
    entry = EntryPoint("game", lambda: "plain")
    entry._run = entry._first_run  # also in a run where kernels stay plain
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(entry)
        assert began.wait(LIMIT)
        second = pool.submit(entry)
        assert wait([second], timeout=0.05).not_done  # it would be there at once
        goes_on.set()
        assert [first.result(LIMIT), second.result(LIMIT)] == ["compiled", "compiled"]


def test_no_python_to_compile_with_is_a_failure_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "COMMAND", [str(folder / "no-python-here")])
    with pytest.raises(CompilationFailed):
        compilation.require("game")


def test_nobody_starts_a_second_one_while_one_is_at_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "COMMAND", [str(folder / "nobody")])
    with cache.only_one_compiles():
        compilation.start("game")
        assert cache.is_being_compiled()
        cache.directory_of("game").mkdir()
        cache.mark_complete("game")
        compilation.require("game")
    assert not compilation.has_failed()
    assert not cache.is_being_compiled()


def test_who_leaves_it_to_others_starts_nobody_and_loads_what_they_have_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "COMMAND", [str(folder / "nobody")])  # starting it would be a failure
    looks = iter([False, False, True])
    monkeypatch.setattr(compilation, "load_group", lambda _: next(looks))
    monkeypatch.setattr(compilation, "is_loaded", lambda _: looks.__length_hint__() == 0)
    patient = Compilation()
    patient.leaves_it_to_others = True
    patient.wanted = ["game"]
    patient.hurry()
    patient._run()
    assert (patient.wanted, patient.has_failed) == ([], False)


@pytest.mark.usefixtures("folder")
def test_nobody_waits_for_a_thread_that_has_died(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(_group: str) -> bool:
        raise MemoryError

    monkeypatch.setattr(compilation, "load_group", out_of_memory)
    broken = Compilation()
    broken.wanted = ["game"]
    with pytest.raises(MemoryError):
        broken._run()
    assert broken.has_failed


@pytest.mark.usefixtures("folder")
def test_the_compiler_leaves_it_to_the_one_that_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "IS_COMPILER", True)
    monkeypatch.setattr(compiler, "PATIENCE", 0.0)
    with cache.only_one_compiles():
        assert compiler.main(["game"]) == cache.ALREADY_COMPILING


def test_a_cache_for_any_processor_can_be_moved_and_so_can_the_package(tmp_path: Path) -> None:
    """Compiles one small group for real, with the processor left open."""
    here, there, package = tmp_path / "here", tmp_path / "there", tmp_path / "elsewhere" / "whistlestop"
    generic = {"NUMBA_CPU_NAME": "generic"}
    command = [sys.executable, "-m", "whistlestop.kernels", "observations"]
    done = subprocess.run(
        command,
        env=os.environ | generic | {"NUMBA_CACHE_DIR": str(here)},
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"The kernels are in {here}.\n"
    here.rename(there)
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("page", "__pycache__"))
    program = (
        "import whistlestop; from whistlestop import kernels\n"
        "from whistlestop.envs.kernels.observe import observe_seat\n"
        "with kernels.cache.only_one_compiles(): kernels.start('observations')\n"
        "print(whistlestop.__file__, kernels.is_compiled('observations'), observe_seat.is_compiled)"
    )
    moved = {"NUMBA_CACHE_DIR": str(there), "PYTHONPATH": str(package.parent)}
    assert run(program, **generic, **moved).split() == [str(package / "__init__.py"), "True", "True"]
    assert run(program, **moved).split()[1:] == ["False", "False"], "this very processor has other code"


def test_a_group_has_a_folder_for_each_python_and_each_way_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of: Any = cache.directory_of.__wrapped__
    names = {folder_of("game")}
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    names.add(folder_of("game"))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    names.add(folder_of("game"))
    names.add(folder_of("bots"))
    assert len(names) == 4


def test_numba_is_still_built_the_way_that_saves_half_of_the_time() -> None:
    program = "from whistlestop.kernels.numba_code import optimise_entry_points_only as o; print(o())"
    assert run(program, **{COMPILES_KERNELS: "1"}) == "True\n"


def test_where_indices_are_checked_a_negative_one_is_out_of_bounds() -> None:
    program = (
        "import numba, numpy\n"
        "from whistlestop.kernels.numba_code import check_negative_indices\n"
        "check_negative_indices()\n"
        "records = numpy.zeros(2, [('path', numpy.int64, (3, 2))])\n"
        "@numba.njit\n"
        "def read(records, i): return records[0].path[i, 1]\n"
        "@numba.njit\n"
        "def write(records, i): records[0].path[2, i] = 1\n"
        "for kernel in (read, write):\n"
        "    kernel(records, 1)\n"
        "    try: print(kernel(records, -1))\n"
        "    except IndexError: print('caught')\n"
    )
    assert run(program, NUMBA_BOUNDSCHECK="1").split() == ["caught", "caught"]
    assert run(program).split() == ["0", "None"], "it costs nothing where they are not"


def test_all_entry_points_have_a_sample_to_compile_them_for() -> None:
    program = (
        "from importlib import import_module\n"
        "from whistlestop.kernels.decorators import ENTRY_POINTS\n"
        "from whistlestop.kernels.groups import GROUPS\n"
        "for group, (_, module) in GROUPS.items():\n"
        "    samples = {one.entry.__name__ for one in import_module(module).SAMPLES[group]()}\n"
        "    print(group, samples == {entry.__name__ for entry in ENTRY_POINTS[group]})\n"
    )
    assert run(program, NUMBA_DISABLE_JIT="1").splitlines() == [f"{group} True" for group in GROUPS]


def test_a_cache_that_cannot_be_written_to_is_replaced_by_a_folder_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base_directory: Any = cache.base_directory.__wrapped__
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "a-file" / "cache"))
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    own = base_directory()
    assert own == base_directory() == tmp_path / f"whistlestop-{os.getuid()}"
    own.chmod(0o777)  # somebody else could put code into it
    assert base_directory() != own


@pytest.mark.parametrize("group", GROUPS)
def test_old_versions_are_forgotten_after_a_month(folder: Path, group: str) -> None:
    old, new, present = folder / f"kernels-{group}-old", folder / f"kernels-{group}-new", cache.directory_of(group)
    for directory in (old, new, present):
        directory.mkdir()
    for directory in (old, present):
        os.utime(directory, (0, 0))
    cache.delete_old_versions()
    assert {path.name for path in folder.iterdir()} == {new.name, present.name}


def test_this_process_does_not_compile() -> None:
    compilation.require("game")
    assert not IS_COMPILER
    assert isinstance(calls.deal, EntryPoint)
    assert calls.deal.is_compiled
