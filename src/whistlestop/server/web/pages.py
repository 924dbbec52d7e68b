"""The page that people open: files that the build of `web/` has made, kept in memory and sent compressed.

Every address of the page is answered with the same document, whose scripts look at the address. Anything else that a
browser asks for gets it too, with status 404, so that a mistyped link ends in our own words; programs get JSON. Only
`/docs` has a document of its own.
"""

from collections.abc import Awaitable, Callable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from whistlestop.server.web.compressed import CompressedBody, compress, respond
from whistlestop.server.web.errors import on_http_exception

FOLDER = "page"
ADDRESSES = (
    "/",
    "/friends",
    "/tables",
    "/games",
    "/records",
    "/settings",
    "/learn",
    "/rules",
    "/studio",
    "/join/{match}",
    "/table/{match}",
    "/replay/{match}",
)
DOCS_ADDRESS = "/docs"
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Machines disagree about these."""
ASK_AGAIN = "no-cache"
FOR_GOOD = "public, max-age=31536000, immutable"
"""For files that have a hash of themselves in their name."""
NOT_BUILT = """This server has no page: it runs from sources that have not been built.

In a clone of the repository, `make play` builds the page and opens it; `make page` only builds it.
The API is described at /openapi.json.
"""


@cache
def read_page(folder: Traversable | None = None) -> dict[str, CompressedBody]:
    """The files of the built page by their address; none if it was not built."""
    folder = folder or resources.files(__package__).joinpath(FOLDER)
    return dict(_files(folder, "/")) if folder.is_dir() else {}


def _files(folder: Traversable, address: str) -> list[tuple[str, CompressedBody]]:
    found: list[tuple[str, CompressedBody]] = []
    for file in folder.iterdir():
        if file.is_dir():
            found += _files(file, f"{address}{file.name}/")
        elif (kind := MEDIA_TYPES.get(Path(file.name).suffix)) is not None:
            found.append((f"{address}{file.name}", compress(file.read_bytes(), kind)))
    return found


def add_pages(app: FastAPI, page: dict[str, CompressedBody]) -> None:
    """Serve the page. Add it last: its addresses must not hide others."""

    async def show_page(request: Request) -> Response:
        return _document(request, page)

    async def show_docs(request: Request) -> Response:
        return _document(request, page, name="/docs.html")

    async def show_file(request: Request) -> Response:
        file = page.get(request.url.path)
        if file is None:
            raise HTTPException(404)
        is_hashed = request.url.path.startswith("/assets/")
        return respond(request, file, FOR_GOOD if is_hashed else ASK_AGAIN)

    async def missing(request: Request, error: Exception) -> Response:
        is_for_people = "text/html" in request.headers.get("accept", "") and request.method in ("GET", "HEAD")
        if is_for_people and not request.url.path.startswith("/api/"):
            return _document(request, page, 404)
        return await on_http_exception(request, error)

    def add(address: str, show: Callable[[Request], Awaitable[Response]]) -> None:
        app.add_api_route(address, show, methods=["GET", "HEAD"], include_in_schema=False)

    for address in ADDRESSES:
        add(address, show_page)
    add(DOCS_ADDRESS, show_docs)
    for address in ["/assets/{name}", *(address for address in page if not address.startswith("/assets/"))]:
        add(address, show_file)
    app.add_exception_handler(404, missing)


def _document(
    request: Request, page: dict[str, CompressedBody], status: int = 200, name: str = "/index.html"
) -> Response:
    if name not in page:
        return PlainTextResponse(NOT_BUILT, 503)
    return respond(request, page[name], ASK_AGAIN, status)
