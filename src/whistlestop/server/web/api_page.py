"""/docs: the API as a page made from the OpenAPI document, without scripts and without anything from other servers."""

import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from fastapi import FastAPI
from starlette.responses import HTMLResponse, Response

from whistlestop.server.web.schema_text import Schema, example_of, fields_of, type_text

STYLE_PATH = "/static/api.css"
FASTAPI_SAYS_NOTHING = "Successful Response"
METHODS = ("get", "post", "put", "patch", "delete")


def add_api_page(app: FastAPI) -> None:
    """Serve the page and its style sheet. Make the app with docs_url=None and redoc_url=None: theirs load scripts."""
    style = resources.files(__package__).joinpath("api.css").read_text(encoding="utf-8")

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(api_page(app.openapi()))

    @app.get(STYLE_PATH, include_in_schema=False)
    async def css() -> Response:
        return Response(style, media_type="text/css")


def api_page(document: dict[str, Any]) -> str:
    """The page of an OpenAPI document."""
    about = document["info"]
    operations = [
        (method, path, item[method])
        for path, item in document.get("paths", {}).items()
        for method in METHODS
        if method in item
    ]
    title, links = escape(about["title"]), "".join(_link(*operation) for operation in operations)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{title} – API</title>\n<link rel="stylesheet" href="{STYLE_PATH}">\n</head>\n<body>\n'
        f'<header><p class="brand">{title} {escape(about["version"])}</p><h1>API</h1>'
        f"{_paragraphs(about.get('description', ''))}"
        '<p class="soft">The same for programs: <a href="/openapi.json">openapi.json</a></p></header>\n'
        f'<nav aria-label="Contents"><ul>{links}</ul></nav>\n'
        f"<main>{''.join(_operation(document, *operation) for operation in operations)}</main>\n</body>\n</html>\n"
    )


def _anchor(method: str, path: str) -> str:
    return escape(f"{method}{path}".replace("/", "-").replace("{", "").replace("}", ""))


def _method(method: str) -> str:
    return f'<span class="method {method}">{method.upper()}</span>'


def _link(method: str, path: str, operation: Schema) -> str:
    summary = escape(operation.get("summary", ""))
    return (
        f'<li><a href="#{_anchor(method, path)}">{_method(method)} <code>{_breakable(path)}</code>'
        f"<small>{summary}</small></a></li>"
    )


def _operation(document: Schema, method: str, path: str, operation: Schema) -> str:
    parts = [_parameters(document, operation.get("parameters", []))]
    if "requestBody" in operation:
        parts.append(_content(document, "Body", operation["requestBody"]))
    for status, answer in operation.get("responses", {}).items():
        # Errors have the same shape everywhere: folded, so that the page stays short.
        is_error = not status.startswith("2")
        parts.append(_content(document, f"Answer {status}", answer, is_folded=is_error))
    return (
        f'<section id="{_anchor(method, path)}"><h2>{escape(operation.get("summary", path))}</h2>'
        f'<p class="address">{_method(method)} <code>{_breakable(path)}</code></p>'
        f"{_paragraphs(operation.get('description', ''))}{''.join(parts)}</section>"
    )


def _parameters(document: Schema, parameters: Sequence[Schema]) -> str:
    rows = [
        (p["name"], f"{type_text(document, p['schema'])}, in {p['in']}", p.get("required", False), _meaning(p))
        for p in parameters
    ]
    return f"<h3>Parameters</h3>{_table(rows)}" if rows else ""


def _meaning(parameter: Schema) -> str:
    return str(parameter.get("description") or parameter["schema"].get("description", ""))


def _content(document: Schema, title: str, part: Schema, is_folded: bool = False) -> str:
    """A body or an answer: its fields and an example, for each media type."""
    text = part.get("description", "")
    inner = _paragraphs("" if text == FASTAPI_SAYS_NOTHING else text) + "".join(
        _media(document, kind, media) for kind, media in part.get("content", {}).items()
    )
    if is_folded:
        return f"<details><summary>{escape(title)}</summary>{inner}</details>"
    return f"<h3>{escape(title)}</h3>{inner}"


def _media(document: Schema, kind: str, media: Schema) -> str:
    schema = media.get("schema", {})
    fields = fields_of(document, schema)
    text = f'<p class="soft"><code>{escape(kind)}</code>, {escape(type_text(document, schema))}</p>{_table(fields)}'
    if kind != "application/json" or not schema:
        return text
    example = media.get("example", example_of(document, schema))
    return f'{text}<pre tabindex="0"><code>{escape(json.dumps(example, indent=2, ensure_ascii=False))}</code></pre>'


def _table(rows: Sequence[tuple[str, str, bool, str]]) -> str:
    """Name, type, whether it is required, and the meaning."""
    if not rows:
        return ""
    body = "".join(
        f'<div class="field"><dt><code>{_breakable(name)}</code>{"" if is_required else " <small>optional</small>"}'
        f'<span class="type">{escape(kind)}</span></dt><dd>{escape(meaning)}</dd></div>'
        for name, kind, is_required, meaning in rows
    )
    return f"<dl>{body}</dl>"


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part.strip())}</p>" for part in text.split("\n\n") if part.strip())


def _breakable(path: str) -> str:
    """Long addresses may break after a slash on a narrow screen."""
    return escape(path).replace("/", "/<wbr>")
