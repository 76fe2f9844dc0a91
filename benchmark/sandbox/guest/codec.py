"""Plain values in both directions; everything else stays here, behind a handle.

JSON's own null, booleans, numbers, strings and arrays are themselves (an array is a list). All other
values are ``{"t": tag, "v": ...}``. A subclass of a builtin is sent as the builtin, read by the builtin's own
methods: an object that lies about its equality, size or text cannot travel.
"""

import collections
import datetime
import decimal
import fractions
import math
import sys
from collections.abc import Callable, Iterator

_BIG_INT_BITS = 2000  # str() of an int stops at 4,300 digits
_PLAIN = frozenset({type(None), bool, str})


class Handles:
    """Objects that only this side holds; the other side knows their numbers."""

    def __init__(self) -> None:
        self._objects: list[object] = []

    def keep(self, value: object) -> int:
        """Store an object and return its number."""
        self._objects.append(value)
        return len(self._objects) - 1

    def __getitem__(self, number: int) -> object:
        return self._objects[number]


def encode(value: object, handles: Handles) -> object:
    """A value as JSON; an object that has no plain form becomes a handle."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is int:
        return _encode_int(value)  # type: ignore[arg-type]
    if kind is float:
        return value if math.isfinite(value) else {"t": "float", "v": repr(value)}  # type: ignore[arg-type]
    if kind is list:
        return [encode(item, handles) for item in value]  # type: ignore[attr-defined]
    return _encode_other(value, handles)


def _encode_int(value: int) -> object:
    return value if value.bit_length() <= _BIG_INT_BITS else {"t": "int", "v": hex(value)}


def _encode_other(value: object, handles: Handles) -> object:  # noqa: PLR0911, PLR0912 - one line a type
    def all_of(items: Iterator[object]) -> list[object]:
        return [encode(item, handles) for item in items]

    if isinstance(value, bool | int):
        return _encode_int(int.__add__(value, 0))
    if isinstance(value, float):
        return encode(float.__add__(value, 0.0) if value else float.__pos__(value), handles)
    if isinstance(value, str):
        return str.__getitem__(value, slice(None))[:] + ""
    if isinstance(value, tuple):
        return {"t": "tuple", "v": all_of(tuple.__iter__(value))}
    if isinstance(value, list):
        return all_of(list.__iter__(value))
    if isinstance(value, set):
        return {"t": "set", "v": all_of(set.__iter__(value))}
    if isinstance(value, frozenset):
        return {"t": "frozenset", "v": all_of(frozenset.__iter__(value))}
    if isinstance(value, dict):
        return _encode_dict(value, handles)
    if isinstance(value, bytes | bytearray):
        tag = "bytes" if isinstance(value, bytes) else "bytearray"
        return {"t": tag, "v": bytes.hex(bytes(memoryview(value)))}
    if isinstance(value, complex):
        return {"t": "complex", "v": [repr(complex.real.__get__(value)), repr(complex.imag.__get__(value))]}
    if isinstance(value, range):
        return {"t": "range", "v": [encode(part, handles) for part in (value.start, value.stop, value.step)]}
    if isinstance(value, collections.deque):
        maxlen = collections.deque.maxlen.__get__(value)
        return {"t": "deque", "v": all_of(collections.deque.__iter__(value)), "maxlen": maxlen}
    if type(value) is fractions.Fraction:
        return {"t": "fraction", "v": [hex(value.numerator), hex(value.denominator)]}
    if type(value) is decimal.Decimal:
        return {"t": "decimal", "v": str(value)}
    if type(value) in (datetime.date, datetime.datetime, datetime.time):
        return {"t": type(value).__name__, "v": value.isoformat()}  # type: ignore[attr-defined]
    if type(value) is datetime.timedelta:
        return {"t": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
    flat = _flatten_scientific(value)
    if flat is not value:
        if type(flat) is _Array:
            return {"t": "array", "v": [list(flat.shape), encode(flat.items, handles)]}
        if type(flat) is _Symbolic:
            return {"t": flat.kind, "v": encode(flat.value, handles)}
        return encode(flat, handles)
    return by_handle(value, handles)


def by_handle(value: object, handles: Handles) -> object:
    """An object that stays here."""
    return {"t": "handle", "v": handles.keep(value), "type": type(value).__name__[:100]}


def _encode_dict(value: dict[object, object], handles: Handles) -> object:
    """Pairs in the dict's own order, which an OrderedDict keeps apart from its dict."""
    items = dict.items(value)
    encoded: dict[str, object] = {"t": "dict"}
    if isinstance(value, collections.OrderedDict):
        encoded["t"] = "ordereddict"
        items = collections.OrderedDict.items(value)
    elif isinstance(value, collections.Counter):
        encoded["t"] = "counter"
    elif isinstance(value, collections.defaultdict):
        for kind, name in _FACTORIES.items():
            if value.default_factory is kind:
                encoded |= {"t": "defaultdict", "factory": name}
    encoded["v"] = [[encode(key, handles), encode(item, handles)] for key, item in items]
    return encoded


