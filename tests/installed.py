"""Environments that have a wheel of ours and what its extras ask for, and nothing else."""

import importlib.metadata
import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from functools import cache
from pathlib import Path

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

    @property
    def distribution(self) -> importlib.metadata.Distribution:
        """What pip notes of the wheel."""
        (found,) = importlib.metadata.distributions(name="whistlestop", path=[str(self.site_packages)])
        return found

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in its folder."""
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )

    def whistlestop(self, *arguments: str) -> str:
        """What a command prints that has to succeed."""
        done = self.run(self.bin / "whistlestop", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refusal(self, *arguments: str) -> str:
        """What a command prints that has to fail."""
        done = self.run(self.bin / "whistlestop", *arguments)
        assert done.returncode == 1, done.stdout
        return done.stderr

    def evaluate(self, program: str) -> str:
        """What a Python program prints that has to succeed."""
        done = self.run(self.python, "-W", "error", "-c", program)
        assert done.returncode == 0, done.stderr
        return done.stdout
