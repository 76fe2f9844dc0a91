"""Plain values in both directions; everything else stays where it is, behind a handle.

JSON's own null, booleans, numbers, strings and arrays are themselves (an array is a list). All other
values are ``{"t": tag, "v": ...}``. A subclass of a builtin is sent as the builtin, read by the builtin's own
methods: an object that lies about its equality, size or text cannot travel.

Lists, dicts, sets, deques and bytearrays have an identity. Both sides number them in the order in which
they meet them in a message; ``{"t": "ref", "v": n}`` is the n-th again, ``{"t": "arg", "v": n}`` the n-th of
the request that is answered. So what is shared or cyclic stays so.
"""

import collections
import datetime
import decimal
import fractions
import math
import sys
from collections.abc import Sequence

from .decoding import FACTORIES, Handles, HostFunction

_BIG_INT_BITS = 2000  # str() of an int stops at 4,300 digits
_PLAIN = frozenset({type(None), bool, str})
_WITH_IDENTITY = (list, dict, set, bytearray, collections.deque)


class Encoder:
    """Encodes the values of one message.

    Args:
        handles: takes what has no plain form.
        arguments: those of the request that is answered, by number.
    """

    def __init__(self, handles: Handles, arguments: Sequence[object] = ()) -> None:
        self._handles = handles
        self._known: dict[int, object] = {id(one): {"t": "arg", "v": n} for n, one in enumerate(arguments)}
        self._met: list[object] = []  # kept alive: an id must not come to name another object

    def encode(self, value: object) -> object:
        """A value as JSON."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is int:
            return _encode_int(value)  # type: ignore[arg-type]  # exactly an int
        if kind is float:
            return value if math.isfinite(value) else {"t": "float", "v": repr(value)}  # type: ignore[arg-type]  # a float
        if isinstance(value, _WITH_IDENTITY):
            known = self._known.get(id(value))
            if known is not None:
                return known
            self._known[id(value)] = {"t": "ref", "v": len(self._met)}
            self._met.append(value)
            return self.content(value)
        return self._other(value)

    def content(self, value: object) -> object:
        """A container by what it holds, whether it is known or not."""
        if isinstance(value, list):
            return [self.encode(item) for item in list.__iter__(value)]
        if isinstance(value, dict):
            return self._dict(value)
        if isinstance(value, set):
            return {"t": "set", "v": [self.encode(item) for item in set.__iter__(value)]}
        if isinstance(value, collections.deque):
            maxlen = collections.deque.maxlen.__get__(value)
            items = [self.encode(item) for item in collections.deque.__iter__(value)]
            return {"t": "deque", "v": items, "maxlen": maxlen}
        return {"t": "bytearray", "v": bytes.hex(bytes(memoryview(value)))}  # type: ignore[arg-type]  # what is left

    def by_handle(self, value: object) -> object:
        """An object that stays here."""
        return {"t": "handle", "v": self._handles.keep(value), "type": type(value).__name__[:100]}

    def _other(self, value: object) -> object:  # noqa: PLR0911, PLR0912 - one line a type
        if isinstance(value, bool | int):
            return _encode_int(int.__add__(value, 0))
        if isinstance(value, float):
            return self.encode(float.__add__(value, 0.0) if value else float.__pos__(value))
        if isinstance(value, str):
            return str.__getitem__(value, slice(None))[:] + ""
        if isinstance(value, tuple):
            return {"t": "tuple", "v": [self.encode(item) for item in tuple.__iter__(value)]}
        if isinstance(value, frozenset):
            return {"t": "frozenset", "v": [self.encode(item) for item in frozenset.__iter__(value)]}
        if isinstance(value, bytes):
            return {"t": "bytes", "v": bytes.hex(bytes(memoryview(value)))}
        if isinstance(value, complex):
            return {
                "t": "complex",
                "v": [repr(complex.real.__get__(value)), repr(complex.imag.__get__(value))],
            }
        if isinstance(value, range):
            return {"t": "range", "v": [self.encode(part) for part in (value.start, value.stop, value.step)]}
        if type(value) is fractions.Fraction:
            return {"t": "fraction", "v": [hex(value.numerator), hex(value.denominator)]}
        if type(value) is decimal.Decimal:
            return {"t": "decimal", "v": str(value)}
        if type(value) in (datetime.date, datetime.datetime, datetime.time):
            return {"t": type(value).__name__, "v": value.isoformat()}  # type: ignore[attr-defined]  # all three have it
        if type(value) is datetime.timedelta:
            return {"t": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
        if type(value) is HostFunction:
            return {"t": "function", "v": value.number}
        if value is Ellipsis or value is NotImplemented:
            return {"t": "constant", "v": repr(value)}
        if type(value) is type and value.__module__ == "builtins":
            return {"t": "constant", "v": value.__name__}
        if type(value) is slice:
            return {"t": "slice", "v": [self.encode(part) for part in (value.start, value.stop, value.step)]}
        flat = _flatten_scientific(value)
        if flat is value:
            return self.by_handle(value)
        if type(flat) is _Array:
            return {"t": "array", "v": [list(flat.shape), self.encode(flat.items)]}
        if type(flat) is _Symbolic:
            return {"t": flat.kind, "v": self.encode(flat.value)}
        return self.encode(flat)

    def _dict(self, value: dict[object, object]) -> object:
        """Pairs in the dict's own order, which an OrderedDict keeps apart from its dict."""
        items = dict.items(value)
        encoded: dict[str, object] = {"t": "dict"}
        if isinstance(value, collections.OrderedDict):
            encoded["t"] = "ordereddict"
            items = collections.OrderedDict.items(value)
        elif isinstance(value, collections.Counter):
            encoded["t"] = "counter"
        elif isinstance(value, collections.defaultdict):
            for kind, name in FACTORIES.items():
                if value.default_factory is kind:
                    encoded |= {"t": "defaultdict", "factory": name}
        encoded["v"] = [[self.encode(key), self.encode(item)] for key, item in items]
        return encoded


def _encode_int(value: int) -> object:
    return value if value.bit_length() <= _BIG_INT_BITS else {"t": "int", "v": hex(value)}


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
