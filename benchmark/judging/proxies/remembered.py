"""Remembers what objects of the answer replied, until the test acts.

An object whose replies change from look to look could pass every test that states properties of a result. So
in a task for a function, an object gives the same reply to the same question until the test *acts*:

- An **act** calls a method of an object, writes or deletes, takes the ``next`` item of an iterator, or hands
  an object back to the answer. It forgets the replies of all objects. A call with plain values alone forgets
  nothing of any object, only the replies of the module's names (``f.calls`` counts the calls of ``f``).
- A **look** asks for anything else: length, items, ``x[i]``, truth, a number, a text, an attribute, a
  comparison. It is asked when the test first asks for it, and its reply or exception is kept.

Items are pulled one at a time, when a loop reaches them, and kept for the next loop. If a test uses two of
length, items and ``x[i]`` of one object, the items are read at once, and the replies must agree.
"""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Never

from benchmark.judging.codec.encoding import HostEncoder, NotEncodableError
from benchmark.judging.proxies.reference import Reference, handle_of, reference_to
from benchmark.sandbox.host.channel import GuestFault, OffProtocol, ReplyTooLong

#: Operators that ask for something and change nothing.
LOOKS = frozenset(
    {
        *("getattr", "dir", "getitem", "contains", "len", "iter", "within", "reversed", "truth"),
        *("str", "repr", "format", "bytes", "int", "index", "float", "complex", "hash", "plain"),
        *("isinstance", "issubclass", "is_mapping", "eq", "ne", "lt", "le", "gt", "ge"),
        *("neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil"),
    }
)
#: Operators that make a new object each time, and change nothing.
_COPIES = frozenset({"copy", "deepcopy"})
#: Maximum bytes of all replies that are remembered at a time, and of the items of one loop.
_BYTES_LIMIT = 64 << 20
_REPLY_BYTES = 400  #: bytes that a remembered reply takes in addition to its content
_ITEMS_READ_AHEAD = 1000  #: maximum items that are read before a loop reaches them
#: Attributes by which a test uses an object as a mapping.
_OF_MAPPINGS = frozenset({"keys", "values", "items", "get"})

#: Operators whose reply may tell two objects apart that are equal otherwise, by their addresses.
_OF_IDENTITY = frozenset({"hash", "str", "repr", "format", "eq", "ne"})

_Key = tuple[object, ...]


class SelfContradiction(GuestFault):
    """Replies of one object that cannot all be true."""


@dataclass(slots=True, eq=False)
class Outcome:
    """The reply to one question: a value or an exception."""

    value: object = None
    error: BaseException | None = None
    size: int = 0  #: bytes received for the reply
    #: Makes the value anew, if it holds containers, so that the test's changes to one copy stay there.
    again: Callable[[], object] | None = None
    _fresh: bool = True

    def get(self) -> object:
        """Return the value, or raise the exception."""
        if self.error is not None:
            raise self.error.with_traceback(None)
        if self.again is None:
            return self.value
        if not self._fresh:
            return self.again()
        value, self.value, self._fresh = self.value, None, False
        return value

    def content(self) -> object:
        """Return the value to look at, but not to hand out."""
        return self.value if self.again is None else self.again()

    def agrees_with(self, other: "Outcome") -> bool:
        """Whether two outcomes are the same object, equal plain values or two exceptions."""
        if self.error is not None or other.error is not None:
            return (self.error is None) == (other.error is None)
        mine, others = self.content(), other.content()
        if handle_of(mine) is not None or handle_of(others) is not None:
            return handle_of(mine) == handle_of(others)
        try:
            return bool(mine == others or (mine != mine and others != others))  # noqa: PLR0124 - nan
        except (TypeError, ValueError):
            return False


@dataclass(slots=True, eq=False)
class _Items:
    """The items of an object that were read so far, and the guest's iterator, which has the others."""

    iterator: Reference
    read: list[Outcome] = field(default_factory=list)
    complete: bool = False  #: whether the iterator has ended
    ended_before_act: bool = False  #: whether it ended while the items were remembered
    error: BaseException | None = None  #: what ended the iterator, if it was an exception
    size: int = 0  #: bytes of the items


