"""Pickles what the host sends to an answer: the guest's ``decoding`` explains the format.

The host is trusted, so the guest may load pickles. Exact values of builtin types are pickled as they are, and
those of subclasses as the type that they extend. Every other value becomes a persistent id, which a function
of the guest resolves; a value without such an id cannot be sent.
"""

import array
import collections
import contextlib
import copy
import datetime
import decimal
import enum
import fractions
import functools
import importlib
import inspect
import io
import ipaddress
import pathlib
import pickle
import sys
import types
import typing
import uuid
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from benchmark.judging.codec import loops, random_states
from benchmark.judging.codec.instances import HostInstances, fields_of
from benchmark.judging.codec.libraries import EXACT
from benchmark.sandbox.guest import shapes
from benchmark.sandbox.guest.shapes import WITH_IDENTITY, Header, Id, StubAttribute, Way

_SHOWN_CHARACTERS = 300  #: characters of an exception's text, if its arguments cannot be sent
#: Types whose exact values pickle sends as they are. A type stands before those that it extends.
_IMMUTABLE = (bool, *shapes.IMMUTABLE)
_MUTABLE = (
    *(list, collections.Counter, collections.OrderedDict, collections.defaultdict, dict, set),
    *(collections.deque, bytearray),
)
_AS_THEY_ARE = frozenset({*_IMMUTABLE, type(None), range, slice, type(...), type(NotImplemented)})
_CONTAINERS = frozenset(_MUTABLE)
_NESTED = frozenset({*_MUTABLE, tuple, frozenset}) - {bytearray}
#: Types whose values pickle never names again, so that a list of them can be a pickle of its own.
_NUMBERS = frozenset({int, float, bool, type(None)})
_LONG_LIST = 64  #: from so many items on, that is quicker: pickle asks nothing about each item
#: As ``id``, whose calls the audit hook of :mod:`..checks.text_guard` would see, a million for a large list.
_identity = object.__hash__
#: Types that pickle sends by the functions that they name.
_BY_REDUCE = (
    *(fractions.Fraction, decimal.Decimal, datetime.datetime, datetime.date, datetime.time),
    *(datetime.timedelta, datetime.timezone, array.array),
    *(pathlib.PosixPath, pathlib.PurePosixPath, pathlib.PureWindowsPath),
    *(ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network),
)
_SUBCLASSED: tuple[Any, ...] = (*_IMMUTABLE, *_MUTABLE, *_BY_REDUCE)
PLAIN_CLASSES = frozenset({*_SUBCLASSED, range, slice})  #: classes that pickle names, once in a message
#: Other type → path of the guest's constructor, and a function that returns its arguments.
_MADE: dict[type, tuple[str, Callable[[Any], tuple[object, ...]]]] = {
    uuid.UUID: ("uuid:UUID", lambda value: (str(value),)),
    collections.ChainMap: ("collections:ChainMap", lambda value: tuple(value.maps)),
    types.MappingProxyType: ("types:MappingProxyType", lambda value: (dict(value),)),
    type({}.keys()): ("builtins:dict.keys", lambda value: (dict.fromkeys(value),)),
    type({}.items()): ("builtins:dict.items", lambda value: (dict(value),)),
    type({}.values()): ("builtins:dict.values", lambda value: (dict(enumerate(value)),)),
}
_LIBRARIES = sys.stdlib_module_names | {"builtins", *EXACT}  #: modules that the guest can import

#: Attributes of a class that are not sent: Python makes them, or they would change how stubs are made.
_NOT_SENT = frozenset(
    {
        *("__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__slots__"),
        *("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__abstractmethods__"),
        *("__parameters__", "__orig_bases__", "__new__", "__init_subclass__", "__class_getitem__", "__del__"),
        *("__getattribute__", "_field_defaults", "_fields", "__getnewargs__", "__getstate__", "__setstate__"),
        *("_abc_impl", "_generate_next_value_", "__reduce_ex__"),
    }
)
#: Bases that are not sent: they matter only to type checkers, or every stub of this kind has them.
_PLAIN_BASES = (object, tuple, typing.Generic, typing.Protocol)
_TUPLE_ATTRIBUTES = frozenset(("_make", "_replace", "_asdict", "__repr__"))

PersistentId = tuple[object, ...]
#: A function that returns the persistent id of what stays in the guest, and None for any other value.
ReferenceTo = Callable[[object], PersistentId | None]
#: A function that registers a function or another object of the test and returns its number. By that number
#: the answer may call it, or hand it back.
Lend = Callable[[object], int]


