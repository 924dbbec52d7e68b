"""The application: wiring only. As a program it prints its OpenAPI document, from which the page's types are made."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response

import whistlestop
from whistlestop.server.play.room import StorageTrouble
from whistlestop.server.running.logs import configure_logs
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings, load_settings
from whistlestop.server.store import StoreError
from whistlestop.server.web import advice, drawings, replays, rest, studio
from whistlestop.server.web.connection_limits import ConnectionLimits
from whistlestop.server.web.connections import HOME
from whistlestop.server.web.errors import ERROR_ANSWERS, draining, error_response
from whistlestop.server.web.measure import metrics_response
from whistlestop.server.web.middleware import install
from whistlestop.server.web.openapi import DocumentedApp
from whistlestop.server.web.pages import add_pages, read_page
from whistlestop.server.web.services import Services, Use
from whistlestop.server.web.socket_routes import SocketRoutes

ABOUT = (
    "Tables, records and maps. Play goes over a socket (docs/protocol.md), whose messages stand among the schemas: "
    "`ClientMessage`, `ServerMessage`, `LobbyMessage`."
)


def make_app(settings: Settings) -> FastAPI:
    """A server with these settings."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        app.state.services = Services(settings, metrics)
        await app.state.services.start()
        limits = ConnectionLimits(settings, metrics)
        watching = asyncio.create_task(limits.watch(), name="connection limits")
        yield {"connection_limits": limits, HOME: app.state.services.homes}
        watching.cancel()
        await app.state.services.stop()

    app = DocumentedApp(
        title="Whistlestop",
        version=whistlestop.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,  # FastAPI's load scripts from another server; ours is part of the page
        redoc_url=None,
        responses=ERROR_ANSWERS,
    )
    for part in (rest, drawings, studio, advice, replays):
        # As they were built with their module. `include_router` would build every one of them again with the first
        # request, for 0.4 s of CPU time.
        app.router.routes += part.router.routes
    app.add_middleware(SocketRoutes)

    @app.get("/health", tags=["The server"], summary="Whether the process answers")
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": whistlestop.__version__}

    @app.get(
        "/ready",
        tags=["The server"],
        summary="Whether it can serve: the database takes a write, and it is not being shut down",
    )
    async def ready(services: Use) -> dict[str, str]:
        if services.is_draining:
            raise draining()
        await services.readiness.check()
        return {"status": "ready"}

    @app.get("/metrics", include_in_schema=False)
    async def show_metrics(request: Request) -> Response:
        return metrics_response(request, metrics, settings)

    @app.exception_handler(StoreError)
    async def storage_trouble(_: Request, __: StoreError) -> Response:
        return error_response(StorageTrouble())  # the store has logged why

    install(app, settings, metrics)
    add_pages(app, read_page())
    return app


def app_of_environment() -> FastAPI:
    """What `whistlestop serve` runs in each process."""
    settings = load_settings()
    configure_logs(settings)
    return make_app(settings)


if __name__ == "__main__":
    print(json.dumps(make_app(Settings()).openapi(), indent=2, ensure_ascii=False))