@dataclass(slots=True, eq=False)
class _Object:
    """What is remembered of one object."""

    reference: Reference
    replies: dict[_Key, Outcome] = field(default_factory=dict)
    items: dict[str, _Items] = field(default_factory=dict)  #: of ``iter`` and ``reversed``
    uses_items: bool = False
    length: int | None = None  #: as soon as the test has used it
    indexed: dict[int, Outcome] = field(default_factory=dict)  #: index → the reply to ``x[index]``
    sliced: list[tuple[slice, Outcome]] = field(default_factory=list)
    #: Other objects that took its place: ``matrix[0]`` may be a new object each time. Their replies agree.
    twins: "list[_Object]" = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Passes:
    """What an iterator of the answer yielded since it was asked for by ``iter``."""

    whole: bool = False  #: whether it had yielded nothing before, or had ended
    read: list[Outcome] = field(default_factory=list)
    last: list[Outcome] | None = None  #: what it had yielded when it last ended; a new pass repeats it
    length: int | None = None  #: its length at the begin of the pass, if the test has used it


class RememberedReplies:
    """The replies that the objects of one conversation must repeat.

    Args:
        ask: asks the guest an operator with a target and arguments; returns a value or an exception of the
            answer. With ``keep`` the value can be handed out again and again.
        record_fault: records that the conversation broke, and returns the first fault.
    """

    def __init__(
        self,
        ask: Callable[..., Outcome],
        record_fault: Callable[[GuestFault], GuestFault],
    ) -> None:
        self._ask = ask
        self._record_fault = record_fault
        self._objects: dict[int | str, _Object] = {}  #: by handle number, or by name in the answer's module
        self._mappings: set[int | str] = set()  #: objects that the test has ever used as mappings
        self._passes: dict[int | str, _Passes] = {}  #: of iterators, since an act other than their ``next``
        self._size = 0
        self._acts = 0
        #: The object whose items were asked for just now; ``list(x)`` then asks for its length as a hint.
        self._iterated: _Object | None = None

    def begin_call(self, *, acts: bool) -> None:
        """Forget what a call may change, before it runs."""
        self._acts += acts
        self._forget_after(acts=acts)

    def end_call(self, *, acts: bool) -> None:
        """Forget what a call has changed: everything if it is an act, or else what the names replied."""
        self._acts -= acts
        self._forget_after(acts=acts)

    def answer_asks(self) -> None:
        """Forget what the answer may have changed before it called a function of the test."""
        if self._acts:
            self.forget()

    def forget(self) -> None:
        """Forget all replies."""
        self._passes.clear()
        if self._objects:
            self._objects = {}
            self._size = 0

    def reply(self, operator: str, target: Reference, args: tuple[object, ...]) -> object:
        """Return the remembered reply to a look, or ask the guest."""
        iterated, self._iterated = self._iterated, None
        if operator not in LOOKS:
            return self._act(operator, target, args)
        known = self._object(target)
        if operator in ("iter", "within", "reversed"):
            return self._walk(known, operator)
        outcome = self._look(known, operator, args)
        if operator == "getattr" and args[0] in _OF_MAPPINGS and outcome.error is None:
            self._mappings.add(_number(target))
        elif operator == "len" and known is not iterated and type(outcome.value) is int:
            known.length = outcome.value
            self._compare_length(known)
        elif operator == "getitem":
            self._use_index(known, args[0], outcome)
        self._compare_with_twins(known, operator, args, outcome)
        return outcome.get()

    def _forget_after(self, *, acts: bool) -> None:
        if acts:
            self.forget()
        elif self._objects:
            for name in [name for name in self._objects if isinstance(name, str)]:
                del self._objects[name]

    def _act(self, operator: str, target: Reference, args: tuple[object, ...]) -> object:
        if operator in _COPIES:
            return self._ask(operator, target, args).get()
        if operator == "next":
            return self._next(target)
        self.begin_call(acts=True)
        try:
            return self._ask(operator, target, args).get()
        finally:
            self.end_call(acts=True)

    def _next(self, iterator: Reference) -> object:
        """Return the next item of an iterator; one that has ended yields nothing or the same items again."""
        number = _number(iterator)
        passes = self._passes.get(number) or _Passes()
        self.begin_call(acts=True)
        try:
            outcome = self._ask("next", iterator, (), keep=True)
        finally:
            self.end_call(acts=True)
        self._passes[number] = passes
        position = len(passes.read)
        if not passes.whole or position == _ITEMS_READ_AHEAD:
            passes.whole = False
        elif outcome.error is None:
            passes.read.append(outcome)
            if passes.last is not None and not (
                position < len(passes.last)
                and (self._may_be_twins(outcome, passes.last[position]) or outcome.agrees_with(passes.last[position]))
            ):
                self._contradict(iterator, "it had ended, and now it yields other items")
        elif isinstance(outcome.error, StopIteration) and position:
            if passes.last is not None and position < len(passes.last):
                self._contradict(iterator, "it had ended, and now it yields fewer items")
            if passes.length is not None and passes.length != position:
                self._contradict(iterator, f"its length was {passes.length}, but it yielded {position} items")
            self._passes[number] = _Passes(whole=True, last=passes.read)
        return outcome.get()

    def _begin_pass(self, known: _Object) -> None:
        """Note that a loop begins over an iterator."""
        number = _number(known.reference)
        before = self._passes.get(number, _Passes(whole=True))
        whole = before.whole and not before.read
        self._passes[number] = _Passes(whole=whole, last=before.last, length=known.length)

    def _object(self, target: Reference) -> _Object:
        number = _number(target)
        known = self._objects.get(number)
        if known is None:
            known = self._objects[number] = _Object(target)
        return known

    def _look(self, known: _Object, operator: str, args: tuple[object, ...]) -> Outcome:
        key = _key(operator, args)
        outcome = None if key is None else known.replies.get(key)
        if outcome is None:
            outcome = self._ask(operator, known.reference, args, keep=True)
            if key is not None:
                known.replies[key] = outcome
                self._size = self._bounded(self._size + outcome.size + _REPLY_BYTES)
        return outcome

    def _bounded(self, size: int) -> int:
        if size > _BYTES_LIMIT:
            raise self._record_fault(
                ReplyTooLong(f"objects whose replies take more than {_BYTES_LIMIT} bytes")
            )
        return size

    def _walk(self, known: _Object, operator: str) -> object:
        """Return an iterator over the items of an object; an iterator of the answer is returned as it is."""
        direction = "reversed" if operator == "reversed" else "iter"
        items = known.items.get(direction)
        if items is None:
            outcome = known.replies.get((direction,)) or self._ask(direction, known.reference, (), keep=True)
            iterator = outcome.get() if outcome.error is None else None
            if iterator is known.reference:
                self._begin_pass(known)
                self._iterated = known
                return iterator
            known.replies[direction,] = outcome
            iterator = outcome.get()
            if not isinstance(iterator, Reference):
                raise self._record_fault(OffProtocol())
            items = known.items[direction] = _Items(iterator)
        if operator == "iter":
            if not known.uses_items:
                known.uses_items = True
                self._compare_all(known)
            self._iterated = known
        return self._each(known, items)

    def _each(self, known: _Object, items: _Items) -> Iterator[object]:
        """Yield the items of an object: first those that were read, then those that the iterator has."""
        position = 0
        while position < len(items.read) or self._pull(known, items):
            yield items.read[position].get()
            position += 1
        if items.error is not None:
            raise items.error
        if items.ended_before_act and not self._is_current(known):
            yield from self._later_items(known, items.read)

    def _later_items(self, known: _Object, read: list[Outcome]) -> Iterator[object]:
        """Yield the items that an act has added behind those that were read before it."""
        iterator = self._ask("iter", known.reference, ()).get()
        if not isinstance(iterator, Reference):
            raise self._record_fault(OffProtocol())
        position = 0
        while True:
            outcome = self._ask("next", iterator, (), keep=True)
            if isinstance(outcome.error, StopIteration):
                return
            if position >= len(read):
                yield outcome.get()
            elif not outcome.agrees_with(read[position]):
                return
            position += 1

    def _is_current(self, known: _Object) -> bool:
        return self._objects.get(_number(known.reference)) is known

    def _pull(self, known: _Object, items: _Items) -> bool:
        """Read one more item, if there is one, and compare it with what the object has replied."""
        self._iterated = None
        if items.complete:
            return False
        outcome = self._ask("next", items.iterator, (), keep=True)
        if outcome.error is None:
            items.read.append(outcome)
            items.size = self._bounded(items.size + outcome.size + _REPLY_BYTES)
        else:
            items.complete = True
            items.error = None if isinstance(outcome.error, StopIteration) else outcome.error
            items.ended_before_act = items is known.items.get("iter") and self._is_current(known)
        if items is known.items.get("iter") and known.uses_items:
            self._check(known, items)
        if items.complete:
            self._check_reversed(known)
        elif known.twins and items is known.items.get("iter"):
            self._compare_items_with_twins(known, len(items.read) - 1)
        return outcome.error is None

    def _read_ahead(self, known: _Object, count: int | None) -> _Items | None:
        """Read the first ``count`` items, or all, up to a limit; return None if the test uses no items."""
        items = known.items.get("iter")
        if items is None or not known.uses_items:
            return None
        limit = _ITEMS_READ_AHEAD if count is None else min(count, _ITEMS_READ_AHEAD)
        while len(items.read) < limit and self._pull(known, items):
            pass
        return items

    def _compare_all(self, known: _Object) -> None:
        """Compare length, indexes and slices that the test has used with the items, which it uses now."""
        for index, outcome in known.indexed.items():
            self._compare_index(known, index, outcome)
        for part, outcome in known.sliced:
            self._compare_slice(known, part, outcome)
        self._compare_length(known)

    def _check(self, known: _Object, items: _Items) -> None:
        """Compare the item that was read last, or the end of the items, with what the test has used."""
        if items.complete:
            self._compare_all(known)
        else:
            index = len(items.read) - 1
            self._check_length(known, items)
            if index in known.indexed:
                self._check_index(known, items, index, known.indexed[index])

    def _compare_length(self, known: _Object) -> None:
        if known.length is not None:
            items = self._read_ahead(known, known.length + 1)
            if items is not None:
                self._check_length(known, items)

    def _check_length(self, known: _Object, items: _Items) -> None:
        if known.length is None or self._is_mapping(known):
            return
        count = len(items.read)
        if count > known.length or (items.complete and items.error is None and count < known.length):
            more = "" if items.complete else " or more"
            self._contradict(known.reference, f"its length is {known.length}, but it has {count}{more} items")

    def _use_index(self, known: _Object, key: object, outcome: Outcome) -> None:
        """Note the reply to ``x[key]``, and compare it with the items if the test uses them as well."""
        if isinstance(key, slice):
            if outcome.error is None and isinstance(outcome.content(), list | tuple):
                known.sliced.append((key, outcome))
                self._compare_slice(known, key, outcome)
        elif type(key) is not int:
            self._mappings.add(_number(known.reference))
        elif outcome.error is None:
            known.indexed[key] = outcome
            self._compare_index(known, key, outcome)

    def _compare_index(self, known: _Object, index: int, outcome: Outcome) -> None:
        items = self._read_ahead(known, None if index < 0 else index + 1)
        if items is not None:
            self._check_index(known, items, index, outcome)

    def _check_index(self, known: _Object, items: _Items, index: int, outcome: Outcome) -> None:
        count = len(items.read)
        if index < 0 and (not items.complete or items.error is not None):
            return
        if self._is_mapping(known) or not -count <= index < count:
            return
        if self._may_be_twins(outcome, items.read[index]) and not any(map(outcome.agrees_with, items.read)):
            self._pair(outcome, items.read[index])
        elif not outcome.agrees_with(items.read[index]) and not self._is_key(known, items, index):
            self._contradict(known.reference, f"its item {index} by index is not its item {index % count} in a loop")

    def _compare_slice(self, known: _Object, part: slice, outcome: Outcome) -> None:
        items = self._read_ahead(known, None)
        if items is None or not items.complete or items.error is not None:
            return
        if self._is_mapping(known):
            return
        with contextlib.suppress(TypeError, ValueError):  # the slice is not one of a sequence
            inside = [item.content() for item in items.read[part]]
            if not Outcome(inside).agrees_with(Outcome(list(outcome.content()))):  # type: ignore[call-overload]  # a list
                self._contradict(known.reference, "a slice of it has other items than a loop")

    def _is_key(self, known: _Object, items: _Items, index: int) -> bool:
        """Whether an index may be a key of a mapping, whose items in a loop are its keys."""
        if self._look(known, "is_mapping", ()).value is not True:
            return False
        if not items.complete:
            return len(items.read) < _ITEMS_READ_AHEAD  # compared again when all are read
        return any(type(item.value) is int and item.value == index for item in items.read)

    def _is_mapping(self, known: _Object) -> bool:
        return _number(known.reference) in self._mappings

    def _check_reversed(self, known: _Object) -> None:
        """Compare the items of a loop with those of ``reversed``, if the test has used both to the end."""
        both = [known.items.get(direction) for direction in ("iter", "reversed")]
        if not known.uses_items or not all(items and items.complete and not items.error for items in both):
            return
        forward, backward = (items.read for items in both if items)
        if len(forward) != len(backward):
            self._contradict(known.reference, "a loop and reversed() give different numbers of items")
        for mine, other in zip(forward, reversed(backward), strict=True):
            if not self._may_be_twins(mine, other) and not mine.agrees_with(other):
                self._contradict(known.reference, "reversed() does not give the items of a loop in reverse")

    def _may_be_twins(self, mine: Outcome, other: Outcome) -> bool:
        """Whether two outcomes are different objects of the answer that may stand for the same."""
        return (
            isinstance(mine.value, Reference)
            and isinstance(other.value, Reference)
            and mine.value is not other.value
        )

    def _pair(self, mine: Outcome, other: Outcome) -> None:
        """Require that two objects, of which one took the place of the other, give the same replies."""
        assert isinstance(mine.value, Reference)  # noqa: S101 - both may be twins
        assert isinstance(other.value, Reference)  # noqa: S101 - both may be twins
        one, two = self._object(mine.value), self._object(other.value)
        if two in one.twins:
            return
        one.twins.append(two)
        two.twins.append(one)
        for key, outcome in list(one.replies.items()):
            if key in two.replies:
                self._require_agreement(one, key, outcome, two.replies[key])
        self._compare_items_with_twins(one, None)

    def _compare_with_twins(
        self, known: _Object, operator: str, args: tuple[object, ...], outcome: Outcome
    ) -> None:
        if known.twins and (key := _key(operator, args)) is not None:
            for twin in list(known.twins):
                if key in twin.replies:
                    self._require_agreement(known, key, outcome, twin.replies[key])

    def _compare_items_with_twins(self, known: _Object, position: int | None) -> None:
        """Compare one item in a loop, or all that were read, with those of the twins."""
        items = known.items.get("iter")
        for twin in list(known.twins):
            others = twin.items.get("iter")
            if items is not None and others is not None:
                pairs = list(zip(items.read, others.read, strict=False))
                for mine, other in pairs if position is None else pairs[position : position + 1]:
                    self._require_agreement(known, ("iter",), mine, other)

    def _require_agreement(self, known: _Object, key: _Key, mine: Outcome, other: Outcome) -> None:
        if key[0] in _OF_IDENTITY or mine.agrees_with(other):
            return
        if self._may_be_twins(mine, other):
            self._pair(mine, other)
        elif _is_plain(mine) and _is_plain(other):
            reason = f"the object that it gave before for the same item replied otherwise to {key[0]}"
            self._contradict(known.reference, reason)

    def _contradict(self, reference: Reference, reason: str) -> Never:
        label = reference.sightbench_label()
        raise self._record_fault(SelfContradiction(f"{label} of the answer contradicts itself: {reason}"))


