"""Makes the stand-ins for objects of the answer from the guest's description of them.

The description can give a stand-in a name, the methods of a generator or an awaitable, or a type for
``isinstance``. Nothing in it can make two values equal.
"""

import builtins
import functools
import types
import weakref
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple

from benchmark.judging.codec.decoding import IMMUTABLE, GuestObject
from benchmark.judging.proxies.dataclass_stand_ins import dataclass_stand_in, make_stand_in
from benchmark.judging.proxies.plain_stand_ins import PlainStandIn, TupleStandIn
from benchmark.judging.proxies.reference import Conversation, Origin
from benchmark.judging.proxies.remote import BASES, CallableRemote, FullRemote, IterableRemote, Remote
from benchmark.sandbox.host.channel import OffProtocol

#: Types for ``isinstance`` that are not builtins, by the name that the guest reports.
_TYPES: dict[str, type] = {
    "function": types.FunctionType,
    "method": types.MethodType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "module": types.ModuleType,
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
}


_FUNCTIONS = frozenset({types.FunctionType, types.MethodType, types.BuiltinFunctionType})
#: Methods that a stand-in for a function lacks: with them, pandas would take it for a list of functions.
_OF_CONTAINERS = ("__iter__", "__len__", "__getitem__", "__contains__", "__reversed__", "__next__")
#: Builtin types whose objects are sent as plain data, even objects of a subclass.
_VALUE_TYPES = frozenset(kind.__name__ for kind in (*IMMUTABLE, list, dict, set, bytearray))
#: Maximum number of classes made for one conversation; each takes a kilobyte.
_CLASSES_PER_SESSION = 1000


class RemoteGenerator(IterableRemote):
    """A generator of the answer. Only a generator's own methods may end a loop of the test."""

    __slots__ = ()

    def send(self, value: object) -> object:
        """Send a value to the generator and return the next value that it yields."""
        return self.sightbench_session().operate("send", self, value)

    def throw(self, error: object, *_: object) -> object:
        """Raise an exception in the generator and return the next value that it yields."""
        return self.sightbench_session().operate("throw", self, error)

    def close(self) -> None:
        """Close the generator."""
        self.sightbench_session().operate("close", self)


class RemoteAwaitable(FullRemote):
    """A coroutine or another awaitable of the answer."""

    __slots__ = ("__steps",)
    __steps: Generator[Any, None, object]

    # asyncio reads these for its messages, at any time; the guest is not asked.
    cr_code = gi_code = None
    __name__ = __qualname__ = "coroutine"

    def __await__(self) -> Generator[Any, None, object]:
        from benchmark.judging.codec import awaiting  # few tests need it

        session = self.sightbench_session()

        def advance() -> tuple[bool, object]:
            match session.operate("advance", self):
                case (bool(done), value):
                    return done, value
                case _:
                    raise session.record_fault(OffProtocol())

        return awaiting.wait_until_done(advance, lambda: session.operate("cancel", self))

    def __next__(self) -> object:
        return self.__started().send(None)

    def send(self, value: None) -> object:
        """Run the awaitable until it waits again; event loops call this."""
        return self.__started().send(value)

    def throw(self, *error: Any) -> object:
        """Raise an exception in the awaitable; event loops call this."""
        return self.__started().throw(*error)

    def close(self) -> None:
        """Do nothing: event loops call this at the end, even if the awaitable never started."""

    def __started(self) -> Generator[Any, None, object]:
        try:
            return object.__getattribute__(self, "_RemoteAwaitable__steps")  # type: ignore[no-any-return]
        except AttributeError:
            object.__setattr__(self, "_RemoteAwaitable__steps", self.__await__())
        return self.__steps


_OF_PROTOCOLS: dict[str, type[Remote]] = {"generator": RemoteGenerator, "awaitable": RemoteAwaitable}


class _Kind(NamedTuple):
    """What the stand-ins of one class have in common; see :class:`GuestObject`."""

    name: str
    extends: str = ""
    protocol: str = ""
    lacks: frozenset[str] = frozenset()
    fields: tuple[tuple[str, bool], ...] = ()
    class_number: int = 0


