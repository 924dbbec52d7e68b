"""Whether something is exactly what the OpenAPI document says: nothing missing, nothing more, of the right types."""

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from whistlestop.server.app import make_app
from whistlestop.server.running.settings import Settings


@cache
def document() -> dict[str, Any]:
    return make_app(Settings()).openapi()


@cache
def _validator(name: str) -> Draft202012Validator:
    schemas = {key: _closed(schema) for key, schema in document()["components"]["schemas"].items()}
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})


def _closed(schema: Any) -> Any:
    """Clients put up with fields that they don't know, but a field that nobody has described is our mistake."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(part) for key, part in schema.items() if key != "discriminator"}
    return {**closed, "additionalProperties": False} if isinstance(schema.get("properties"), dict) else closed


def check(name: str, value: object) -> None:
    """Fail unless `value` is what the document calls `name`."""
    _validator(name).validate(value)
