"""Remembers what objects of the answer replied, until the test acts.

An object whose replies change from look to look could pass every test that states properties of a result. So
in a task for a function, an object gives the same reply to the same question until the test *acts*:

- An **act** calls a method of an object, writes or deletes, takes the ``next`` item of an iterator, or hands
  an object back to the answer. It forgets the replies of all objects. A call with plain values alone forgets
  nothing of any object, only the replies of the module's names (``f.calls`` counts the calls of ``f``).
- A **look** asks for anything else: length, items, ``x[i]``, truth, a number, a text, an attribute, a
  comparison, ``keys()``, ``values()``, ``items()``. It is asked when the test first asks for it, and its
  reply or exception is kept.

Items are pulled one at a time, when a loop reaches them, and kept for the next loop. A loop in which the test
acts goes on live, with an iterator of its own. If a test uses two of
length, items and ``x[i]`` of one object, the items are read at once, and the replies must agree.
"""

import contextlib
import itertools
import weakref
from collections.abc import Callable, Iterator

from benchmark.judging.proxies.agreement import ITEMS_READ_AHEAD, Agreement, Items, RememberedObject
from benchmark.judging.proxies.iterator_passes import IteratorPasses, replay
from benchmark.judging.proxies.mappings import VIEWS, MappingAgreement
from benchmark.judging.proxies.outcomes import Outcome, SelfContradiction, number_of, question
from benchmark.judging.proxies.reference import Reference, handle_of
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


class _Loop:
    """A loop of the test over remembered items."""

    def __init__(self, known: RememberedObject, items: Items) -> None:
        self.known = known
        self.items = items
        self.moved = False  #: whether an act has happened since it began
        self.position = 0  #: number of items that the loop has got
        self.live: Reference | None = None  #: the guest's iterator that it goes on with after an act


