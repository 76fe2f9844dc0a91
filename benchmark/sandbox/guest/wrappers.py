"""Types of the standard library that are sent as a plain value: numbers, dates, texts, covers of containers.

A value of a subclass is read with the methods of the type that it extends, because its own may lie.
"""

import array
import collections
import datetime
import decimal
import fractions
import importlib
import sys
import types
from collections.abc import Callable
from typing import Any

_name = type.__dict__["__name__"].__get__
#: Tag → module and name of a type that is sent as its text. A module is imported when the host sends one.
_TEXTS = {
    name.lower(): (module, name)
    for module, names in {
        "uuid": ("UUID",),
        "pathlib": ("PosixPath", "PurePosixPath", "PureWindowsPath"),
        "ipaddress": ("IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network"),
    }.items()
    for name in names
}


def _data_of(inside: type) -> Callable[[object], object]:
    """Return a function that reads what a UserList, UserDict or UserString wraps, or None."""

    def read(value: object) -> object:
        data: object = object.__getattribute__(value, "__dict__").get("data")
        return data if issubclass(type(data), inside) else None

    return read


def _with_data(kind: type) -> Callable[[object], object]:
    def wrap(plain: object) -> object:
        wrapper: object = object.__new__(kind)
        vars(wrapper)["data"] = plain
        return wrapper

    return wrap


def _timezone(text: str) -> datetime.tzinfo | None:
    return datetime.UTC if text == "UTC" else datetime.datetime.strptime(text, "UTC%z").tzinfo


def _parts_of_timedelta(value: datetime.timedelta) -> list[int]:
    kind = datetime.timedelta
    return [part.__get__(value) for part in (kind.days, kind.seconds, kind.microseconds)]


#: Tag → the type, a function that returns its plain value, and one that makes it. A type stands before those
#: that it extends.
_WRAPPERS: dict[str, tuple[type, Callable[[Any], object], Callable[[Any], object]]] = {
    "fraction": (
        fractions.Fraction,
        lambda value: [hex(value._numerator), hex(value._denominator)],
        lambda parts: fractions.Fraction(*(int(part, 16) for part in parts)),
    ),
    "decimal": (decimal.Decimal, decimal.Decimal.__str__, decimal.Decimal),
    "datetime": (datetime.datetime, datetime.datetime.isoformat, datetime.datetime.fromisoformat),
    "date": (datetime.date, datetime.date.isoformat, datetime.date.fromisoformat),
    "time": (datetime.time, datetime.time.isoformat, datetime.time.fromisoformat),
    "timedelta": (datetime.timedelta, _parts_of_timedelta, lambda parts: datetime.timedelta(*parts)),
    "timezone": (
        datetime.timezone,
        lambda value: str(datetime.timezone(value.utcoffset(None))),  # its own text may be a name
        _timezone,
    ),
    "userlist": (collections.UserList, _data_of(list), _with_data(collections.UserList)),
    "userdict": (collections.UserDict, _data_of(dict), _with_data(collections.UserDict)),
    "userstring": (collections.UserString, _data_of(str), _with_data(collections.UserString)),
    "mappingproxy": (types.MappingProxyType, dict, types.MappingProxyType),
    "chainmap": (
        collections.ChainMap,
        lambda value: list(value.maps),
        lambda maps: collections.ChainMap(*maps),
    ),
    "machine_array": (
        array.array,
        lambda value: [value.typecode, list(value)],
        lambda parts: array.array(*parts),
    ),
    "keys": (type({}.keys()), list, lambda items: dict.fromkeys(items).keys()),
    "items": (type({}.items()), list, lambda items: dict(items).items()),
    "values": (type({}.values()), list, lambda items: dict(enumerate(items)).values()),
}
TAGS = frozenset(_WRAPPERS) | frozenset(_TEXTS)


def unwrap(value: object, kind: type) -> tuple[str, object] | None:
    """Return the tag and plain value of a value that is sent so, and None for any other value."""
    tag = _name(kind).lower()
    module, name = _TEXTS.get(tag, ("", ""))
    if module and getattr(sys.modules.get(module), name, None) is kind:
        return tag, str(value)
    for tag, (base, read, _) in _WRAPPERS.items():
        if issubclass(kind, base):
            plain = read(value)
            return None if plain is None else (tag, plain)
    return None


def wrap(tag: str, plain: Any) -> object:
    """Make a value of the type that the tag names."""
    if tag in _TEXTS:
        module, name = _TEXTS[tag]
        made: object = getattr(importlib.import_module(module), name)(plain)
        return made
    return _WRAPPERS[tag][2](plain)
