"""Decodes the values that the host sends.

The data has the format that :mod:`.encoding` describes.
"""

import builtins
import collections
import importlib
import json
import operator
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import arrays, instances, random_states, tables, wrappers
from .lent_objects import HostAwaitable, HostIterator, host_function

#: Factories of a defaultdict that both sides can call.
FACTORIES = {int: "int", list: "list", set: "set", dict: "dict", str: "str", float: "float"}


class GuestDecoder:
    """Decodes the values of one request. The host is trusted, so the data is not checked.

    Args:
        known: the objects that the host may name.
        ask: calls a function of the host by its number.
        module: the answer's module, whose names the host may use.
    """

    def __init__(
        self, known: instances.GuestInstances, ask: Callable[..., object], module: types.ModuleType
    ) -> None:
        self._objects = known
        self._ask = ask
        self._module = module
        #: Containers that keep their identity, in the order of their numbers.
        self.containers: list[object] = []
        #: Containers of the request, for the answer to a question.
        self.arguments: list[object] = []
        #: Instances of the task's classes, by number.
        self.instances: dict[int, object] = {}
        self._new: set[int] = set()

    def decode(self, value: object) -> object:
        """Return the value that the host encoded."""
        if type(value) is list:
            items: list[object] = []
            self.containers.append(items)
            items.extend(self.decode(item) for item in value)
            return items
        if type(value) is not dict:
            return value
        return self._tagged(value["t"], value)

    def _tagged(self, tag: str, value: dict[str, Any]) -> object:  # noqa: PLR0911, PLR0912, PLR0915 - one return per tag
        body = value["v"]
        match tag:
            case "ref":
                return self.containers[body]
            case "arg":
                return self.arguments[body]
            case "object":
                if value.get("has_fields"):
                    self.instances[body] = self._objects[body]
                return self._objects[body]
            case "enum":
                enumeration: Any = self._objects[value["of"]]
                return enumeration(body) if type(body) is int else enumeration[body]
            case "method":
                return getattr(self.decode(value["of"]), body)
            case "name":
                if body not in vars(self._module):
                    raise NameError(f"the answer does not define {body!r}")
                return vars(self._module)[body]
            case "function":
                function = host_function(body, self._ask, value)
                self._objects.lent[id(function)] = (body, function)
                return function
            case "iterator":
                iterator = HostIterator(body, self._ask)
                self._objects.lent[id(iterator)] = (value["of"], iterator)
                return iterator
            case "awaitable":
                return HostAwaitable(body, self._ask)
            case "exception":
                return _make_exception(str(value["type"]), [self.decode(argument) for argument in body])
            case "slice":
                return slice(*self._items(body))
            case "constant":
                return {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}[str(body)]
            case "named":
                return _import_named(str(body))
            case "ndarray":
                array = arrays.decode(value, self.decode)
                self.containers.append(array)
                return array
            case "numpy_scalar":
                return arrays.decode(value, self.decode)
            case "random":
                generator = random_states.decode(value)
                self.containers.append(generator)
                return generator
            case "dtype":
                return arrays.decode_dtype(body)
            case "frame" | "series":
                table = tables.decode(value, self.decode)
                self.containers.append(table)
                return table
            case _ if tag in tables.TAGS:
                return tables.decode(value, self.decode)
            case "dict" | "ordereddict" | "counter" | "defaultdict":
                return self._dict(tag, value)
            case "set":
                items: set[object] = set()
                self.containers.append(items)
                items.update(self._items(body))
                return items
            case "deque":
                queue: collections.deque[object] = collections.deque(maxlen=value["maxlen"])
                self.containers.append(queue)
                queue.extend(self._items(body))
                return queue
            case "bytearray":
                data = bytearray.fromhex(str(body))
                self.containers.append(data)
                return data
            case "tuple":
                return tuple(self._items(body))
            case "frozenset":
                return frozenset(self._items(body))
            case "instance" | "record" | "member" | "class":
                return self._of_task_class(tag, value)
            case "range":
                start, stop, step = body
                return range(self._whole(start), self._whole(stop), self._whole(step))
            case _ if tag in wrappers.TAGS:
                return wrappers.wrap(tag, self.decode(body))
            case _:
                return _DECODERS[tag](body)

    def _of_task_class(self, tag: str, value: dict[str, Any]) -> object:
        """Return an object of the class that the answer's module has in the place of the task's."""
        known, body = self._objects, value["v"]
        if "define" in value:
            known.define(value["class"], value["define"], self.decode)
        if tag == "class":
            return known.kind(body)
        if tag == "record":
            return instances.record(known.kind(value["class"]), tuple(self._items(body)))
        if tag == "member":
            return instances.member(known.kind(value["class"]), body)
        made = "fields" in value and known.make_tuple(
            body, value["class"], lambda: self._fields(value["fields"])
        )
        instance, is_new = known.find_or_make(body, value["class"])
        self.instances[body] = instance
        if is_new:
            self._new.add(body)
        if "fields" in value and not made:
            self.fill(body, value["fields"])
        return instance

    def _fields(self, fields: dict[str, object]) -> dict[str, object]:
        return {name: self.decode(item) for name, item in fields.items()}

    def fill(self, number: int, fields: dict[str, object]) -> None:
        """Give an instance the fields that the host sends."""
        decoded = self._fields(fields)
        known = self._objects
        begin = known.begin if number in self._new else known.set_fields
        self._new.discard(number)
        begin(known.find_or_make(number, "")[0], decoded)

    def _whole(self, value: object) -> int:
        number = self.decode(value)
        assert isinstance(number, int)  # noqa: S101 - ranges of the trusted host have whole numbers
        return number

    def _items(self, body: list[object]) -> Iterator[object]:
        return (self.decode(item) for item in body)

    def _dict(self, tag: str, value: dict[str, Any]) -> object:
        mapping: dict[object, object] = {}
        if tag == "ordereddict":
            mapping = collections.OrderedDict()
        elif tag == "counter":
            mapping = collections.Counter()  # type: ignore[assignment]  # its values may be anything
        elif tag == "defaultdict":
            mapping = collections.defaultdict(
                next(factory for factory, name in FACTORIES.items() if name == value["factory"])
            )
        self.containers.append(mapping)
        for key, item in value["v"]:
            decoded = self.decode(key)
            mapping[decoded] = self.decode(item)
        return mapping