class NotEncodableError(TypeError):
    """An argument of a test that cannot be sent, because the protocol has no form for it."""


def encode(
    message: Mapping[str, object],
    reference_to: ReferenceTo,
    lend: Lend,
    *,
    header: tuple[str, object] = (Header.REQUEST, ""),
    instances: HostInstances | None = None,
    changed_instances: Collection[object] = (),
    arguments: Sequence[object] = (),
    changed: Iterable[int] = (),
) -> tuple[bytes, list[object]]:
    """Return a message for the guest, and its containers that keep their identity, as they are numbered.

    Args:
        message: its parts.
        reference_to: returns the persistent id of what stays in the guest, and None for any other value.
        lend: registers the functions among the values and returns their numbers.
        header: ``id`` and the identifier of a request, or ``reply_to`` and the number of a question.
        instances: the instances of the task's classes; None if none can be sent.
        changed_instances: instances that the test has changed, whose fields the guest gets.
        arguments: containers of the request, which the changes in the reply to a question may name.
        changed: numbers of those containers that the test has changed.

    Raises:
        NotEncodableError: if the protocol has no form for a value.
    """
    known = instances or HostInstances()
    contents = [(number, _content(arguments[number])) for number in changed]
    pickler = _Pickler(reference_to, lend, known)
    try:
        try:
            body = pickler.stream(header, (), message, contents, arguments)
        except RecursionError:  # pickle calls itself for each level, but not for what it knows already
            message = {"deep": _inner_first((*message.values(), contents))} | dict(message)
            pickler = _Pickler(reference_to, lend, known)
            body = pickler.stream(header, (), message, contents, arguments)
        if pickler.met or changed_instances:
            ordered = _Pickler(reference_to, lend, known).in_order(pickler.met, changed_instances)
            pickler = _Pickler(reference_to, lend, known)
            # The first pickler only found the instances, whose fields must stand before what refers to them.
            body = pickler.stream(header, ordered, message, contents, arguments)
    except pickle.PicklingError as error:
        raise NotEncodableError(f"a test passes a value that cannot be sent: {error}") from error
    # Only the message that is sent counts: the other picklers described classes to nobody.
    known.unknown -= pickler.described
    return body, pickler.containers


def _inner_first(value: object) -> list[object]:
    """Return the containers inside a value, each after those that it holds.

    Raises:
        RecursionError: if it has too many levels.
    """
    found: list[object] = []
    seen = {id(value)}
    path = [(value, _items(value))]
    while path:
        owner, items = path[-1]
        for item in items:
            if type(item) in _NESTED and id(item) not in seen:
                seen.add(id(item))
                path.append((item, _items(item)))
                if len(path) > shapes.LEVELS:
                    raise RecursionError(f"a value with more than {shapes.LEVELS} levels cannot be sent")
                break
        else:
            found.append(owner)
            path.pop()
    return found[:-1]  # the last one is `value` itself


def _items(container: Any) -> Iterator[object]:
    pairs = container.items() if isinstance(container, dict) else ()
    return iter([part for pair in pairs for part in pair] if pairs else container)


