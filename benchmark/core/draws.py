"""Random choices that depend on names alone: the same on every machine and in every version of Python."""

import hashlib
import json
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_WORD_BITS = 64


class Draws:
    """A stream of random choices, computed with SHA-256 from names.

    Similar names give independent streams: ``Draws("a", "1")`` and ``Draws("a", "2")`` share nothing. With
    ``random.Random(seed + index)`` instead, the items of one seed would repeat those of the next.

    Args:
        names: what the choices depend on, such as family, version, seed and index.
    """

    def __init__(self, *names: str | int) -> None:
        self._key = hashlib.sha256(json.dumps([str(name) for name in names]).encode()).digest()
        self._taken = 0

    def integer(self, low: int, high: int) -> int:
        """Return a whole number, ``low <= number <= high``, each equally likely.

        Raises:
            ValueError: if ``low > high``.
        """
        if low > high:
            raise ValueError(f"no whole number from {low} to {high}")
        size = high - low + 1
        usable = (1 << _WORD_BITS) // size * size  # larger words would favour the small numbers
        while (word := self._word()) >= usable:
            pass
        return low + word % size

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """Return ``count`` whole numbers, each ``low <= number <= high``."""
        return [self.integer(low, high) for _ in range(count)]

    def chance(self, wins: int, of: int) -> bool:
        """Return True with the probability ``wins / of``."""
        return self.integer(1, of) <= wins

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of ``items``."""
        return items[self.integer(0, len(items) - 1)]

    def choices(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return ``count`` of ``items``; an item can be chosen several times."""
        return [self.choice(items) for _ in range(count)]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return ``count`` different ``items``, in random order.

        Raises:
            ValueError: if there are fewer than ``count``.
        """
        if count > len(items):
            raise ValueError(f"cannot draw {count} of {len(items)} items")
        left = list(items)
        return [left.pop(self.integer(0, len(left) - 1)) for _ in range(count)]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return all of ``items``, in random order."""
        return self.sample(items, len(items))

    def text(self, letters: str, length: int) -> str:
        """Return a text of ``length`` letters; a letter can be chosen several times."""
        return "".join(self.choices(letters, length))

    def _word(self) -> int:
        """Return the next 64 bits of the stream."""
        block = hashlib.sha256(self._key + self._taken.to_bytes(8, "big")).digest()
        self._taken += 1
        return int.from_bytes(block[:8], "big")
