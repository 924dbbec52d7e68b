"""A small application behind all of our middleware, for tests of what guards, measures and logs requests."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Header, Query
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from whistlestop.server.play.refusal import Conflict
from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.errors import ERROR_ANSWERS
from whistlestop.server.web.measure import metrics_response
from whistlestop.server.web.middleware import install


class Passenger(BaseModel, extra="forbid"):
    name: str = Field(description="Who <travels>.", max_length=20)
    wagon: Literal["first", "second"] = Field(default="second", description="Where.")
    friends: list["Passenger"] = Field(default=[], description="Who comes along.")


def small_app(settings: Settings, metrics: Metrics | None = None) -> FastAPI:
    app = FastAPI(title="Small", version="1", docs_url=None, redoc_url=None, responses=ERROR_ANSWERS)
    metrics = metrics or Metrics()

    @app.get("/api/stations/{station}", summary="A station")
    async def station(station: str, limit: Annotated[int, Query(ge=1, le=9)] = 3) -> dict[str, Any]:
        return {"station": station, "limit": limit}

    @app.post("/api/passengers", summary="Board a train")
    async def passengers(passenger: Passenger) -> Passenger:
        return passenger

    @app.get("/api/refused")
    async def refused() -> None:
        raise Conflict("not-your-turn", "It is not your turn.", "R2.1")

    @app.get("/api/breaks")
    async def breaks(authorization: Annotated[str, Header()] = "") -> None:
        raise RuntimeError(f"broken with {authorization}")

    @app.get("/address")
    async def address(request: Request) -> dict[str, Any]:
        return {"address": request.client and request.client.host, "url": str(request.base_url)}

    @app.get("/metrics", include_in_schema=False)
    async def numbers(request: Request) -> Response:
        return metrics_response(request, metrics, settings)

    @app.websocket("/socket")
    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        while True:
            text = await websocket.receive_text()
            if text == "break":
                raise RuntimeError("broken")
            await websocket.send_text(text)

    install(app, settings, metrics)
    return app


def client(settings: Settings | None = None, address: str = "203.0.113.9", **options: Any) -> TestClient:
    """A client at an address, speaking to a small app of its own."""
    return TestClient(small_app(settings or Settings()), client=(address, 50_000), **options)
