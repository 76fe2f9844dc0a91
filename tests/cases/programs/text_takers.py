"""Calls each callable of modules with texts that leave a mark when something runs them.

    text_takers.py guarded|free FOLDER MODULE...

Prints JSON: the marks, the number of callables, and how many calls ended and how many were refused. Callables
may end, block or harm a process, so a child calls them, the next child goes on after the last one, and the
whole program runs in a sandbox (``tests/judging/checks/test_text_guard.py``).
"""

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmark.judging.checks import text_guard
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host.channel import Channel

#: Nothing in these expressions is an event for an audit hook: only what runs them is.
_EXPRESSION = "__import__('sys').modules['__main__'].leave({0!r})"
TEXTS = {
    "expression": _EXPRESSION,
    "statement": f"if 1:\n    {_EXPRESSION}",
    "field": f"x={_EXPRESSION}",  # of a function whose parameters are put together
    "variable": "@leave({0!r})",  # as pandas calls a name of the caller
    "module": "leaves_mark",
    "script": "{1}/leaves_mark.py",
    "command": "touch {1}/{0}",
}
_CALL_SECONDS, _SILENT_SECONDS = 1, 5
_ENDING = {"_exit", "abort", "kill", "killpg", "raise_signal", "pthread_kill", "fork", "forkpty"}
_report = -1  #: descriptor to which a child writes


def leave(label: str) -> None:
    """Leave a mark."""
    os.write(_report, f"mark {label}\n".encode())


def callables(name: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the public callables of a module, or the methods of an object: ``pandas.Series()``."""
    module, _, made = name.partition(".") if name.endswith("()") else (name, "", "")
    owner: Any = importlib.import_module(module)
    if made:
        owner = getattr(owner, made.removesuffix("()"))([1, 2])
    for part in dir(owner):
        if (not part.startswith("_") or part == "__import__") and part not in _ENDING:
            with contextlib.suppress(Exception):
                if callable(found := getattr(owner, part)):
                    yield f"{name}.{part}", found


def call(function: Callable[..., object], text: str) -> None:
    """Call a function with a text, and then what it returns; any exception is fine."""
    signal.setitimer(signal.ITIMER_REAL, _CALL_SECONDS)
    try:
        made = function(text)
        if callable(made):
            made()
        elif hasattr(made, "__next__"):
            next(made)
    except BaseException:  # noqa: BLE001, S110 - whatever a callable raises, and what refuses it
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def call_all(name: str, folder: str, first: int, *, guarded: bool) -> None:
    """Call the callables of a module from number ``first`` on, and report before and after each call."""
    session = Session(Channel(socket.socketpair()[0], time.monotonic() + 1e6))
    session.answer_used = True
    functions = list(callables(name))
    with text_guard.Watch(session, call.__code__) if guarded else contextlib.nullcontext():
        for number, (label, function) in enumerate(functions[first:], first):
            os.write(_report, f"next {number}\n".encode())
            for kind, text in TEXTS.items():
                session.fault = None
                for module in ("leaves_mark", "__mp_main__"):
                    sys.modules.pop(module, None)
                call(function, text.format(f"{label}-{kind}", folder))
                os.write(_report, b"refused\n" if session.fault else b"called\n")
    os.write(_report, b"end\n")


def reports_of(name: str, folder: str, *, guarded: bool) -> Iterator[str]:
    """Yield the reports of the children that call the callables of a module."""
    global _report
    first, ended = 0, False
    while not ended:
        Path(folder, "leaves_mark.py").write_text(
            "import sys\nsys.modules['__main__'].leave('leaves_mark')\n"
        )
        reader, _report = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                for descriptor in (1, 2):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
                signal.signal(signal.SIGALRM, _late)
                call_all(name, folder, first, guarded=guarded)
            finally:
                os._exit(0)
        os.close(_report)
        text = b""
        while select.select([reader], [], [], 60 if not text else _SILENT_SECONDS)[0]:
            more = os.read(reader, 1 << 16)
            text += more
            if not more:
                break
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)
        lines = text.decode().splitlines()
        numbers = [int(line.split()[1]) for line in lines if line.startswith("next ")]
        first = numbers[-1] + 1 if numbers else first
        ended = "end" in lines or not numbers
        yield from lines


def _late(_number: int, _frame: object) -> None:
    raise TimeoutError


def main(mode: str, folder: str, *names: str) -> None:
    """Call everything and print what was found."""
    warnings.simplefilter("ignore")
    sys.path.append(folder)
    lines = [line for name in names for line in reports_of(name, folder, guarded=mode == "guarded")]
    marks = {line.removeprefix("mark ") for line in lines if line.startswith("mark ")}
    marks |= {path.name for path in Path(folder).iterdir() if path.name.endswith("-command")}
    counts = {word: sum(line.startswith(word) for line in lines) for word in ("next", "called", "refused")}
    print(json.dumps({"marks": sorted(marks), **counts}))


if __name__ == "__main__":
    main(*sys.argv[1:])
