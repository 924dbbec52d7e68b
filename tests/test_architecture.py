"""Imports run one way: maps → board → engine → game → {bots, arena, envs, server, cli}; what is imported is light."""

import ast
import subprocess
import sys
from pathlib import Path

import whistlestop

PACKAGE = Path(whistlestop.__file__).parent

# Layers from the bottom up; a module may import its own layer and those below.
LAYERS = [
    {"limits", "records", "sweep", "action", "commitment", "kernels", "extras"},
    {"mapfile", "mapcheck"},
    {"board", "draw"},
    {"engine"},
    {"notation", "events", "position", "setup_position", "illegal", "view", "record", "paths", "trails"},
    {"game"},
    {"verify"},
    {"bots"},
    {"arena", "envs"},
    {"client", "server"},
    {"cli"},
]


def imported(path: Path) -> set[str]:
    """The parts of whistlestop that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    parts = {name.split(".")[1] for name in names if name.startswith("whistlestop.")}
    return {part for part in parts if any(part in layer for layer in LAYERS)}


def layer_of(part: str) -> int:
    return next(i for i, layer in enumerate(LAYERS) if part in layer)


def sources() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


def test_imports_run_one_way() -> None:
    for path in sources():
        part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        above = {other for other in imported(path) if layer_of(other) > layer_of(part)}
        assert not above, f"{path.relative_to(PACKAGE)} imports {above}, which lie above it"


def test_the_engine_imports_numpy_and_numba_only() -> None:
    allowed = {"numpy", "numba", "whistlestop"} | sys.stdlib_module_names
    for path in (PACKAGE / "engine").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tops = {n.module.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
        tops |= {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
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
