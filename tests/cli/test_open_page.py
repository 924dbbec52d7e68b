"""`whistlestop play` serves the page on a free port, shows it in the browser, and ends cleanly."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from whistlestop.cli import open_page

PROGRAM = "from whistlestop.cli import main; main()"
SECONDS = 180
"""A changed engine is compiled first."""


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_the_first_port_that_is_free_is_used(taken_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "FIRST_PORT", taken_port)
    assert open_page.free_port() > taken_port


def test_without_a_display_no_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not open_page.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert open_page.has_display()


def until_written(path: Path, process: "subprocess.Popen[str]") -> str:
    deadline = time.monotonic() + SECONDS
    while not (path.exists() and path.read_text(encoding="utf-8").endswith("\n")):
        assert process.poll() is None, "the server has ended"
        assert time.monotonic() < deadline, "no browser was opened"
        time.sleep(0.05)
    return path.read_text(encoding="utf-8").strip()


def test_play_opens_the_page_in_the_browser_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    settings = {"BROWSER": str(browser), "WHISTLESTOP_DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}"}
    command = [sys.executable, "-c", PROGRAM, "play"]
    process = subprocess.Popen(
        command, env=os.environ | settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        address = until_written(opened, process)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{address}/api/maps") as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 0
    assert f"Whistlestop is at {address} " in output
    assert "Traceback" not in errors
