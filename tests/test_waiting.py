"""No test can wait for ever: at its limit it fails, and the others run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SETTINGS = Path(__file__).parents[1] / "pyproject.toml"
WAITING = """
import asyncio
import subprocess

def test_which_waits_in_an_event_loop():
    asyncio.run(asyncio.sleep(1000))

def test_which_waits_for_a_program():
    with subprocess.Popen(["sleep", "60"]) as program:
        program.wait()

def test_which_does_not_wait():
    pass
"""


def run(folder: Path, *options: str) -> str:
    """What pytest says of two tests that wait for ever and one that does not."""
    (folder / "test_waiting.py").write_text(WAITING, encoding="utf-8")
    plugins = ["-p", "xdist", "-p", "pytest_timeout", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", folder, "-c", SETTINGS, "--rootdir", folder, *plugins, *options]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


def test_every_test_has_a_limit(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) < float(pytestconfig.getini("faulthandler_timeout"))


def test_at_its_limit_a_test_fails(tmp_path: Path) -> None:
    said = run(tmp_path, "-o", "timeout=2", "-k", "not program")
    assert "1 failed, 1 passed" in said, said
    assert "Failed: Timeout" in said


def test_what_waits_even_then_loses_its_process(tmp_path: Path) -> None:
    """A `with` waits for its program also when the test has failed."""
    said = run(tmp_path, "-o", "timeout=1", "-o", "faulthandler_timeout=2", "-k", "not event_loop", "-n", "1")
    assert "1 failed, 1 passed" in said, said
    assert re.search("crashed while running .*::test_which_waits_for_a_program", said)
