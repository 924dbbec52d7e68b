"""Which socket is where. FastAPI's and Starlette's own routing would keep 15 KB more for every socket that is open."""

import re
from collections.abc import Awaitable

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from whistlestop.server.play.refusal import NotFound
from whistlestop.server.web.errors import refuse
from whistlestop.server.web.services import services_of
from whistlestop.server.web.sockets import serve_lobby

LOBBY = "/api/lobby"
TABLE = re.compile(r"/api/matches/([^/]{1,40})/socket")


class SocketRoutes:
    """ASGI middleware, the innermost: sockets are served here, and everything else by the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Not a coroutine: that would wait, and take memory, for as long as a socket is open."""
        if scope["type"] != "websocket":
            return self.app(scope, receive, send)
        socket = WebSocket(scope, receive, send)
        services = services_of(socket)
        if scope["path"] == LOBBY:
            return serve_lobby(socket, services.lobby)
        if found := TABLE.fullmatch(scope["path"]):
            return services.sockets.serve(socket, found[1])
        return refuse(scope, receive, send, NotFound("not-found", "There is no socket at this address."))
