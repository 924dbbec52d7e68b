"""Links to tables: where the server is, which match, and behind # the secret, which no web server ever sees."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from whistlestop.client.errors import ClientError

SOCKET_SCHEMES = {"http": "ws", "https": "wss"}


class BadLink(ClientError):
    """A text that is no link to a table. The message does not quote it: it may hold a secret."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link taken apart. Without a secret it leads to a public table: to watch, or to take an empty seat. That of a
    room (`/join/`) takes an empty seat too."""

    base: str
    match: str
    secret: str | None = field(default=None, repr=False)
    is_room: bool = False

    @property
    def api(self) -> str:
        """Where the match is found over HTTP."""
        return f"{self.base}/api/matches/{self.match}"

    @property
    def socket(self) -> str:
        """Where it is played."""
        scheme, _, rest = self.api.partition(":")
        return f"{SOCKET_SCHEMES[scheme]}:{rest}/socket"


def read_link(text: str) -> Link:
    """The parts of a link.

    >>> link = read_link("http://127.0.0.1:8377/table/x7Kq2mPz#fbOk3cKfoT8cPvU4-HMdKjnUuKzYhUDl")
    >>> link.base, link.match, link.socket
    ('http://127.0.0.1:8377', 'x7Kq2mPz', 'ws://127.0.0.1:8377/api/matches/x7Kq2mPz/socket')
    >>> link
    Link(base='http://127.0.0.1:8377', match='x7Kq2mPz', is_room=False)
    """
    try:
        parts = urlsplit(text.strip())
        is_complete = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_complete = False
    if not is_complete or parts.scheme not in SOCKET_SCHEMES:
        raise BadLink("A link to a table begins with http:// or https:// and the server's name.")
    path, match = parts.path.rstrip("/").rpartition("/")[::2]
    before, page = path.rpartition("/")[::2]
    if page not in ("table", "join") or not match:
        raise BadLink("A link to a table looks like http://SERVER/table/MATCH#SECRET.")
    return Link(f"{parts.scheme}://{parts.netloc}{before}", match, parts.fragment or None, page == "join")
