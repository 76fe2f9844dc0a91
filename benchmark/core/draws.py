"""Random choices that depend on names alone: the same on every machine and in every version of Python."""

import json
from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")

_WORDS = 1 << 64
_FIRST_WORD, _AS_BYTES = Struct(">Q24x").unpack, Struct(">Q").pack  #: of a digest; 64 bits, big end first


class Draws:
    """A stream of random choices, computed with SHA-256 from names.

    Similar names give independent streams: ``Draws("a", "1")`` and ``Draws("a", "2")`` share nothing. With
    ``random.Random(seed + index)`` instead, the items of one seed would repeat those of the next.

    Args:
        names: what the choices depend on, such as family, version, seed and index.
    """

    def __init__(self, *names: str | int) -> None:
        self._key = sha256(json.dumps([str(name) for name in names]).encode()).digest()
        self._taken = 0

    def integer(self, low: int, high: int) -> int:
        """Return a whole number, ``low <= number <= high``, each equally likely.

        Raises:
            ValueError: if ``low > high``.
        """
        if low > high:
            raise ValueError(f"no whole number from {low} to {high}")
        return low + self._below(high - low + 1)

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """Return ``count`` whole numbers, each ``low <= number <= high``."""
        return [self.integer(low, high) for _ in range(count)]

    def chance(self, wins: int, of: int) -> bool:
        """Return True with the probability ``wins / of``."""
        return self.integer(1, of) <= wins

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of ``items``."""
        return items[self._below(len(items))]

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
        return [left.pop(self._below(len(left))) for _ in range(count)]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return all of ``items``, in random order."""
        return self.sample(items, len(items))

    def text(self, letters: str, length: int) -> str:
        """Return a text of ``length`` letters; a letter can be chosen several times."""
        return "".join(self.choices(letters, length))

    def skip(self, count: int) -> None:
        """Pass over ``count`` choices that nobody needs, as if they had been made.

        A choice takes a second word only in one of 10**17 cases, which are not regarded here.
        """
        self._taken += count

    def _below(self, size: int) -> int:
        """Return a whole number from 0 to ``size - 1``, from the next 64 bits of the stream."""
        if size < 1:
            raise ValueError(f"no choice among {size}")
        while True:
            word: int = _FIRST_WORD(sha256(self._key + _AS_BYTES(self._taken)).digest())[0]
            self._taken += 1
            # The last words, fewer than ``size``, would favour the small numbers.
            if word + size <= _WORDS or word < _WORDS // size * size:
                return word % size
