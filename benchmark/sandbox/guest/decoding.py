"""Loads the messages of the host, which are pickles.

The host is trusted. What pickle does not know by itself is a persistent id: a tuple with a tag and what it
needs. A message is a stream of pickles with one memo:

    header     ("id", identifier) of a request or ("reply_to", number) of a reply, and a number of instances
    instances  two pickles each: number, name and description of the class; pairs of name and value of fields
    message    pairs of a name and a value
    changed    pairs of the number of a container of the request and its new content, in a reply
    containers the containers of the message that keep their identity, in the order of their numbers
"""

import builtins
import collections
import enum
import functools
import importlib
import inspect
import io
import json
import operator
import pickle
import types
from collections.abc import Callable, Generator, Iterable
from typing import Any

from . import arrays, instances, random_states, tables

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_ANYTHING = (
    ("args", inspect.Parameter.VAR_POSITIONAL, False),
    ("kwargs", inspect.Parameter.VAR_KEYWORD, False),
)
_POLL_SECONDS = 0.002  #: time between two polls of an awaitable of the test

#: Name of a parameter, its kind, and whether it has a default.
_Parameter = tuple[str, int, bool]


class GuestDecoder(pickle.Unpickler):
    """Loads one message.

    Args:
        body: the pickles.
        known: the objects that the host may name.
        ask: calls a function of the host by its number.
        module: the answer's module, whose names the host may use.
    """

    def __init__(
        self,
        body: bytes,
        known: instances.GuestInstances,
        ask: Callable[..., object],
        module: types.ModuleType,
    ) -> None:
        super().__init__(io.BytesIO(body))
        self._objects = known
        self._ask = ask
        self._module = module
        #: Containers that keep their identity, in the order of their numbers.
        self.containers: tuple[object, ...] = ()
        #: Containers of the request, which the reply to a question may name.
        self.arguments: tuple[object, ...] = ()
        #: Containers of the request that the host has changed: number and content.
        self.changed: tuple[tuple[int, object], ...] = ()
        #: Instances of the task's classes, by number.
        self.instances: dict[int, object] = {}
        self._new: set[int] = set()
        self._pickled: dict[int, object] = {}
        (self.kind, self.identifier), self._count = self.load()

    def message(self) -> dict[str, Any]:
        """Load what follows the header.

        Raises:
            NameError, ImportError: if the message has a name that does not exist here.
        """
        for _ in range(self._count):
            self._load_fields(*self.load())
        message = dict(self.load())
        self.changed = self.load()
        self.containers = self.load()
        return message

    def persistent_load(self, persistent_id: tuple[str, Any]) -> object:
        """Return the object that a persistent id stands for."""
        tag, *parts = persistent_id
        found: object = getattr(self, f"_load_{tag}")(*parts)
        return found

    def _load_arg(self, number: int) -> object:
        return self.arguments[number]

    def _load_object(self, number: int, has_fields: bool, _label: str) -> object:
        if has_fields:
            self.instances[number] = self._objects[number]
        return self._objects[number]

    def _load_enum(self, number: int, member: Any) -> object:
        enumeration: Any = self._objects[number]
        return enumeration(member) if type(member) is int else enumeration[member]

    @staticmethod
    def _load_method(owner: object, name: str) -> object:
        return getattr(owner, name)

    def _load_name(self, name: str) -> object:
        if name not in vars(self._module):
            raise NameError(f"the answer does not define {name!r}")
        return vars(self._module)[name]

    def _load_function(self, number: int, about: Any) -> object:
        function = host_function(number, self._ask, about)
        self._objects.lent[id(function)] = (number, function)
        return function

    def _load_iterator(self, number: int, of: int) -> object:
        iterator = HostIterator(number, self._ask)
        self._objects.lent[id(iterator)] = (of, iterator)
        return iterator

    def _load_awaitable(self, number: int) -> object:
        return HostAwaitable(number, self._ask)

    @staticmethod
    def _load_exception(name: str, args: tuple[object, ...]) -> BaseException:
        """Return an exception of a builtin class, or of ``Exception`` if that class refuses the arguments."""
        kind = getattr(builtins, name, Exception)
        try:
            error = kind(*args)
        except TypeError:  # the constructor wants other arguments
            error = Exception(*args)
        return error if isinstance(error, BaseException) else Exception(*args)

    @staticmethod
    def _load_library(path: str) -> Any:
        """Return a function or class of a library by its path, ``module:name``."""
        module, _, name = path.partition(":")
        return operator.attrgetter(name)(importlib.import_module(module))

    def _load_made(self, path: str, args: tuple[object, ...]) -> object:
        """Return the value that a function or class of a library makes of these arguments."""
        made: object = self._load_library(path)(*args)
        return made

    def _load_pickled(self, number: int, body: bytes = b"", read_only: bool = False) -> object:
        """Return a value of numpy, pandas or random, or a long list; a mutable one gets a number."""
        if number not in self._pickled:
            value = pickle.loads(body)  # noqa: S301 - the host is trusted
            if read_only:
                value.flags.writeable = False
            if number < 0:
                return value
            self._pickled[number] = value
        return self._pickled[number]

    def _load_wrapped(self, path: str, data: object) -> object:
        """Return a UserList, UserDict or UserString around data."""
        wrapper: Any = object.__new__(self._load_library(path))
        wrapper.data = data
        return wrapper

    def _load_objects(self, number: int, shape: tuple[int, ...], items: Any, read_only: bool) -> object:
        """Return an array of Python's objects."""
        array = self._load_library("numpy:empty")(shape, object)
        flat = array.reshape(-1)
        for place, item in enumerate(items):
            flat[place] = item
        array.flags.writeable = not read_only
        self._pickled[number] = array
        return array

    def _load_class(self, name: str, described: dict[str, Any] | None) -> object:
        """Return the class of the answer's module that has the name of the task's class."""
        self._define(name, described)
        return self._objects.kind(name)

    def _define(self, name: str, described: dict[str, Any] | None) -> None:
        if described is not None:
            self._objects.define(name, described)

    @staticmethod
    def _load_record(kind: type, items: tuple[object, ...]) -> object:
        return tuple.__new__(kind, items) if issubclass(kind, tuple) else kind(*items)

    @staticmethod
    def _load_member(kind: Any, member: str | int) -> object:
        """Return a member of an enumeration, or a combination of flags by its value."""
        if type(member) is int:
            return kind(member)
        return kind.__members__[member] if issubclass(kind, enum.Enum) else getattr(kind, str(member))

    def _load_instance(self, number: int, name: str, described: dict[str, Any] | None) -> object:
        self._define(name, described)
        instance, is_new = self._objects.find_or_make(number, name)
        self.instances[number] = instance
        if is_new:
            self._new.add(number)
        return instance

    def _load_fields(self, number: int, name: str, described: dict[str, Any] | None) -> None:
        """Set the fields of an instance, which follow in the message; make the instance if it is new."""
        self._define(name, described)
        fields = dict(self.load())
        if name and self._objects.make_tuple(number, name, fields):
            return
        instance = self._load_instance(number, name, None)
        begin = self._objects.begin if number in self._new else self._objects.set_fields
        self._new.discard(number)
        begin(instance, fields)


