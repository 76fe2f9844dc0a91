"""``map`` and ``filter`` for tests: they end when their input does, not when a function raises StopIteration.

Python's own ``map`` and ``filter`` end when the function raises StopIteration. An answer that raises it would
make ``all(map(...))`` end early and be true. Generators turn StopIteration into RuntimeError (PEP 479), and
so do these classes.
"""

from collections.abc import Callable, Iterable
from typing import Self


class Map(map):  # type: ignore[type-arg]  # map takes no type argument at run time
    """A ``map`` that a StopIteration of its function does not end."""

    def __new__(cls, function: Callable[..., object], *iterables: Iterable[object]) -> Self:
        """Map a function over iterables; a StopIteration that it raises becomes a RuntimeError."""
        return super().__new__(cls, _without_stop_iteration(function), *iterables)


class Filter(filter):  # type: ignore[type-arg]  # filter takes no type argument at run time
    """A ``filter`` that a StopIteration of its function does not end."""

    def __new__(cls, function: Callable[[object], object] | None, iterable: Iterable[object]) -> Self:
        """Filter an iterable by a function; a StopIteration that it raises becomes a RuntimeError."""
        return super().__new__(cls, None if function is None else _without_stop_iteration(function), iterable)


def _without_stop_iteration(function: Callable[..., object]) -> Callable[..., object]:
    def called(*args: object) -> object:
        try:
            return function(*args)
        except StopIteration as error:
            raise RuntimeError("a function raised StopIteration") from error

    return called


#: Pairs of a class of ours and Python's own, which messages name instead.
ORIGINALS: tuple[tuple[type, type], ...] = ((Map, map), (Filter, filter))
