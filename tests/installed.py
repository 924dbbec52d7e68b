"""Environments that have a wheel of ours and what its extras ask for, and nothing else."""

import importlib.metadata
import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from subprocess import PIPE

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
Distributions = dict[str, importlib.metadata.Distribution]


def build_wheel(folder: Path) -> Path:
    """The wheel of this clone, with the page that `make page` has built: tests beside this one are using it."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"HATCH_BUILD_NO_HOOKS": "1"}, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def needed_by(wheel: Path, extras: Iterable[str]) -> Distributions:
    """What an installer would add for a wheel with these extras, taken from the environment that runs the tests."""
    found: Distributions = {}
    seen: set[tuple[str, str]] = set()
    (ours,) = importlib.metadata.distributions(path=[str(wheel)])

    def add(distribution: importlib.metadata.Distribution, extra: str) -> None:
        name = canonicalize_name(distribution.name)
        if (name, extra) in seen:
            return
        seen.add((name, extra))
        for line in distribution.requires or []:
            requirement = Requirement(line)
            if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
                continue
            needed = canonicalize_name(requirement.name)
            if needed != "whistlestop":
                found[needed] = importlib.metadata.distribution(requirement.name)
                assert requirement.specifier.contains(found[needed].version, prereleases=True), line
            for wanted in ("", *requirement.extras):
                add(ours if needed == "whistlestop" else found[needed], wanted)

    for extra in ("", *extras):
        add(ours, extra)
    return found


def link(distributions: Distributions, site_packages: Path) -> None:
    """Put links to installed packages into another environment: the quick way to install 500 MB."""
    for distribution in distributions.values():
        for path in tops(Path(str(distribution.locate_file(""))), distribution.name):
            target = site_packages / path.name
            assert not target.exists(), f"{path.name} belongs to two packages, so a link to all of it says too much"
            target.symlink_to(path)


@cache
def tops(site_packages: Path, name: str) -> list[Path]:
    """The folders and files that an installed package has there. Large ones list thousands of files, so look once."""
    (distribution,) = importlib.metadata.distributions(name=name, path=[str(site_packages)])
    return [site_packages / top for top in {file.parts[0] for file in distribution.files or []} - {"..", "__pycache__"}]


STARTER = """
import json, os, runpy, sys
from contextlib import suppress
from importlib import import_module

for package in sys.argv[1:]:
    with suppress(ImportError):
        import_module(package)
for line in sys.stdin:
    sys.argv, output, errors = json.loads(line)
    child = os.fork()
    if child == 0:
        sys.path[0] = os.path.dirname(sys.argv[0])
        for number, path in ((0, os.devnull), (1, output), (2, errors)):
            os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
        runpy.run_path(sys.argv[0], run_name="__main__")
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs programs of an environment one by one, each forked off a process that has imported what most of them need."""
PACKAGES_OF_COMMANDS = ("asyncio", "email", "numpy", "pydantic", "pyarrow.parquet", "rich.console", "typer")
"""Of others only: what a command imports of ours it imports itself. Where they are missing they stay so."""


class Installed:
    """An environment of its own. Kernels run as plain Python there, so nothing is compiled.

    pip installs the wheel into the `first` one. Others link to what it has put there: that is the same for any extras,
    and Python's bytecode is made once.
    """

    def __init__(self, folder: Path, wheel: Path, extras: Iterable[str], first: "Installed | None" = None) -> None:
        venv.create(folder / "env", symlinks=True)
        self.folder, self.bin = folder, folder / "env" / "bin"
        self.python = self.bin / "python"
        (self.site_packages,) = (folder / "env" / "lib").glob("python*/site-packages")
        self.needed = needed_by(wheel, extras)
        link(self.needed, self.site_packages)
        if first is None:
            pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--no-index", "--no-deps"]
            subprocess.run([*pip, "--no-compile", "--quiet", str(wheel)], check=True, capture_output=True)
        else:
            link({"whistlestop": first.distribution}, self.site_packages)
            program = (first.bin / "whistlestop").read_text(encoding="utf-8")
            (self.bin / "whistlestop").write_text(program.replace(str(first.bin), str(self.bin)), encoding="utf-8")
            (self.bin / "whistlestop").chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "WHISTLESTOP_"))}
        self.environment = kept | {"HOME": str(folder), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200"}
        self.environment["OPENBLAS_NUM_THREADS"] = "1"  # threads and forks don't go together

    @property
    def distribution(self) -> importlib.metadata.Distribution:
        """What pip notes of the wheel."""
        (found,) = importlib.metadata.distributions(name="whistlestop", path=[str(self.site_packages)])
        return found

    @cached_property
    def starter(self) -> "subprocess.Popen[str]":
        """Runs commands sooner than each would start by itself, which takes most of their time."""
        command = [str(self.python), "-c", STARTER, *PACKAGES_OF_COMMANDS]
        return subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdin=PIPE, stdout=PIPE, text=True, bufsize=1
        )

    def close(self) -> None:
        """End what was started here."""
        if "starter" in vars(self):
            self.starter.communicate()

    def command(self, *arguments: str) -> tuple[int, str, str]:
        """How a command ends in the environment's folder, and what it prints."""
        assert self.starter.stdin
        assert self.starter.stdout
        output, errors = self.folder / "command.out", self.folder / "command.err"
        order = [str(self.bin / "whistlestop"), *arguments], str(output), str(errors)
        self.starter.stdin.write(json.dumps(order) + "\n")
        code = int(self.starter.stdout.readline())
        return code, output.read_text(encoding="utf-8"), errors.read_text(encoding="utf-8")

    def whistlestop(self, *arguments: str) -> str:
        """What a command prints that has to succeed."""
        code, output, errors = self.command(*arguments)
        assert code == 0, errors
        return output

    def refusal(self, *arguments: str) -> str:
        """What a command prints that has to fail."""
        code, output, errors = self.command(*arguments)
        assert code == 1, output
        return errors

    def evaluate(self, program: str) -> str:
        """What a Python program prints that has to succeed."""
        command = [str(self.python), "-W", "error", "-c", program]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
