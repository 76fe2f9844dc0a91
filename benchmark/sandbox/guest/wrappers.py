"""Types of the standard library that are sent as a plain value: numbers, dates, texts, wrappers.

A value of a subclass is read with the methods of the type that it extends, because its own may lie.
"""

import array
import collections
import datetime
import decimal
import fractions
import sys
import types
from collections.abc import Callable
from typing import Any

_name = type.__dict__["__name__"].__get__
#: Tag → module and name of a type that is sent as its text.
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


def _parts_of_timedelta(value: datetime.timedelta) -> list[int]:
    kind = datetime.timedelta
    return [part.__get__(value) for part in (kind.days, kind.seconds, kind.microseconds)]


def _is_of_bytes(value: memoryview) -> bool:
    return value.format == "B" and value.ndim == 1


#: Tag → the type, and a function that returns its plain value. A type stands before those that it extends.
_WRAPPERS: dict[str, tuple[type, Callable[[Any], object]]] = {
    "fraction": (fractions.Fraction, lambda value: [hex(value._numerator), hex(value._denominator)]),
    "decimal": (decimal.Decimal, decimal.Decimal.__str__),
    "datetime": (datetime.datetime, datetime.datetime.isoformat),
    "date": (datetime.date, datetime.date.isoformat),
    "time": (datetime.time, datetime.time.isoformat),
    "timedelta": (datetime.timedelta, _parts_of_timedelta),
    "timezone": (
        datetime.timezone,
        lambda value: str(datetime.timezone(value.utcoffset(None))),  # str(value) may be a name instead
    ),
    "userlist": (collections.UserList, _data_of(list)),
    "userdict": (collections.UserDict, _data_of(dict)),
    "userstring": (collections.UserString, _data_of(str)),
    "mappingproxy": (types.MappingProxyType, dict),
    "chainmap": (collections.ChainMap, lambda value: list(value.maps)),
    "memoryview": (memoryview, lambda value: value.tobytes().hex() if _is_of_bytes(value) else None),
    "machine_array": (array.array, lambda value: [value.typecode, list(value)]),
    "keys": (type({}.keys()), list),
    "items": (type({}.items()), list),
    "values": (type({}.values()), list),
}


def unwrap(value: object, kind: type) -> tuple[str, object] | None:
    """Return the tag and plain value of a value that is sent so, and None for any other value."""
    tag = _name(kind).lower()
    module, name = _TEXTS.get(tag, ("", ""))
    if module and getattr(sys.modules.get(module), name, None) is kind:
        return tag, str(value)
    for tag, (base, read) in _WRAPPERS.items():
        if issubclass(kind, base):
            plain = read(value)
            return None if plain is None else (tag, plain)
    return None
