"""JSON schemas of the OpenAPI document in words: types, fields, examples."""

from typing import Any

Schema = dict[str, Any]
DEEPEST = 6
"""How deep fields and examples go: a schema may contain itself."""
EXAMPLES: dict[str, Any] = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "null": None}


def resolve(document: Schema, schema: Schema) -> Schema:
    """What a `$ref` points at; what stands beside it (a description) goes first."""
    if "$ref" not in schema:
        return schema
    found: Any = document
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return {**found, **{key: part for key, part in schema.items() if key != "$ref"}}


def choices(schema: Schema) -> list[Schema]:
    """The alternatives of a schema; none if it has no choice."""
    return list(schema.get("anyOf") or schema.get("oneOf") or [])


def type_text(document: Schema, schema: Schema, depth: int = 0) -> str:
    """A schema's type in words.

    >>> type_text({}, {"type": "array", "items": {"type": "integer", "minimum": 1}})
    'list of integer (≥ 1)'
    """
    schema = resolve(document, schema)
    if depth > DEEPEST:
        return "…"
    if choices(schema):
        return " or ".join(dict.fromkeys(type_text(document, part, depth + 1) for part in choices(schema)))
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{word}"' for word in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_text(document, schema['items'], depth + 1)}" if "items" in schema else "list"
    if schema.get("type") == "object":
        return str(schema.get("title", "object"))
    return f"{schema.get('type', 'anything')}{_limits(schema)}"


def _limits(schema: Schema) -> str:
    signs = {"minimum": "≥ ", "exclusiveMinimum": "> ", "maximum": "≤ ", "exclusiveMaximum": "< "}
    limits = [f"{sign}{schema[key]:.12g}" for key, sign in signs.items() if key in schema]
    if "maxLength" in schema:
        limits.append(f"at most {schema['maxLength']} characters")
    return f" ({', '.join(limits)})" if limits else ""


def fields_of(document: Schema, schema: Schema, prefix: str = "", depth: int = 0) -> list[tuple[str, str, bool, str]]:
    """All fields of a schema, those of its parts included: name, type, whether it is required, meaning."""
    schema = resolve(document, schema)
    if depth > DEEPEST:
        return []
    if choices(schema):
        rows = [row for part in choices(schema) for row in fields_of(document, part, prefix, depth + 1)]
        return list(dict.fromkeys(rows))
    if schema.get("type") == "array" and "items" in schema:
        return fields_of(document, schema["items"], f"{prefix.removesuffix('.')}[].", depth + 1)
    rows = []
    for name, part in schema.get("properties", {}).items():
        meaning = resolve(document, part).get("description", "")
        is_required = name in schema.get("required", [])
        rows.append((f"{prefix}{name}", type_text(document, part), is_required, meaning))
        rows += fields_of(document, part, f"{prefix}{name}.", depth + 1)
    return rows


def example_of(document: Schema, schema: Schema, depth: int = 0) -> Any:
    """Something that fits the schema: its own example or default if it has one."""
    schema = resolve(document, schema)
    if schema.get("examples"):
        return schema["examples"][0]
    if schema.get("default") is not None:
        return schema["default"]
    if choices(schema):
        return example_of(document, choices(schema)[0], depth + 1)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if depth > DEEPEST:
        return None
    if schema.get("type") == "array":
        return [example_of(document, schema["items"], depth + 1)] if "items" in schema else []
    if schema.get("type") == "object":
        parts = schema.get("properties", {})
        return {name: example_of(document, part, depth + 1) for name, part in parts.items()}
    return EXAMPLES.get(schema.get("type", ""), "text")
