"""Types of the standard library that an answer sends as a plain value: numbers, dates, texts, wrappers.

A path of the answer becomes a pure path on the host, which equals it and reaches no file. Any fault in what
the guest sends is a TypeError or a ValueError here, except for values that would cost too much.
"""

import array
import collections
import datetime
import decimal
import fractions
import ipaddress
import pathlib
import types
import uuid
from collections.abc import Callable
from typing import Any

from benchmark.sandbox.host.channel import ReplyTooLong

TEXT_LIMIT = 4096  #: maximum characters of a value that is sent as text; paths on Linux have the same
INT_BITS_LIMIT = 1 << 22  #: maximum bits of a whole number
FRACTION_LIMIT = 50_000  #: maximum hexadecimal digits of a fraction, which Python reduces
DECIMAL_LIMIT = 100_000  #: maximum digits of a decimal number, and maximum size of its exponent
#: Types that are sent as their text.
_TEXTS: tuple[Any, ...] = (
    *(uuid.UUID, pathlib.PurePosixPath, pathlib.PureWindowsPath),
    *(ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network),
)


class AnswerBytes(bytes):
    """What a view of the answer's memory shows. It can go back to the answer; a view of the test cannot."""


def whole_number(text: str) -> int:
    """Return a whole number that is sent in hexadecimal."""
    if len(text) > INT_BITS_LIMIT // 4:
        raise ReplyTooLong(f"a whole number of more than {INT_BITS_LIMIT} bits")
    return int(text, 16)


def _fraction(parts: list[str]) -> fractions.Fraction:
    if sum(map(len, parts)) > FRACTION_LIMIT:
        raise ReplyTooLong(f"a fraction of more than {FRACTION_LIMIT} digits")
    return fractions.Fraction(*map(whole_number, parts))


def _keys(items: list[object]) -> object:
    keys: dict[object, None] = {}
    for item in items:  # one by one: no signal can stop a slow call of C with equal hashes
        keys[item] = None
    return keys.keys()


def _decimal(text: str) -> decimal.Decimal:
    value = decimal.Decimal(text)
    if len(text) > DECIMAL_LIMIT or (value.is_finite() and abs(value.adjusted()) > DECIMAL_LIMIT):
        raise ReplyTooLong(f"a decimal number of more than {DECIMAL_LIMIT} digits")
    return value


def _timezone(text: str) -> datetime.tzinfo | None:
    return datetime.UTC if text == "UTC" else datetime.datetime.strptime(text, "UTC%z").tzinfo


def _limited(make: Callable[[str], object]) -> Callable[[str], object]:
    def limited(text: str) -> object:
        if len(text) > TEXT_LIMIT:
            raise ReplyTooLong(f"a value whose text has more than {TEXT_LIMIT} characters")
        return make(text)

    return limited


def _with_data(kind: type) -> Callable[[object], object]:
    """Return a function that puts data into a wrapper; a copy of a cyclic value would be incomplete."""

    def wrap(data: object) -> object:
        wrapper: object = kind()
        vars(wrapper)["data"] = data
        return wrapper

    return wrap


def _machine_array(parts: list[object]) -> object:
    if [type(part) for part in parts] != [str, list]:
        raise TypeError("must be a type and a list")  # anything else could be of any length
    return array.array(*parts)  # type: ignore[call-overload]  # checked above, else a TypeError


def _chain(maps: list[Any]) -> object:
    if not all(type(part) is dict for part in maps):
        raise TypeError("must be dicts")
    return collections.ChainMap(*maps)


#: Tag → the type of the plain value, and a function that makes the value from it.
_WRAPPERS: dict[str, tuple[type, Callable[[Any], object]]] = {
    "fraction": (list, _fraction),
    "decimal": (str, _decimal),
    "datetime": (str, _limited(datetime.datetime.fromisoformat)),
    "date": (str, _limited(datetime.date.fromisoformat)),
    "time": (str, _limited(datetime.time.fromisoformat)),
    "timedelta": (list, lambda parts: datetime.timedelta(*map(int, parts))),
    "timezone": (str, _limited(_timezone)),
    "posixpath": (str, _limited(pathlib.PurePosixPath)),
    **{kind.__name__.lower(): (str, _limited(kind)) for kind in _TEXTS},
    "userlist": (list, _with_data(collections.UserList)),
    "userdict": (dict, _with_data(collections.UserDict)),
    "userstring": (str, collections.UserString),
    "mappingproxy": (dict, types.MappingProxyType),
    "chainmap": (list, _chain),
    "memoryview": (str, lambda text: memoryview(AnswerBytes.fromhex(text))),
    "machine_array": (list, _machine_array),
    "keys": (list, _keys),
    "items": (list, lambda items: dict(items).items()),
    "values": (list, lambda items: dict(enumerate(items)).values()),
}
TAGS = frozenset(_WRAPPERS)


def wrap(tag: str, plain: object) -> object:
    """Make a value of the type that the tag names."""
    wanted, make = _WRAPPERS[tag]
    if type(plain) is not wanted:
        raise TypeError(f"no {tag}")
    return make(plain)
