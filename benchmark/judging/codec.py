"""The host's half of the codec: arguments go out, plain values alone come back.

What comes back is rebuilt from scratch as Python's own types, so an object that lies about its equality,
hash or size never reaches a comparison. Any fault in a reply is the answer's fault: :class:`GuestFault`.
"""

import collections
import datetime
import decimal
import fractions
import math
from collections.abc import Callable, Iterable
from typing import Any

from benchmark.judging.plain_array import PlainArray
from benchmark.judging.symbolic import SympyExpression, SympyFloat, SympyInteger, SympyRational
from benchmark.sandbox.host.channel import GuestFault, OffProtocol

_BIG_INT_BITS = 2000  # str() of an int stops at 4,300 digits

#: Makes the stand-in for an object that stays in the guest: (handle number, class name there).
MakeRemote = Callable[[int, str], object]


class NotEncodableError(TypeError):
    """An argument that cannot be sent: the test asks for something that the codec does not carry."""


def encode(value: object, handle_of: Callable[[object], int | None]) -> object:
    """An argument of a test as JSON.

    Args:
        value: any plain value; see the page "Sandbox protocol" for the list.
        handle_of: the handle number of a stand-in, None for everything else.

    Raises:
        NotEncodableError: for an object without a plain form.
    """
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return value if value.bit_length() <= _BIG_INT_BITS else {"t": "int", "v": hex(value)}  # type: ignore[attr-defined, arg-type]
    if kind is float:
        return value if math.isfinite(value) else {"t": "float", "v": repr(value)}  # type: ignore[arg-type]
    if kind is list:
        return [encode(item, handle_of) for item in value]  # type: ignore[attr-defined]
    number = handle_of(value)
    if number is not None:
        return {"t": "handle", "v": number}
    return _encode_tagged(value, handle_of)


def _encode_tagged(value: object, handle_of: Callable[[object], int | None]) -> object:  # noqa: PLR0911 - a line a type
    def each(items: Iterable[object]) -> list[object]:
        return [encode(item, handle_of) for item in items]

    match value:
        case bool() | int() | float() | str():  # subclasses, such as members of an IntEnum
            base = next(kind for kind in (int, float, str) if isinstance(value, kind))
            return encode(base(value), handle_of)
        case tuple() | set() | frozenset() | collections.deque():
            tag = next(kind for kind in (tuple, set, frozenset, collections.deque) if isinstance(value, kind))
            return {"t": tag.__name__, "v": each(value)}
        case dict():
            tag_name = {collections.Counter: "counter", collections.OrderedDict: "ordereddict"}.get(
                type(value), "dict"
            )
            return {"t": tag_name, "v": [each(pair) for pair in value.items()]}
        case bytes() | bytearray():
            return {"t": type(value).__name__, "v": value.hex()}
        case complex():
            return {"t": "complex", "v": [repr(value.real), repr(value.imag)]}
        case range():
            return {"t": "range", "v": each((value.start, value.stop, value.step))}
        case fractions.Fraction():
            return {"t": "fraction", "v": [hex(value.numerator), hex(value.denominator)]}
        case decimal.Decimal():
            return {"t": "decimal", "v": str(value)}
        case datetime.date() | datetime.time():
            return {"t": type(value).__name__, "v": value.isoformat()}
        case datetime.timedelta():
            return {"t": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
        case list():
            return each(value)
        case _:
            raise NotEncodableError(
                f"a test passes a {type(value).__name__}, which cannot be sent to the answer"
            )


def decode(value: object, make_remote: MakeRemote) -> object:
    """A reply as plain values.

    Raises:
        GuestFault: for anything that the codec does not know, however it is broken.
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
    tag, body = value["t"], value["v"]
    if tag == "handle":
        return make_remote(_whole(body), str(value["type"])[:100])
    return _DECODERS[tag](body, lambda item: _decode(item, make_remote))


_Each = Callable[[object], object]


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a whole number is needed")
    return value


def _pairs(body: list[list[object]], each: _Each) -> dict[object, object]:
    return {each(key): each(item) for key, item in body}


def _range(body: list[object], _: _Each) -> range:
    if not all(isinstance(part, int) for part in body):
        raise TypeError("a range of whole numbers is needed")
    start, stop, step = (part for part in body if isinstance(part, int))
    return range(start, stop, step)


def _array(body: list[object], each: _Each) -> PlainArray:
    shape, items = body
    if not isinstance(shape, list) or not isinstance(items, list):
        raise TypeError("an array needs a shape and items")
    return PlainArray(tuple(_whole(size) for size in shape), [each(item) for item in items])


def _counter(body: list[list[object]], each: _Each) -> object:
    counter: collections.Counter[object] = collections.Counter()
    for key, count in _pairs(body, each).items():
        counter[key] = count  # type: ignore[assignment]  # a Counter holds what it is given
    return counter


def _symbolic(kind: Callable[[Any], object], wanted: type) -> Callable[[object, _Each], object]:
    def decoder(body: object, each: _Each) -> object:
        value = each(body)
        if type(value) is not wanted:
            raise TypeError(f"{wanted.__name__} is needed")
        return kind(value)

    return decoder


_DECODERS: dict[str, Callable[..., object]] = {
    "int": lambda v, _: int(v, 16),
    "float": lambda v, _: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[v],
    "complex": lambda v, _: complex(float(v[0]), float(v[1])),
    "tuple": lambda v, each: tuple(each(item) for item in v),
    "set": lambda v, each: {each(item) for item in v},
    "frozenset": lambda v, each: frozenset(each(item) for item in v),
    "deque": lambda v, each: collections.deque(each(item) for item in v),
    "dict": _pairs,
    "counter": _counter,
    "ordereddict": lambda v, each: collections.OrderedDict(_pairs(v, each)),
    "bytes": lambda v, _: bytes.fromhex(v),
    "bytearray": lambda v, _: bytearray.fromhex(v),
    "range": _range,
    "array": _array,
    "fraction": lambda v, _: fractions.Fraction(int(v[0], 16), int(v[1], 16)),
    "decimal": lambda v, _: decimal.Decimal(v),
    "sympy_integer": _symbolic(SympyInteger, int),
    "sympy_rational": _symbolic(SympyRational, fractions.Fraction),
    "sympy_float": _symbolic(SympyFloat, float),
    "sympy_expression": _symbolic(SympyExpression, float),
    "date": lambda v, _: datetime.date.fromisoformat(v),
    "datetime": lambda v, _: datetime.datetime.fromisoformat(v),
    "time": lambda v, _: datetime.time.fromisoformat(v),
    "timedelta": lambda v, _: datetime.timedelta(*(int(part) for part in v)),
}
