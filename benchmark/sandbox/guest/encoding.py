"""Plain values in both directions; everything else stays where it is, behind a handle.

JSON's own null, booleans, numbers, strings and arrays are themselves (an array is a list). All other
values are ``{"t": tag, "v": ...}``. A subclass of a builtin is sent as the builtin, read by the builtin's own
methods: an object that lies about its equality, size or text cannot travel. The type of a value is asked,
never its ``__class__``. A number, text or tuple of a class of the answer's own (``own``) travels with its
handle: such a value has names beyond those of the builtin type.

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
import weakref
from collections.abc import Sequence
from typing import Any

from . import claims, wrappers
from .decoding import FACTORIES, Handles

_BIG_INT_BITS = 2000  # str() of an int stops at 4,300 digits
_PLAIN = frozenset({type(None), bool, str})
_WITH_IDENTITY = (list, dict, set, bytearray, collections.deque)
_IMMUTABLE = (int, float, str, bytes, complex, tuple, frozenset)
_PROXIES = (weakref.ProxyType, weakref.CallableProxyType)


class GuestEncoder:
    """Encodes the values of one message.

    Args:
        handles: takes what has no plain form.
        arguments: those of the request that is answered, by number.
    """

    def __init__(self, handles: Handles, arguments: Sequence[object] = ()) -> None:
        self._handles = handles
        self._known: dict[int, object] = {id(one): {"t": "arg", "v": n} for n, one in enumerate(arguments)}
        self._met: list[object] = []  # kept alive: an id must not come to name another object

    def encode(self, value: object) -> object:  # noqa: PLR0911 - one line a kind
        """A value as JSON."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is int:
            return _encode_int(value)  # type: ignore[arg-type]  # exactly an int
        if kind is float:
            return value if math.isfinite(value) else {"t": "float", "v": repr(value)}  # type: ignore[arg-type]  # a float
        if issubclass(kind, _WITH_IDENTITY):
            if kind not in _WITH_IDENTITY and value in self._handles:
                return self.by_handle(value)  # the test knows it already, with the methods of its class
            known = self._known.get(id(value))
            return self._new(value) if known is None else known
        if issubclass(kind, _IMMUTABLE):
            encoded = self._immutable(value)
            return encoded if kind in _IMMUTABLE or _is_numpy(kind) else self._own(value, encoded)
        return self._other(value, kind)

    def plain(self, value: object) -> object:
        """The plain value that an object extends, though the test knows it by its handle."""
        kind = type(value)
        if issubclass(kind, _WITH_IDENTITY):
            return self._new(value)
        return self._immutable(value) if issubclass(kind, _IMMUTABLE) else self.by_handle(value)

    def _new(self, value: object) -> object:
        self._known[id(value)] = {"t": "ref", "v": len(self._met)}
        self._met.append(value)
        return self.content(value)

    def content(self, value: Any) -> object:
        """A container by what it holds, whether it is known or not."""
        kind = type(value)
        if issubclass(kind, list):
            return [self.encode(item) for item in list.__iter__(value)]
        if issubclass(kind, dict):
            return self._dict(value)
        if issubclass(kind, set):
            return {"t": "set", "v": [self.encode(item) for item in set.__iter__(value)]}
        if issubclass(kind, collections.deque):
            maxlen = collections.deque.maxlen.__get__(value)
            items = [self.encode(item) for item in collections.deque.__iter__(value)]
            return {"t": "deque", "v": items, "maxlen": maxlen}
        return {"t": "bytearray", "v": bytes.hex(bytes(memoryview(value)))}

    def by_handle(self, value: object) -> object:
        """An object that stays here."""
        kind = type(value)
        number = self._handles.keep(value)
        return {"t": "handle", "v": number, "type": claims.class_name(kind), **claims.claims(kind)}

    def _own(self, value: object, encoded: object) -> object:
        number = self._handles.keep(value)
        return {"t": "own", "v": encoded, "handle": number, "type": claims.class_name(type(value))}

    def _immutable(self, value: Any) -> object:  # noqa: PLR0911 - one line a type
        kind = type(value)
        if issubclass(kind, int):
            return _encode_int(int.__add__(value, 0))
        if issubclass(kind, float):
            return self.encode(float.__add__(value, 0.0) if value else float.__pos__(value))
        if issubclass(kind, str):
            return str.__getitem__(value, slice(None))[:] + ""
        if issubclass(kind, tuple):
            return {"t": "tuple", "v": [self.encode(item) for item in tuple.__iter__(value)]}
        if issubclass(kind, frozenset):
            return {"t": "frozenset", "v": [self.encode(item) for item in frozenset.__iter__(value)]}
        if issubclass(kind, bytes):
            return {"t": "bytes", "v": bytes.hex(bytes(memoryview(value)))}
        parts = (complex.real.__get__(value), complex.imag.__get__(value))
        return {"t": "complex", "v": [repr(part) for part in parts]}

    def _other(self, value: Any, kind: type) -> object:  # noqa: PLR0911, PLR0912 - one line a type
        if kind is range:
            return {"t": "range", "v": [self.encode(part) for part in (value.start, value.stop, value.step)]}
        if kind is fractions.Fraction:
            return {"t": "fraction", "v": [hex(value.numerator), hex(value.denominator)]}
        if kind is decimal.Decimal:
            return {"t": "decimal", "v": str(value)}
        if kind in (datetime.date, datetime.datetime, datetime.time):
            return {"t": kind.__name__, "v": value.isoformat()}
        if kind is datetime.timedelta:
            return {"t": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
        if id(value) in self._handles.lent:
            return {"t": "function", "v": self._handles.lent[id(value)][0]}
        if value is Ellipsis or value is NotImplemented:
            return {"t": "constant", "v": repr(value)}
        if issubclass(kind, type):
            return self._class(value, kind)
        if kind is slice:
            return {"t": "slice", "v": [self.encode(part) for part in (value.start, value.stop, value.step)]}
        if kind in _PROXIES:
            return self._proxy(value)
        cover = wrappers.unwrapped(value, kind)
        if cover is not None:
            return {"t": cover[0], "v": self.encode(cover[1])}
        flat = _flatten_scientific(value, kind)
        if flat is value:
            return self.by_handle(value)
        if type(flat) is _Array:
            return {"t": "array", "v": [list(flat.shape), self.encode(flat.items)]}
        if type(flat) is _Symbolic:
            return {"t": flat.kind, "v": self.encode(flat.value)}
        return self.encode(flat)

    def _class(self, value: type, kind: type) -> object:
        """A builtin class by name; of an exception class what an ``except`` must know."""
        if kind is type and value.__module__ == "builtins":
            return {"t": "constant", "v": value.__name__}
        if issubclass(value, BaseException):
            described = {
                "type": claims.class_name(value),
                "bases": claims.bases(value),
                "own": claims.own(value),
            }
            return {"t": "exception_class", "v": self._handles.keep(value), **described}
        return self.by_handle(value)

    def _proxy(self, value: object) -> object:
        """A weak proxy equals what it stands for, if that is a plain value; it may be gone."""
        referent = getattr(getattr(value, "__init__", None), "__self__", value)
        if type(referent) is not type(value) and issubclass(type(referent), (*_WITH_IDENTITY, *_IMMUTABLE)):
            return self.encode(referent)
        return self.by_handle(value)

    def _dict(self, value: Any) -> object:
        """Pairs in the dict's own order, which an OrderedDict keeps apart from its dict."""
        kind = type(value)
        items = dict.items(value)
        encoded: dict[str, object] = {"t": "dict"}
        if issubclass(kind, collections.OrderedDict):
            encoded["t"] = "ordereddict"
            items = collections.OrderedDict.items(value)
        elif issubclass(kind, collections.Counter):
            encoded["t"] = "counter"
        elif issubclass(kind, collections.defaultdict):
            for factory, name in FACTORIES.items():
                if collections.defaultdict.__dict__["default_factory"].__get__(value) is factory:
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


def _is_numpy(kind: type) -> bool:
    """Whether a class is one of numpy's scalars, some of which extend a builtin type."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, numpy.generic)


def _flatten_scientific(value: Any, kind: type) -> object:  # noqa: PLR0911 - one line a type
    """Numbers and arrays of numpy, real numbers and booleans of sympy; else ``value`` itself."""
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if issubclass(kind, numpy.ndarray):  # read by numpy's own methods, whatever a subclass overrides
            shape, items = numpy.ndarray.shape.__get__(value), numpy.ndarray.tolist(value)
            return _Array(shape, items) if shape else items
        if issubclass(kind, numpy.generic):
            return numpy.generic.item(value)
    sympy = sys.modules.get("sympy")
    if sympy is None:
        return value
    if value is sympy.true or value is sympy.false:
        return value is sympy.true
    if issubclass(kind, sympy.Integer):
        return _Symbolic("sympy_integer", int(value))
    if issubclass(kind, sympy.Rational):
        return _Symbolic("sympy_rational", fractions.Fraction(int(value.p), int(value.q)))
    if issubclass(kind, sympy.Float):
        return _Symbolic("sympy_float", float(value))
    if issubclass(kind, sympy.Expr) and value.is_number and value.is_real:
        return _Symbolic("sympy_expression", float(value))
    return value
