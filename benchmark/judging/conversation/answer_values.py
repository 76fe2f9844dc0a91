"""Values on the host for objects of the answer's own classes: their fields, and what a test can do with them.

The class of such a value is made here from the guest's description: a name, the abilities of a function,
iterator, awaitable or context manager, and for a dataclass the names of its fields. No method of the answer's
class is in it. So a value without abilities is true, equals only itself, and has fields. A loop over an
object of the answer asks the guest for one item after another, as for a generator.
"""

import builtins
import dataclasses
import enum
import itertools
import operator
import re
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Generator, Iterator, Mapping
from keyword import iskeyword
from typing import Any

from benchmark.judging.codec.instances import is_shown
from benchmark.judging.conversation.reference import Conversation
from benchmark.sandbox.guest.shapes import Can
from benchmark.sandbox.host.channel import OffProtocol

#: Types for ``isinstance`` by the name that the guest reports.
_TYPES: dict[str, type] = {
    "function": types.FunctionType,
    "method": types.MethodType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
    "code": types.CodeType,
    "type": type,
}
CLASSES_PER_SESSION = 1000  #: maximum number of classes made for one conversation; each takes a kilobyte
_FIELDS_LIMIT = 200  #: maximum fields of a dataclass or a named tuple of the answer
# Enum refuses `mro` and `_x_`, and a member `__len__` would take the place of a method.
_SPECIAL_NAME = re.compile(r"__.*|_.*_|mro")
_MEMBERS_LIMIT = 1000  #: maximum members of an enumeration of the answer
_MIXINS = {"object": object, "int": int, "str": str, "float": float, "bytes": bytes, "tuple": tuple}


class AnswerValue:
    """Base of the classes of objects that stay in the guest; ``sightbench_session`` is set for each class."""

    __slots__ = ("sightbench_number",)
    sightbench_session: Callable[[], Conversation]
    sightbench_number: int  #: the number of the object in the guest
    sightbench_items: "dict[int, _Items]"  #: what loops over objects of the class have read, by id

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self.sightbench_number)  # an address would differ from run to run, and so would sets

    def __lt__(self, _: object) -> bool:
        raise TypeError(f"{self!r} of the answer has no order")  # NotImplemented would count as true

    __le__ = __gt__ = __ge__ = __lt__

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __copy__(self) -> object:
        return self.sightbench_session().operate("copy", self)

    def __deepcopy__(self, _: object) -> object:
        return self.sightbench_session().operate("deepcopy", self)


class _Callable(AnswerValue):
    __slots__ = ()

    def __call__(self, *args: object, **kwargs: object) -> object:
        return self.sightbench_session().call(self, args, kwargs)


class _Iterator(AnswerValue):
    """An iterator of the answer. Once it has ended, the guest is not asked again: it must not restart."""

    __slots__ = ()
    sightbench_begun: dict[int, Any]  #: the iterator of the first loop over this object, by id
    sightbench_ended: set[int]

    def __iter__(self) -> Any:
        # By id, because an object of a dataclass with `eq` has no hash.
        if id(self) not in self.sightbench_begun:
            self.sightbench_begun[id(self)] = self
            self.sightbench_begun[id(self)] = self.sightbench_session().operate("iter", self)
        return self.sightbench_begun[id(self)]

    def __next__(self) -> object:
        if id(self) in self.sightbench_ended:
            raise StopIteration
        loop = self.sightbench_begun.get(id(self), self)
        if loop is not self:
            return next(loop)
        return self.__advance("next")

    def send(self, value: object) -> object:
        """Send a value to a generator and return the next value that it yields."""
        return self.__advance("send", value)

    def throw(self, error: object, *_: object) -> object:
        """Raise an exception in a generator and return the next value that it yields."""
        return self.__advance("throw", error)

    def close(self) -> None:
        """Close a generator."""
        self.sightbench_session().operate("close", self)

    def __advance(self, operator: str, *args: object) -> object:
        try:
            return self.sightbench_session().operate(operator, self, *args)
        except StopIteration:
            self.sightbench_ended.add(id(self))
            raise


class _Items:
    """The items of an object. Each is read once, so that no two loops of a test see different ones."""

    def __init__(self, session: Conversation, owner: object) -> None:
        self._session, self._owner = session, owner
        self._read: list[object] = []
        self._loop: Any = None
        self._end: Exception | None = None  #: what ended the loop in the guest
        self.length: int | None = None

    def __iter__(self) -> Iterator[object]:
        for place in itertools.count():
            if place == len(self._read):
                try:
                    self._read_next()
                except StopIteration:
                    return
            yield self._read[place]

    def _read_next(self) -> None:
        if self._end is not None:
            raise self._end
        try:
            if self._loop is None:
                self._loop = self._session.operate("iter", self._owner)
            self._read.append(next(self._loop))
        except Exception as error:
            self._end = error
            raise


