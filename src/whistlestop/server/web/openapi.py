"""The OpenAPI document: what is asked for over HTTP and, among its schemas, the messages of the sockets.

`python -m whistlestop.server.app` prints it: from that the types of the page are made (docs/decisions/0028).
"""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from typing_extensions import override

from whistlestop.server.play.balance_jobs import BalanceProgress
from whistlestop.server.play.protocol import CLIENT_MESSAGE, ServerMessage
from whistlestop.server.play.table_view import LobbyMessage

Schemas = dict[str, Any]
REFERENCE = "#/components/schemas/{model}"


class DocumentedApp(FastAPI):
    """An application whose document tells the sockets' messages too."""

    @override
    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            document = super().openapi()
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in message_schemas().items():
                if schemas.setdefault(name, schema) != schema:
                    raise ValueError(f"{name} means one thing over HTTP and another on sockets")
            self.openapi_schema = {**_untitled(document), "info": document["info"]}
        return self.openapi_schema


def _untitled(part: Any) -> Any:
    """Without the titles that pydantic makes of the names, as if nobody could read those."""
    if isinstance(part, dict):
        return {key: _untitled(value) for key, value in part.items() if key != "title" or not isinstance(value, str)}
    return [_untitled(item) for item in part] if isinstance(part, list) else part


def message_schemas() -> Schemas:
    """What is said on the sockets, and line by line, by name, with all that it is made of."""
    sent: dict[str, TypeAdapter[Any]] = {
        "ServerMessage": TypeAdapter(ServerMessage),
        "LobbyMessage": TypeAdapter(LobbyMessage),
        "BalanceProgress": TypeAdapter(BalanceProgress),
    }
    return _schemas({"ClientMessage": CLIENT_MESSAGE}, "validation") | _schemas(sent, "serialization")


def _schemas(adapters: dict[str, TypeAdapter[Any]], mode: JsonSchemaMode) -> Schemas:
    inputs = [(name, mode, adapter) for name, adapter in adapters.items()]
    by_name, definitions = TypeAdapter.json_schemas(inputs, ref_template=REFERENCE)
    whole = {name: schema for (name, _), schema in by_name.items() if "$ref" not in schema}
    return {**definitions.get("$defs", {}), **whole}
