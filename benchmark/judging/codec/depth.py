"""Recursion limits of the host: high while nested values are converted, Python's own while a test runs.

With integers it is the other way round: a test may turn long ones into text and back, but a reply with many
of them would take minutes to read, in one call of C that no signal ends.

A function of a test that calls itself through C code, such as ``sorted(x, key=itself)``, takes up to 6 KB of
the C stack per level. With the high limit, a deep value of an answer would crash the process.
"""

import collections
import contextlib
import functools
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from benchmark.sandbox.host.channel import GuestFault

#: Recursion limit while values are converted; the guest raises its own limit as much.
CONVERTING = 9000
#: Frames that a test may use: Python's default. The test may set another limit.
TESTING = 1000
#: Digits of an integer that a test may turn into text and back, as in ``assert str(f(9)) == "3980…"``. So
#: many take half a second.
DIGITS = 100_000
#: Types whose comparison calls itself for each level, in C; it ends at the limit of recursion.
_COMPARED_BY_ITEMS: tuple[Any, ...] = (list, tuple, dict, collections.deque)
#: Frames of our own code on the stack when the answer, called by the test, calls a function of the test.
_ROUND_TRIP = 20


class _Locked(Protocol):
    lock: threading.RLock
    waiting_threads: list[int]
    thread: int  #: the thread that runs the test


_Object = TypeVar("_Object", bound=_Locked)
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_Method = Callable[Concatenate[_Object, _Arguments], _Result]

#: Limits of the tests that wait for a reply, outermost first.
_waiting: list[int] = []


def _depth() -> int:
    """Return the number of running frames, which are added to the limit of the test."""
    frame, number = sys._getframe(), 1  # 1: the context that sets the limit has a frame, too
    while frame.f_back is not None:
        frame, number = frame.f_back, number + 1
    return number


def equal(left: object, right: object) -> object:
    """Return ``left == right``, also for values that are too deep for Python's own comparison."""
    try:
        return left == right
    except RecursionError:
        return _equal_by_items(left, right)


def _equal_by_items(left: object, right: object) -> bool:
    waiting: list[tuple[Any, Any]] = [(left, right)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        one, other = waiting.pop()
        # Lists that contain themselves would never end.
        if one is other or (id(one), id(other)) in seen:
            continue
        compare = type(one).__eq__
        base = next((base for base in _COMPARED_BY_ITEMS if compare is base.__eq__), None)
        if base is None or type(other).__eq__ is not compare:
            if one == other:
                continue
            return False
        if len(one) != len(other) or (base is dict and one.keys() != other.keys()):
            return False
        seen.add((id(one), id(other)))
        waiting += [(one[key], other[key]) for key in one] if base is dict else zip(one, other, strict=True)
    return True


@contextlib.contextmanager
def limited(limit: int, digits: int = sys.int_info.default_max_str_digits) -> Iterator[None]:
    """Set a recursion limit and a limit of digits until the end of this context.

    Raises:
        RecursionError: if more frames than this run already.
    """
    before, digits_before = sys.getrecursionlimit(), sys.get_int_max_str_digits()
    sys.setrecursionlimit(limit)
    sys.set_int_max_str_digits(digits)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
        sys.set_int_max_str_digits(digits_before)


def of_decoding() -> contextlib.AbstractContextManager[None]:
    """Set the limit for decoding nested values, unless it is higher; the guest raises its own as much."""
    return limited(max(sys.getrecursionlimit(), CONVERTING))


def of_test() -> contextlib.AbstractContextManager[None]:
    """Set the recursion limit for a test."""
    return limited(TESTING + _depth(), DIGITS)


def of_lent_function() -> contextlib.AbstractContextManager[None]:
    """Set the recursion limit of the test again, because the answer calls a function of the test."""
    return limited(_waiting[-1] + _ROUND_TRIP if _waiting else sys.getrecursionlimit(), DIGITS)


def _wait_for_lock(session: _Locked) -> None:
    """Acquire a session's lock; the thread is listed as waiting meanwhile."""
    session.waiting_threads.append(threading.get_ident())
    try:
        session.lock.acquire()
    finally:
        session.waiting_threads.remove(threading.get_ident())


def converting(method: _Method[_Object, _Arguments, _Result]) -> _Method[_Object, _Arguments, _Result]:
    """Decorate a session's method: it runs with the limit :data:`CONVERTING`, in one thread at a time."""

    @functools.wraps(method)
    def run(self: _Object, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        if not self.lock.acquire(blocking=False):
            _wait_for_lock(self)
        try:
            before, digits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
            sys.setrecursionlimit(max(before, CONVERTING))
            sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
            _waiting.append(before)
            try:
                return method(self, *args, **kwargs)
            except GuestFault as fault:
                if threading.get_ident() != self.thread:  # the session has recorded the fault
                    raise SystemExit from fault  # ends the thread without a message
                raise
            finally:
                _waiting.pop()
                sys.set_int_max_str_digits(digits)
                try:
                    sys.setrecursionlimit(before)
                except RecursionError:  # the test is as deep as its limit allows
                    sys.setrecursionlimit(before + _ROUND_TRIP)
        finally:
            self.lock.release()

    return run
