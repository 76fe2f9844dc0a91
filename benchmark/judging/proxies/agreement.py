"""Compares what one object of the answer replied to different questions about the same thing."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmark.judging.proxies.outcomes import Outcome, Question, SelfContradiction, number_of, question
from benchmark.judging.proxies.reference import Reference

ITEMS_READ_AHEAD = 1000  #: maximum items that are read before a loop reaches them
#: Attributes by which a test uses an object as a mapping.
_OF_MAPPINGS = frozenset({"keys", "values", "items", "get"})
#: Operators whose reply may tell two objects apart that are equal otherwise, by their addresses.
_OF_IDENTITY = frozenset({"hash", "str", "repr", "format", "eq", "ne"})


@dataclass(slots=True, eq=False)
class Items:
    """The items of an object that were read so far, and the guest's iterator, which has the others."""

    iterator: Reference
    read: list[Outcome] = field(default_factory=list)
    complete: bool = False  #: whether the iterator has ended
    taken: bool = (
        False  #: whether a loop of the test continues with the iterator itself, because the test acted
    )
    error: BaseException | None = None  #: what ended the iterator, if it was an exception
    size: int = 0  #: bytes of the items


@dataclass(slots=True, eq=False)
class RememberedObject:
    """The replies and items of one object that are remembered."""

    reference: Reference
    replies: dict[Question, Outcome] = field(default_factory=dict)
    items: dict[str, Items] = field(default_factory=dict)  #: of ``iter`` and ``reversed``
    uses_items: bool = False
    length: int | None = None  #: as soon as the test has used it
    indexed: dict[int, Outcome] = field(default_factory=dict)  #: index → the reply to ``x[index]``
    sliced: list[tuple[slice, Outcome]] = field(default_factory=list)
    #: Replies to ``keys()``, ``values()`` and ``items()``.
    views: dict[str, Outcome] = field(default_factory=dict)
    #: What :mod:`.mappings` has read of them: members by view, values by key, and what was compared.
    members: dict[str, list[Outcome] | None] = field(default_factory=dict)
    pairs: dict[object, list[Outcome]] = field(default_factory=dict)
    used_as_mapping: set[str] = field(default_factory=set)
    #: Other objects that took its place: ``matrix[0]`` may be a new object each time. Their replies agree.
    twins: "list[RememberedObject]" = field(default_factory=list)


