"""Tests pass in the background too, where a shell has them ignore Ctrl-C: the programs that they start do not."""

import os
import signal
import subprocess
import sys

import pytest

from tests.conftest import IGNORED_IN_BACKGROUND

IN_BACKGROUND = 'trap "" HUP INT QUIT; exec "$@"'


@pytest.mark.parametrize("number", IGNORED_IN_BACKGROUND)
def test_a_program_that_a_test_starts_can_be_ended_by(number: signal.Signals) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(b"here\n")
        program.stdin.flush()
        assert program.stdout.readline() == b"here\n"
        program.send_signal(number)
        program.stdin.close()  # what ends it if the signal does not
        assert program.wait() == -number


@pytest.mark.parametrize("number", IGNORED_IN_BACKGROUND)
def test_in_the_background_tests_go_on_after(number: signal.Signals) -> None:
    if os.environ.get("IN_BACKGROUND"):
        os.kill(os.getpid(), number)


@pytest.mark.parametrize("workers", [0, 1])
def test_so_it_is_in_the_background(workers: int) -> None:
    plugins = ["-p", "xdist", "-p", "pytest_timeout", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", __file__, *plugins, "-n", str(workers), "-k", "not so_it_is"]
    result = subprocess.run(
        ["sh", "-c", IN_BACKGROUND, "sh", *command],
        env=os.environ | {"IN_BACKGROUND": "yes", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    assert "6 passed" in result.stdout
