"""Origins: scheme, host and port of a page, in one spelling."""

import re
from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}


def normal_origin(text: str) -> str | None:
    """scheme://host[:port] in lower case without a default port; None if `text` is anything else.

    >>> normal_origin("HTTPS://Example.org:443")
    'https://example.org'
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not host or parts.path not in ("", "/") or re.search(r"[?#@\s\\]", text):
        return None
    host_text = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host_text}" + ("" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}")