class _Iterable(AnswerValue):
    """An object with ``__iter__``; it stays true, as all values without a type of their own."""

    __slots__ = ()

    def __iter__(self) -> Iterator[object]:
        return iter(self.sightbench_read_items())

    def sightbench_read_items(self) -> _Items:
        """Return the items that were read, and read further ones on demand."""
        return self.sightbench_items.setdefault(id(self), _Items(self.sightbench_session(), self))


class _Sized(_Iterable):
    """An object with ``__iter__`` and ``__len__``, whose length must be the number of its items.

    Otherwise ``len(r) == 0`` would skip a test of all neighbours, and ``sorted(r)`` would still be right.
    """

    __slots__ = ()

    def __len__(self) -> int:
        items = self.sightbench_read_items()
        if items.length is None:
            length = self.sightbench_session().operate("len", self)
            # One item more than the length shows a lie; the answer's loop may have no end.
            if type(length) is not int or length != sum(1 for _ in itertools.islice(items, length + 1)):
                raise TypeError(f"the length of {self!r} is not the number of its items")
            items.length = length
        return items.length

    def __bool__(self) -> bool:
        # A length of 0 must not let a test skip its `if result:`.
        return True


class _Awaitable(AnswerValue):
    """A coroutine or another awaitable of the answer, which runs in the guest."""

    __slots__ = ()
    sightbench_started: dict[int, Generator[Any, None, object]]
    # asyncio reads these for its messages, at any time; the guest is not asked.
    cr_code = gi_code = None
    __name__ = __qualname__ = "coroutine"

    def __await__(self) -> Generator[Any, None, object]:
        return wait_for(self.sightbench_session(), self)

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
        if id(self) not in self.sightbench_started:
            self.sightbench_started[id(self)] = self.__await__()
        return self.sightbench_started[id(self)]


class ContextManager:
    """A context manager of the answer, for ``with``."""

    __slots__ = ()
    sightbench_session: Callable[[], Conversation]

    def __enter__(self) -> object:
        return self.sightbench_session().call(self, (), {}, "__enter__")

    def __exit__(self, _kind: object, error: BaseException | None, trace: object) -> bool:
        suppressed = self.sightbench_session().call(self, exit_arguments(error), {}, "__exit__")
        return may_suppress(self.sightbench_session(), error) and bool(suppressed)


class AsyncContextManager:
    """An asynchronous context manager of the answer, for ``async with``."""

    __slots__ = ()
    sightbench_session: Callable[[], Conversation]

    async def __aenter__(self) -> object:
        entered: Any = self.sightbench_session().call(self, (), {}, "__aenter__")
        return await entered

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        left: Any = self.sightbench_session().call(self, exit_arguments(error), {}, "__aexit__")
        await left


class _AsyncIterator(AnswerValue):
    __slots__ = ()
    sightbench_ended: set[int]

    def __aiter__(self) -> object:
        return self

    async def __anext__(self) -> object:
        if id(self) in self.sightbench_ended:
            raise StopAsyncIteration
        item: Any = self.sightbench_session().call(self, (), {}, "__anext__")
        try:
            return await item
        except StopAsyncIteration:
            self.sightbench_ended.add(id(self))
            raise


_ABILITIES: dict[str, type] = {
    Can.CALL: _Callable,
    Can.NEXT: _Iterator,
    Can.LEN: _Sized,
    Can.LOOP: _Iterable,
    Can.AWAIT: _Awaitable,
    Can.WITH: ContextManager,
    Can.ASYNC_WITH: AsyncContextManager,
    Can.ASYNC_FOR: _AsyncIterator,
}


