"""Types of the standard library that are sent as a plain value: numbers, dates, texts, covers of containers.

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
from typing import Any, NamedTuple

from benchmark.sandbox.host.channel import ReplyTooLong

TEXT_LIMIT = 4096  #: maximum characters of a value that is sent as its text, as of a path on Linux
INT_BITS_LIMIT = 1 << 22  #: maximum bits of a whole number
FRACTION_LIMIT = 50_000  #: maximum hexadecimal digits of a fraction, which Python reduces
DECIMAL_LIMIT = 100_000  #: maximum digits of a decimal number, and maximum size of its exponent


class _Wrapper(NamedTuple):
    """How the values of one type are sent."""

    kind: type
    unwrap: Callable[[Any], object]  #: returns the plain value
    wrap: Callable[[Any], object]  #: makes a value from a plain value of the guest
    plain: type  #: the type of the plain value


def whole_number(text: str) -> int:
    """Return a whole number that is sent in hexadecimal.

    Raises:
        ReplyTooLong: if it has more than :data:`INT_BITS_LIMIT` bits.
    """
    if len(text) > INT_BITS_LIMIT // 4:
        raise ReplyTooLong(f"a whole number of more than {INT_BITS_LIMIT} bits")
    return int(text, 16)


def _fraction(parts: list[str]) -> fractions.Fraction:
    if sum(map(len, parts)) > FRACTION_LIMIT:
        raise ReplyTooLong(f"a fraction of more than {FRACTION_LIMIT} digits")
    return fractions.Fraction(*map(whole_number, parts))


def _keys(items: list[object]) -> object:
    keys: dict[object, None] = {}
    for item in items:  # one by one, as equal hashes take long and a signal ends no call of C
        keys[item] = None
    return keys.keys()


def _decimal(text: str) -> decimal.Decimal:
    value = decimal.Decimal(text)
    if len(text) > DECIMAL_LIMIT or (value.is_finite() and abs(value.adjusted()) > DECIMAL_LIMIT):
        raise ReplyTooLong(f"a decimal number of more than {DECIMAL_LIMIT} digits")
    return value


def _timezone(text: str) -> datetime.tzinfo | None:
    return datetime.UTC if text == "UTC" else datetime.datetime.strptime(text, "UTC%z").tzinfo


def _of_texts(*kinds: type) -> dict[str, _Wrapper]:
    """Return the wrappers of types that are sent as their text, by the name of the type in small letters."""
    return {kind.__name__.lower(): _Wrapper(kind, str, _limited(kind), str) for kind in kinds}


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


#: Tag → how such values are sent. A type stands before those that it extends.
_WRAPPERS: dict[str, _Wrapper] = {
    "fraction": _Wrapper(
        fractions.Fraction,
        lambda value: [hex(value.numerator), hex(value.denominator)],
        _fraction,
        list,
    ),
    "decimal": _Wrapper(decimal.Decimal, str, _decimal, str),
    "datetime": _Wrapper(
        datetime.datetime, datetime.datetime.isoformat, _limited(datetime.datetime.fromisoformat), str
    ),
    "date": _Wrapper(datetime.date, datetime.date.isoformat, _limited(datetime.date.fromisoformat), str),
    "time": _Wrapper(datetime.time, datetime.time.isoformat, _limited(datetime.time.fromisoformat), str),
    "timedelta": _Wrapper(
        datetime.timedelta,
        lambda value: [value.days, value.seconds, value.microseconds],
        lambda parts: datetime.timedelta(*map(int, parts)),
        list,
    ),
    "timezone": _Wrapper(
        datetime.timezone,
        lambda value: str(datetime.timezone(value.utcoffset(None))),  # its own text may be a name
        _limited(_timezone),
        str,
    ),
    # The guest makes a path of the test one that can reach its own files.
    "posixpath": _Wrapper(pathlib.PosixPath, str, _limited(pathlib.PurePosixPath), str),
    **_of_texts(uuid.UUID, pathlib.PurePosixPath, pathlib.PureWindowsPath),
    **_of_texts(ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network),
    "userlist": _Wrapper(
        collections.UserList, lambda value: value.data, _with_data(collections.UserList), list
    ),
    "userdict": _Wrapper(
        collections.UserDict, lambda value: value.data, _with_data(collections.UserDict), dict
    ),
    "userstring": _Wrapper(collections.UserString, lambda value: value.data, collections.UserString, str),
    "mappingproxy": _Wrapper(types.MappingProxyType, dict, types.MappingProxyType, dict),
    "chainmap": _Wrapper(collections.ChainMap, lambda value: value.maps, _chain, list),
    "machine_array": _Wrapper(
        array.array, lambda value: [value.typecode, value.tolist()], _machine_array, list
    ),
    "keys": _Wrapper(type({}.keys()), list, _keys, list),
    "items": _Wrapper(type({}.items()), list, lambda items: dict(items).items(), list),
    "values": _Wrapper(type({}.values()), list, lambda items: dict(enumerate(items)).values(), list),
}
TAGS = frozenset(_WRAPPERS)


def unwrap(value: object) -> tuple[str, object] | None:
    """Return the tag and plain value of a value that is sent so, and None for any other value."""
    for tag, wrapper in _WRAPPERS.items():
        if isinstance(value, wrapper.kind):
            return tag, wrapper.unwrap(value)
    return None


def wrap(tag: str, plain: object) -> object:
    """Make a value of the type that the tag names.

    Raises:
        TypeError, ValueError: if there is no such value.
        ReplyTooLong: if it would cost the host too much.
    """
    if type(plain) is not _WRAPPERS[tag].plain:
        raise TypeError(f"no {tag}")
    return _WRAPPERS[tag].wrap(plain)
