"""Encodes arguments of a test as JSON for the answer; the guest's ``decoding`` has all tags."""

import collections
import enum
import functools
import importlib
import inspect
import math
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any

from benchmark.judging.codec import class_description, loops, random_states, wrappers
from benchmark.judging.codec.instances import DEPTH, HostInstances, fields_of
from benchmark.judging.codec.libraries import EXACT

_SHOWN_CHARACTERS = 300  #: characters of an exception's text, if its arguments cannot be sent
_BIG_INT_BITS = 2000  #: larger ints are sent in hexadecimal, because str() of an int stops at 4,300 digits
#: Types of containers that keep their identity across the channel; the guest's encoding explains it.
WITH_IDENTITY = (list, dict, set, bytearray, collections.deque)
#: Factories of a defaultdict that both sides can call.
FACTORIES: dict[str, type] = {kind.__name__: kind for kind in (int, list, set, dict, str, float)}

#: A function that returns the name of a stand-in in messages, and None for any other value.
ReferenceTo = Callable[[object], dict[str, object] | None]
#: A function that registers a function or another object of the test and returns its number. By that number
#: the answer may call it, or hand it back.
Lend = Callable[[object], int]


class NotEncodableError(TypeError):
    """An argument of a test that cannot be sent, because the protocol has no tag for it."""


