"""The pages that people open. They are plain: what a table looks like is the web application's affair."""

from html import escape
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from whistlestop.server.services import Use

router = APIRouter(include_in_schema=False)

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="/static/api.css">
</head>
<body>
<header><p class="brand">Whistlestop</p><h1>{title}</h1></header>
{body}
</body>
</html>
"""
HOME = """<section><h2>Open tables</h2>{tables}</section>
<section><h2>Sit down</h2>
<p>Let a bot of yours take a seat: <code>whistlestop bot --join LINK --bot mine:Bot</code>.</p>
<p>Programs open tables and join them as <a href="/docs">the API</a> says.</p></section>"""
TABLE = """<section><p>This link is a seat, or a place to watch from. Whoever has it can use it: keep it secret.</p>
<p>Let a bot take the seat: <code>whistlestop bot --join LINK --bot hard</code>.</p></section>"""


@router.get("/")
async def home(services: Use) -> HTMLResponse:
    lines = [_line(table) for table in await services.lobby.tables()]
    tables = f"<ul>{''.join(lines)}</ul>" if lines else "<p>Nobody is waiting for players just now.</p>"
    return HTMLResponse(PAGE.format(title="Route-building train games", body=HOME.format(tables=tables)))


@router.get("/table/{match}")
async def table(match: str) -> HTMLResponse:  # noqa: ARG001 - the page reads it from its address
    return HTMLResponse(PAGE.format(title="A table", body=TABLE))


def _line(table: dict[str, Any]) -> str:
    names = [seat["name"] or (seat["level"] and f"{seat['level']} bot") or "empty" for seat in table["seats"]]
    return f"<li>{escape(table['map'])}: {escape(', '.join(names))} <code>{escape(table['match'])}</code></li>"
