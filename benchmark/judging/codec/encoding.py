"""Arguments of a test as JSON, on their way to the answer. The page "The sandbox" lists the forms."""

import collections
import datetime
import decimal
import fractions
import functools
import importlib
import inspect
import math
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, ValuesView

from benchmark.judging.codec import loops, wrappers
from benchmark.judging.codec.plain_array import PlainArray

_SHOWN = 300
_BIG_INT_BITS = 2000  # str() of an int stops at 4,300 digits
#: Containers whose identity travels; see the guest's encoding.
WITH_IDENTITY = (list, dict, set, bytearray, collections.deque)
#: Factories of a defaultdict that both sides may call.
FACTORIES: dict[str, type] = {kind.__name__: kind for kind in (int, list, set, dict, str, float)}

#: How a stand-in is named in a message, None for everything else.
ReferenceTo = Callable[[object], dict[str, object] | None]
#: Takes a function of the test and returns the number by which the answer may call it.
Lend = Callable[[Callable[..., object]], int]


class NotEncodableError(TypeError):
    """An argument that cannot be sent: the test asks for something that no form carries."""


class HostEncoder:
    """Encodes the values of one message.

    Args:
        reference_to: tells stand-ins from everything else.
        lend: takes the functions among the values.
    """

    def __init__(self, reference_to: ReferenceTo, lend: Lend) -> None:
        self._reference_to = reference_to
        self._lend = lend
        self._known: dict[int, object] = {}
        #: Containers with an identity, by number.
        self.met: list[object] = []

    def encode(self, value: object) -> object:  # noqa: PLR0911 - a line a kind
        """An argument as JSON.

        Raises:
            NotEncodableError: for an object without a form.
        """
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if isinstance(value, int) and kind is int:
            return value if value.bit_length() <= _BIG_INT_BITS else {"t": "int", "v": hex(value)}
        if isinstance(value, float) and kind is float:
            return value if math.isfinite(value) else {"t": "float", "v": repr(value)}
        reference = self._reference_to(value)
        if reference is not None:
            return reference
        if isinstance(value, WITH_IDENTITY):
            if id(value) in self._known:
                return self._known[id(value)]
            self._known[id(value)] = {"t": "ref", "v": len(self.met)}
            self.met.append(value)
            return self._container(value)
        return self._tagged(value)

    def _each(self, items: Iterable[object]) -> list[object]:
        return [self.encode(item) for item in items]

    def _container(self, value: object) -> object:
        match value:
            case list():
                return self._each(value)
            case set():
                return {"t": "set", "v": self._each(value)}
            case collections.deque():
                return {"t": "deque", "v": self._each(value), "maxlen": value.maxlen}
            case bytearray():
                return {"t": "bytearray", "v": value.hex()}
            case dict():
                return self._dict(value)
            case _:
                raise NotEncodableError(type(value).__name__)

    def _dict(self, value: dict[object, object]) -> object:
        encoded: dict[str, object] = {"t": "dict"}
        if isinstance(value, collections.OrderedDict):
            encoded["t"] = "ordereddict"
        elif isinstance(value, collections.Counter):
            encoded["t"] = "counter"
        elif isinstance(value, collections.defaultdict):
            for name, factory in FACTORIES.items():
                if value.default_factory is factory:
                    encoded |= {"t": "defaultdict", "factory": name}
        encoded["v"] = [self._each(pair) for pair in value.items()]
        return encoded

    def _tagged(self, value: object) -> object:  # noqa: PLR0911, PLR0912 - a line a type
        match value:
            case bool() | int() | float() | str():  # subclasses, such as members of an IntEnum
                base = next(kind for kind in (int, float, str) if isinstance(value, kind))
                return self.encode(base(value))
            case tuple():
                return {"t": "tuple", "v": self._each(value)}
            case frozenset():
                return {"t": "frozenset", "v": self._each(value)}
            case bytes():
                return {"t": "bytes", "v": value.hex()}
            case complex():
                return {"t": "complex", "v": [repr(value.real), repr(value.imag)]}
            case range():
                return {"t": "range", "v": self._each((value.start, value.stop, value.step))}
            case fractions.Fraction():
                return {"t": "fraction", "v": [hex(value.numerator), hex(value.denominator)]}
            case decimal.Decimal():
                return {"t": "decimal", "v": str(value)}
            case datetime.date() | datetime.time():
                return {"t": type(value).__name__, "v": value.isoformat()}
            case datetime.timedelta():
                return {"t": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
            case PlainArray():
                return self.encode(value.tolist())
            case ValuesView():
                return self.encode(list(value))
            case slice():
                return {"t": "slice", "v": self._each((value.start, value.stop, value.step))}
            case BaseException():
                return self.exception(value)
            case Iterator():
                return {"t": "iterator", "v": self._lend(functools.partial(next, value))}
            case Awaitable():
                from benchmark.judging.codec import awaiting  # few tests need it

                return {"t": "awaitable", "v": self._lend(awaiting.poll_of(value))}
            case _ if value is Ellipsis or value is NotImplemented:
                return {"t": "constant", "v": repr(value)}
            case _:
                return self._cover(value)

    def exception(self, error: BaseException) -> object:
        """An exception by its nearest builtin class and its arguments, as far as they can be sent."""
        base = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
        try:
            args = self._each(error.args)
        except NotEncodableError:
            args = [str(error)[:_SHOWN]]
        return {"t": "exception", "v": args, "type": base.__name__}

    def _cover(self, value: object) -> object:
        cover = wrappers.unwrapped(value)
        return self._function(value) if cover is None else {"t": cover[0], "v": self.encode(cover[1])}

    def _function(self, value: object) -> object:
        """A function of the test is lent; one of the standard library is named, and runs over there."""
        path = _path_of(value)
        if path is not None:
            return {"t": "named", "v": path}
        if callable(value) and not isinstance(value, type):
            return {"t": "function", "v": self._lend(value), **_about(value)}
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, numpy.ndarray | numpy.generic):
            return {"t": "numpy", "v": self.encode(value.tolist()), "dtype": str(value.dtype)}
        name = type(value).__name__
        raise NotEncodableError(f"a test passes a {name}, which cannot be sent to the answer")


def _about(function: Callable[..., object]) -> dict[str, object]:
    """What a decorator over there may look at: name, text, parameters, and whether it is a coroutine's."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = None
    name, doc = getattr(function, "__name__", "function"), getattr(function, "__doc__", None)
    return {
        "name": name if isinstance(name, str) else "function",
        "doc": doc if isinstance(doc, str) else None,
        "async": inspect.iscoroutinefunction(function),
        "parameters": parameters
        and [[one.name, int(one.kind), one.default is not one.empty] for one in parameters],
    }


def _path_of(value: object) -> str | None:
    """``module:name`` of a function or type of the standard library, if that is what it is."""
    value = next((original for ours, original in loops.ORIGINALS if value is ours), value)
    owner = getattr(value, "__objclass__", value)
    module = getattr(owner, "__module__", None) or "builtins"
    name = getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return None
    if module.partition(".")[0] not in sys.stdlib_module_names | {"builtins"}:
        return None
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}" if found is value else None