def container_items(container: object) -> list[object]:  # noqa: PLR0911 - one return per type
    """Return the items of a container, to find changes by comparing identities."""
    if type(container) is list:
        return [*container]
    if isinstance(container, dict):
        kind = collections.OrderedDict if isinstance(container, collections.OrderedDict) else dict
        return [*kind.keys(container), *kind.values(container)]
    if isinstance(container, bytearray):
        return [bytes(container)]
    if arrays.is_array(type(container)):
        return arrays.items(container)
    if tables.is_table(type(container)):
        try:
            return [json.dumps(tables.encode(container, type(container), _by_identity)).encode()]
        except TypeError:  # the answer has added a column that cannot be sent
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


class _Default:
    """Placeholder for a parameter's default, which only the host knows."""

    def __repr__(self) -> str:
        return "..."


_DEFAULT = _Default()


def host_function(
    number: int,
    run: Callable[..., object],
    about: tuple[str, str | None, bool, tuple[_Parameter, ...] | None],
) -> types.FunctionType:
    """Return a function that calls a function of the test on the host.

    It has the name, docstring and parameters of the original, because decorators read them.

    Args:
        number: the function's number on the host.
        run: calls the function on the host, and raises here what the function raises there.
        about: its name, its docstring, whether it is a coroutine function, and its parameters, None if it
            does not say.
    """
    name, doc, is_async, described = about
    parameters = _ANYTHING if described is None else described

    def call(given: dict[str, Any]) -> object:
        return run(number, *_arguments(parameters, given))

    namespace = {"__builtins__": builtins, "__name__": "test", "_sightbench_call": call}
    function = types.FunctionType(_compile(parameters, is_async), namespace)
    optional = [(name, kind) for name, kind, is_optional in parameters if is_optional]
    function.__defaults__ = (_DEFAULT,) * sum(kind in _POSITIONAL for _, kind in optional) or None
    function.__kwdefaults__ = {name: _DEFAULT for name, kind in optional if kind not in _POSITIONAL}
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


@functools.lru_cache(maxsize=256)
def _compile(parameters: tuple[_Parameter, ...], is_async: bool) -> types.CodeType:
    signature = inspect.Signature(
        [inspect.Parameter(name, inspect._ParameterKind(kind)) for name, kind, _ in parameters]
    )
    head, call = ("async def", "await _sightbench_call") if is_async else ("def", "_sightbench_call")
    namespace: dict[str, Any] = {}
    exec(f"{head} function{signature}: return {call}(locals())", namespace)  # noqa: S102 - our own code
    code: types.CodeType = namespace["function"].__code__
    return code


def _arguments(
    parameters: tuple[_Parameter, ...], given: dict[str, Any]
) -> tuple[tuple[object, ...], dict[str, object]]:
    args: list[object] = []
    kwargs: dict[str, object] = {}
    all_given = True
    for name, kind, _ in parameters:
        value = given[name]
        if kind == inspect.Parameter.VAR_POSITIONAL:
            args += value
        elif kind == inspect.Parameter.VAR_KEYWORD:
            kwargs |= value
        elif value is _DEFAULT:
            all_given = False
        elif kind in _POSITIONAL and all_given:
            args.append(value)
        else:
            kwargs[name] = value
    return tuple(args), kwargs


class HostIterator:
    """An iterator of the test; each next value is requested from the host."""

    def __init__(self, number: int, run: Callable[..., object]) -> None:
        self._number = number
        self._run = run

    def __iter__(self) -> "HostIterator":
        return self

    def __next__(self) -> object:
        return self._run(self._number, (), {})


class HostAwaitable:
    """A coroutine of the test; the host is polled until it is done."""

    def __init__(self, number: int, run: Callable[..., Any]) -> None:
        self._number = number
        self._run = run

    def __await__(self) -> Generator[Any, None, object]:
        import asyncio  # few answers need it, and it takes 15 ms

        while True:
            done, value = self._run(self._number, (), {})
            if done:
                return value
            yield from asyncio.sleep(_POLL_SECONDS).__await__()