class Agreement:
    """Compares length, items and indexes of the objects of one conversation.

    Its methods raise :class:`.outcomes.SelfContradiction`.

    Args:
        find: returns what is remembered of an object.
        look: asks an object, or returns what it has replied before.
        read_ahead: reads the first items of an object, or all, up to a limit; returns None if the test does
            not use its items.
    """

    def __init__(
        self,
        find: Callable[[Reference], RememberedObject],
        look: Callable[[RememberedObject, str, tuple[object, ...]], Outcome],
        read_ahead: Callable[[RememberedObject, int | None], Items | None],
    ) -> None:
        self._find = find
        self._look = look
        self._read_ahead = read_ahead
        self._mappings: set[int | str] = set()  #: objects that the test has ever used as mappings

    def note_reply(
        self, known: RememberedObject, operator: str, args: tuple[object, ...], outcome: Outcome
    ) -> None:
        """Note a reply that the test uses, and compare it with the others."""
        if operator == "getattr" and args[0] in _OF_MAPPINGS and outcome.error is None:
            self._mappings.add(number_of(known.reference))
        elif operator == "len" and type(outcome.value) is int:
            known.length = outcome.value
            self._compare_length(known)
        elif operator == "getitem":
            self._use_index(known, args[0], outcome)
        if known.twins and (asked := question(operator, args)) is not None:
            for twin in list(known.twins):
                if asked in twin.replies:
                    self._require(known, asked, outcome, twin.replies[asked])

    def use_items(self, known: RememberedObject) -> None:
        """Note that the test uses the items, and compare them with the replies to other questions."""
        if not known.uses_items:
            known.uses_items = True
            self._compare_all(known)

    def note_item(self, known: RememberedObject, items: Items) -> None:
        """Compare the item that was read last, or the end of the items, with the replies."""
        forward = items is known.items.get("iter")
        if forward and known.uses_items:
            if items.complete:
                self._compare_all(known)
            else:
                index = len(items.read) - 1
                self._check_length(known, items)
                if index in known.indexed:
                    self._check_index(known, items, index, known.indexed[index])
        if items.complete:
            self._check_reversed(known)
        elif known.twins and forward:
            self._compare_items_with_twins(known, len(items.read) - 1)

    def _compare_all(self, known: RememberedObject) -> None:
        """Compare length, indexes and slices that the test has used with the items, which it uses now."""
        for index, outcome in list(known.indexed.items()):
            self._compare_index(known, index, outcome)
        for part, outcome in list(known.sliced):
            self._compare_slice(known, part, outcome)
        self._compare_length(known)

    def _compare_length(self, known: RememberedObject) -> None:
        if known.length is not None:
            items = self._read_ahead(known, known.length + 1)
            if items is not None:
                self._check_length(known, items)

    def _check_length(self, known: RememberedObject, items: Items) -> None:
        if known.length is None:
            return
        count = len(items.read)
        if self._is_mapping(known) and (not items.complete or self._is_total(known, items)):
            return
        if count > known.length or (items.complete and items.error is None and count < known.length):
            more = "" if items.complete else " or more"
            raise SelfContradiction(
                known.reference, f"its length is {known.length}, but it has {count}{more} items"
            )

    def _is_total(self, known: RememberedObject, items: Items) -> bool:
        """Whether the length of a mapping is the sum of its values, which then count its members."""
        if known.length == len(items.read) or items.error is not None:
            return True
        values = [self._look(known, "getitem", (key.content(),)) for key in items.read[:ITEMS_READ_AHEAD]]
        numbers = [value.value for value in values if type(value.value) is int]
        return len(numbers) == len(values) and sum(numbers) == known.length

    def _use_index(self, known: RememberedObject, key: object, outcome: Outcome) -> None:
        """Note the reply to ``x[key]``, and compare it with the items if the test uses them as well."""
        if isinstance(key, slice):
            if outcome.error is None and isinstance(outcome.content(), list | tuple):
                known.sliced.append((key, outcome))
                self._compare_slice(known, key, outcome)
        elif type(key) is not int:
            self._mappings.add(number_of(known.reference))
        elif outcome.error is None:
            known.indexed[key] = outcome
            self._compare_index(known, key, outcome)

    def _compare_index(self, known: RememberedObject, index: int, outcome: Outcome) -> None:
        items = self._read_ahead(known, None if index < 0 else index + 1)
        if items is not None:
            self._check_index(known, items, index, outcome)

    def _check_index(self, known: RememberedObject, items: Items, index: int, outcome: Outcome) -> None:
        count = len(items.read)
        if index < 0 and (not items.complete or items.error is not None):
            return
        if self._is_mapping(known) or not -count <= index < count:
            return
        if outcome.may_stand_for(items.read[index]) and not any(map(outcome.agrees_with, items.read)):
            self._pair(outcome, items.read[index])
        elif not outcome.agrees_with(items.read[index]) and not self._is_key(known, items, index):
            raise SelfContradiction(
                known.reference, f"its item {index} by index is not its item {index % count} in a loop"
            )

    def _compare_slice(self, known: RememberedObject, part: slice, outcome: Outcome) -> None:
        items = self._read_ahead(known, None)
        if items is None or not items.complete or items.error is not None:
            return
        if self._is_mapping(known):
            return
        with contextlib.suppress(TypeError, ValueError):  # the slice is not one of a sequence
            inside = [item.content() for item in items.read[part]]
            if not Outcome(inside).agrees_with(Outcome(list(outcome.content()))):  # type: ignore[call-overload]  # a list
                raise SelfContradiction(known.reference, "a slice of it has other items than a loop")

    def _is_key(self, known: RememberedObject, items: Items, index: int) -> bool:
        """Whether an index may be a key of a mapping, whose items in a loop are its keys."""
        if self._look(known, "is_mapping", ()).value is not True:
            return False
        if not items.complete:
            return len(items.read) < ITEMS_READ_AHEAD  # compared again when all are read
        return any(type(item.value) is int and item.value == index for item in items.read)

    def _is_mapping(self, known: RememberedObject) -> bool:
        return number_of(known.reference) in self._mappings

    def _check_reversed(self, known: RememberedObject) -> None:
        """Compare the items of a loop with those of ``reversed``, if the test has used both to the end."""
        both = [known.items.get(direction) for direction in ("iter", "reversed")]
        if not known.uses_items or not all(items and items.complete and not items.error for items in both):
            return
        forward, backward = (items.read for items in both if items)
        if len(forward) != len(backward):
            raise SelfContradiction(known.reference, "a loop and reversed() give different numbers of items")
        for mine, other in zip(forward, reversed(backward), strict=True):
            if not mine.may_stand_for(other) and not mine.agrees_with(other):
                raise SelfContradiction(
                    known.reference, "reversed() does not give the items of a loop in reverse"
                )

    def _pair(self, mine: Outcome, other: Outcome) -> None:
        """Require that two objects, of which one took the place of the other, give the same replies."""
        assert isinstance(mine.value, Reference)  # noqa: S101 - both may be twins
        assert isinstance(other.value, Reference)  # noqa: S101 - both may be twins
        one, two = self._find(mine.value), self._find(other.value)
        if two in one.twins:
            return
        one.twins.append(two)
        two.twins.append(one)
        for key, outcome in list(one.replies.items()):
            if key in two.replies:
                self._require(one, key, outcome, two.replies[key])
        self._compare_items_with_twins(one, None)

    def _compare_items_with_twins(self, known: RememberedObject, position: int | None) -> None:
        """Compare one item in a loop, or all that were read, with those of the twins."""
        items = known.items.get("iter")
        for twin in list(known.twins):
            others = twin.items.get("iter")
            if items is not None and others is not None:
                pairs = list(zip(items.read, others.read, strict=False))
                for mine, other in pairs if position is None else pairs[position : position + 1]:
                    self._require(known, ("iter",), mine, other)

    def _require(self, known: RememberedObject, key: Question, mine: Outcome, other: Outcome) -> None:
        if key[0] in _OF_IDENTITY or mine.agrees_with(other):
            return
        if mine.may_stand_for(other):
            self._pair(mine, other)
        elif mine.is_plain() and other.is_plain():
            reason = f"the object that it gave before for the same item replied otherwise to {key[0]}"
            raise SelfContradiction(known.reference, reason)
