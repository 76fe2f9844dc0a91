"""Runs an answer as a whole program, standard input to standard output."""

import socket
import sys
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
    error = load.load(module, str(message["preamble"]), str(message["program"]))
    code = 0
    if error is not None:
        code, error = _exit_code(error)
    code = _flush(code)
    frames.send(channel, {"error": error})
    return code


def _exit_code(error: dict[str, object]) -> tuple[int, dict[str, object] | None]:
    if error["type"] != "SystemExit":
        return 1, error
    code = error["code"]
    if code is None or code == 0:
        return 0, None
    return (code & 127 or 1) if isinstance(code, int) else 1, error


def _flush(code: int) -> int:
    import atexit

    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001 - the model's own exit handler may raise anything
        return code or 1
    return code
