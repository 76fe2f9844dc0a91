"""What the host sends, as values; and what a value can be that belongs to one side alone.

The forms are those of :mod:`.encoding`.
"""

import builtins
import collections
import datetime
import decimal
import fractions
import importlib
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import wrappers
from .lent_objects import HostAwaitable, HostIterator, host_function

#: Factories of a defaultdict that the host may call as well.
FACTORIES = {int: "int", list: "list", set: "set", dict: "dict", str: "str", float: "float"}


class Handles:
    """Objects that only this side holds; the other side knows their numbers."""

    def __init__(self) -> None:
        self._objects: list[object] = []
        self._numbers: dict[int, int] = {}  #: by id: what is kept here keeps it
        #: Functions of the test by id, each with its number.
        self.lent: dict[int, tuple[int, object]] = {}

    def keep(self, value: object) -> int:
        """Store an object and return its number; the same object has the same number."""
        number = self._numbers.setdefault(id(value), len(self._objects))
        if number == len(self._objects):
            self._objects.append(value)
        return number

    def __contains__(self, value: object) -> bool:
        return id(value) in self._numbers

    def __getitem__(self, number: int) -> object:
        return self._objects[number]


class GuestDecoder:
    """Decodes the values of one request. The host is trusted: no fault is expected here.

    Args:
        handles: of the objects that the host may name.
        ask: calls a function of the host by number.
        module: of the answer, whose names the host may pass.
    """

    def __init__(
        self, handles: Handles, ask: Callable[..., object], module: types.ModuleType | None = None
    ) -> None:
        self._handles = handles
        self._ask = ask
        self._module = module
        #: Containers with an identity, by number.
        self.met: list[object] = []

    def decode(self, value: object) -> object:
        """A value as the host encoded it."""
        if type(value) is list:
            made: list[object] = []
            self.met.append(made)
            made.extend(self.decode(item) for item in value)
            return made
        if type(value) is not dict:
            return value
        return self._tagged(value["t"], value)

    def _tagged(self, tag: str, value: dict[str, Any]) -> object:  # noqa: PLR0911, PLR0912 - a line a tag
        body = value["v"]
        match tag:
            case "ref":
                return self.met[body]
            case "handle":
                return self._handles[body]
            case "name":
                if body not in vars(self._module):
                    raise NameError(f"the answer does not define {body!r}")
                return vars(self._module)[body]
            case "function":
                function = host_function(body, self._ask, value)
                self._handles.lent[id(function)] = (body, function)
                return function
            case "iterator":
                return HostIterator(body, self._ask)
            case "awaitable":
                return HostAwaitable(body, self._ask)
            case "exception":
                return _exception(str(value["type"]), [self.decode(argument) for argument in body])
            case "slice":
                return slice(*self._items(body))
            case "constant":
                return {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}[str(body)]
            case "named":
                return _named(str(body))
            case "numpy":
                return importlib.import_module("numpy").array(self.decode(body), dtype=value["dtype"])
            case "dict" | "ordereddict" | "counter" | "defaultdict":
                return self._dict(tag, value)
            case "set":
                items: set[object] = set()
                self.met.append(items)
                items.update(self._items(body))
                return items
            case "deque":
                queue: collections.deque[object] = collections.deque(maxlen=value["maxlen"])
                self.met.append(queue)
                queue.extend(self._items(body))
                return queue
            case "bytearray":
                data = bytearray.fromhex(str(body))
                self.met.append(data)
                return data
            case "tuple":
                return tuple(self._items(body))
            case "frozenset":
                return frozenset(self._items(body))
            case "range":
                start, stop, step = body
                return range(self._whole(start), self._whole(stop), self._whole(step))
            case _ if tag in wrappers.TAGS:
                return wrappers.wrapped(tag, self.decode(body))
            case _:
                return _SIMPLE[tag](body)

    def _whole(self, value: object) -> int:
        number = self.decode(value)
        assert isinstance(number, int)  # noqa: S101 - a part of a range
        return number

    def _items(self, body: list[object]) -> Iterator[object]:
        return (self.decode(item) for item in body)

    def _dict(self, tag: str, value: dict[str, Any]) -> object:
        made: dict[object, object] = {}
        if tag == "ordereddict":
            made = collections.OrderedDict()
        elif tag == "counter":
            made = collections.Counter()  # type: ignore[assignment]  # its values may be anything
        elif tag == "defaultdict":
            made = collections.defaultdict(
                next(k for k, name in FACTORIES.items() if name == value["factory"])
            )
        self.met.append(made)
        for key, item in value["v"]:
            decoded = self.decode(key)
            made[decoded] = self.decode(item)
        return made


def parts_of(container: object) -> list[object]:
    """What a container holds, so that a change of it can be seen by identity."""
    if isinstance(container, dict):
        return [*dict.keys(container), *dict.values(container)]
    if isinstance(container, bytearray):
        return [bytes(container)]
    assert isinstance(container, Iterable)  # noqa: S101 - a list, set or deque
    return [*container]


def _exception(name: str, args: list[object]) -> BaseException:
    """An exception by the name of its builtin class."""
    kind = getattr(builtins, name, Exception)
    try:
        made = kind(*args)
    except TypeError:  # a class with another constructor
        made = Exception(*args)
    return made if isinstance(made, BaseException) else Exception(*args)


def _named(path: str) -> object:
    """A function or type of the standard library by its module and name."""
    module, _, name = path.partition(":")
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


_SIMPLE: dict[str, Callable[..., object]] = {
    "int": lambda v: int(v, 16),
    "float": float,
    "complex": lambda v: complex(float(v[0]), float(v[1])),
    "bytes": bytes.fromhex,
    "fraction": lambda v: fractions.Fraction(int(v[0], 16), int(v[1], 16)),
    "decimal": decimal.Decimal,
    "date": datetime.date.fromisoformat,
    "datetime": datetime.datetime.fromisoformat,
    "time": datetime.time.fromisoformat,
    "timedelta": lambda v: datetime.timedelta(*v),
}
