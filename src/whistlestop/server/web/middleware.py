"""The order in which a request passes our middleware, from outside in."""

from fastapi import FastAPI

from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.access_log import AccessLog
from whistlestop.server.web.errors import add_error_handlers
from whistlestop.server.web.headers import BodyLimit, SecurityHeaders
from whistlestop.server.web.measure import MeasureRequests
from whistlestop.server.web.proxies import TrustedProxies
from whistlestop.server.web.rates import RateLimit


def install(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Put everything around the application that guards, measures and logs it, and our error answers into it."""
    add_error_handlers(app)
    # The one added last is the outermost.
    app.add_middleware(BodyLimit, most=settings.max_body_bytes)
    app.add_middleware(RateLimit, settings=settings)
    app.add_middleware(MeasureRequests, metrics=metrics)
    app.add_middleware(AccessLog)  # catches what goes wrong, so that the answer still gets the headers
    app.add_middleware(SecurityHeaders)
    app.add_middleware(TrustedProxies, trusted=settings.trusted_proxies)
