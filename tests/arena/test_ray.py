"""The same jobs on a real Ray cluster: nodes with a raylet and one core each, on this machine."""

import os
import secrets
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import whistlestop
from tests.arena.marks import Mark, leave_mark, marks, wait_for
from whistlestop import Board, load_board
from whistlestop.arena.executors import ExecutorError, import_ray, run_in_order
from whistlestop.arena.play_games import GameResults, play_games
from whistlestop.extras import MissingExtra

# Others on this network could run code on a cluster without a token. Ray reads both when it is imported.
os.environ.setdefault("RAY_AUTH_MODE", "token")
os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex())
ray: Any = import_ray()
Cluster = Any

REPOSITORY = Path(__file__).parents[2]
PACKAGE = Path(whistlestop.__file__).parent
CHUNKS = 8
# Ray notices that a node is silent after a second, instead of after half a minute.
SYSTEM = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 300, "health_check_failure_threshold": 3}


def elsewhere(folder: Path) -> dict[str, dict[str, str]]:
    """Settings of a node that has its own copy of whistlestop, which it does not compile, as that takes long."""
    shutil.copytree(PACKAGE, folder / "whistlestop", ignore=shutil.ignore_patterns("__pycache__"))
    path = os.pathsep.join([str(folder), str(REPOSITORY)])
    return {"env_vars": {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "NUMBA_CACHE_DIR": str(folder)}}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two nodes with whistlestop in different places. Tests add others and take them away."""
    from ray import cluster_utils  # after import_ray

    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as logs:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")  # nothing leaves this machine
        patch.setenv("PYTHONPATH", os.pathsep.join([str(REPOSITORY), str(PACKAGE.parent)]))  # has the jobs below
        patch.delenv("RAY_ADDRESS", raising=False)
        patch.setenv("RAY_TMPDIR", logs)  # where Ray notes the address of the machine's cluster: leave a real one alone
        temporary = Path(logs, "ray")
        temporary.mkdir()
        cluster: Cluster = cluster_utils.Cluster()
        try:
            cluster.add_node(num_cpus=1, include_dashboard=False, temp_dir=str(temporary), _system_config=SYSTEM)
            cluster.add_node(num_cpus=1, **elsewhere(tmp_path_factory.mktemp("elsewhere")))
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


@pytest.fixture
def add_node(cluster: Cluster) -> Iterator[Callable[..., Any]]:
    """Adds nodes for one test."""
    nodes = []

    def add(**settings: Any) -> Any:
        nodes.append(cluster.add_node(num_cpus=1, **settings))
        return nodes[-1]

    yield add
    for node in nodes:
        if node in cluster.worker_nodes:
            cluster.remove_node(node)


@pytest.fixture(autouse=True)
def nothing_is_left(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Whatever happens to the cluster, it is left in the end, and Ray writes nothing on the terminal."""
    yield
    assert not ray.is_initialized()
    assert capfd.readouterr() == ("", "")


def play_chunk(board: Board, chunk: int) -> GameResults:
    """Some games, to be compared."""
    return play_games(board, ["random", "greedy"], 5, 2 * chunk, 2, is_detailed=True)


def play_marked(board: Board, chunk: int, folder: Path) -> GameResults:
    """The same games, with a mark that says where they are played; all but the first wait until the test says go."""
    leave_mark(folder, chunk, f"{ray.get_runtime_context().get_node_id()}:{PACKAGE}")
    if chunk:
        wait_for((folder / "go").exists)
    return play_chunk(board, chunk)


def marked_jobs(folder: Path) -> list[Callable[[], GameResults]]:
    return [partial(play_marked, load_board("san-francisco"), chunk, folder) for chunk in range(CHUNKS)]


def as_bytes(played: GameResults) -> bytes:
    assert played.details
    arrays = [played.scores, played.turns, played.actions, *vars(played.details).values()]
    return b"".join(array.tobytes() for array in arrays)


@pytest.fixture(scope="module")
def expected() -> list[bytes]:
    """What one process gives."""
    return [as_bytes(play_chunk(load_board("san-francisco"), chunk)) for chunk in range(CHUNKS)]


def first_on(node: Any, folder: Path) -> Mark:
    """A chunk that waits on a node, once there is one."""
    found: list[Mark] = []

    def look() -> bool:
        found[:] = [mark for mark in marks(folder) if mark.job and mark.place.startswith(node.node_id)]
        return bool(found)

    wait_for(look)
    return found[0]


def run_counts(folder: Path) -> list[int]:
    return [len(marks(folder, chunk)) for chunk in range(CHUNKS)]


