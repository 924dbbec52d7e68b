"""Runs the notebooks of the docs: `python -m tests.notebooks.run` writes their outputs anew.

The cells are run as Python in one namespace, and what the last line of a cell gives is asked how it shows itself, as
Jupyter does. That takes no kernel process, no sockets and no package, and the same code gives the same bytes: nothing
is stored of when and where it ran.
"""

import ast
import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def paths() -> list[Path]:
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def run(text: str) -> str:
    """A notebook with the outputs that its code gives now."""
    notebook = json.loads(text)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"]):
        cell["id"], cell["metadata"] = f"cell-{number}", {}
        cell["source"] = lines("".join(cell["source"]))
        if cell["cell_type"] == "code":
            cell["execution_count"] = None
            cell["outputs"] = list(outputs("".join(cell["source"]), namespace))
    notebook["metadata"] = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook["nbformat"], notebook["nbformat_minor"] = 4, 5
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def outputs(source: str, namespace: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a cell prints, then what its last line gives, if that is an expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "<cell>", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())}
    if value is not None:
        shown = {kind: lines(getattr(value, name)()) for kind, name in RICH.items() if hasattr(value, name)}
        shown["text/plain"] = lines(repr(value))
        yield {"data": shown, "execution_count": None, "metadata": {}, "output_type": "execute_result"}


def lines(text: str) -> list[str]:
    """Text as notebooks store it."""
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or paths():
        path.write_text(run(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.name, f"{path.stat().st_size:,} bytes")
