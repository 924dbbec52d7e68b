"""Every refusal has one shape: {"error": {"code": …, "message": …, "rule": …}}.

A `Refusal` is raised anywhere below a route; `add_error_handlers` turns it, and whatever else can go wrong with a
request, into that answer. Nothing of the inside (tracebacks, SQL, what a client sent) gets into an answer.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from whistlestop.server.play.refusal import (
    Conflict,
    ErrorPart,
    Forbidden,
    Invalid,
    NotFound,
    Refusal,
    TooLarge,
    TooOften,
    Unavailable,
    Unidentified,
    Unreadable,
    error_json,
    problems_text,
)

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
POLICY_VIOLATION = 1008
"""The WebSocket close code for a client that may not do this."""


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorPart


ERROR_ANSWERS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer, "description": "Refused: the error says why."},
    503: {"model": ErrorAnswer, "description": "Not now: the server is full, or its database does not answer."},
}
"""For FastAPI(responses=…): documents our errors in place of FastAPI's own 422."""


STATUSES: dict[type[Refusal], int] = {
    Unreadable: 400,
    Unidentified: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    TooLarge: 413,
    Invalid: 422,
    TooOften: 429,
    Unavailable: 503,
}


class BadRequest(Refusal):
    """What can be wrong with a request over HTTP and nowhere else, with its status and headers."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code, message)
        self.status = status
        self.headers = dict(headers or {})


def status_of(refusal: Refusal) -> int:
    """
    >>> status_of(NotFound("no-such-match", "There is no such match."))
    404
    """
    if isinstance(refusal, BadRequest):
        return refusal.status
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))


def headers_of(refusal: Refusal) -> dict[str, str]:
    """Headers that go with a refusal, such as when to try again."""
    if isinstance(refusal, TooOften) and refusal.seconds is not None:
        return {"Retry-After": str(refusal.seconds)}
    return refusal.headers if isinstance(refusal, BadRequest) else {}


def error_response(refusal: Refusal) -> Response:
    """A refusal as an HTTP answer."""
    # ASCII only: a message may quote a key that is no valid Unicode ("\\ud800"), which UTF-8 can't write.
    body = json.dumps(error_json(refusal))
    return Response(body, status_of(refusal), headers_of(refusal), "application/json")


def draining() -> Refusal:
    """The refusal of a process that is about to end."""
    return Unavailable("draining", "This process is being shut down.")


def internal_error(request_id: str) -> Refusal:
    """The answer to a request that met a mistake of ours."""
    message = "Something went wrong on the server; it has been logged. Try again, or report it with the request id "
    return BadRequest(500, "internal", f"{message}{request_id}.")


async def refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answer a request with a refusal before it reaches the application; a WebSocket instead of its handshake."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal.code})
        return
    await error_response(refusal)(scope, receive, send)


def add_error_handlers(app: FastAPI) -> None:
    """Give our errors for refusals, invalid requests, unknown paths and methods. `middleware.install` does the rest."""
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, on_http_exception)


async def _on_refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error_response(error)


async def _on_invalid_request(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(Invalid("invalid-request", problems_text(error.errors())))


async def on_http_exception(request: Request, error: Exception) -> Response:
    """What FastAPI itself refuses: unknown paths and methods, bodies that can't be read."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    match error.status_code:
        case 404:
            code, message = "not-found", "There is nothing at this address. /docs describes the API."
        case 405:
            allowed = headers["Allow"] = ", ".join(_methods_here(request))
            code, message = "method-not-allowed", f"{request.method} is not possible here; use {allowed}."
        case 400:
            code, message = "unreadable-body", "The body can't be read: it has to be JSON in UTF-8."
        case status:
            phrase = HTTPStatus(status).phrase
            code, message = phrase.lower().replace(" ", "-"), f"{phrase}."
    return error_response(BadRequest(error.status_code, code, message, headers))


def _methods_here(request: Request) -> list[str]:
    """All methods of an address. Starlette names only those of the first route that has it."""
    scopes = {method: {**request.scope, "method": method} for method in METHODS}
    routes = request.app.routes
    return [method for method in METHODS if any(route.matches(scopes[method])[0] is Match.FULL for route in routes)]
