"""How requests are measured, and the answer of /metrics."""

import time
from collections.abc import Awaitable

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from whistlestop.server.play.secrets import bearer, equal_in_constant_time
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.errors import METHODS, BadRequest


def metrics_response(request: Request, metrics: Metrics, settings: Settings) -> Response:
    """The answer of /metrics."""
    token = settings.metrics_token
    if token is not None and not equal_in_constant_time(bearer(request.headers) or "", token):
        message = "Send the metrics token as `Authorization: Bearer …`."
        raise BadRequest(401, "metrics-token-needed", message, {"WWW-Authenticate": "Bearer"})
    return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)


class MeasureRequests:
    """ASGI middleware: counts requests by route template and status, and open sockets."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Counts and times a request or socket."""
        if scope["type"] == "http":
            return self._http(scope, receive, send)
        if scope["type"] == "websocket":
            return self._websocket(scope, receive, send)
        return self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500  # unless an answer begins

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_noting_status)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            seconds = time.perf_counter() - began
            self.metrics.http_seconds.labels(method, route_of(scope), str(status)).observe(seconds)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_open = False

        async def send_noting_accept(message: Message) -> None:
            nonlocal is_open
            if message["type"] == "websocket.accept" and not is_open:
                is_open = True
                self.metrics.sockets_open.inc()
            await send(message)

        try:
            await self.app(scope, receive, send_noting_accept)
        finally:
            if is_open:
                self.metrics.sockets_open.dec()


def route_of(scope: Scope) -> str:
    """The template of the route that answered (/api/tables/{id}); "none" where no route did."""
    return str(getattr(scope.get("route"), "path", "none"))
