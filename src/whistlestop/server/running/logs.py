"""Logs: one line per event, as JSON or as text, without secrets.

Everything goes through `redact` as finished text, so that it does not matter where in a line a secret stands. Addresses
are logged without query and fragment.
"""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from whistlestop.server.running.redaction import redact
from whistlestop.server.running.settings import Settings

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
