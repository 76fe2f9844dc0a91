"""Watches iterators of the answer that start again after they have ended.

Python's iterators stay empty once they have ended. Many classes return themselves from ``__iter__`` and start
again there. Such an iterator must yield the same items in each pass, unless the test acts in between.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from benchmark.judging.proxies.agreement import ITEMS_READ_AHEAD
from benchmark.judging.proxies.outcomes import Outcome, SelfContradiction, number_of
from benchmark.judging.proxies.reference import Reference

_ITEMS = 1000  #: maximum items of a pass that is watched
_BYTES = 1 << 20  #: maximum bytes of the items of a pass that is watched


@dataclass(slots=True, eq=False)
class _Pass:
    """What an iterator yielded since a loop began over it."""

    whole: bool = False  #: whether it had yielded nothing before, or had ended
    read: list[Outcome] = field(default_factory=list)
    last: list[Outcome] | None = None  #: what it had yielded when it last ended
    length: int | None = None  #: its length at the begin of the pass, if the test has used it
    size: int = 0  #: bytes of the items


class IteratorPasses:
    """The passes over the iterators of one conversation."""

    def __init__(self) -> None:
        self._passes: dict[int | str, _Pass] = {}

    def forget(self) -> None:
        """Forget all passes, because the test has acted."""
        self._passes = {}

    def begin(self, iterator: Reference, length: int | None) -> None:
        """Note that a loop over an iterator begins; ``length`` is the iterator's if the test has used it."""
        before = self._passes.get(number_of(iterator), _Pass(whole=True))
        whole = before.whole and not before.read
        self._passes[number_of(iterator)] = _Pass(whole=whole, last=before.last, length=length)

    def of(self, iterator: Reference) -> _Pass:
        """Return the pass over an iterator, to hand it to :meth:`note` with the next item."""
        return self._passes.get(number_of(iterator)) or _Pass()

    def note(self, iterator: Reference, current: _Pass, outcome: Outcome) -> None:
        """Note the next item, and compare it with the last pass.

        Raises:
            SelfContradiction: if the iterator had ended, and yields other items now, or another number.
        """
        position = len(current.read)
        current.size += outcome.size
        if position == _ITEMS or current.size > _BYTES:
            current = _Pass()
        self._passes[number_of(iterator)] = current
        if not current.whole:
            return
        if outcome.error is None:
            current.read.append(outcome)
            if current.last is not None and not _repeats(current.last, position, outcome):
                raise SelfContradiction(iterator, "it had ended, and now it yields other items")
        elif isinstance(outcome.error, StopIteration) and position:
            if current.last is not None and position < len(current.last):
                raise SelfContradiction(iterator, "it had ended, and now it yields fewer items")
            if current.length is not None and current.length != position:
                reason = f"its length was {current.length}, but it yielded {position} items"
                raise SelfContradiction(iterator, reason)
            self._passes[number_of(iterator)] = _Pass(whole=True, last=current.read)


def _repeats(last: list[Outcome], position: int, outcome: Outcome) -> bool:
    """Whether the item at a position is that of the last pass; objects may be made anew."""
    if position >= len(last):
        return False
    return outcome.may_stand_for(last[position]) or outcome.agrees_with(last[position])


def replay(
    iterator: Reference, ask: Callable[..., Outcome], charge: Callable[[Outcome], None]
) -> tuple[Outcome, bool]:
    """Read an iterator; return an outcome that begins anew each time, and whether all items were read.

    Args:
        iterator: the guest's iterator.
        ask: lets the guest apply an operator.
        charge: counts the memory of an item.
    """
    read: list[Outcome] = []
    end: BaseException | None = None
    while end is None and len(read) < ITEMS_READ_AHEAD:
        outcome = ask("next", iterator, (), keep=True)
        charge(outcome)
        end = outcome.error
        if end is None:
            read.append(outcome)

    def again() -> Iterator[object]:
        for item in read:
            yield item.get()
        following = ask("next", iterator, ()) if end is None else Outcome(error=end)
        while not isinstance(following.error, StopIteration):
            yield following.get()
            following = ask("next", iterator, ())

    return Outcome(again=again, _fresh=False), isinstance(end, StopIteration)
