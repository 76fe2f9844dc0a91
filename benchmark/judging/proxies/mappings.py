"""Compares what one object of the answer replied as a mapping: its keys, values, pairs, items and length.

A call of ``keys()``, ``values()`` or ``items()`` is a look: it is asked once until the test acts. All of
them, a loop, ``x[key]`` and the length must then tell of the same pairs. Their order may differ. A length may
also be the sum of the values, as in a bag that counts its members.
"""

from collections.abc import Callable, Sequence

from benchmark.judging.proxies.agreement import ITEMS_READ_AHEAD, RememberedObject
from benchmark.judging.proxies.outcomes import Outcome, SelfContradiction
from benchmark.judging.proxies.reference import Reference

#: Methods without arguments that show a mapping.
VIEWS = frozenset({"keys", "values", "items"})
#: Maximum members that are compared in all orders; longer lists must have the same order.
_UNORDERED = 300

#: Types of keys for which ``x[key]`` is compared with ``items()``.
_PLAIN_KEYS = frozenset({str, int, bool, float, type(None)})

_Members = Sequence[Outcome]


class MappingAgreement:
    """Compares the views of the mappings of one conversation.

    Args:
        look: asks an object, or returns what it has replied before.
        read: reads all items of an object; returns None if it has none, or too many.
    """

    def __init__(
        self,
        look: Callable[[RememberedObject, str, tuple[object, ...]], Outcome],
        read: Callable[[RememberedObject | Reference], _Members | None],
    ) -> None:
        self._look = look
        self._read = read

    def note(self, known: RememberedObject, fact: str, key: object = None) -> None:
        """Compare what the test uses of an object of which it has called a view.

        All is compared when the test uses something for the first time.

        Args:
            known: the object.
            fact: what the test uses: the name of a view, ``loop``, ``len`` or ``getitem``.
            key: the key, for ``getitem``.

        Raises:
            SelfContradiction: if two of them tell different pairs.
        """
        if fact not in known.used_as_mapping:
            known.used_as_mapping.add(fact)
            self._compare(known)
        elif fact == "getitem":
            self._compare_value(known, key)

    def _compare(self, known: RememberedObject) -> None:
        found = {
            name: members
            for name, outcome in known.views.items()
            if (members := self._members(known, name, outcome)) is not None
        }
        pairs = _split(found.get("items"))
        loop = self._read(known) if known.uses_items else None
        keys = [key[1][1] for key in known.replies if key[0] == "getitem" and isinstance(key[1], tuple)]
        if loop is not None:
            self._compare_loop(known, loop, found, pairs)
        if pairs is not None:
            self._compare_pairs(known, pairs, found)
            for key in keys:
                self._compare_value(known, key)
        elif "values" in found and ("keys" in found or loop is not None or keys):
            self._compare_values(known, found, loop)
        if known.length is not None and found:
            self._compare_length(known, known.length, found, pairs)

    def _compare_loop(
        self,
        known: RememberedObject,
        loop: _Members,
        found: dict[str, _Members],
        pairs: tuple[_Members, _Members] | None,
    ) -> None:
        shown = [found[name] for name in ("keys", "items") if name in found]
        if pairs is not None:
            shown.append(pairs[0])
        if shown and not any(_are_same(loop, members) for members in shown):
            raise SelfContradiction(known.reference, "a loop gives other items than its keys() or items()")

    def _compare_pairs(
        self, known: RememberedObject, pairs: tuple[_Members, _Members], found: dict[str, _Members]
    ) -> None:
        for name, members in (("keys", pairs[0]), ("values", pairs[1])):
            if name in found and not _are_same(found[name], members):
                raise SelfContradiction(known.reference, f"its {name}() are not those of its items()")
        for key, value in zip(*pairs, strict=True):
            if type(key.content()) in _PLAIN_KEYS:
                known.pairs.setdefault(key.content(), []).append(value)

    def _compare_value(self, known: RememberedObject, key: object) -> None:
        """Compare the reply to ``x[key]`` with the pairs that ``items()`` has shown."""
        if not known.pairs or type(key) not in _PLAIN_KEYS or key not in known.pairs:
            return
        outcome = self._look(known, "getitem", (key,))
        if outcome.error is None and not any(_may_be(outcome, value) for value in known.pairs[key]):
            raise SelfContradiction(known.reference, "x[key] gives another value than its items()")

    def _compare_values(
        self, known: RememberedObject, found: dict[str, _Members], loop: _Members | None
    ) -> None:
        keys = found["keys"] if "keys" in found else self._read(known) if loop is None else loop
        if keys is None or ("keys" not in found and _are_same(found["values"], keys)):
            return  # a loop over a list gives its values
        values = self._values_of(known, keys)
        if values is None:
            if "keys" in found and len(keys) != len(found["values"]):
                raise SelfContradiction(known.reference, "it has another number of keys() than of values()")
        elif not _are_same(found["values"], values):
            raise SelfContradiction(known.reference, "x[key] gives other values than its values()")

    def _compare_length(
        self,
        known: RememberedObject,
        length: int,
        found: dict[str, _Members],
        pairs: tuple[_Members, _Members] | None,
    ) -> None:
        if all(len(members) == length for members in found.values()):
            return
        values = found.get("values") or (pairs[1] if pairs else self._values_of(known, found["keys"]))
        if values is None or not _is_total(length, values):
            raise SelfContradiction(
                known.reference, "its length is not that of its keys(), values() or items()"
            )

    def _values_of(self, known: RememberedObject, keys: _Members) -> _Members | None:
        values = [self._look(known, "getitem", (key.content(),)) for key in keys]
        return None if any(value.error is not None for value in values) else values

    def _members(self, known: RememberedObject, name: str, outcome: Outcome) -> _Members | None:
        """Return the members of a view, or None if it is none, or has too many."""
        if name not in known.members:
            known.members[name] = self._read_members(outcome)
        return known.members[name]

    def _read_members(self, outcome: Outcome) -> list[Outcome] | None:
        if outcome.error is not None:
            return None
        if isinstance(outcome.value, Reference):
            read = self._read(outcome.value)
            return None if read is None else [*read]
        content = outcome.content()
        try:
            members = [Outcome(member) for member in content]  # type: ignore[attr-defined]  # else a TypeError
        except TypeError:
            return None
        return members if len(members) <= ITEMS_READ_AHEAD else None


