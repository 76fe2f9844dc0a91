"""Lists and their like that a test reads from an object and then changes: ``root.children.append(node)``.

They travel as copies. Before the next request those that the test has changed are written back.
"""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Never

from benchmark.judging.codec.encoding import WITH_IDENTITY, HostEncoder, NotEncodableError
from benchmark.judging.proxies.reference import Reference, reference_to

_READS = frozenset({"getattr", "getitem"})
_WATCHED = 8  #: of the last ones
_ITEMS = 1000  #: of one of them
#: References to a container that nobody but this module holds: a tuple, a variable, an argument.
_OWN = 3


class WatchedContainers:
    """The containers that a test has read last."""

    def __init__(self) -> None:
        self._read: list[tuple[Reference, str, object, object, str]] = []

    def watch(self, target: Reference, operator: str, args: tuple[object, ...], value: object) -> None:
        """A test has read ``value`` from ``target``."""
        if operator in _READS and type(value) in WITH_IDENTITY and len(value) <= _ITEMS:  # type: ignore[arg-type]
            with contextlib.suppress(NotEncodableError):
                self._read = [*self._read[1 - _WATCHED :], (target, operator, args[0], value, _said(value))]

    def changed(self) -> Iterator[tuple[Reference, str, object, object]]:
        """Where they were read, and what the test has made of those that it has changed since.

        What the test no longer holds is forgotten.
        """
        read, self._read = self._read, []
        for target, operator, key, value, said in read:
            with contextlib.suppress(NotEncodableError):
                now = _said(value)
                if sys.getrefcount(value) > _OWN:
                    self._read.append((target, operator, key, value, now))
                if now != said:
                    yield target, operator, key, value


def _said(value: object) -> str:
    return json.dumps(HostEncoder(reference_to, _refuse).encode(value))


def _refuse(_: Callable[..., object]) -> Never:
    raise NotEncodableError("a function of the test")
