"""One line in the log for each request, and a plain answer where something of ours goes wrong."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from whistlestop.server.running.logs import log
from whistlestop.server.running.redaction import redact
from whistlestop.server.web.errors import draining, internal_error, refuse
from whistlestop.server.web.rates import address_of

PATH_SHOWN = 200
INTERNAL_ERROR = 1011
"""The WebSocket close code for a mistake of ours."""


class AccessLog:
    """ASGI middleware: a request id, one line per request, and for a mistake of ours a traceback and a plain answer."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.perf_counter) -> None:
        self.app = app
        self.clock = clock

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Logs a line when a request or socket ends."""
        if scope["type"] not in ("http", "websocket"):
            return self.app(scope, receive, send)
        request_id = secrets.token_hex(6)
        scope.setdefault("state", {})["request_id"] = request_id
        return self._logged(_Request(scope, receive, send, request_id))

    async def _logged(self, request: "_Request") -> None:
        # Nobody unbinds it: every request and socket has a task of its own, and with it a context.
        structlog.contextvars.bind_contextvars(request_id=request.request_id)
        began = self.clock()
        try:
            await self.app(request.scope, request.receive, request.send)
        except (WebSocketDisconnect, ClientDisconnect):
            pass  # who hangs up makes no mistake, and needs no answer
        except asyncio.CancelledError:  # by uvicorn, when it is stopped and has waited for long enough
            if request.scope["type"] == "http" and request.status is None:
                await refuse(request.scope, request.receive, request.send, draining())
        except Exception:
            log.exception("a request met an unexpected error", path=shown_path(request.scope))
            await request.fail()
        finally:
            log.info("request", **request.line(), ms=round((self.clock() - began) * 1000, 1))


class _Request:
    """A request on its way: what was answered so far."""

    __slots__ = ("_send", "receive", "request_id", "scope", "status")

    def __init__(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        self.scope = scope
        self.receive = receive
        self._send = send
        self.request_id = request_id
        self.status: int | None = None

    async def send(self, message: Message) -> None:
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                self.status = message["status"]
                message.setdefault("headers", []).append((b"x-request-id", self.request_id.encode()))
            case "websocket.accept":
                self.status = 101
            case "websocket.close":
                self.status = message.get("code", 1000)
        await self._send(message)

    async def fail(self) -> None:
        """Answer that something went wrong, if there is still a way to."""
        if self.scope["type"] == "websocket" and self.status == 101:
            await self.send({"type": "websocket.close", "code": INTERNAL_ERROR, "reason": "internal"})
        elif self.status is None:
            await refuse(self.scope, self.receive, self.send, internal_error(self.request_id))

    def line(self) -> dict[str, Any]:
        return {
            "method": self.scope.get("method", "SOCKET"),
            "path": shown_path(self.scope),
            "status": self.status,
            "address": address_of(self.scope),
        }


def shown_path(scope: Scope) -> str:
    """The path as it may be logged: no query, no fragment, nothing secret, on one line."""
    path = scope["path"].split("?")[0].split("#")[0]
    return redact(path).encode("unicode_escape").decode()[:PATH_SHOWN]
