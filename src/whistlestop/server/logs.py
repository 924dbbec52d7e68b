"""Logs: one line per happening, as JSON or as text, without secrets.

Everything goes through `redact` as finished text, so that it does not matter where in a line a secret stands. Addresses
are logged without query and fragment.
"""

import logging
import secrets
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from structlog.typing import EventDict, Processor, WrappedLogger

from whistlestop.server.errors import internal_error, refuse
from whistlestop.server.security import redact
from whistlestop.server.settings import Settings
from whistlestop.server.web.rates import address_of

PATH_SHOWN = 200
INTERNAL_ERROR = 1011
"""The WebSocket close code for a mistake of ours."""
SOCKET_LINES = ("connection open", "connection closed", "connection rejected", "ASGI callable returned without")
"""Lines of uvicorn; it writes the last one whenever a handshake is refused with an answer of our own."""

log = structlog.stdlib.get_logger("whistlestop.server")


def configure_logs(settings: Settings, stream: TextIO | None = None) -> None:
    """Send all logs of this process, uvicorn's included, through one handler. Run uvicorn with log_config=None."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,  # plain text: other formatters show the values of variables
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *before,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    render = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer(settings.log_format), _redacted]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=render))
    root = logging.getLogger()
    root.handlers = [handler]
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.getLogger("whistlestop").setLevel(level)
    # Never less from others: on their debug level they log whole messages, hands and secrets included.
    root.setLevel(max(level, logging.WARNING))
    _route_uvicorn(max(level, logging.INFO))


def _renderer(log_format: str) -> Processor:
    if log_format == "json":
        return structlog.processors.JSONRenderer()
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain, pad_event_to=0)


def _redacted(_: WrappedLogger, __: str, line: EventDict) -> str:
    """The last processor: gets the rendered text."""
    return redact(str(line))


def _route_uvicorn(level: int) -> None:
    """Its lines come through our handler; its access log, which has the query in it, is replaced by `AccessLog`."""
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.setLevel(level)
        logger.propagate = name != "uvicorn.access"
    errors = logging.getLogger("uvicorn.error")
    if _is_no_socket_line not in errors.filters:
        errors.addFilter(_is_no_socket_line)


def _is_no_socket_line(record: logging.LogRecord) -> bool:
    """uvicorn logs sockets with their query, and more about them that `AccessLog` says once and better."""
    text = str(record.msg)
    return '"WebSocket %s"' not in text and not text.startswith(SOCKET_LINES)


class AccessLog:
    """ASGI middleware: a request id, one line per request, and for a mistake of ours a traceback and a plain answer."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.perf_counter) -> None:
        self.app = app
        self.clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(6)
        scope.setdefault("state", {})["request_id"] = request_id
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            await self._logged(_Request(scope, receive, send, request_id))

    async def _logged(self, request: "_Request") -> None:
        began = self.clock()
        try:
            await self.app(request.scope, request.receive, request.send)
        except (WebSocketDisconnect, ClientDisconnect):
            pass  # who hangs up makes no mistake, and needs no answer
        except Exception:
            log.exception("a request met an unexpected error", path=shown_path(request.scope))
            await request.fail()
        finally:
            log.info("request", **request.line(), ms=round((self.clock() - began) * 1000, 1))


class _Request:
    """A request on its way: what was answered so far."""

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
