"""What every answer over HTTP carries, and how large a request may be. Pure ASGI middleware."""

from collections.abc import Awaitable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from whistlestop.server.web.errors import BadRequest, refuse

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}


class SecurityHeaders:
    """ASGI middleware: our headers on every answer; nothing below /api is kept by caches unless a route says so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Not a coroutine: that would wait, and take memory, for as long as a socket is open."""
        if scope["type"] not in ("http", "websocket"):
            return self.app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            # The second is an answer over HTTP to a WebSocket's handshake that was refused.
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                _add_headers(scope, MutableHeaders(scope=message))
            await send(message)

        return self.app(scope, receive, send_with_headers)


def _add_headers(scope: Scope, headers: MutableHeaders) -> None:
    for name, text in HEADERS.items():
        headers[name] = text
    if scope["scheme"] in ("https", "wss"):
        headers.update(HTTPS_ONLY)
    if scope["path"].startswith("/api"):
        headers.setdefault("Cache-Control", "no-store")


class BodyLimit:
    """ASGI middleware: reads the body before the application sees the request, and refuses one that is too large.

    Read here, and not on the way, a body without Content-Length is refused as well as an honest one, and no route
    has to be able to fail halfway. Bodies are small, so they fit in memory.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Refuses bodies that are too long, without reading on."""
        is_request = scope["type"] == "http"
        return self._limited(scope, receive, send) if is_request else self.app(scope, receive, send)

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = None if _announced(scope) > self.most else await self._read(receive)
        if message is None:
            text = f"The body is too large: at most {self.most} bytes are accepted here."
            # The rest of the body is not read, so the connection can't be used for another request.
            await refuse(scope, receive, send, BadRequest(413, "too-large", text, {"Connection": "close"}))
            return

        async def receive_again() -> Message:
            nonlocal message
            first, message = message, None
            return first or await receive()

        await self.app(scope, receive_again, send)

    async def _read(self, receive: Receive) -> Message | None:
        """The whole body as one message; None if it is too large. Who hung up gets nothing more read."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            body += message.get("body", b"")
            if len(body) > self.most:
                return None
            if not message.get("more_body", False):
                return {"type": "http.request", "body": bytes(body), "more_body": False}


def _announced(scope: Scope) -> int:
    """The length that the request says its body has."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isdecimal() and len(text) < 20 else 0
