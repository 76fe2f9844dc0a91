"""What an answer returned, rebuilt from scratch as Python's own types.

An object that lies about its equality, hash or size never reaches a comparison. Any fault in a reply is the
answer's fault, and so is a value that would cost the host more than it may.
"""

import collections
import datetime
import decimal
import fractions
import math
from collections.abc import Callable
from typing import Any

from benchmark.judging.encoding import FACTORIES
from benchmark.judging.plain_array import PlainArray
from benchmark.judging.symbolic import SympyExpression, SympyFloat, SympyInteger, SympyRational
from benchmark.sandbox.host.channel import GuestFault, OffProtocol, ReplyTooLong

RANGE_LIMIT = 10_000_000  #: elements; a test may turn it into a list
INT_BITS_LIMIT = 1 << 22
DECIMAL_LIMIT = 100_000  #: digits, and size of the exponent

#: Makes the stand-in for an object that stays in the guest: (handle number, class name there).
MakeRemote = Callable[[int, str], object]

_Each = Callable[[object], object]


def decode(value: object, make_remote: MakeRemote) -> object:
    """A reply as plain values.

    Raises:
        OffProtocol: for anything that no form allows, however it is broken.
        ReplyTooLong: for a value that stands for more than the host may be made to hold.
    """
    try:
        return _decode(value, make_remote)
    except GuestFault:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise OffProtocol from error


def _decode(value: object, make_remote: MakeRemote) -> object:
    if type(value) is list:
        return [_decode(item, make_remote) for item in value]
    if type(value) is not dict:
        return value
    if value["t"] == "handle":
        return make_remote(_whole(value["v"]), str(value["type"])[:100])
    return _DECODERS[value["t"]](value, lambda item: _decode(item, make_remote))


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a whole number is needed")
    return value


def _big_int(text: str) -> int:
    if len(text) > INT_BITS_LIMIT // 4:
        raise ReplyTooLong(f"a whole number of more than {INT_BITS_LIMIT} bits")
    return int(text, 16)


def _decimal(text: str) -> decimal.Decimal:
    value = decimal.Decimal(text)
    if len(text) > DECIMAL_LIMIT or (value.is_finite() and abs(value.adjusted()) > DECIMAL_LIMIT):
        raise ReplyTooLong(f"a decimal number of more than {DECIMAL_LIMIT} digits")
    return value


def _range(body: list[object]) -> range:
    if not all(type(part) is int for part in body):
        raise TypeError("a range of whole numbers is needed")
    start, stop, step = (part for part in body if isinstance(part, int))
    value = range(start, stop, step)
    if value and (value[-1] - value[0]) // step >= RANGE_LIMIT:
        raise ReplyTooLong(f"a range of more than {RANGE_LIMIT} numbers")
    return value


def _pairs(body: list[list[object]], each: _Each) -> dict[object, object]:
    return {each(key): each(item) for key, item in body}


def _deque(value: dict[str, Any], each: _Each) -> object:
    maxlen = value["maxlen"]
    return collections.deque(map(each, value["v"]), None if maxlen is None else _whole(maxlen))


def _counter(value: dict[str, Any], each: _Each) -> object:
    counter: collections.Counter[object] = collections.Counter()
    for key, count in _pairs(value["v"], each).items():
        counter[key] = count  # type: ignore[assignment]  # a Counter holds what it is given
    return counter


def _array(value: dict[str, Any], each: _Each) -> PlainArray:
    shape, items = value["v"]
    array = PlainArray(tuple(_whole(size) for size in shape), [each(item) for item in items])
    if not array.is_sound():
        raise ValueError("the shape is not that of the items")
    return array


def _symbolic(kind: Callable[[Any], object], wanted: type) -> Callable[[dict[str, Any], _Each], object]:
    def decoder(value: dict[str, Any], each: _Each) -> object:
        plain = each(value["v"])
        if type(plain) is not wanted:
            raise TypeError(f"{wanted.__name__} is needed")
        return kind(plain)

    return decoder


_DECODERS: dict[str, Callable[[dict[str, Any], _Each], object]] = {
    "int": lambda value, _: _big_int(value["v"]),
    "float": lambda value, _: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[value["v"]],
    "complex": lambda value, _: complex(float(value["v"][0]), float(value["v"][1])),
    "tuple": lambda value, each: tuple(map(each, value["v"])),
    "set": lambda value, each: set(map(each, value["v"])),
    "frozenset": lambda value, each: frozenset(map(each, value["v"])),
    "deque": _deque,
    "dict": lambda value, each: _pairs(value["v"], each),
    "counter": _counter,
    "defaultdict": lambda value, each: collections.defaultdict(
        FACTORIES[value["factory"]], _pairs(value["v"], each)
    ),
    "ordereddict": lambda value, each: collections.OrderedDict(_pairs(value["v"], each)),
    "bytes": lambda value, _: bytes.fromhex(value["v"]),
    "bytearray": lambda value, _: bytearray.fromhex(value["v"]),
    "range": lambda value, _: _range(value["v"]),
    "array": _array,
    "fraction": lambda value, _: fractions.Fraction(_big_int(value["v"][0]), _big_int(value["v"][1])),
    "decimal": lambda value, _: _decimal(value["v"]),
    "sympy_integer": _symbolic(SympyInteger, int),
    "sympy_rational": _symbolic(SympyRational, fractions.Fraction),
    "sympy_float": _symbolic(SympyFloat, float),
    "sympy_expression": _symbolic(SympyExpression, float),
    "date": lambda value, _: datetime.date.fromisoformat(value["v"]),
    "datetime": lambda value, _: datetime.datetime.fromisoformat(value["v"]),
    "time": lambda value, _: datetime.time.fromisoformat(value["v"]),
    "timedelta": lambda value, _: datetime.timedelta(*(int(part) for part in value["v"])),
}