class _Pickler(pickle.Pickler):
    """Pickles one message."""

    def __init__(
        self, reference_to: ReferenceTo, lend: Lend, instances: HostInstances, *, is_trial: bool = False
    ) -> None:
        self._body = io.BytesIO()
        super().__init__(self._body)
        self._reference_to, self._lend, self._instances = reference_to, lend, instances
        self._is_trial = is_trial  #: whether this pickler only tries out whether values can be sent
        self.containers: list[object] = []
        self.described: set[type] = set()  #: classes of the test that the message describes
        self.met: list[object] = []  #: instances that occur in the message
        self._numbered: dict[int, int] = {}  #: identity of a container → its number
        self._long: set[int] = set()  #: numbers of long lists of numbers
        self._arguments: dict[int, int] = {}  #: identity of a container of the request → its number
        self._inside = False  #: whether the fields of an instance are being pickled

    def stream(
        self,
        header: tuple[str, object],
        instances: Sequence[object],
        message: Mapping[str, object],
        contents: Sequence[tuple[int, object]],
        arguments: Sequence[object],
    ) -> bytes:
        """Return the pickles of a message, in the order that the guest's ``decoding`` lists."""
        self.dump((header, len(instances)))
        for instance in instances:
            self._dump_fields(instance)
        self.dump(tuple(message.items()))
        if contents:
            self._arguments = {_identity(value): number for number, value in enumerate(arguments)}
        self.dump(tuple(contents))
        self._arguments = {}
        self.dump(tuple(self.containers))
        return self._body.getvalue()

    def in_order(self, met: Iterable[object], changed: Collection[object]) -> list[object]:
        """Return the instances whose fields a message needs, each after those in its own fields.

        So an instance has its fields when something needs its hash, unless it is part of a cycle.

        Args:
            met: instances that occur in the message.
            changed: those that the test has changed. The guest knows the others in their fields.
        """
        number_of = self._instances.number_of
        ordered: list[object] = []
        seen: set[int] = set()
        known: set[int] = set()  #: numbers of instances in fields that the guest knows
        for instances in (met, changed):
            waiting: list[tuple[object, Iterator[object]]] = [(None, iter(instances))]
            while waiting:
                owner, inner = waiting[-1]
                instance = next(inner, None)
                if instance is None:
                    ordered.append(owner)
                    waiting.pop()
                elif (number := number_of(instance)) not in seen and (owner is None or number not in known):
                    seen.add(number)
                    self.met = []
                    self._dump_fields(instance)
                    waiting.append((instance, iter(self.met)))
            known = self._instances.numbers() if changed else known
        return [instance for instance in ordered if instance is not None]

    def _dump_fields(self, instance: object) -> None:
        """Pickle number and class, then the fields; the answer only passes on values that cannot be sent."""
        kind = type(instance)
        class_part = self._class_part(kind) if kind in self._instances.names else ("", None)
        self.dump((self._instances.number_of(instance), *class_part))
        self._inside = True
        self.dump(tuple(fields_of(instance).items()))
        self._inside = False

    def persistent_id(self, value: Any) -> PersistentId | None:  # noqa: PLR0911 - one return per type
        """Return how the message names a value; None if pickle sends it as it is."""
        kind = type(value)
        if kind in _AS_THEY_ARE or (kind is type and value in PLAIN_CLASSES):
            return None
        if kind in _CONTAINERS:
            return self._container(value)
        reference = self._reference_to(value)
        if reference is not None:
            return reference
        if kind in self._instances.names:
            return self._instance(value, kind)
        if isinstance(value, WITH_IDENTITY):
            return self._container(value)
        if kind.__module__ == self._instances.test_module and self._instances.adopt(kind):
            return self._instance(value, kind)
        if str(kind.__module__).partition(".")[0] in EXACT and _is_exact(value):
            return self._pickled(value)
        times = datetime.datetime, datetime.time
        if isinstance(value, times) and not isinstance(value.tzinfo, datetime.timezone | None):
            name = "datetime" if isinstance(value, datetime.datetime) else "time"
            return Id.MADE, f"datetime:{name}.fromisoformat", (value.isoformat(),)
        return None if isinstance(value, (*_IMMUTABLE, *_BY_REDUCE)) else self._other(value)

    def reducer_override(self, value: Any) -> Any:
        """Return how pickle makes a value of a subclass: as the type of ours that it extends."""
        kind = type(value)
        base = next((base for base in _SUBCLASSED if isinstance(value, base)), kind)
        if base is kind:
            return NotImplemented
        if base in _BY_REDUCE:
            function, args, *_ = value.__reduce_ex__(pickle.DEFAULT_PROTOCOL)
            function, *args = (base if part is kind else part for part in (function, *args))
            return function, tuple(args)
        if base is list or base is collections.deque:
            # By the builtin method: a subclass of the test may have an `__iter__` or `items` of its own.
            return base, () if base is list else ((), value.maxlen), None, base.__iter__(value)
        if issubclass(base, dict):
            factory = (value.default_factory,) if base is collections.defaultdict else ()
            return base, factory, None, None, iter(base.items(value))
        return base, ([*base.__iter__(value)] if base is set else base(value),)

    def _container(self, value: object) -> PersistentId | None:
        """Number a container when it first occurs; only contents name containers of the request.

        A long list of numbers is a pickle of its own, which later places name by its number.
        """
        if self._arguments and _identity(value) in self._arguments:
            return Id.ARG, self._arguments[_identity(value)]
        number, body = self._numbered.setdefault(_identity(value), len(self.containers)), b""
        if number == len(self.containers):
            self.containers.append(value)
            if type(value) is list and len(value) >= _LONG_LIST and _NUMBERS.issuperset(map(type, value)):
                self._long.add(number)
                body = pickle.dumps(value, pickle.DEFAULT_PROTOCOL)
        return (Id.PICKLED, number, body, False) if number in self._long else None

    def _pickled(self, value: Any) -> PersistentId:
        """Return a value of numpy, pandas or random as a pickle of its own; mutable ones are containers."""
        if _identity(value) in self._arguments:
            return Id.ARG, self._arguments[_identity(value)]
        if _identity(value) in self._numbered:
            return Id.PICKLED, self._numbered[_identity(value)]
        is_array, number = type(value).__name__ == "ndarray", -1
        if is_array or type(value).__name__ in ("DataFrame", "Series") or random_states.is_generator(value):
            number = len(self.containers)
            self._container(value)
        read_only = is_array and not value.flags.writeable
        if is_array and value.dtype.kind == "O":  # its elements are pickled with the message
            return Id.OBJECTS, number, value.shape, tuple(value.ravel().tolist()), read_only
        return Id.PICKLED, number, _PlainPickler.dumps(value), read_only

    def _instance(self, value: Any, kind: type) -> PersistentId:
        """Return an instance of a class of the task; the message sends its fields first."""
        way = self._instances.way_of(kind)
        if way == Way.RECORD:
            return Id.RECORD, kind, tuple(value)
        if way == Way.MEMBER:
            several = isinstance(value, enum.Flag) and value.name not in kind.__members__  # type: ignore[attr-defined]
            return Id.MEMBER, kind, value.value if several else value.name
        number = self._instances.number_of(value)
        self.met.append(value)
        return Id.INSTANCE, number, *self._class_part(kind)

    def _class_part(self, kind: type) -> tuple[str, dict[str, object] | None]:
        """Return the name of a class; a class of the test is also described, once."""
        described = None
        if kind in self._instances.unknown and kind not in self.described:
            self.described.add(kind)
            described = _describe_class(kind, self._instances.way_of(kind))
        return self._instances.names[kind], described

    def _other(self, value: Any) -> PersistentId:  # noqa: PLR0911 - one return per type
        if isinstance(value, BaseException):
            base = next(kind for kind in type(value).__mro__ if kind.__module__ == "builtins")
            return Id.EXCEPTION, base.__name__, self._arguments_of(value)
        if isinstance(value, Iterator):
            return Id.ITERATOR, self._lend(functools.partial(next, value)), self._lend(value)
        if isinstance(value, Awaitable):
            from benchmark.judging.codec import awaiting  # few tests need it

            return Id.AWAITABLE, self._lend(awaiting.make_poll(value))
        if random_states.is_generator(value):
            return self._pickled(value)
        for wrapper in (collections.UserList, collections.UserDict, collections.UserString):
            if isinstance(value, wrapper):
                return Id.WRAPPED, f"collections:{wrapper.__name__}", value.data
        if isinstance(value, memoryview) and isinstance(value.obj, shapes.AnswerBytes):
            return Id.MADE, "builtins:memoryview", (value.tobytes(),)
        for made, (path, arguments) in _MADE.items():
            if isinstance(value, made):
                return Id.MADE, path, arguments(value)
        return self._function(value)

    def _arguments_of(self, error: BaseException) -> tuple[object, ...]:
        """Return the arguments of an exception, or its text if they cannot be sent."""
        if self._is_trial:
            return error.args
        try:
            _Pickler(self._reference_to, self._lend, self._instances, is_trial=True).dump(error.args)
        except (NotEncodableError, pickle.PicklingError):
            return (str(error)[:_SHOWN_CHARACTERS],)
        return error.args

    def _function(self, value: object) -> PersistentId:
        """Return the number of a function of the test, or the path of one of the standard library.

        The answer asks the host to call the former; the latter runs in the guest.
        """
        path = _library_path(value)
        if path is not None:
            return Id.LIBRARY, path
        if isinstance(value, type):
            if value in self._instances.names or self._instances.adopt(value):
                return Id.CLASS, *self._class_part(value)
        elif callable(value) or self._inside:
            return Id.FUNCTION, self._lend(value), _describe_function(value)
        name = type(value).__name__
        raise NotEncodableError(f"a test passes a {name}, which cannot be sent to the answer")