class RememberedReplies:
    """The replies that the objects of one conversation must repeat.

    Args:
        ask: lets the guest apply an operator to a target and arguments; returns a value or an exception of
            the answer. With ``keep`` the value can be handed out again and again.
        record_fault: records that the conversation broke, and returns the first fault.
    """

    def __init__(
        self,
        ask: Callable[..., Outcome],
        record_fault: Callable[[GuestFault], GuestFault],
    ) -> None:
        self._ask = ask
        self._record_fault = record_fault
        #: What is remembered, by handle number, or by name in the answer's module.
        self._objects: dict[int | str, RememberedObject] = {}
        self._agreement = Agreement(self._find, self._look, self._read_ahead)
        self._mappings = MappingAgreement(self._look, self._members)
        #: Object and name of the methods that show a mapping, by the method's handle number.
        self._views: dict[int | str, tuple[Reference, str]] = {}
        self._passes = IteratorPasses()
        #: Loops that are in progress, in the order in which they began.
        self._loops: weakref.WeakValueDictionary[int, _Loop] = weakref.WeakValueDictionary()
        self._loop_numbers = itertools.count()
        self._size = 0  #: bytes that the replies take
        self._acts = 0  #: acts that are going on
        #: The object whose items were asked for just now; ``list(x)`` then asks for its length as a hint.
        self._iterated: RememberedObject | None = None

    @property
    def any(self) -> bool:
        """Whether anything is remembered."""
        return bool(self._objects)

    @contextlib.contextmanager
    def during_call(self, *, acts: bool) -> Iterator[None]:
        """Forget what a call may change, before it and after it.

        Args:
            acts: whether the call is an act, which changes everything; else it changes what names reply.
        """
        self._acts += acts
        self._forget_after(acts=acts)
        try:
            yield
        finally:
            self._acts -= acts
            self._forget_after(acts=acts)

    def answer_asks(self) -> None:
        """Forget what the answer may have changed before it called a function of the test."""
        if self._acts:
            self.forget()

    def forget(self) -> None:
        """Forget all replies."""
        for number in sorted(self._loops):
            loop = self._loops.get(number)
            if loop is not None and not loop.moved:
                loop.moved = True
                self._bring_forward(loop)
        self._passes.forget()
        self._objects = {}
        self._size = 0

    def reply(self, operator: str, target: Reference, args: tuple[object, ...]) -> object:
        """Return the remembered reply to a look, or ask the guest.

        Raises:
            GuestFault: if the object contradicts itself, or its replies take too much memory.
        """
        iterated, self._iterated = self._iterated, None
        if operator not in LOOKS:
            return self._act(operator, target, args)
        known = self._find(target)
        if operator in ("iter", "within", "reversed"):
            return self._walk(known, operator)
        outcome = self._look(known, operator, args)
        if operator == "getattr" and args[0] in VIEWS and handle_of(outcome.value) is not None:
            self._views[handle_of(outcome.value) or 0] = target, str(args[0])
        if operator != "len" or known is not iterated:
            with self._faults_recorded():
                self._agreement.note_reply(known, operator, args, outcome)
                if known.views and operator in ("len", "getitem"):
                    self._mappings.note(known, operator, *args)
        return outcome.get()

    def view_of(self, target: Reference) -> tuple[Reference, str] | None:
        """Return the object of which a method shows keys, values or pairs, with the method's name."""
        return self._views.get(number_of(target)) if self._views else None

    def view(self, target: Reference, name: str, method: Reference) -> object:
        """Return what a method of an object shows: ``keys()``, ``values()`` or ``items()``.

        An iterator is read, and begins anew each time.

        Raises:
            GuestFault: if the object contradicts itself, or its replies take too much memory.
        """
        self._iterated = None
        known = self._find(target)
        outcome = known.views.get(name)
        if outcome is None:
            outcome = self._ask("call", method, (), keep=True)
            self._charge(outcome)
            iterator = outcome.value
            if isinstance(iterator, Reference) and self._is_iterator(iterator):
                outcome, complete = replay(iterator, self._ask, self._charge)
                if not complete:
                    return outcome.get()
            known = self._find(target)  # the answer may have called a function of the test, which acted
            known.views[name] = outcome
        with self._faults_recorded():
            self._mappings.note(known, name)
        value = outcome.get()
        return [*value] if type(value) is list and outcome.again is None else value

    @contextlib.contextmanager
    def _faults_recorded(self) -> Iterator[None]:
        try:
            yield
        except SelfContradiction as fault:
            raise self._record_fault(fault) from None

    def _forget_after(self, *, acts: bool) -> None:
        if acts:
            self.forget()
        elif self._objects:
            for name in [name for name in self._objects if isinstance(name, str)]:
                del self._objects[name]

    def _act(self, operator: str, target: Reference, args: tuple[object, ...]) -> object:
        if operator in _COPIES:
            return self._ask(operator, target, args).get()
        current = self._passes.of(target)
        with self.during_call(acts=True):
            outcome = self._ask(operator, target, args, keep=operator == "next")
        if operator == "next":
            with self._faults_recorded():
                self._passes.note(target, current, outcome)
        return outcome.get()

    def _find(self, target: Reference) -> RememberedObject:
        number = number_of(target)
        known = self._objects.get(number)
        if known is None:
            known = self._objects[number] = RememberedObject(target)
        return known

    def _look(self, known: RememberedObject, operator: str, args: tuple[object, ...]) -> Outcome:
        asked = question(operator, args)
        outcome = None if asked is None else known.replies.get(asked)
        if outcome is None:
            outcome = self._ask(operator, known.reference, args, keep=True)
            if asked is not None:
                known.replies[asked] = outcome
                self._charge(outcome)
        return outcome

    def _charge(self, outcome: Outcome, items: Items | None = None) -> None:
        """Count the memory of a reply, also for items of a loop that goes on after an act."""
        size = outcome.size + _REPLY_BYTES
        self._size += size
        if items is not None:
            items.size += size
        if max(self._size, 0 if items is None else items.size) > _BYTES_LIMIT:
            reason = f"objects whose replies take more than {_BYTES_LIMIT} bytes"
            raise self._record_fault(ReplyTooLong(reason))

    def _walk(self, known: RememberedObject, operator: str) -> object:
        """Return an iterator over the items of an object; an iterator of the answer is returned as it is."""
        direction = "reversed" if operator == "reversed" else "iter"
        if operator == "iter":
            self._iterated = known
        outcome = self._begin(known, direction)
        if outcome.value is known.reference:
            self._passes.begin(known.reference, known.length)
            return known.reference
        outcome.get()
        if operator == "iter":
            with self._faults_recorded():
                self._agreement.use_items(known)
                if known.views:
                    self._mappings.note(known, "loop")
            self._iterated = known
        return self._each(known, known.items[direction])

    def _begin(self, known: RememberedObject, direction: str) -> Outcome:
        """Ask for an iterator over an object; an iterator of the answer gives itself."""
        outcome = known.replies.get((direction,)) or self._ask(direction, known.reference, (), keep=True)
        if outcome.value is known.reference:
            return outcome
        known.replies[direction,] = outcome
        if outcome.error is None and direction not in known.items:
            if not isinstance(outcome.value, Reference):
                raise self._record_fault(OffProtocol())
            known.items[direction] = Items(outcome.value)
        return outcome

    def _is_iterator(self, reference: Reference) -> bool:
        return self._begin(self._find(reference), "iter").value is reference

    def _members(self, shown: RememberedObject | Reference) -> list[Outcome] | None:
        """Read all items of an object; return None if it has none, or too many."""
        known = self._find(shown) if isinstance(shown, Reference) else shown
        outcome = self._begin(known, "iter")
        if outcome.error is not None or outcome.value is known.reference:
            return None
        items = known.items["iter"]
        while len(items.read) <= ITEMS_READ_AHEAD and self._pull(known, items):
            pass
        return [*items.read] if items.complete and items.error is None else None

    def _each(self, known: RememberedObject, items: Items) -> Iterator[object]:
        """Yield the items of an object: those that were read, and then those that the guest's iterator has.

        After an act the loop goes on with an iterator of its own, so that it sees what the act has changed.
        """
        loop = _Loop(known, items)
        self._loops[next(self._loop_numbers)] = loop
        while loop.live is None:
            if loop.position == len(items.read) and not self._pull(known, items):
                if items.error is not None:
                    raise items.error
                return
            loop.position += 1
            yield items.read[loop.position - 1].get()
        while not isinstance((outcome := self._ask("next", loop.live, ())).error, StopIteration):
            yield outcome.get()

    def _bring_forward(self, loop: _Loop) -> None:
        """Give a loop a guest's iterator at its position, before an act changes what is iterated over."""
        items = loop.items
        if loop.position == len(items.read) and not items.complete and not items.taken:
            loop.live, items.taken = items.iterator, True
            return
        direction = "iter" if items is loop.known.items.get("iter") else "reversed"
        iterator = self._ask(direction, loop.known.reference, ()).value
        if isinstance(iterator, Reference) and iterator is not items.iterator:
            for _ in range(loop.position):
                self._ask("next", iterator, ())
            loop.live = iterator

    def _is_current(self, known: RememberedObject) -> bool:
        return self._objects.get(number_of(known.reference)) is known

    def _pull(self, known: RememberedObject, items: Items) -> bool:
        """Read one more item, if there is one, and compare it with what the object has replied."""
        self._iterated = None
        if items.complete:
            return False
        outcome = self._ask("next", items.iterator, (), keep=True)
        current = self._is_current(known)
        if outcome.error is None:
            items.read.append(outcome)
            self._charge(outcome, items)
        else:
            items.complete = True
            items.error = None if isinstance(outcome.error, StopIteration) else outcome.error
        if current:
            with self._faults_recorded():
                self._agreement.note_item(known, items)
        return outcome.error is None

    def _read_ahead(self, known: RememberedObject, count: int | None) -> Items | None:
        """Read the first ``count`` items, or all, up to a limit; return None if the test uses no items."""
        items = known.items.get("iter")
        if items is None or not known.uses_items:
            return None
        limit = ITEMS_READ_AHEAD if count is None else min(count, ITEMS_READ_AHEAD)
        while len(items.read) < limit and self._pull(known, items):
            pass
        return items