#: Factories of a defaultdict that the host may call as well.
_FACTORIES = {int: "int", list: "list", set: "set", dict: "dict", str: "str", float: "float"}


class _Array:
    def __init__(self, shape: tuple[int, ...], items: list[object]) -> None:
        self.shape = shape
        self.items = items


class _Symbolic:
    """A number of sympy: its plain value, and the kind that says what it equals."""

    def __init__(self, kind: str, value: object) -> None:
        self.kind = kind
        self.value = value


def _flatten_scientific(value: object) -> object:  # noqa: PLR0911 - one line a type
    """Numbers and arrays of numpy, real numbers and booleans of sympy; else ``value`` itself."""
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(value, numpy.ndarray):  # read by numpy's own methods, whatever a subclass overrides
            shape, items = numpy.ndarray.shape.__get__(value), numpy.ndarray.tolist(value)
            return _Array(shape, items) if shape else items
        if isinstance(value, numpy.generic):
            return numpy.generic.item(value)
    sympy = sys.modules.get("sympy")
    if sympy is None:
        return value
    if value is sympy.true or value is sympy.false:
        return value is sympy.true
    if isinstance(value, sympy.Integer):
        return _Symbolic("sympy_integer", int(value))
    if isinstance(value, sympy.Rational):
        return _Symbolic("sympy_rational", fractions.Fraction(int(value.p), int(value.q)))
    if isinstance(value, sympy.Float):
        return _Symbolic("sympy_float", float(value))
    if isinstance(value, sympy.Expr) and value.is_number and value.is_real:
        return _Symbolic("sympy_expression", float(value))
    return value


def decode(value: object, handles: Handles) -> object:
    """The value that :func:`encode` of the host made. The host is trusted: no fault is expected here."""
    if type(value) is list:
        return [decode(item, handles) for item in value]
    if type(value) is not dict:
        return value
    if value["t"] == "deque":
        return collections.deque(_items(value["v"], handles), value["maxlen"])
    if value["t"] == "defaultdict":
        factory = next(kind for kind, name in _FACTORIES.items() if name == value["factory"])
        return collections.defaultdict(factory, _pairs(value["v"], handles))
    return _DECODERS[value["t"]](value["v"], handles)


def _items(value: list[object], handles: Handles) -> Iterator[object]:
    return (decode(item, handles) for item in value)


def _pairs(value: list[list[object]], handles: Handles) -> dict[object, object]:
    return {decode(key, handles): decode(item, handles) for key, item in value}


_DECODERS: dict[str, Callable[..., object]] = {
    "int": lambda v, _: int(v, 16),
    "float": lambda v, _: float(v),
    "complex": lambda v, _: complex(float(v[0]), float(v[1])),
    "tuple": lambda v, h: tuple(_items(v, h)),
    "set": lambda v, h: set(_items(v, h)),
    "frozenset": lambda v, h: frozenset(_items(v, h)),
    "dict": _pairs,
    "counter": lambda v, h: collections.Counter(_pairs(v, h)),
    "ordereddict": lambda v, h: collections.OrderedDict(_pairs(v, h)),
    "bytes": lambda v, _: bytes.fromhex(v),
    "bytearray": lambda v, _: bytearray.fromhex(v),
    "range": lambda v, _: range(*(part if type(part) is int else int(part["v"], 16) for part in v)),
    "fraction": lambda v, _: fractions.Fraction(int(v[0], 16), int(v[1], 16)),
    "decimal": lambda v, _: decimal.Decimal(v),
    "date": lambda v, _: datetime.date.fromisoformat(v),
    "datetime": lambda v, _: datetime.datetime.fromisoformat(v),
    "time": lambda v, _: datetime.time.fromisoformat(v),
    "timedelta": lambda v, _: datetime.timedelta(*v),
    "handle": lambda v, h: h[v],
}
