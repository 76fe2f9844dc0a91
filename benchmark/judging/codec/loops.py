"""``map`` and ``filter`` for tests: they end when their input does, not when a function raises StopIteration.

Python's own take a StopIteration out of the function for their end, so an answer that raises one would
shorten ``all(map(...))`` to nothing, which is true. Generators turn it into a RuntimeError (PEP 479), and so
do these.
"""

from collections.abc import Callable, Iterable
from typing import Self


class Map(map):  # type: ignore[type-arg]  # it takes none when it runs
    """As ``map``."""

    def __new__(cls, function: Callable[..., object], *iterables: Iterable[object]) -> Self:
        """As ``map``."""
        return super().__new__(cls, _ending_nothing(function), *iterables)


class Filter(filter):  # type: ignore[type-arg]  # likewise
    """As ``filter``."""

    def __new__(cls, function: Callable[[object], object] | None, iterable: Iterable[object]) -> Self:
        """As ``filter``."""
        return super().__new__(cls, None if function is None else _ending_nothing(function), iterable)


def _ending_nothing(function: Callable[..., object]) -> Callable[..., object]:
    def called(*args: object) -> object:
        try:
            return function(*args)
        except StopIteration as error:
            raise RuntimeError("a function raised StopIteration") from error

    return called


ORIGINALS: tuple[tuple[type, type], ...] = ((Map, map), (Filter, filter))
