"""Who may open a WebSocket (docs/security.md)."""

from starlette.datastructures import Headers
from starlette.types import Scope

from whistlestop.server.running.origins import normal_origin
from whistlestop.server.running.settings import Settings

PAGE_SCHEMES = {"ws": "http", "wss": "https"}


def origin_allowed(scope: Scope, settings: Settings) -> bool:
    """Whether the page that opens this WebSocket is ours. Programs that are no browser send no Origin.

    Browsers let any page open a socket to anywhere; this check keeps a foreign page from using what a visitor's browser
    can reach (a server in the home network, say). `TrustedProxies` has set scheme and Host to what the browser saw.
    """
    headers = Headers(scope=scope)
    origins = headers.getlist("origin")
    if not origins:
        return True
    scheme = PAGE_SCHEMES.get(scope["scheme"], scope["scheme"])
    own = normal_origin(f"{scheme}://{headers.get('host', '')}")
    allowed = {own, settings.public_url, *settings.allowed_origins} - {None}
    return len(origins) == 1 and normal_origin(origins[0]) in allowed
