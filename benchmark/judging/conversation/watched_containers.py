"""Watches containers that a test reads from an object and then changes: ``root.children.append(node)``.

The test gets copies. Before the next request, the session writes changed copies back to the guest.
"""

import contextlib
import math
import sys
from collections.abc import Iterator
from typing import Any, Never

from benchmark.judging.codec.encoding import NotEncodableError, ReferenceTo, encode
from benchmark.sandbox.guest.shapes import WITH_IDENTITY

_READ_OPERATORS = frozenset({"getattr", "getitem"})
_WATCHED_CONTAINERS = 8  #: maximum number of watched containers; older ones are forgotten
_WATCHED_ITEMS = 1000  #: maximum items of a watched container
#: References to a container that this module itself holds: from a tuple, a variable and an argument.
_OWN_REFERENCES = 3


class WatchedContainers:
    """The containers that a test read last."""

    def __init__(self, reference_to: ReferenceTo) -> None:
        self._reference_to = reference_to
        self._read: list[tuple[object, str, object, object, bytes]] = []

    def watch(self, target: object, operator: str, args: tuple[object, ...], value: object) -> None:
        """Watch ``value`` if it is a container that a test has read from ``target``."""
        if operator in _READ_OPERATORS and _items(value) <= _WATCHED_ITEMS:
            with contextlib.suppress(NotEncodableError, RecursionError):
                self._read = [
                    *self._read[1 - _WATCHED_CONTAINERS :],
                    (target, operator, args[0], value, _snapshot(value, self._reference_to)),
                ]

    def changed(self) -> Iterator[tuple[object, str, object, object]]:
        """Yield containers that the test has changed since the last call, each with where it was read.

        A container that the test no longer holds is forgotten.
        """
        read, self._read = self._read, []
        for target, operator, key, value, before in read:
            with contextlib.suppress(NotEncodableError, RecursionError):
                now = _snapshot(value, self._reference_to)
                if sys.getrefcount(value) > _OWN_REFERENCES:
                    self._read.append((target, operator, key, value, now))
                # Pickles, because `[1] == [True]`, and `==` of a value may run code of the test.
                if now != before:
                    yield target, operator, key, value


def _items(value: Any) -> float:
    """Return the number of items of a container or an array, and infinity for any other value."""
    kind = type(value)
    if kind in WITH_IDENTITY:
        return len(value)
    return value.size if kind.__module__ == "numpy" and kind.__name__ == "ndarray" else math.inf


def _snapshot(value: object, reference_to: ReferenceTo) -> bytes:
    return encode({"value": value}, reference_to, _refuse_function)[0]


def _refuse_function(_: object) -> Never:
    raise NotEncodableError("a function of the test")
