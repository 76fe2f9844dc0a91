"""Random choices that follow from names alone, the same on every machine and in every version of Python."""

import hashlib
import json
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_WORD_BITS = 64


class Draws:
    """A stream of choices that SHA-256 makes of names.

    Neighbouring names share nothing: ``Draws("a", "1")`` and ``Draws("a", "2")`` are as far apart as any two
    (adding an index to a seed, as ``random.Random(seed + index)``, repeats the items of the seed before).

    Args:
        names: such as family, version, seed and index.
    """

    def __init__(self, *names: str | int) -> None:
        self._key = hashlib.sha256(json.dumps([str(name) for name in names]).encode()).digest()
        self._taken = 0

    def integer(self, low: int, high: int) -> int:
        """A whole number, ``low <= number <= high``, each equally likely.

        Raises:
            ValueError: when there is none.
        """
        if low > high:
            raise ValueError(f"no whole number from {low} to {high}")
        size = high - low + 1
        usable = (1 << _WORD_BITS) // size * size  # the words beyond would favour the small numbers
        while (word := self._word()) >= usable:
            pass
        return low + word % size

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """So many whole numbers, each ``low <= number <= high``."""
        return [self.integer(low, high) for _ in range(count)]

    def chance(self, wins: int, of: int) -> bool:
        """True ``wins`` times ``of`` so many."""
        return self.integer(1, of) <= wins

    def choice(self, items: Sequence[Item]) -> Item:
        """One of ``items``."""
        return items[self.integer(0, len(items) - 1)]

    def choices(self, items: Sequence[Item], count: int) -> list[Item]:
        """So many of ``items``, each of them any number of times."""
        return [self.choice(items) for _ in range(count)]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """So many different ``items``, in random order.

        Raises:
            ValueError: when there are fewer.
        """
        if count > len(items):
            raise ValueError(f"{count} of {len(items)} items")
        left = list(items)
        return [left.pop(self.integer(0, len(left) - 1)) for _ in range(count)]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """All of ``items``, in random order."""
        return self.sample(items, len(items))

    def text(self, letters: str, length: int) -> str:
        """So many of ``letters`` in a row."""
        return "".join(self.choices(letters, length))

    def _word(self) -> int:
        """The next 64 bits of the stream."""
        block = hashlib.sha256(self._key + self._taken.to_bytes(8, "big")).digest()
        self._taken += 1
        return int.from_bytes(block[:8], "big")
