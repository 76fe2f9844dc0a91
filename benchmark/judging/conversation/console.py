"""Lets a test redirect what the answer prints and reads: ``redirect_stdout``, ``patch("builtins.input")``.

Also watches containers that a test reads from an object and then changes: ``root.children.append(node)``.

Answer and test are two processes, so each request says whether the test has redirected something, and the
guest does the same while it serves the request.
"""

import builtins
import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from typing import Any, Never

from benchmark.judging.codec.encoding import NotEncodableError, ReferenceTo, encode
from benchmark.sandbox.guest.shapes import WITH_IDENTITY

#: Builtin functions that a test may replace for the answer.
REPLACEABLE = ("input", "print")


class Console:
    """Standard input and output of the host before the test, and what the test put in their place.

    Create it before the test redirects anything, and call :meth:`restore` after the test.
    """

    def __init__(self) -> None:
        self._output, self._input = sys.stdout, sys.stdin
        self._functions: dict[str, Any] = {name: getattr(builtins, name) for name in REPLACEABLE}

    def request_part(self) -> dict[str, object]:
        """Return the part of a request that says what the test has redirected."""
        part: dict[str, object] = {}
        if sys.stdout is not self._output:
            part["capture"] = True
        if sys.stdin is not self._input:
            part["stdin"] = sys.stdin.readline
        for name, function in self._functions.items():
            if getattr(builtins, name) is not function:
                part["builtins"] = (*part.get("builtins", ()), (name, _caller_of(name)))  # type: ignore[misc]  # a tuple
        return part

    def write(self, text: object) -> None:
        """Write the text that the answer has printed to the test's output."""
        if sys.stdout is self._output or text is None:
            return
        if not isinstance(text, str):
            raise TypeError("printed text must be a text")
        sys.stdout.write(text)

    def restore(self) -> None:
        """Restore everything that the test has replaced."""
        # Standard output is missing here: the test runs inside `redirect_stdout`, which restores it.
        sys.stdin = self._input
        for name, function in self._functions.items():
            setattr(builtins, name, function)


def _caller_of(name: str) -> Callable[..., object]:
    """Return a function that calls what the test has put in the place of ``input`` or ``print``."""

    def called(*args: object, **kwargs: object) -> object:
        value = getattr(builtins, name)(*args, **kwargs)
        # With `patch("builtins.print")` the value is a mock, but `print` returns None.
        return value if name == "input" else None

    return called


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
