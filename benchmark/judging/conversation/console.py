"""Lets a test redirect what the answer prints and reads: ``redirect_stdout``, ``patch("builtins.input")``.

Answer and test are two processes, so each request says whether the test has redirected something, and the
guest does the same while it serves the request.
"""

import builtins
import sys
from collections.abc import Callable
from typing import Any

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
        replaced = tuple(
            (name, _caller_of(name))
            for name, function in self._functions.items()
            if getattr(builtins, name) is not function
        )
        return part | ({"builtins": replaced} if replaced else {})

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
