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
    maker: str  #: path of the function that makes the value in the guest
    arguments: Callable[[Any], tuple[object, ...]]  #: returns the arguments of that function
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
    return {
        kind.__name__.lower(): _Wrapper(
            kind, f"{kind.__module__}:{kind.__name__}", lambda value: (str(value),), _limited(kind), str
        )
        for kind in kinds
    }


def _of_iso_texts(*kinds: Any) -> dict[str, _Wrapper]:
    return {
        kind.__name__: _Wrapper(
            kind,
            f"datetime:{kind.__name__}.fromisoformat",
            lambda value: (value.isoformat(),),
            _limited(kind.fromisoformat),
            str,
        )
        for kind in kinds
    }


def _of_data(kind: type, plain: type, wrap: Callable[[Any], object]) -> dict[str, _Wrapper]:
    name = kind.__name__
    return {name.lower(): _Wrapper(kind, f"collections:{name}", lambda value: (value.data,), wrap, plain)}


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
        "fractions:Fraction",
        lambda value: (value.numerator, value.denominator),
        _fraction,
        list,
    ),
    "decimal": _Wrapper(decimal.Decimal, "decimal:Decimal", lambda value: (str(value),), _decimal, str),
    **_of_iso_texts(datetime.datetime, datetime.date, datetime.time),
    "timedelta": _Wrapper(
        datetime.timedelta,
        "datetime:timedelta",
        lambda value: (value.days, value.seconds, value.microseconds),
        lambda parts: datetime.timedelta(*map(int, parts)),
        list,
    ),
    "timezone": _Wrapper(
        datetime.timezone,
        "datetime:timezone",
        lambda value: (value.utcoffset(None),),
        _limited(_timezone),
        str,
    ),
    # The guest makes a path of the test one that can reach its own files.
    "posixpath": _Wrapper(
        pathlib.PosixPath,
        "pathlib:PosixPath",
        lambda value: (str(value),),
        _limited(pathlib.PurePosixPath),
        str,
    ),
    **_of_texts(uuid.UUID, pathlib.PurePosixPath, pathlib.PureWindowsPath),
    **_of_texts(ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network),
    **_of_data(collections.UserList, list, _with_data(collections.UserList)),
    **_of_data(collections.UserDict, dict, _with_data(collections.UserDict)),
    **_of_data(collections.UserString, str, collections.UserString),
    "mappingproxy": _Wrapper(
        types.MappingProxyType,
        "types:MappingProxyType",
        lambda value: (dict(value),),
        types.MappingProxyType,
        dict,
    ),
    "chainmap": _Wrapper(
        collections.ChainMap, "collections:ChainMap", lambda value: tuple(value.maps), _chain, list
    ),
    "machine_array": _Wrapper(
        array.array, "array:array", lambda value: (value.typecode, value.tolist()), _machine_array, list
    ),
    "keys": _Wrapper(
        type({}.keys()), "builtins:dict.keys", lambda value: (dict.fromkeys(value),), _keys, list
    ),
    "items": _Wrapper(
        type({}.items()),
        "builtins:dict.items",
        lambda value: (dict(value),),
        lambda items: dict(items).items(),
        list,
    ),
    "values": _Wrapper(
        type({}.values()),
        "builtins:dict.values",
        lambda value: (dict(enumerate(value)),),
        lambda items: dict(enumerate(items)).values(),
        list,
    ),
}
TAGS = frozenset(_WRAPPERS)


def unwrap(value: object) -> tuple[str, str, tuple[object, ...]] | None:
    """Return the persistent id of a value that the guest makes by a call; None for any other value."""
    for wrapper in _WRAPPERS.values():
        if isinstance(value, wrapper.kind):
            return "made", wrapper.maker, wrapper.arguments(value)
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
