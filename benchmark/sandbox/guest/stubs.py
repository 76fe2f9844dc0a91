"""Stubs of classes of the test: their methods and properties call the test's functions on the host."""

import collections
import enum
import types
from collections.abc import Mapping
from typing import Any


def make(described: Mapping[str, Any]) -> type:
    """Return a new class as the host describes it."""
    bases = described["bases"]
    name = described["name"]
    attributes: dict[str, object] = {"__module__": "test", "__qualname__": name}
    for attribute, style, value in described["attributes"]:
        match style:
            case "static":
                attributes[attribute] = staticmethod(value)
            case "property":
                attributes[attribute] = property(*value)
            case _:
                attributes[attribute] = value
    if "fields" in described:
        bases = (collections.namedtuple(name, described["fields"]), *bases)
    if "members" not in described:
        try:
            stub = types.new_class(name, bases, exec_body=lambda namespace: namespace.update(attributes))
        except TypeError:  # the answer's own classes, which it extends, do not fit together
            stub = type(name, (), attributes)
        if getattr(stub, "__abstractmethods__", None):
            stub.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]  # the test's class is complete
        return stub

    def fill(namespace: Any) -> None:
        for key, value in (*attributes.items(), *described["members"]):
            namespace[key] = value

    return types.new_class(name, bases or (enum.Enum,), exec_body=fill)
