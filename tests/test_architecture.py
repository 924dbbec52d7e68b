"""Imports run one way: maps → board → engine → game → {bots, arena, envs, server, cli}; what is imported is light."""

import ast
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import whistlestop

PACKAGE = Path(whistlestop.__file__).parent

# Layers from the bottom up; a module may import its own layer and those below.
LAYERS = [
    {"kernels", "extras", "json_types", "ids", "english", "whole_number"},
    {"maps"},
    {"board", "actions", "draw"},  # a board numbers its actions
    {"printing", "studio"},
    {"engine"},
    {"game"},
    {"verify"},
    {"bots"},
    {"arena", "envs"},
    {"client", "server"},
    {"mcp"},
    {"cli"},
]

SERVER_LAYERS = [
    {"running"},  # settings, logs, metrics, how worker processes are talked to
    {"store", "bots"},
    {"play"},  # what decides; upload_process.py is a program of its own, started by uploads.py
    {"web"},  # what talks
    {"app"},
]


def imported(path: Path, package: str = "whistlestop") -> set[str]:
    """The parts of a package that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.removeprefix(f"{package}.").split(".")[0] for name in names if name.startswith(f"{package}.")}


def above(path: Path, folder: Path, package: str, layers: list[set[str]]) -> set[str]:
    """What a file of a package imports although it lies in a higher layer."""
    layer_of = {part: number for number, layer in enumerate(layers) for part in layer}
    own = layer_of[path.relative_to(folder).parts[0].removesuffix(".py")]
    return {part for part in imported(path, package) if layer_of.get(part, -1) > own}


def sources() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


def test_imports_run_one_way() -> None:
    for path in sources():
        higher = above(path, PACKAGE, "whistlestop", LAYERS)
        assert not higher, f"{path.relative_to(PACKAGE)} imports {higher}, which lie above it"


def test_imports_of_the_server_run_one_way() -> None:
    server = PACKAGE / "server"
    for path in server.rglob("*.py"):
        if path != server / "__init__.py":
            higher = above(path, server, "whistlestop.server", SERVER_LAYERS)
            assert not higher, f"{path.relative_to(server)} imports {higher}, which lie above it"


def test_what_decides_knows_neither_http_nor_sockets() -> None:
    talkers = {"fastapi", "starlette", "uvicorn", "websockets"}
    for folder in ("play", "store", "bots"):
        for path in (PACKAGE / "server" / folder).rglob("*.py"):
            assert not talkers & modules_named(path), f"server/{folder}/{path.name} talks"


def modules_named(path: Path) -> set[str]:
    """The packages that a file imports from, ours and others'."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tops = {n.module.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
    return tops | {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}


def test_the_engine_imports_numpy_and_numba_only() -> None:
    allowed = {"numpy", "numba", "whistlestop"} | sys.stdlib_module_names
    for path in (PACKAGE / "engine").glob("*.py"):
        tops = modules_named(path)
        assert tops <= allowed, f"{path.name} imports {tops - allowed}"


def modules_after(statement: str) -> set[str]:
    """What a fresh interpreter has imported then."""
    program = f"import sys; {statement}; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(result.stdout.split())


def test_a_game_and_bots_bring_no_compiler_command_line_or_drawing_along() -> None:
    imported = modules_after("from whistlestop import Game, analyse")
    assert "numpy" in imported
    assert {"numba", "typer", "rich", "prompt_toolkit", "resvg_py", "whistlestop.arena"}.isdisjoint(imported)


def test_importing_the_package_alone_imports_nothing_slow() -> None:
    assert {"numba", "numpy", "pydantic"}.isdisjoint(modules_after("import whistlestop"))


@pytest.mark.parametrize("folder", ["bench", "tools", "examples"])
def test_scripts_beside_the_package_import_what_there_is(folder: str) -> None:
    """Nobody runs all of them often, so that what was renamed would be noticed late."""
    found = 0
    for path in (PACKAGE.parent.parent / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "whistlestop":
                module = import_module(node.module)
                for alias in node.names:
                    is_there = hasattr(module, alias.name) or find_spec(f"{node.module}.{alias.name}")
                    assert is_there, f"{folder}/{path.name}: {node.module} has no {alias.name}"
                    found += 1
    assert found
