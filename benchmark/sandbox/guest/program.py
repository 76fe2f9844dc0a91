"""Runs an answer as a whole program that reads standard input and writes standard output."""

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
    """Run the program of the first message as ``__main__`` and return its exit code.

    The only reply reports the exception that ended the program. The report is only for the verdict's detail:
    the host judges by exit code and output.
    """
    message = frames.receive(channel)
    if not isinstance(message, dict):
        return 1
    module = load.main_module()
    error = load.load(module, str(message["program"]))
    code = 0
    if error is not None:
        code, error = _exit_code(error)
    code = _finish(module, code)
    with contextlib.suppress(BaseException):  # the model may have closed or filled the channel
        frames.send(channel, {"error": error})
    return code


def _exit_code(error: dict[str, object]) -> tuple[int, dict[str, object] | None]:
    """Return the exit code for an exception, and the exception unless the code is 0.

    As in the interpreter, ``sys.exit()`` gives 0, ``sys.exit(n)`` the number, and anything else 1.
    """
    if "SystemExit" not in error["bases"]:  # type: ignore[operator]  # a list
        return 1, error
    code = error["code"]
    if code is None:
        return 0, None
    if not isinstance(code, int):
        return 1, error
    return code & 255, error if code & 255 else None


def _finish(module: types.ModuleType, code: int) -> int:
    """Do what the interpreter does at its end, and return the exit code.

    Wait for threads, run exit handlers, flush the output, run finalizers, and flush the output again.
    """
    for step in (threading._shutdown, atexit._run_exitfuncs):  # type: ignore[attr-defined]
        code = _try_step(step, code)
    # Before the module is cleared: a stream that the answer defines may need it.
    code = _try_step(lambda: _flush(sys.stdout), code)
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__
    for step in (module.__dict__.clear, gc.collect):
        code = _try_step(step, code)
    with contextlib.suppress(BaseException):  # the program may have detached the stream
        _flush(sys.stdout)
    return code


def _try_step(step: Callable[[], object], code: int) -> int:
    """Run a step and return the exit code: the code so far, or 1 if the step fails and the code was 0."""
    try:
        step()
    except BaseException:  # noqa: BLE001 - the model's own handler may raise anything
        return code or 1
    return code


def _flush(stream: TextIO | None) -> None:
    if stream is not None and not stream.closed:
        stream.flush()
