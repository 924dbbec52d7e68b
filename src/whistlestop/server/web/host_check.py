"""Under which names this server may be asked for (docs/security.md)."""

import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from whistlestop.server.running.settings import ANY_HOST, Settings
from whistlestop.server.web.proxies import parse_address

AT_HOME = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal")
"""Endings of names that no public name server answers for."""

WORD = re.compile(r"[\w.:-]+")


def host_allowed(scope: Scope, named: frozenset[str]) -> bool:
    """Whether the Host of a request is one of ours. Programs that are no browser may send none.

    A foreign page can give its own name the address of a server in the visitor's network, and then talk to it as to
    its own; but it can't make browsers send another name than its own. So addresses and names of the home network are
    let in, and of all others those that are `named` (see `own_names`).
    """
    hosts = Headers(scope=scope).getlist("host")
    if not any(hosts):
        return True
    name = _name(hosts[0]) if len(hosts) == 1 else None
    if name is None:
        return False
    is_local = "." not in name or name.endswith(AT_HOME) or parse_address(name) is not None
    return is_local or name in named or ANY_HOST in named


def own_names(settings: Settings) -> frozenset[str]:
    """What this server is called besides."""
    public = urlsplit(settings.public_url or "").hostname
    names = {public, settings.host, socket.gethostname(), *settings.allowed_hosts}
    return frozenset(name.lower() for name in names if name)


def _name(host: str) -> str | None:
    """The name or address in a Host header, without its port; None if there is more in it, or less."""
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    is_plain = name is not None and parts.netloc == host and "@" not in host and WORD.fullmatch(name)
    return name.rstrip(".") if name and is_plain else None
