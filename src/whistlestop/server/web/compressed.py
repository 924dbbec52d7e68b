"""Answers that are made once and sent often: kept with their gzip and an ETag. Never for anything secret."""

import gzip
import hashlib
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
LEAST = 600
"""Bytes below which compression does not save a packet."""


@dataclass(frozen=True, slots=True)
class CompressedBody:
    """A body in all that it may be sent as."""

    body: bytes
    gzipped: bytes | None
    etag: str
    media_type: str


def compress(body: bytes, media_type: str) -> CompressedBody:
    """Compress what can be compressed."""
    is_text = media_type.startswith(TEXTS) and len(body) >= LEAST
    gzipped = gzip.compress(body, 9, mtime=0) if is_text else None
    return CompressedBody(body, gzipped, f'"{hashlib.sha256(body).hexdigest()[:20]}"', media_type)


def respond(request: Request, compressed: CompressedBody, cache: str, status: int = 200) -> Response:
    """The answer to this request: 304 to who has it already, compressed for who can read that."""
    headers = {"Cache-Control": cache, "ETag": compressed.etag}
    if compressed.gzipped is not None:
        headers["Vary"] = "Accept-Encoding"
    if status == 200 and _has(request, compressed.etag):
        return Response(status_code=304, headers=headers)
    if compressed.gzipped is not None and _reads_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return Response(compressed.gzipped, status, headers, compressed.media_type)
    return Response(compressed.body, status, headers, compressed.media_type)


def _has(request: Request, etag: str) -> bool:
    known = [part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")]
    return etag in known or "*" in known


def _reads_gzip(request: Request) -> bool:
    """Whether gzip is accepted; `gzip;q=0` says it is not."""
    for part in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
