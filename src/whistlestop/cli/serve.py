"""`whistlestop serve`: the server, on this machine or for all the world."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from whistlestop.cli.options import refuse
from whistlestop.extras import needs_extra

FACTORY = "whistlestop.server.app:app_of_environment"
HTTP = "whistlestop.server.web.connections:HttpConnection"
SOCKETS = "whistlestop.server.web.connections:SocketConnection"


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one [default: 8377]")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Server processes; more than one needs PostgreSQL [default: 1]")
    ] = None,
) -> None:
    """Serve tables and the page to people and bots. Settings come from the environment: see docs/server.md."""
    given = {"host": host, "port": port, "workers": workers}
    run_server({name: value for name, value in given.items() if value is not None})


def run_server(given: Mapping[str, object], on_start: Callable[[str], None] = lambda _: None) -> None:
    """Serve until somebody ends it. What is `given` goes before the settings of the environment; `on_start` is
    called with the server's address when all checks have passed and the server is about to start."""
    # Not at the top: the other commands shall not wait for the server's imports.
    with needs_extra("play"):
        import uvicorn

    from whistlestop.server.running.descriptors import raise_limit
    from whistlestop.server.running.logs import configure_logs
    from whistlestop.server.running.metrics import share_metrics
    from whistlestop.server.running.settings import SettingsError, load_settings, make_default_folder, variable
    from whistlestop.server.store import Store, StoreError

    async def check_database(url: str) -> None:
        """Make its tables, and find out before anything is started if that can't be done."""
        store = await Store.open(url, owner="serve")
        await store.close()

    try:
        settings = load_settings(**given)
    except SettingsError as error:
        refuse(str(error))
    for name, value in given.items():  # server processes read their settings from the environment
        os.environ[variable(name)] = str(value)
    check_port(settings.host, settings.port)
    make_default_folder(settings)
    try:
        asyncio.run(check_database(settings.database_url))
    except StoreError as error:
        refuse(str(error))
    configure_logs(settings)
    raise_limit()
    if settings.workers > 1:
        share_metrics()
    on_start(address_of(settings.host, settings.port))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it once more when it has drained
    uvicorn.run(
        FACTORY,
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=round(settings.drain_seconds),
        http=HTTP,
        ws=SOCKETS,
        ws_ping_interval=20,
        ws_ping_timeout=20,  # who does not answer is gone
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,  # messages are small, and a compressor per socket takes more than the match
    )


def address_of(host: str, port: int) -> str:
    """
    >>> address_of("::1", 8000)
    'http://[::1]:8000'
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def check_port(host: str, port: int) -> None:
    """Find out before anything is started if this address can't be listened on."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            refuse(f"{host}:{port} can't be listened on: {error.strerror}. Choose another with --host and --port.")