class AnswerClasses:
    """The classes of the values of one conversation."""

    def __init__(self, session: Conversation) -> None:
        self._session = session
        self._classes: dict[object, type] = {}
        self._enumerations: dict[int, Any] = {}
        self.numbers: dict[type, int] = {}  #: enumerations of the answer

    def kind(self, described: Mapping[str, Any]) -> type:
        """Return the class for an object that the guest describes."""
        name, extends = identifier(described["type"]), str(described.get("as", ""))
        can = tuple(ability for ability in _ABILITIES if ability in described.get("can", ()))
        fields = tuple(map(tuple, described.get("dataclass", ())))
        params = (
            tuple(bool(described["params"][part]) for part in ("eq", "order", "frozen")) if fields else ()
        )
        key = (name, extends, can, fields, params)
        if key not in self._classes:
            if self._is_full():
                key = ("object", "", (), (), ())
            self._classes[key] = self._make_class(*key)
        return self._classes[key]

    def member(self, described: Mapping[str, Any], decode: Callable[[object], object]) -> object:
        """Return a member of an enumeration of the answer, or a combination of its flags."""
        number, shown = described["of"], described["v"]
        if "members" in described and number not in self._enumerations and not self._is_full():
            members = [(str(name), decode(value)) for name, value in described["members"][:_MEMBERS_LIMIT]]
            base = getattr(enum, str(described["kind"]))
            names = [name for name, _ in members]
            plain = all(name.isidentifier() and not _SPECIAL_NAME.fullmatch(name) for name in names)
            if not issubclass(base, enum.Enum) or not plain:
                raise ValueError("must be an enumeration")
            mixin = _MIXINS.get(described["mixin"], object)
            # IntEnum and StrEnum have their type already.
            bases = {} if mixin is object or base is not enum.Enum else {"type": mixin}
            self._enumerations[number] = base(
                identifier(described["type"]), members, module="answer", **bases
            )
            self.numbers[self._enumerations[number]] = number
        kind = self._enumerations[number]
        return kind(shown) if type(shown) is int else kind[shown]

    def named_tuple(self, name: object, names: object, items: list[object]) -> tuple[object, ...]:
        """Return a named tuple with the field names of an answer's named tuple, without its methods."""
        if not isinstance(names, list) or len(names) != len(items) or len(names) > _FIELDS_LIMIT:
            raise ValueError("must have a name for each item")
        if any(map(callable, items)):  # they would be methods for the test
            return tuple(items)
        key = (identifier(name), tuple(map(str, names)))
        if key not in self._classes:
            if self._is_full():
                return tuple(items)
            self._classes[key] = namedtuple(key[0], key[1], module="answer")
        return tuple.__new__(self._classes[key], items)

    def _make_class(
        self, name: str, extends: str, can: tuple[str, ...], fields: tuple[Any, ...], params: tuple[bool, ...]
    ) -> type:
        inside: dict[str, object] = {"__module__": "answer", "sightbench_session": lambda _: self._session}
        inside |= {"sightbench_begun": {}, "sightbench_ended": set(), "sightbench_started": {}}
        inside |= {"sightbench_items": {}, "sightbench_copied": {Can.LEN, Can.LOOP}.issuperset(can)}
        pretended = _TYPES.get(extends) or getattr(builtins, extends, None)
        if isinstance(pretended, type) and issubclass(pretended, tuple(_TYPES.values())):
            # `isinstance(f, types.FunctionType)` believes this attribute.
            inside["__class__"] = property(lambda _: pretended)
        bases = (*(_ABILITIES[ability] for ability in can), AnswerValue)
        if not fields:
            return type(name, bases, inside)
        if len(fields) > _FIELDS_LIMIT or not all(_is_field(*field) for field in fields):
            raise ValueError("must be names of fields")
        eq, order, frozen = params
        if eq:
            inside["__eq__"] = _has_equal_fields
        if order:
            inside |= {
                f"__{name}__": _field_order(getattr(operator, name)) for name in ("lt", "le", "gt", "ge")
            }
        parts = [
            (field, object, dataclasses.field(init=init is True, default=None)) for field, init in fields
        ]
        return dataclasses.make_dataclass(name, parts, bases=bases, namespace=inside, eq=eq, frozen=frozen)

    def _is_full(self) -> bool:
        return len(self._classes) + len(self._enumerations) >= CLASSES_PER_SESSION


def is_copied(kind: type) -> bool:
    """Whether objects of a class come as values, each as it was when the test got it."""
    return getattr(kind, "sightbench_copied", False)


def _has_equal_fields(self: Any, other: Any) -> bool:
    """Compare two objects of a dataclass; never NotImplemented, which is true."""
    if type(self) is not type(other):
        return False
    return all(getattr(self, field.name) == getattr(other, field.name) for field in dataclasses.fields(self))


def _field_order(compare: Callable[[object, object], bool]) -> Callable[[Any, object], bool]:
    def method(self: Any, other: object) -> bool:
        if type(self) is not type(other):
            raise TypeError(f"{self!r} has no order with a value of the test")
        return compare(dataclasses.astuple(self), dataclasses.astuple(other))  # type: ignore[call-overload]  # same class

    return method


def _is_field(name: object, _init: object) -> bool:
    return type(name) is str and name.isidentifier() and not iskeyword(name) and is_shown(name, None)


def identifier(name: object, otherwise: str = "object") -> str:
    """Return a name that the guest reports, or another if it is not an identifier."""
    text = str(name)[:100]
    return text if text.isidentifier() else otherwise


def wait_for(session: Conversation, target: object) -> Generator[Any, None, object]:
    """Wait for an awaitable of the answer, which runs in the guest, and return its value."""
    from benchmark.judging.codec import awaiting  # few tests need it

    def advance() -> tuple[bool, object]:
        match session.operate("advance", target):
            case (True | False as done, value):
                return done, value
            case _:
                raise session.record_fault(OffProtocol())

    return awaiting.wait_until_done(advance, lambda: session.operate("cancel", target))


def may_suppress(session: Conversation, error: BaseException | None) -> bool:
    """Whether a context of the answer may suppress an exception: only if that hides no wrong value."""
    return error is not None and session.may_suppress(error, sys._getframe(2))


def exit_arguments(error: BaseException | None) -> tuple[object, object, None]:
    """Return the arguments of the answer's ``__exit__``; the text of a failed assertion is left out."""
    if error is None:
        return None, None, None
    kind = next(base for base in type(error).__mro__ if base.__module__ == "builtins")
    return kind, AssertionError() if isinstance(error, AssertionError) else error, None
