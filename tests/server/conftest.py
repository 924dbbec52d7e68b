"""Real databases for the tests: a throw-away PostgreSQL cluster per worker, a fresh database or file per test."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.server.forked import ForkedServer, forked_workers
from tests.server.running import RunningServer
from whistlestop.server.running import workers

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
START_PROGRAM = workers.start_process
QUICK = "-c fsync=off -c max_connections=200"  # it may crash, but the machine won't


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="package", autouse=True)
def quick_workers() -> Iterator[None]:
    """Also where there is no server: bots and uploads have processes that start in a moment."""
    with forked_workers():
        yield


@pytest.fixture
def workers_as_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server of our own starts them."""
    monkeypatch.setattr(workers, "start_process", START_PROGRAM)


@pytest.fixture(scope="session")
def cluster() -> Iterator["Cluster"]:
    """PostgreSQL, started when the first test needs it and stopped when the last one is done."""
    started = Cluster()
    try:
        started.start()
        yield started
    finally:
        started.stop()


@pytest.fixture
def postgres_url(cluster: "Cluster") -> Iterator[str]:
    """A fresh PostgreSQL database."""
    name = cluster.create_database()
    yield cluster.url(name)
    cluster.drop_database(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A fresh SQLite file."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """Each test that asks for this runs on both databases."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


class Cluster:
    """A PostgreSQL server of our own, on a socket in its own folder: no port, no password, nothing shared."""

    def __init__(self) -> None:
        self.programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="whistlestop-pg-"))  # short: a socket's path has 107 characters
        self.user = unprivileged()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.names = (f"test{number}" for number in count())
        # Stops the server when its input ends, which also happens when the tests are killed.
        self.undertaker = subprocess.Popen(
            [
                "sh",
                "-c",
                'cat; "$0" -D "$1/pg" -m immediate -w stop; rm -rf "$1"',
                self.programs / "pg_ctl",
                self.folder,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self.user,
            cwd="/",
            start_new_session=True,
        )

    def start(self) -> None:
        self.run("initdb", "--no-sync", "-A", "trust", "-U", "whistlestop", "-E", "UTF8", "-D", self.folder / "pg")
        self.go_on()

    def go_on(self) -> None:
        options = f"{QUICK} -c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        self.run("pg_ctl", "-D", self.folder / "pg", "-l", self.folder / "log", "-o", options, "-w", "start")

    def stop(self) -> None:
        self.undertaker.communicate()

    def pause(self) -> None:
        """The database is away until it goes on."""
        self.run("pg_ctl", "-D", self.folder / "pg", "-m", "immediate", "-w", "stop")

    def restart(self) -> None:
        """As after a crash: every connection breaks."""
        self.run("pg_ctl", "-D", self.folder / "pg", "-l", self.folder / "log", "-m", "immediate", "-w", "restart")

    def processes(self) -> list[int]:
        """All of the server's, the first one first."""
        first = (self.folder / "pg" / "postmaster.pid").read_text().split()[0]
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [int(first), *map(int, children)]

    def create_database(self) -> str:
        name = next(self.names)
        self.run("createdb", *self.address(), name)
        return name

    def drop_database(self, name: str) -> None:
        self.run("dropdb", *self.address(), "--force", name)

    def address(self) -> tuple[str | Path, ...]:
        return ("-h", self.folder, "-U", "whistlestop")

    def url(self, name: str) -> str:
        return f"postgresql://whistlestop@/{name}?host={self.folder}"

    def run(self, program: str, *arguments: str | Path) -> None:
        # Output goes to a file: a pipe would stay open in the server that pg_ctl leaves behind.
        with (self.folder / f"{program}.out").open("w+") as output:
            command = [self.programs / program, *arguments]
            code = subprocess.run(
                command, stdout=output, stderr=output, user=self.user, cwd=self.folder, check=False
            ).returncode
            output.seek(0)
            assert code == 0, f"{program} failed:\n{output.read()}"


def programs() -> Path:
    """Where initdb and the others are; without them the test fails, for a skipped test proves nothing."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    for place in PLACES:
        for folder in sorted(Path("/").glob(place.removeprefix("/"))):
            if (folder / "initdb").exists():
                return folder
    pytest.fail("these tests need PostgreSQL's programs (initdb, pg_ctl): run .ci/install-for-tests")


def unprivileged() -> str | None:
    """PostgreSQL refuses to run as root, so then it runs as somebody else."""
    if os.geteuid() != 0:
        return None
    return next(name for name in ("postgres", "nobody") if name in {entry.pw_name for entry in pwd.getpwall()})


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A real server that tests share, each with tables of its own. Who ends it starts it again."""
    yield from generous_server(tmp_path_factory.mktemp("server"))


def generous_server(folder: Path, kind: type[RunningServer] = ForkedServer) -> Iterator[RunningServer]:
    """A server that lets one address do what many would."""
    tables = {"max_tables_per_address": 10_000, "max_open_tables_per_address": 10_000}
    runs = {"max_balance_runs_per_address": 10_000, "balance_niceness": 10}  # this machine may be busy
    limits: dict[str, Any] = {"requests_per_minute": 100_000, **tables, **runs}
    running = kind(folder, absence_seconds=0.2, notice_seconds=0.1, **limits)
    try:
        running.start()
        yield running
    finally:
        running.end()