class StandIns:
    """The stand-ins of one conversation. Each object has exactly one, so that ``is`` works."""

    def __init__(self, session: Conversation) -> None:
        self._session = session
        #: Weak, because a stand-in that the test no longer holds is not needed again.
        self._by_number: weakref.WeakValueDictionary[int, Remote] = weakref.WeakValueDictionary()
        self._values: dict[int, PlainStandIn | type] = {}
        self._by_name: dict[str, Remote] = {}
        self._remote_classes: dict[_Kind, type[Remote]] = {}
        self._value_classes: dict[tuple[str, type], type[PlainStandIn]] = {}
        self._exception_classes: dict[str, type[BaseException]] = {}
        self._newest: Remote | None = None

    def make(self, described: GuestObject) -> object:
        """Return the stand-in for an object: the existing one, or else a new one."""
        if described.exception_bases or described.plain is not None:
            value = self._values.get(described.number)
            if value is None or not _is_same_value(value, described.plain):
                make = self._make_exception_class if described.plain is None else self._make_value
                value = make(described)
                if len(self._values) < _CLASSES_PER_SESSION:
                    self._values[described.number] = value
            return value
        known = self._by_number.get(described.number)
        if known is None:
            known = self._newest = self._by_number[described.number] = self._make_remote(described)
        else:
            known.sightbench_set_origin(max(known.sightbench_origin(), Origin.GIVEN))
        return known

    def forget_newest(self) -> None:
        """Forget which stand-in was made last."""
        self._newest = None

    def is_newest(self, value: object) -> bool:
        """Whether a stand-in is the last one made since :meth:`forget_newest`."""
        return value is self._newest

    def entry(self, name: str, *, is_class: bool) -> CallableRemote:
        """Return the stand-in for a name of the answer's module."""
        stand_in = _entry_class(name, is_class=is_class)(
            self._session, {"name": name}, name, is_class=is_class
        )
        self._by_name[name] = stand_in
        return stand_in

    def set_handle(self, name: str, number: int) -> None:
        """Record that a handle refers to the object that a name of the answer's module refers to."""
        self._by_number[int(number)] = self._by_name[name]

    def exception_class(self, names: Iterable[str], base: type[BaseException]) -> type[BaseException]:
        """Return the host's class for an exception class of the answer, for an ``except`` of the test.

        Args:
            names: names of the class and of the classes between it and ``base``, nearest first.
            base: the builtin class that all of them extend.
        """
        kind = base
        for name in reversed([_identifier(str(name)) for name in names]):
            known = self._exception_classes.get(name)
            if known is None or known.__base__ is not kind:
                if self._is_full():
                    return kind
                known = self._exception_classes[name] = type(name, (kind,), {})
            kind = known
        return kind

    def _make_exception_class(self, described: GuestObject) -> type[BaseException]:
        base = builtin_exception(described.exception_bases)
        kind = self.exception_class(described.own_classes or (described.class_name,), base)
        if kind is not base:
            kind.sightbench_number = described.number  # type: ignore[attr-defined]  # for handle_of
        return kind

    def _make_value(self, described: GuestObject) -> PlainStandIn:
        name, base = _identifier(described.class_name), type(described.plain)
        if (name, base) not in self._value_classes and self._is_full():
            name = "object"
        if (name, base) not in self._value_classes:
            first = TupleStandIn if base is tuple else PlainStandIn
            self._value_classes[name, base] = type(name, (first, base), {})
        new: Callable[..., PlainStandIn] = base.__new__
        value = new(self._value_classes[name, base], described.plain)
        value.sightbench_number = described.number
        value.sightbench_plain = described.plain
        value.sightbench_remote = self._make_remote(described)
        if isinstance(value, TupleStandIn):
            before = self._values.get(described.number)
            value.sightbench_uses = before.sightbench_uses if isinstance(before, TupleStandIn) else {}
        return value

    def _make_remote(self, described: GuestObject) -> Remote:
        name, extends = _identifier(described.class_name), described.extends
        if extends in _VALUE_TYPES and not self._session.class_task:
            extends = (
                ""  # these are sent as plain data, except objects that a test makes in a task for a class
            )
        key = _Kind(
            name, extends, described.protocol, described.lacks, described.fields, described.class_number
        )
        if key not in self._remote_classes and self._is_full():
            key = _Kind("object")
        if key not in self._remote_classes:
            self._remote_classes[key] = self._make_class(key)
        return make_stand_in(
            self._remote_classes[key], self._session, {"handle": described.number}, f"<{name}>"
        )

    def _make_class(self, kind: "_Kind") -> type[Remote]:
        made = _stand_in_class(kind.name, kind.extends, kind.protocol, kind.lacks)
        if not kind.fields:
            return made
        own = FullRemote(self._session, {"handle": kind.class_number}, kind.name)
        return dataclass_stand_in(made, kind.fields, own)

    def _is_full(self) -> bool:
        classes = len(self._remote_classes) + len(self._value_classes) + len(self._exception_classes)
        return classes >= _CLASSES_PER_SESSION


