"""Runs an answer as a whole program, standard input to standard output."""

import atexit
import contextlib
import gc
import socket
import sys
import threading
import types
from collections.abc import Callable
from typing import TextIO

from . import frames, load


def run(channel: socket.socket) -> int:
    """Run the program of the first message as ``__main__``; returns the exit code.

    The one message back names the exception that ended it, for the report only: the host judges by
    exit code and output.
    """
    message = frames.receive(channel)
    if not isinstance(message, dict):
        return 1
    module = types.ModuleType("__main__")
    module.__file__ = "/tmp/answer.py"  # noqa: S108 - where it would lie, in its own folder
    sys.modules["__main__"] = module
    sys.argv = ["answer.py"]
    error = load.load(module, str(message["program"]))
    code = 0
    if error is not None:
        code, error = _exit_code(error)
    code = _finish(module, code)
    with contextlib.suppress(BaseException):  # the model may have closed or filled the channel
        frames.send(channel, {"error": error})
    return code


def _exit_code(error: dict[str, object]) -> tuple[int, dict[str, object] | None]:
    """As the interpreter does it: ``sys.exit()`` is 0, of a number that number, of anything else 1."""
    if "SystemExit" not in error["bases"]:  # type: ignore[operator]  # a list
        return 1, error
    code = error["code"]
    if code is None:
        return 0, None
    if not isinstance(code, int):
        return 1, error
    return code & 255, error if code & 255 else None


def _finish(module: types.ModuleType, code: int) -> int:
    """What the interpreter does at its end: threads, exit handlers, buffers, finalizers, buffers again."""
    for step in (threading._shutdown, atexit._run_exitfuncs):  # type: ignore[attr-defined]
        code = _code_after(step, code)
    code = _code_after(lambda: _flush(sys.stdout), code)  # a stream of the answer's making needs its module
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__
    for step in (module.__dict__.clear, gc.collect):
        code = _code_after(step, code)
    with contextlib.suppress(BaseException):  # it may be detached
        _flush(sys.stdout)
    return code


def _code_after(step: Callable[[], object], code: int) -> int:
    """The exit code when ``step`` has been tried."""
    try:
        step()
    except BaseException:  # noqa: BLE001 - the model's own handler may raise anything
        return code or 1
    return code


def _flush(stream: TextIO | None) -> None:
    if stream is not None and not stream.closed:
        stream.flush()
