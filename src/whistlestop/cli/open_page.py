"""A server for one person and the page in their browser."""

import http.client
import os
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from threading import Thread

from whistlestop.cli.serve import run_server

FIRST_PORT = 8000
PORTS_TRIED = 100
HOST = "127.0.0.1"
QUIETLY = {"log_level": "warning", "log_format": "text"}


def open_page(port: int | None, has_browser: bool) -> None:
    """Serve this machine until Ctrl-C, with the matches in the user's data folder, and show the page."""
    given = {name: value for name, value in QUIETLY.items() if f"WHISTLESTOP_{name.upper()}" not in os.environ}

    def announce(address: str) -> None:
        print(f"Whistlestop is at {address} (Ctrl-C ends it).", flush=True)
        if has_browser and has_display():
            Thread(target=show_when_ready, args=(address,), daemon=True).start()

    run_server({"host": HOST, "port": port or free_port(), **given}, announce)


def free_port() -> int:
    """The first port that nobody listens on."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        with socket.socket() as probe:
            if os.name != "nt":  # there it would let two listen on the same port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind((HOST, port))
                return port
    return FIRST_PORT  # the server will say what is wrong with it


def has_display() -> bool:
    """Whether a browser can show anything; one for the terminal would only cover the address."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def show_when_ready(address: str, seconds: float = 60.0) -> None:
    """Open the page as soon as the server answers."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not answers(address):
        time.sleep(0.05)
    with suppress(webbrowser.Error):  # no browser: the address has been printed
        webbrowser.open(address)


def answers(address: str) -> bool:
    """Whether a server is up at an address."""
    line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=5)
    try:
        line.request("GET", "/health")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