def test_chunks_are_the_same_to_the_byte_as_in_one_process(
    cluster: Cluster, expected: list[bytes], tmp_path: Path
) -> None:
    results = run_in_order(marked_jobs(tmp_path), executor="ray", address=cluster.address)
    played = [as_bytes(next(results))]
    (other,) = cluster.worker_nodes
    assert first_on(cluster.head_node, tmp_path).place.endswith(str(PACKAGE))
    assert "elsewhere" in first_on(other, tmp_path).place
    (tmp_path / "go").touch()
    assert played + [as_bytes(result) for result in results] == expected
    assert run_counts(tmp_path) == [1] * CHUNKS


@pytest.mark.parametrize("lost", ["a worker", "a machine"])
def test_what_is_lost_costs_only_its_chunk_which_runs_again(
    cluster: Cluster, add_node: Callable[..., Any], expected: list[bytes], tmp_path: Path, lost: str
) -> None:
    victim = add_node() if lost == "a machine" else cluster.head_node
    results = run_in_order(marked_jobs(tmp_path), executor="ray", address=cluster.address)
    played = [as_bytes(next(results))]
    mark = first_on(victim, tmp_path)
    if lost == "a machine":
        cluster.remove_node(victim, allow_graceful=False)
    kill(mark.pid)
    (tmp_path / "go").touch()
    assert played + [as_bytes(result) for result in results] == expected
    assert run_counts(tmp_path) == [2 if chunk == mark.job else 1 for chunk in range(CHUNKS)]


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):  # if it went with its machine
        os.kill(pid, signal.SIGKILL)


def test_closing_stops_the_chunks_that_run(cluster: Cluster, tmp_path: Path) -> None:
    results = run_in_order(marked_jobs(tmp_path), executor="ray", address=cluster.address, workers=2)
    next(results)
    wait_for(lambda: len(marks(tmp_path)) == 3)
    running = [mark.pid for mark in marks(tmp_path) if mark.job]
    results.close()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in running))
    assert len(marks(tmp_path)) == 3


def fail(folder: Path) -> None:
    leave_mark(folder, 0)
    raise ValueError("the bot broke a rule")


def test_an_error_inside_a_job_arrives_as_it_is_and_is_not_tried_again(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the bot") as caught:
        list(run_in_order([partial(fail, tmp_path)], executor="ray", address=cluster.address))
    assert (type(caught.value), str(caught.value)) == (ValueError, "the bot broke a rule")
    assert len(marks(tmp_path)) == 1


def die(folder: Path) -> None:
    leave_mark(folder, 0)
    kill(os.getpid())


def test_a_job_whose_workers_always_die_is_named(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(ExecutorError, match=r"^die\(.*\): lost on the cluster 4 times"):
        list(run_in_order([partial(die, tmp_path)], executor="ray", address=cluster.address))
    assert len(marks(tmp_path)) == 4


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("__version__ = '9.9.9'", rf"has whistlestop 9\.9\.9, .*yours has {whistlestop.__version__}, .*the same"),
        ("raise ImportError('not here')", r"can't run whistlestop.*every machine.*not here"),
    ],
)
def test_a_machine_with_another_version_or_none_is_refused(
    cluster: Cluster, add_node: Callable[..., Any], tmp_path: Path, line: str, message: str
) -> None:
    settings = elsewhere(tmp_path / "other")
    with (tmp_path / "other" / "whistlestop" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(f"import pathlib\npathlib.Path({str(tmp_path / 'go')!r}).touch()\n{line}\n")
    add_node(**settings)
    with pytest.raises(ExecutorError, match=message):
        list(run_in_order(marked_jobs(tmp_path)[1:], executor="ray", address=cluster.address))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", r"No Ray cluster answers at 127\.0\.0\.1:1 .*ray start --head"),
        ("no-such-machine.invalid:6379", r"No Ray cluster answers at no-such-machine\.invalid:6379"),
        ("cluster", "'cluster' is not HOST:PORT"),
    ],
)
def test_an_address_without_a_cluster_is_refused(address: str, message: str) -> None:
    with pytest.raises(ExecutorError, match=message):
        list(run_in_order([int], executor="ray", address=address))


def test_no_cluster_on_this_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: Any) -> None:
        raise ConnectionError("nothing found.")

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(ExecutorError, match=r"no Ray cluster on this machine \(nothing found\.\).*ray start --head"):
        list(run_in_order([int], executor="ray"))


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'pip install "whistlestop\[cluster\]"'):
        list(run_in_order([int], executor="ray"))