class _PlainPickler(pickle.Pickler):
    """Pickles values of numpy, pandas and random, and no value of the test or of the answer inside them."""

    @classmethod
    def dumps(cls, value: object) -> bytes:
        """Return the pickle of a value."""
        body = io.BytesIO()
        try:
            cls(body, 4).dump(value)  # with protocol 5, an array could not be resized
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise NotEncodableError(f"a test passes a {type(value).__name__}: {error}") from error
        return body.getvalue()

    def persistent_id(self, value: object) -> None:
        """Refuse a value of a class that the guest cannot import."""
        module = getattr(value if callable(value) else type(value), "__module__", None) or "builtins"
        if str(module).partition(".")[0] not in _LIBRARIES:
            raise NotEncodableError(f"{type(value).__name__} in a value of a library")


def _is_exact(value: Any) -> bool:
    """Whether a value of numpy or pandas can be sent: the guest must be able to send it back."""
    from benchmark.judging.codec import arrays, tables  # few tests need them

    return tables.is_value(value) if type(value).__module__.startswith("pandas") else arrays.is_value(value)


def _describe_function(function: Any) -> PersistentId:
    """Return what a decorator of the answer may read: name, docstring, whether it is async, parameters."""
    parameters: tuple[tuple[str, int, bool], ...] | None = None
    # Some functions in C have no signature, such as `max`.
    with contextlib.suppress(TypeError, ValueError):
        found = inspect.signature(function).parameters.values()
        parameters = tuple((item.name, int(item.kind), item.default is not item.empty) for item in found)
    name, doc = getattr(function, "__name__", "function"), getattr(function, "__doc__", None)
    return (
        name if isinstance(name, str) else "function",
        doc if isinstance(doc, str) else None,
        inspect.iscoroutinefunction(function),
        parameters,
    )


