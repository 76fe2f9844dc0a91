"""Recursion limits of the host: high while nested values are converted, Python's own while a test runs.

A function of a test that calls itself through C code, such as ``sorted(x, key=itself)``, takes up to 6 KB of
the C stack per level. With the high limit, a deep value of an answer would crash the process.
"""

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from typing import Concatenate, ParamSpec, TypeVar

#: Recursion limit while values are converted; the guest raises its own limit as much.
CONVERTING = 9000
#: Frames that a test may use: Python's default. The test may set another limit.
TESTING = 1000
#: Frames of our own code on the stack when the answer, called by the test, calls a function of the test.
_ROUND_TRIP = 20

_Object = TypeVar("_Object")
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_Method = Callable[Concatenate[_Object, _Arguments], _Result]

#: Limits of the tests that wait for a reply, outermost first.
_waiting: list[int] = []


def _depth() -> int:
    """Return the number of frames that are running, which the test shall not miss."""
    frame, number = sys._getframe(), 0
    while frame.f_back is not None:
        frame, number = frame.f_back, number + 1
    return number


@contextlib.contextmanager
def of_test() -> Iterator[None]:
    """Set the recursion limit for a test, until the end of this context."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(TESTING + _depth())
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextlib.contextmanager
def of_lent_function() -> Iterator[None]:
    """Set the recursion limit of the test again, for a function of it that the answer calls.

    Raises:
        RecursionError: if test and answer have called each other too often.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(_waiting[-1] + _ROUND_TRIP if _waiting else before)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def converting(method: _Method[_Object, _Arguments, _Result]) -> _Method[_Object, _Arguments, _Result]:
    """Decorate a method so that it runs with the limit :data:`CONVERTING`."""

    @functools.wraps(method)
    def run(self: _Object, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, CONVERTING))
        _waiting.append(before)
        try:
            return method(self, *args, **kwargs)
        finally:
            _waiting.pop()
            try:
                sys.setrecursionlimit(before)
            except RecursionError:  # the test is as deep as its limit allows
                sys.setrecursionlimit(before + _ROUND_TRIP)

    return run
