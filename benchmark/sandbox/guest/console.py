"""Redirects what the answer prints and reads to the test, which stays on the host."""

import builtins
import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from typing import Any


@contextlib.contextmanager
def redirected(message: dict[str, Any]) -> Iterator[Callable[[], str]]:
    """Redirect output and input as a request says; yield a function that returns new output."""
    if not message.keys() & {"capture", "stdin", "builtins"}:
        yield str
        return
    replaced: tuple[tuple[str, object], ...] = message.get("builtins", ())
    before = sys.stdin, sys.stdout, {name: getattr(builtins, name) for name, _ in replaced}
    output = io.StringIO()
    if "capture" in message:
        sys.stdout = output
    if "stdin" in message:
        sys.stdin = _HostInput(message["stdin"])
    for name, function in replaced:
        setattr(builtins, name, function)

    def take() -> str:
        text = io.StringIO.getvalue(output)
        io.StringIO.seek(output, 0)
        io.StringIO.truncate(output, 0)
        return text

    try:
        yield take
    finally:
        sys.stdin, sys.stdout, functions = before
        for name, function in functions.items():
            setattr(builtins, name, function)


class _HostInput(io.TextIOBase):
    """Standard input that a test provides, line by line."""

    def __init__(self, line: Callable[[], str]) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]  # io's own has another name
        return self._line()

    def read(self, _size: int | None = -1, /) -> str:
        return "".join(iter(self._line, ""))
