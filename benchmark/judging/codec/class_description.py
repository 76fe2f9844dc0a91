"""Describes classes of the test itself to the guest, which makes stubs of them.

A stub has the class's name, bases and plain attributes. Its methods and properties call the test's functions
on the host, so no code of the test comes to the guest. The objects travel like those of the task's classes,
as fields.
"""

import enum
import functools
import types
import typing
from collections.abc import Iterator
from typing import Any

#: Attributes of a class that are not sent: Python makes them, or they would change how stubs are made.
_NOT_SENT = frozenset(
    {
        *("__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__slots__"),
        *(
            "__dataclass_fields__",
            "__dataclass_params__",
            "__match_args__",
            "__abstractmethods__",
            "_abc_impl",
        ),
        *("__parameters__", "__orig_bases__", "__new__", "__init_subclass__", "__class_getitem__", "__del__"),
        *("__getattribute__", "_field_defaults", "_fields", "__getnewargs__", "__getstate__", "__setstate__"),
        *("_generate_next_value_", "__reduce_ex__"),
    }
)
#: Bases that are not sent: they matter only to type checkers, or every stub of this kind has them.
_PLAIN_BASES = (object, tuple, typing.Generic, typing.Protocol)
_TUPLE_ATTRIBUTES = frozenset(("_make", "_replace", "_asdict", "__repr__"))


def describe(kind: type, way: str) -> dict[str, object]:
    """Return what the guest needs to make a stub of a class.

    Args:
        kind: the class.
        way: how its objects travel; see :mod:`.instances`.

    Returns:
        The class's name, bases and attributes, and the fields of a named tuple or the members of an
        enumeration. An attribute is its name, its style and its value; the styles are ``value``, ``method``,
        ``static`` and ``property``, whose value is a pair of functions.
    """
    bases = tuple(base for base in kind.__bases__ if base not in _PLAIN_BASES)
    described: dict[str, object] = {
        "name": kind.__name__,
        "way": way,
        "bases": bases,
    }
    members: list[str] = []
    if issubclass(kind, enum.Enum):
        members = [*kind.__members__]
        described["members"] = [(name, member.value) for name, member in kind.__members__.items()]
    elif way == "record":
        described["fields"] = [*kind._fields]  # type: ignore[attr-defined]  # a named tuple
    described["attributes"] = [part for part in _attributes(kind, way) if part[0] not in members]
    return described


def _attributes(kind: Any, way: str) -> Iterator[tuple[str, str, object]]:
    """Yield name, style and value of the attributes of a class that a stub has."""
    for name, value in vars(kind).items():
        if name in _NOT_SENT or (way == "record" and (name in kind._fields or name in _TUPLE_ATTRIBUTES)):
            continue
        match value:
            case types.FunctionType():
                yield name, "method", value
            case staticmethod() | classmethod():
                yield name, "static", getattr(kind, name)
            case property():
                yield name, "property", (value.fget, value.fset)
            case functools.cached_property():
                yield name, "property", (functools.partial(_get, name), None)
            case None | bool() | int() | float() | str() | list() | dict() | set() | tuple() | frozenset():
                if way != "member" or not name.startswith("_"):
                    yield name, "value", value
            case _:  # a slot, or a value that the answer does not get
                pass


def _get(name: str, instance: object) -> object:
    return getattr(instance, name)
