"""Arguments of a test as JSON, on their way to the answer. The page "The sandbox" lists the forms."""

import collections
import datetime
import decimal
import fractions
import math
from collections.abc import Callable, Iterable

from benchmark.judging.plain_array import PlainArray

_BIG_INT_BITS = 2000  # str() of an int stops at 4,300 digits
#: Factories of a defaultdict that both sides may call.
FACTORIES: dict[str, type] = {kind.__name__: kind for kind in (int, list, set, dict, str, float)}

#: The handle number of a stand-in, None for everything else.
HandleOf = Callable[[object], int | None]


class NotEncodableError(TypeError):
    """An argument that cannot be sent: the test asks for something that no form carries."""


def encode(value: object, handle_of: HandleOf) -> object:
    """An argument as JSON.

    Raises:
        NotEncodableError: for an object without a plain form.
    """
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if isinstance(value, int) and kind is int:
        return value if value.bit_length() <= _BIG_INT_BITS else {"t": "int", "v": hex(value)}
    if isinstance(value, float) and kind is float:
        return value if math.isfinite(value) else {"t": "float", "v": repr(value)}
    if isinstance(value, list) and kind is list:
        return [encode(item, handle_of) for item in value]
    number = handle_of(value)
    if number is not None:
        return {"t": "handle", "v": number, "type": ""}
    return _encode_tagged(value, lambda items: [encode(item, handle_of) for item in items])


def _encode_tagged(value: object, each: Callable[[Iterable[object]], list[object]]) -> object:  # noqa: PLR0911, PLR0912 - a line a type
    match value:
        case bool() | int() | float() | str():  # subclasses, such as members of an IntEnum
            base = next(kind for kind in (int, float, str) if isinstance(value, kind))
            return each([base(value)])[0]
        case tuple():
            return {"t": "tuple", "v": each(value)}
        case set() | frozenset():
            return {"t": "set" if isinstance(value, set) else "frozenset", "v": each(value)}
        case collections.deque():
            return {"t": "deque", "v": each(value), "maxlen": value.maxlen}
        case dict():
            return _encode_dict(value, each)
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
        case PlainArray():
            return each(value.tolist())
        case _:
            name = type(value).__name__
            raise NotEncodableError(f"a test passes a {name}, which cannot be sent to the answer")


def _encode_dict(
    value: dict[object, object], each: Callable[[Iterable[object]], list[object]]
) -> dict[str, object]:
    encoded: dict[str, object] = {"t": "dict", "v": [each(pair) for pair in value.items()]}
    if isinstance(value, collections.OrderedDict):
        encoded["t"] = "ordereddict"
    elif isinstance(value, collections.Counter):
        encoded["t"] = "counter"
    elif isinstance(value, collections.defaultdict):
        for name, factory in FACTORIES.items():
            if value.default_factory is factory:
                encoded |= {"t": "defaultdict", "factory": name}
    return encoded
