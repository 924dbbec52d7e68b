"""What is read and written as JSON, in types from which pydantic can make a schema (docs/decisions/0028)."""

import ast
import inspect
from collections.abc import Collection
from itertools import pairwise
from textwrap import dedent
from typing import Any, Required, get_type_hints

from pydantic import ConfigDict, GetCoreSchemaHandler, with_config
from pydantic_core import CoreSchema
from typing_extensions import TypedDict as TypedDict  # before Python 3.12 pydantic can't read typing's own

JsonObject = dict[str, Any]


def _describe_fields(schema: JsonObject, typed_dict: type) -> None:
    (written,) = ast.parse(dedent(inspect.getsource(typed_dict))).body
    assert isinstance(written, ast.ClassDef)
    for field, below in pairwise(written.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                schema["properties"][name]["description"] = inspect.cleandoc(text)


# Only the schema in JSON needs them. With `use_attribute_docstrings` pydantic reads the source of each at every use,
# which was a seventh of the time to start a server.
described = with_config(ConfigDict(json_schema_extra=_describe_fields))
"""Decorates a TypedDict: what is written below its fields becomes their description in the schema."""


class PartOf:
    """Annotates an object that has some of the fields of a TypedDict, and some `always`.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> class Person(TypedDict):
    ...     name: str
    ...     age: int
    >>> TypeAdapter(Annotated[JsonObject, PartOf(Person, always=["age"])]).validate_python({"age": 3})
    {'age': 3}
    """

    def __init__(self, whole: type, always: Collection[str] = ()) -> None:
        fields = {name: Required[kind] if name in always else kind for name, kind in get_type_hints(whole).items()}
        self.part = TypedDict(f"PartOf{whole.__name__}", fields, total=False)  # type: ignore[misc]

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self.part)