def builtin_exception(bases: object, members: Sequence[BaseException] = ()) -> type[BaseException]:
    """Return the first of these names that is a builtin exception class which the host can raise.

    Args:
        bases: the names.
        members: the exceptions of a group; without any, a group becomes an ``Exception``.
    """
    if not isinstance(bases, list | tuple):
        raise OffProtocol
    for name in bases:
        kind = getattr(builtins, name, None) if isinstance(name, str) else None
        if isinstance(kind, type) and issubclass(kind, BaseException):
            if not issubclass(kind, BaseExceptionGroup):
                return kind
            if not members:
                return Exception
            plain = all(isinstance(member, Exception) for member in members)
            return ExceptionGroup if plain else BaseExceptionGroup
    return Exception


def _is_same_value(value: PlainStandIn | type, plain: object) -> bool:
    """Whether an existing stand-in can be reused; never for a tuple, whose items may be other objects now."""
    if isinstance(value, type):
        return plain is None
    before = value.sightbench_plain
    return type(before) is type(plain) and isinstance(plain, int | float | str | bytes) and before == plain


def _identifier(name: str) -> str:
    return name if name.isidentifier() else "object"


@functools.lru_cache(maxsize=64)
def _entry_class(name: str, *, is_class: bool) -> type[CallableRemote]:
    """Return the class of the stand-in for a name; ``inspect`` takes it for a function if it is no class."""
    plain = is_class or name[:1].isupper()
    kind = (
        _stand_in_class(name, "", "") if plain else _stand_in_class(name, "function", "", frozenset({"iter"}))
    )
    assert issubclass(kind, CallableRemote)  # noqa: S101 - it lacks no call
    return kind


def _stand_in_class(
    name: str, extends: str, protocol: str, lacks: frozenset[str] = frozenset()
) -> type[Remote]:
    """Make the class of stand-ins for objects of one class of the answer."""
    base = _OF_PROTOCOLS.get(protocol) or BASES.get(lacks, FullRemote)
    pretended = _pretended_class(name, extends)
    inside: dict[str, object] = {
        "__slots__": (),
        "sightbench_stands_in": True,
        "sightbench_extends": extends if extends in _VALUE_TYPES else "",
        "__doc__": _forwarding_property("__doc__"),
        "__module__": _forwarding_property("__module__"),
        "__dict__": _forwarding_property("__dict__"),
        "__annotations__": _forwarding_property("__annotations__"),
    }
    if pretended in _FUNCTIONS:
        inside |= {method: None for method in _OF_CONTAINERS if hasattr(base, method)}
    if pretended is not None:
        inside["__class__"] = property(lambda _: pretended)
    return type(name, (base,), inside)


def _pretended_class(name: str, extends: str) -> type | None:
    """Return the class that ``isinstance`` sees for an object that extends a builtin type."""
    kind = _TYPES.get(extends) or getattr(builtins, extends, None)
    if not isinstance(kind, type):
        return None
    if kind is type or kind.__name__ == name:
        return kind
    try:
        return type(name, (kind,), {"sightbench_stands_in": True})
    except TypeError:  # bool, range and other types cannot be subclassed
        return kind


def _forwarding_property(name: str) -> property:
    def read(self: Remote) -> object:
        return Remote.__getattr__(self, name)

    return property(read)
