"""Builds what is uploaded of a release, and checks it: `make release` (`REHEARSAL=yes` before its time).

Wheel and sdist come to dist/, the wheel built from the sdist; `twine check` reads them, and the wheel is installed into
an empty environment and used there. Version, CHANGELOG.md and CITATION.cff must speak of the same release.
"""

import argparse
import re
import shutil
import subprocess
import sys
import venv
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PLAY_A_GAME = """
import random
import whistlestop as ws
chance, game = random.Random(1), ws.Game("san-francisco", players=2, seed=1)
while not game.is_over:
    game.apply(chance.choice(game.legal_actions()))
print("whistlestop", ws.__version__, "ended a game with", *[score["total"] for score in game.scores()])
"""


def disagreements(version: str, changelog: str, citation: str) -> list[str]:
    """What keeps version, CHANGELOG.md and CITATION.cff from speaking of one release, and what to do.

    >>> disagreements("0.2.0", "## 0.2.0 (2027-01-31)", "version: 0.2.0\\ndate-released: 2027-01-31")
    []
    >>> disagreements("0.2.0", "## Unreleased", "version: 0.2.0\\ndate-released: 2027-01-31")
    ['CHANGELOG.md begins with "Unreleased": name that section "0.2.0 (2027-01-31)"']
    """
    said = dict(re.findall(r"^(version|date-released): *[\"']?([^\s\"']+)", citation, re.MULTILINE))
    released = said.get("date-released", date.today().isoformat())
    section = next(iter(re.findall(r"^## (.+?) *$", changelog, re.MULTILINE)), "nothing")
    problems = []
    if section != f"{version} ({released})":
        problems.append(f'CHANGELOG.md begins with "{section}": name that section "{version} ({released})"')
    if said.get("version") != version:
        problems.append(f"CITATION.cff says version {said.get('version')}: write {version}")
    if "date-released" not in said:
        problems.append(f'CITATION.cff has no day: add "date-released: {released}"')
    return problems


def current_version() -> str:
    text = (ROOT / "src/whistlestop/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found
    return found[1]


def run(what: str, *command: object, cwd: Path = ROOT) -> None:
    """Run a program; one that fails has said why, and ends this one."""
    print(f"{what} …", flush=True)
    if subprocess.run([str(word) for word in command], cwd=cwd, check=False).returncode:
        raise SystemExit(f"That failed: {what}. There is nothing to upload.")


def check_installed(wheel: Path) -> None:
    """Install the wheel where nothing else is, as a player does, and use it."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / "bin"
        pip = (programs / "pip", "install", "--quiet", "--disable-pip-version-check")
        run("installing the wheel where nothing else is", *pip, f"{wheel}[play]", cwd=Path(folder))
        run("playing a game with it", programs / "python", "-c", PLAY_A_GAME, cwd=Path(folder))
        run("asking its command line", programs / "whistlestop", "map", "check", "usa", cwd=Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rehearsal", action="store_true", help="build and check also what is not to be released yet")
    is_rehearsal = parser.parse_args().rehearsal
    version = current_version()
    texts = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    problems = disagreements(version, *texts)
    if problems and not is_rehearsal:
        raise SystemExit("\n".join([*problems, "Or try everything but that: make release REHEARSAL=yes"]))
    shutil.rmtree(DIST, ignore_errors=True)
    run("building the sdist, and the wheel from it", sys.executable, "-m", "build", "--outdir", DIST)
    files = sorted(DIST.iterdir())
    run("checking both", sys.executable, "-m", "twine", "check", "--strict", *files)
    check_installed(next(file for file in files if file.suffix == ".whl"))
    print("\n".join(f"dist/{file.name}  {file.stat().st_size / 1e6:.1f} MB" for file in files))
    if problems:
        print("A rehearsal; before it can be released:", *problems, sep="\n- ")
    else:
        print(f"Good. Now: git tag v{version} && git push --tags && python -m twine upload dist/*")


if __name__ == "__main__":
    main()
