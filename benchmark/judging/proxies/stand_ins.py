"""Which stand-in an object of the answer gets, from what the guest says of it.

What it says can give a stand-in another name, the methods of a generator or an awaitable, or a type that
``isinstance`` believes; nothing of it can make two values equal.
"""

import builtins
import functools
import types
import weakref
from collections.abc import Callable, Generator, Iterable
from typing import Any

from benchmark.judging.codec.decoding import IMMUTABLE, GuestObject
from benchmark.judging.proxies.plain_stand_ins import PlainStandIn
from benchmark.judging.proxies.reference import Conversation, Origin
from benchmark.judging.proxies.remote import Remote
from benchmark.sandbox.host.channel import OffProtocol

_TYPES: dict[str, type] = {
    "function": types.FunctionType,
    "method": types.MethodType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "module": types.ModuleType,
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
}


#: Builtin types whose objects, and those of heirs, travel by value.
_VALUES = frozenset(kind.__name__ for kind in (*IMMUTABLE, list, dict, set, bytearray))
#: Classes that are made for one conversation; a class takes a kilobyte.
_CLASSES = 1000


class RemoteGenerator(Remote):
    """A generator: only its own methods may end a loop of the test."""

    __slots__ = ()

    def send(self, value: object) -> object:
        """As a generator's."""
        return self.sightbench_session().operate("send", self, value)

    def throw(self, error: object, *_: object) -> object:
        """As a generator's."""
        return self.sightbench_session().operate("throw", self, error)

    def close(self) -> None:
        """As a generator's."""
        self.sightbench_session().operate("close", self)


class RemoteAwaitable(Remote):
    """A coroutine, or anything else that can be awaited."""

    __slots__ = ("__steps",)
    __steps: Generator[Any, None, object]

    # What the texts of event loops ask for, at any time: none of the guest's business.
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
                    raise session.faulted(OffProtocol())

        return awaiting.until_done(advance, lambda: session.operate("cancel", self))

    def __next__(self) -> object:
        return self.__begun().send(None)

    def send(self, value: None) -> object:
        """What an event loop calls."""
        return self.__begun().send(value)

    def throw(self, *error: Any) -> object:
        """What an event loop calls."""
        return self.__begun().throw(*error)

    def close(self) -> None:
        """End it; it may never have begun."""

    def __begun(self) -> Generator[Any, None, object]:
        try:
            return object.__getattribute__(self, "_RemoteAwaitable__steps")  # type: ignore[no-any-return]
        except AttributeError:
            object.__setattr__(self, "_RemoteAwaitable__steps", self.__await__())
        return self.__steps


