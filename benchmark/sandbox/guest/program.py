"""Runs an answer as a whole program, standard input to standard output."""

import atexit
import contextlib
import gc
import socket
import sys
import threading
import types

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
    if error["type"] != "SystemExit":
        return 1, error
    code = error["code"]
    if code is None:
        return 0, None
    if not isinstance(code, int):
        return 1, error
    return code & 255, error if code & 255 else None


def _finish(module: types.ModuleType, code: int) -> int:
    """What the interpreter does at its end: threads, exit handlers, finalizers, buffers."""
    for step in (threading._shutdown, atexit._run_exitfuncs, module.__dict__.clear, gc.collect):  # type: ignore[attr-defined]
        try:
            step()
        except BaseException:  # noqa: BLE001 - the model's own handler may raise anything
            code = code or 1
    for stream in (sys.stdout, sys.__stdout__):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except BaseException:  # noqa: BLE001 - a stream of the model's making
            if stream is sys.stdout:  # the interpreter flushes no other; the first one may be detached
                code = code or 1
    return code
