"""Sequences whose values are made or read when they are needed, so that only a few are in memory."""

import operator
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class LazySequence(Sequence[T_co], ABC):
    """A sequence that makes a value whenever it is read; equal to other sequences of the same values."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # equal to sequences with other hashes

    @abstractmethod
    def value(self, place: int) -> T_co:
        """Return the value at a place, ``0 <= place < len(self)``."""

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T_co]: ...
    def __getitem__(self, index: int | slice) -> T_co | Sequence[T_co]:
        places = range(len(self))[index]
        return self.value(places) if isinstance(places, int) else Selected(self, places)

    def __iter__(self) -> Iterator[T_co]:
        return map(self.value, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))


class Selected(LazySequence[T_co]):
    """Some values of another sequence, in an order of their own.

    Args:
        source: the other sequence.
        places: places in it.
    """

    __slots__ = ("places", "source")

    def __init__(self, source: Sequence[T_co], places: Iterable[int]) -> None:
        self.source = source
        self.places = places if isinstance(places, array) else array("q", places)

    def __len__(self) -> int:
        return len(self.places)

    def value(self, place: int) -> T_co:
        """Return the value at a place."""
        return self.source[self.places[place]]