class StandIns:
    """The stand-ins of one conversation: one object has one, so that what is the same stays so."""

    def __init__(self, session: Conversation) -> None:
        self._session = session
        #: What the test no longer holds need not be known again.
        self._by_number: weakref.WeakValueDictionary[int, Remote] = weakref.WeakValueDictionary()
        self._values: dict[int, PlainStandIn | type] = {}
        self._by_name: dict[str, Remote] = {}
        self._kinds: dict[tuple[str, str, str], type[Remote]] = {}
        self._valued: dict[tuple[str, type], type[PlainStandIn]] = {}
        self._exceptions: dict[str, type[BaseException]] = {}
        self._newest: Remote | None = None

    def make(self, described: GuestObject) -> object:
        """The stand-in for an object, the same as before if there has been one."""
        if described.exception_bases or described.plain is not None:
            value = self._values.get(described.number)
            if value is None or not _same(value, described.plain):
                value = self._value(described) if described.plain is not None else self._class(described)
                if len(self._values) < _CLASSES:
                    self._values[described.number] = value
            return value
        known = self._by_number.get(described.number)
        if known is None:
            known = self._newest = self._by_number[described.number] = self._remote(described)
        else:
            known.sightbench_stand(max(known.sightbench_standing(), Origin.GIVEN))
        return known

    def forget_newest(self) -> None:
        """From here on none has been made."""
        self._newest = None

    def is_newest(self, value: object) -> bool:
        """Whether a stand-in is the one that was made last."""
        return value is self._newest

    def entry(self, name: str, *, is_class: bool) -> Remote:
        """The stand-in for a name of the answer's module."""
        found = _entry_kind(name)(self._session, {"name": name}, name, makes=is_class)
        self._by_name[name] = found
        return found

    def named(self, name: str, number: int) -> None:
        """The object with this handle is known by a name."""
        self._by_number[int(number)] = self._by_name[name]

    def exception_class(self, names: Iterable[str], base: type[BaseException]) -> type[BaseException]:
        """A class of exceptions of the answer, which an ``except`` of the test can name.

        Args:
            names: of the class and of those between it and ``base``, nearest first.
            base: the builtin class that all of them extend.
        """
        made = base
        for name in reversed([_identifier(str(name)) for name in names]):
            known = self._exceptions.get(name)
            if known is None or known.__base__ is not made:
                if self._is_full():
                    return made
                known = self._exceptions[name] = type(name, (made,), {})
            made = known
        return made

    def _class(self, described: GuestObject) -> type[BaseException]:
        base = builtin_exception(described.exception_bases)
        made = self.exception_class(described.own_classes or (described.class_name,), base)
        if made is not base:
            made.sightbench_number = described.number  # type: ignore[attr-defined]  # for handle_of
        return made

    def _value(self, described: GuestObject) -> PlainStandIn:
        name, base = _identifier(described.class_name), type(described.plain)
        if (name, base) not in self._valued and self._is_full():
            name = "object"
        if (name, base) not in self._valued:
            self._valued[name, base] = type(name, (PlainStandIn, base), {})
        new: Callable[..., PlainStandIn] = base.__new__
        made = new(self._valued[name, base], described.plain)
        made.sightbench_number = described.number
        made.sightbench_plain = described.plain
        made.sightbench_remote = self._remote(described)
        return made

    def _remote(self, described: GuestObject) -> Remote:
        name, extends = _identifier(described.class_name), described.extends
        if extends in _VALUES and not self._session.by_class:
            extends = ""  # values of these types travel as such; only objects that a test makes do not
        key = (name, extends, described.protocol)
        if key not in self._kinds and self._is_full():
            key = ("object", "", "")
        if key not in self._kinds:
            self._kinds[key] = _kind(*key)
        return self._kinds[key](self._session, {"handle": described.number}, f"<{name}>")

    def _is_full(self) -> bool:
        return len(self._kinds) + len(self._valued) + len(self._exceptions) >= _CLASSES


def builtin_exception(bases: object) -> type[BaseException]:
    """The first of these names that is a class of exceptions which the host can raise."""
    if not isinstance(bases, list | tuple):
        raise OffProtocol
    for name in bases:
        found = getattr(builtins, name, None) if isinstance(name, str) else None
        if isinstance(found, type) and issubclass(found, BaseException):
            return Exception if issubclass(found, BaseExceptionGroup) else found
    return Exception


def _same(value: PlainStandIn | type, plain: object) -> bool:
    """Whether a value from before will do: containers are made anew, for what they hold may be another."""
    if isinstance(value, type):
        return plain is None
    before = value.sightbench_plain
    return type(before) is type(plain) and isinstance(plain, int | float | str | bytes) and before == plain


def _identifier(name: str) -> str:
    return name if name.isidentifier() else "object"


@functools.lru_cache(maxsize=64)
def _entry_kind(name: str) -> type[Remote]:
    return _kind(name, "", "")


def _kind(name: str, extends: str, protocol: str) -> type[Remote]:
    """The class of stand-ins for objects of a class."""
    base = {"generator": RemoteGenerator, "awaitable": RemoteAwaitable}.get(protocol, Remote)
    pretended = _pretended(name, extends)
    inside: dict[str, object] = {
        "__slots__": (),
        "sightbench_stands_in": True,
        "sightbench_extends": extends if extends in _VALUES else "",
        "__doc__": _forwarded("__doc__"),
        "__module__": _forwarded("__module__"),
        "__dict__": _forwarded("__dict__"),
        "__annotations__": _forwarded("__annotations__"),
    }
    if pretended is not None:
        inside["__class__"] = property(lambda _: pretended)
    return type(name, (base,), inside)


def _pretended(name: str, extends: str) -> type | None:
    """What ``isinstance`` takes an object for that extends a builtin type."""
    kind = _TYPES.get(extends) or getattr(builtins, extends, None)
    if not isinstance(kind, type):
        return None
    if kind is type or kind.__name__ == name:
        return kind
    try:
        return type(name, (kind,), {"sightbench_stands_in": True})
    except TypeError:  # bool, range and others have no heirs
        return kind


def _forwarded(name: str) -> property:
    def read(self: Remote) -> object:
        return Remote.__getattr__(self, name)

    return property(read)
