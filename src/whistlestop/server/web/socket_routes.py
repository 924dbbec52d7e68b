"""Which socket is where. FastAPI's and Starlette's own routing would keep 15 KB more for every socket that is open."""

import re

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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
        elif scope["path"] == LOBBY:
            socket = WebSocket(scope, receive, send)
            await serve_lobby(socket, services_of(socket).lobby)
        elif found := TABLE.fullmatch(scope["path"]):
            socket = WebSocket(scope, receive, send)
            await services_of(socket).sockets.serve(socket, found[1])
        else:
            await refuse(scope, receive, send, NotFound("not-found", "There is no socket at this address."))
