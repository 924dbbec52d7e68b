"""`whistlestop mcp`: language models at the tables of a server, by the Model Context Protocol."""

import hmac
import ipaddress
import os
from typing import Annotated

import typer
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from whistlestop.cli.local_server import LocalServer
from whistlestop.cli.options import refuse
from whistlestop.cli.serve import address_of, check_port
from whistlestop.envs.text.prompt import DEFAULT_BUDGET
from whistlestop.mcp.seats import Seats
from whistlestop.mcp.server import make_server

TOKEN_VARIABLE = "WHISTLESTOP_MCP_TOKEN"
LARGEST_REQUEST = 100_000
MOST_SESSIONS = 200
SESSION_SECONDS = 1800.0


def mcp_command(
    server: Annotated[
        str | None, typer.Option(help="The Whistlestop server to play on [default: one of its own, on this machine]")
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="Speak HTTP, not over standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="With --http: address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="With --http: port to listen on.")] = 8378,
    hints: Annotated[bool, typer.Option("--hints", help="Add a tool that asks the strongest bot.")] = False,
    budget: Annotated[int, typer.Option(help="Tokens of rules and state together, by our estimate.")] = DEFAULT_BUDGET,
) -> None:
    """Let language models sit at tables of a server, as tools of the Model Context Protocol.

    A program that starts it speaks to it over standard input and output; with --http others connect to it. Tables on a
    server of its own end with it.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    if http:
        _check_address(host, port, token)
    local = LocalServer()
    seats = Seats(lambda: server.rstrip("/") if server else local.address(), budget, hints=hints)
    tools = make_server(seats)
    try:
        if not http:
            tools.run("stdio")
            return
        import uvicorn

        app: ASGIApp = tools.streamable_http_app(
            host=host,
            max_request_body_size=LARGEST_REQUEST,
            max_sessions=MOST_SESSIONS,
            session_idle_timeout=SESSION_SECONDS,
        )
        typer.echo(f"MCP at {address_of(host, port)}/mcp (Ctrl-C ends it).", err=True)
        guarded = BearerToken(app, token) if token else app
        uvicorn.run(guarded, host=host, port=port, log_level="warning", timeout_graceful_shutdown=3)
    except KeyboardInterrupt:
        pass
    finally:
        seats.close()
        local.end()


def _check_address(host: str, port: int, token: str) -> None:
    if token and len(token) < 16:
        refuse(f"{TOKEN_VARIABLE}: a token has at least 16 characters.")
    if not token and not _is_loopback(host):
        refuse(f"--host {host}: others could use these tools. Set {TOKEN_VARIABLE} to what they have to know for that.")
    check_port(host, port)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class BearerToken:
    """Lets in only those who know the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.expected = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass that brings the token."""
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, self.expected):
                refused = PlainTextResponse("This needs the token of the server as bearer token.\n", 401)
                await refused(scope, receive, send)
                return
        await self.app(scope, receive, send)
