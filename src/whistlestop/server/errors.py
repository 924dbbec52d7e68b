"""Every refusal has one shape: {"error": {"code": …, "message": …, "rule": …}}.

`Refusal` is raised anywhere below a route; `add_error_handlers` turns it, and whatever else can go wrong with a
request, into that answer. Nothing of the inside (tracebacks, SQL, what a client sent) gets into an answer.
"""

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

PROBLEMS_SHOWN = 5
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
POLICY_VIOLATION = 1008
"""The WebSocket close code for a client that may not do this."""


class ErrorPart(BaseModel):
    """What is wrong, and what to do."""

    code: str = Field(description="A word for programs, in kebab-case.", examples=["no-such-table"])
    message: str = Field(description="A sentence for people.", examples=["There is no such table."])
    rule: str | None = Field(description="The number of the rule that an action breaks.", examples=["R3.3"])


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorPart


ERROR_ANSWERS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer, "description": "Refused: the error says why."},
    503: {"model": ErrorAnswer, "description": "Not now: the server is full, or its database does not answer."},
}
"""For FastAPI(responses=…): documents our errors in place of FastAPI's own 422."""


class Refusal(Exception):
    """A request that can't be granted. `code` is for programs, `message` for people, `rule` a rule's number.

    >>> raise Refusal(404, "no-such-table", "There is no such table; it may have been deleted.")
    Traceback (most recent call last):
    whistlestop.server.errors.Refusal: There is no such table; it may have been deleted.
    """

    def __init__(
        self, status: int, code: str, message: str, rule: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.rule = rule
        self.headers = dict(headers or {})


def error_json(code: str, message: str, rule: str | None = None) -> dict[str, dict[str, str | None]]:
    """The one shape of errors, over HTTP and in the body of a socket's error message."""
    return {"error": {"code": code, "message": message, "rule": rule}}


def error_response(refusal: Refusal) -> Response:
    # ASCII only: a message may quote a key that is no valid Unicode ("\\ud800"), which UTF-8 can't write.
    body = json.dumps(error_json(refusal.code, refusal.message, refusal.rule))
    return Response(body, refusal.status, refusal.headers, "application/json")


def internal_error(request_id: str) -> Refusal:
    """The answer to a request that met a mistake of ours."""
    message = "Something went wrong on the server; it has been logged. Try again, or report it with the request id "
    return Refusal(500, "internal", f"{message}{request_id}.")


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
    return error_response(Refusal(422, "invalid-request", problems_text(error.errors())))


async def on_http_exception(request: Request, error: Exception) -> Response:
    """What FastAPI itself refuses: unknown paths and methods, bodies that can't be read."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    match error.status_code:
        case 404:
            refusal = Refusal(404, "not-found", "There is nothing at this address. /docs describes the API.")
        case 405:
            allowed = headers["Allow"] = ", ".join(_methods_here(request))
            refusal = Refusal(405, "method-not-allowed", f"{request.method} is not possible here; use {allowed}.")
        case 400:
            refusal = Refusal(400, "unreadable-body", "The body can't be read: it has to be JSON in UTF-8.")
        case status:
            phrase = HTTPStatus(status).phrase
            refusal = Refusal(status, phrase.lower().replace(" ", "-"), f"{phrase}.")
    refusal.headers = headers
    return error_response(refusal)


def _methods_here(request: Request) -> list[str]:
    """All methods of an address. Starlette names only those of the first route that has it."""
    scopes = {method: {**request.scope, "method": method} for method in METHODS}
    routes = request.app.routes
    return [method for method in METHODS if any(route.matches(scopes[method])[0] is Match.FULL for route in routes)]


def problems_text(problems: Sequence[Mapping[str, Any]]) -> str:
    """The problems of pydantic in one line, without the values that were sent: they may be secret.

    >>> problems_text([{"loc": ("body", "seats", 0, "level"), "msg": "Field required"}])
    'body.seats[0].level: Field required.'
    """
    lines = [f"{_place(problem['loc'])}: {problem['msg']}" for problem in problems[:PROBLEMS_SHOWN]]
    more = len(problems) - len(lines)
    if more:
        lines.append(f"and {more} more")
    return "; ".join(lines) + "."


def _place(loc: Sequence[str | int]) -> str:
    """("body", "seats", 0) as body.seats[0]; a key that a client made up is cut."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part[:60]}"
    return text.removeprefix(".") or "request"