def _number(target: Reference) -> int | str:
    """Return the handle number of an object, or its name in the answer's module."""
    (number,) = target.sightbench_target().values()
    assert isinstance(number, int | str)  # noqa: S101 - a handle or a name
    return number


def _is_plain(outcome: Outcome) -> bool:
    """Whether an outcome is an exception or a value without objects of the answer."""
    with contextlib.suppress(NotEncodableError):
        return bool(HostEncoder(_refuse_reference, _refuse_function).encode([outcome.content()]))
    return False


def _key(operator: str, args: tuple[object, ...]) -> _Key | None:
    """Return a key that is the same for the same question, and None if there is none."""
    if all(type(value) in (str, int, bool, float, type(None)) for value in args):
        return operator, *((type(value), value) for value in args)
    with contextlib.suppress(NotEncodableError):
        return operator, json.dumps(HostEncoder(_plain_reference, _refuse_function).encode(list(args)))
    return None


def _plain_reference(value: object) -> dict[str, object] | None:
    """Return how messages name a stand-in, without its label, which changes."""
    reference = reference_to(value)
    return None if reference is None else {"t": reference["t"], "v": reference["v"]}


def _refuse_reference(value: object) -> None:
    if reference_to(value) is not None:
        raise NotEncodableError("an object of the answer")


def _refuse_function(_: Callable[..., object]) -> Never:
    raise NotEncodableError("a function of the test")