class HostEncoder:
    """Encodes the values of one message.

    Args:
        reference_to: returns how messages name a stand-in, and None for any other value.
        lend: registers the functions among the values and returns their numbers.
        instances: the instances of the task's classes; None if none can be sent.
    """

    def __init__(self, reference_to: ReferenceTo, lend: Lend, instances: HostInstances | None = None) -> None:
        self._reference_to = reference_to
        self._lend = lend
        self._instances = instances or HostInstances()
        self._sent: set[int] = set()  #: numbers of the instances in this message
        self._waiting: collections.deque[object] = collections.deque()
        self._depth = 0  #: number of instances around the value that is being encoded
        self._inside = 0  #: number of instances whose fields contain the value
        self._known: dict[int, object] = {}
        #: Containers that keep their identity, in the order of their numbers.
        self.containers: list[object] = []

    def encode(self, value: object) -> object:  # noqa: PLR0911 - one return per type
        """Return an argument as JSON.

        Raises:
            NotEncodableError: if the protocol has no tag for the value.
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
        if kind in self._instances.names:
            return self._instance(value, kind)
        if isinstance(value, WITH_IDENTITY):
            if id(value) in self._known:
                return self._known[id(value)]
            self._known[id(value)] = {"t": "ref", "v": len(self.containers)}
            self.containers.append(value)
            return self._container(value)
        if kind.__module__ == self._instances.test_module and self._instances.adopt(kind):
            return self._instance(value, kind)
        if str(kind.__module__).partition(".")[0] in EXACT:
            exact = self._exact(value)
            if exact is not None:
                return exact
        return self._tagged(value)

    def add_changed(self, changed: Iterable[object]) -> None:
        """Send the fields of instances that the test has changed; the guest knows those of all others."""
        numbers = {self._instances.number_of(instance): instance for instance in changed}
        if numbers:
            self._waiting += [instance for number, instance in numbers.items() if number not in self._sent]
            self._sent |= self._instances.numbers()

    def contents(self, changed: Iterable[int], arguments: Sequence[object]) -> list[list[object]]:
        """Return number and content of containers of the request that a function of the test has changed."""
        numbers = [*changed]
        if numbers:
            self._known |= {id(value): {"t": "arg", "v": place} for place, value in enumerate(arguments)}
        contents: list[list[object]] = []
        for number in numbers:
            self.containers.append(arguments[number])  # the guest counts the content as one
            contents.append([number, self._container(arguments[number])])
        return contents

    def waiting(self) -> list[list[object]]:
        """Return number and fields of the instances that have waited until the end of the message."""
        encoded: list[list[object]] = []
        while self._waiting:
            value = self._waiting.popleft()
            self._depth = 0
            encoded.append([self._instances.number_of(value), self._fields(value)])
        return encoded

    def _instance(self, value: Any, kind: type) -> object:
        """Return an instance of a class of the task, with its fields when it first occurs in the message."""
        name, way = self._instances.names[kind], self._instances.way_of(kind)
        described = self._class_part(kind, name, way)
        if way == "record":
            return {"t": "record", "v": self._each(value)} | described
        if way == "member":
            several = isinstance(value, enum.Flag) and value.name not in type(value).__members__
            return {"t": "member", "v": value.value if several else value.name} | described
        number = self._instances.number_of(value)
        described |= {"t": "instance", "v": number}
        if number in self._sent:
            return described
        self._sent.add(number)
        if self._depth == DEPTH:
            self._waiting.append(value)
            return described
        self._depth += 1
        described["fields"] = self._fields(value)
        self._depth -= 1
        return described

    def _class_part(self, kind: type, name: str, way: str) -> dict[str, object]:
        """Return the part of a value that names its class; a class of the test is also described, once."""
        part: dict[str, object] = {"class": name}
        if self._instances.is_unknown_to_guest(kind):
            part["define"] = class_description.describe(kind, way, self.encode)
        return part

    def _fields(self, instance: object) -> dict[str, object]:
        """Return the fields of an instance; the answer only passes on those that cannot be sent."""
        self._inside += 1
        fields = {name: self.encode(item) for name, item in fields_of(instance).items()}
        self._inside -= 1
        return fields

    def _exact(self, value: object) -> object:
        """Return a value of numpy or pandas with its dtypes, and None if the protocol has no tag for it."""
        from benchmark.judging.codec import arrays, tables  # few tests need them

        if id(value) in self._known:
            return self._known[id(value)]
        if type(value).__module__.startswith("pandas"):
            encoded = tables.encode(value, self.encode)
        else:
            encoded = (
                arrays.encode(value, self.encode) if arrays.is_value(value) else arrays.encode_dtype(value)
            )
        if encoded is not None and encoded["t"] in ("ndarray", *tables.MUTABLE):
            self._known[id(value)] = {"t": "ref", "v": len(self.containers)}
            self.containers.append(value)
        return encoded

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
            case _ if random_states.is_generator(value):
                return random_states.encode(value)
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

    def _tagged(self, value: object) -> object:  # noqa: PLR0911 - one return per type
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
            case slice():
                return {"t": "slice", "v": self._each((value.start, value.stop, value.step))}
            case BaseException():
                return self.exception(value)
            case Iterator():
                number = self._lend(functools.partial(next, value))
                return {"t": "iterator", "v": number, "of": self._lend(value)}
            case Awaitable():
                from benchmark.judging.codec import awaiting  # few tests need it

                return {"t": "awaitable", "v": self._lend(awaiting.make_poll(value))}
            case _ if value is Ellipsis or value is NotImplemented:
                return {"t": "constant", "v": repr(value)}
            case _:
                return self._other(value)

    def exception(self, error: BaseException) -> object:
        """Return an exception as its nearest builtin class and its arguments, or its text in their place."""
        base = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
        try:
            args = self._each(error.args)
        except NotEncodableError:
            args = [str(error)[:_SHOWN_CHARACTERS]]
        return {"t": "exception", "v": args, "type": base.__name__}

    def _other(self, value: object) -> object:
        if random_states.is_generator(value):
            if id(value) in self._known:
                return self._known[id(value)]
            self._known[id(value)] = {"t": "ref", "v": len(self.containers)}
            self.containers.append(value)
            return random_states.encode(value)
        wrapper = wrappers.unwrap(value)
        return self._function(value) if wrapper is None else {"t": wrapper[0], "v": self.encode(wrapper[1])}

    def _function(self, value: object) -> object:
        """Return the number of a function of the test, or the path of one of the standard library.

        The answer asks the host to call the former; the latter runs in the guest.
        """
        path = _library_path(value)
        if path is not None:
            return {"t": "named", "v": path}
        if isinstance(value, type):
            if value in self._instances.names or self._instances.adopt(value):
                name = self._instances.names[value]
                return {"t": "class", "v": name} | self._class_part(
                    value, name, self._instances.way_of(value)
                )
        elif callable(value) or self._inside:
            return {"t": "function", "v": self._lend(value), **_describe_function(value)}
        name = type(value).__name__
        raise NotEncodableError(f"a test passes a {name}, which cannot be sent to the answer")


def _describe_function(function: Any) -> dict[str, object]:
    """Return what a decorator of the answer may read: name, docstring, parameters, whether it is async."""
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
        and [[item.name, int(item.kind), item.default is not item.empty] for item in parameters],
    }


def _library_path(value: object) -> str | None:
    """Return ``module:name`` of a function or type that the guest can import, and None for other values.

    It is one of the standard library, of numpy or of pandas.
    """
    value = next((original for ours, original in loops.ORIGINALS if value is ours), value)
    owner = getattr(value, "__objclass__", value)
    module = getattr(owner, "__module__", None) or "builtins"
    name = getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return None
    if module.partition(".")[0] not in sys.stdlib_module_names | {"builtins", *EXACT}:
        return None
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}" if found is value else None