def _is_total(length: int, values: _Members) -> bool:
    """Whether a length is the sum of the values, which count something."""
    numbers = [value.content() for value in values]
    return all(type(number) is int for number in numbers) and sum(numbers) == length  # type: ignore[arg-type]  # ints


def _split(items: _Members | None) -> tuple[_Members, _Members] | None:
    """Return the keys and values of pairs, or None if an item is no pair."""
    if items is None:
        return None
    keys, values = [], []
    for item in items:
        match item.content():
            case (key, value):
                keys.append(Outcome(key))
                values.append(Outcome(value))
            case _:
                return None
    return keys, values


def _may_be(one: Outcome, other: Outcome) -> bool:
    return one.may_stand_for(other) or one.agrees_with(other)


def _are_same(ones: _Members, others: _Members) -> bool:
    """Whether two lists have the same members, in any order; objects may be made anew."""
    if len(ones) != len(others):
        return False
    if all(map(_may_be, ones, others)):
        return True
    left = list(others)
    if len(left) > _UNORDERED:
        return _are_same_when_sorted(ones, left)
    for one in ones:
        place = next((at for at, other in enumerate(left) if _may_be(one, other)), None)
        if place is None:
            return False
        del left[place]
    return True


def _are_same_when_sorted(ones: _Members, others: _Members) -> bool:
    try:
        mine, theirs = (sorted(one.content() for one in members) for members in (ones, others))  # type: ignore[type-var]  # else a TypeError
    except TypeError:
        return False
    return bool(mine == theirs)