def _content(value: Any) -> object:
    """Return a copy of a container, of a builtin type if it is not of numpy, pandas or random."""
    match value:
        case collections.deque():
            return collections.deque(value, value.maxlen)
        case collections.OrderedDict():
            return collections.OrderedDict(value)
        case dict():
            return dict(value)
        case list() | set() | bytearray():
            return next(kind(value) for kind in (list, set, bytearray) if isinstance(value, kind))
        case _:
            return copy.copy(value)


def _library_path(value: object) -> str | None:
    """Return ``module:name`` of a function or type that the guest can import, and None for other values.

    Such functions and types are those of the standard library, numpy and pandas.
    """
    value = next((original for ours, original in loops.ORIGINALS if value is ours), value)
    # `str.upper` has no `__module__`, but its class has.
    owner = getattr(value, "__objclass__", value)
    module = getattr(owner, "__module__", None) or "builtins"
    name = getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return None
    if module.partition(".")[0] not in _LIBRARIES:
        return None
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    # A function of the test may carry another's name: `functools.wraps(math.sqrt)` copies it.
    return f"{module}:{name}" if found is value else None


def _describe_class(kind: type, way: str) -> dict[str, object]:
    """Return what the guest needs to make a stub of a class of the test.

    A stub has the class's name, bases and plain attributes. Its methods and properties call the test's
    functions on the host, so no code of the test comes to the guest.

    Returns:
        The class's name, bases and attributes, and the fields of a named tuple or the members of an
        enumeration. An attribute is its name, its style and its value; the styles are ``value``, ``method``,
        ``static`` and ``property``, whose value is a pair of functions.
    """
    bases = tuple(base for base in kind.__bases__ if base not in _PLAIN_BASES)
    described: dict[str, object] = {
        "name": kind.__name__,
        "way": way,
        "bases": bases,
    }
    members: list[str] = []
    if issubclass(kind, enum.Enum):
        members = [*kind.__members__]
        described["members"] = [(name, member.value) for name, member in kind.__members__.items()]
    elif way == Way.RECORD:
        described["fields"] = [*kind._fields]  # type: ignore[attr-defined]  # a named tuple
    described["attributes"] = [part for part in _attributes(kind, way) if part[0] not in members]
    return described


def _attributes(kind: Any, way: str) -> Iterator[tuple[str, str, object]]:
    """Yield name, style and value of the attributes of a class that a stub has."""
    for name, value in vars(kind).items():
        if name in _NOT_SENT or (way == Way.RECORD and (name in kind._fields or name in _TUPLE_ATTRIBUTES)):
            continue
        match value:
            case types.FunctionType():
                yield name, StubAttribute.METHOD, value
            case staticmethod() | classmethod():
                yield name, StubAttribute.STATIC, getattr(kind, name)
            case property():
                yield name, StubAttribute.PROPERTY, (value.fget, value.fset)
            case functools.cached_property():
                yield name, StubAttribute.PROPERTY, (functools.partial(_get, name), None)
            case None | bool() | int() | float() | str() | list() | dict() | set() | tuple() | frozenset():
                if way != Way.MEMBER or not name.startswith("_"):
                    yield name, StubAttribute.VALUE, value
            case _:  # a slot, or a value that the answer does not get
                pass


def _get(name: str, instance: object) -> object:
    return getattr(instance, name)