def container_items(container: object) -> list[object]:  # noqa: PLR0911 - one return per type
    """Return the items of a container, to find changes by comparing identities."""
    if type(container) is list:
        return [*container]
    if isinstance(container, dict):
        return [*dict.keys(container), *dict.values(container)]
    if isinstance(container, bytearray):
        return [bytes(container)]
    if arrays.is_array(type(container)):
        return arrays.items(container)
    if tables.is_table(type(container)):
        try:
            return [json.dumps(tables.encode(container, type(container), _by_identity)).encode()]
        except TypeError:  # the answer has given it a column that cannot be sent
            return [object()]
    if random_states.is_generator(type(container)):
        return [json.dumps(random_states.encode(container)).encode()]
    assert isinstance(container, Iterable)  # noqa: S101 - a list, set or deque
    return [*container]


def _by_identity(value: object) -> object:
    return value if type(value) in (type(None), bool, int, float, str) else repr(value)


def are_same(items: list[object], before: list[object]) -> bool:
    """Whether :func:`container_items` returned the same items twice, by identity or as bytes of ours."""
    if len(items) != len(before):
        return False
    if all(map(operator.is_, items, before)):
        return True
    return all(
        item is old or (type(item) is bytes and type(old) is bytes and item == old)
        for item, old in zip(items, before, strict=True)
    )


def _make_exception(name: str, args: list[object]) -> BaseException:
    """Return an exception of a builtin class, or of ``Exception`` if that class refuses the arguments."""
    kind = getattr(builtins, name, Exception)
    try:
        error = kind(*args)
    except TypeError:  # the constructor wants other arguments
        error = Exception(*args)
    return error if isinstance(error, BaseException) else Exception(*args)


def _import_named(path: str) -> object:
    """Return a function or type of the standard library by its path, ``module:name``."""
    module, _, name = path.partition(":")
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


_DECODERS: dict[str, Callable[..., object]] = {
    "int": lambda v: int(v, 16),
    "float": float,
    "complex": lambda v: complex(float(v[0]), float(v[1])),
    "bytes": bytes.fromhex,
}
