"""The program starts quickly: a command is imported when it is called, and the list of commands needs none of them."""

import subprocess
import sys
from importlib import import_module
from inspect import getdoc

import pytest

from whistlestop.cli.commands import COMMANDS

SLOW = ("numba", "numpy", "pyarrow", "fastapi", "httpx", "whistlestop.engine", "whistlestop.server")


@pytest.mark.parametrize("arguments", [["--help"], ["map", "--help"]])
def test_the_list_of_commands_imports_none_of_them(arguments: list[str]) -> None:
    program = f"""
import sys
from whistlestop.cli import main
sys.argv = ["whistlestop", *{arguments}]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Route-building" in result.stdout or "maps" in result.stdout
    assert set(SLOW).isdisjoint(result.stderr.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says_of_itself(name: str) -> None:
    entry = COMMANDS[name]
    module, _, function = entry.function.partition(":")
    text = getdoc(getattr(import_module(f"whistlestop.cli.{module}"), function))
    assert text
    assert entry.summary == " ".join(text.split("\n\n")[0].split())
