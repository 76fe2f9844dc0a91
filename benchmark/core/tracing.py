"""Which of our functions a process runs: the measure of the reading budget in ``locks/ways.json``.

A function that runs while a module is being imported only defines things, so it does not count.
"""

import os
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Self

PREFIX = "trace: "  #: beginning of the lines, each with a module, ``: `` and the names of its functions
_PACKAGE = str(Path(__file__).parents[1]) + os.sep
_OPTIMISED = 1  #: flag of code that is a function, and not a module or the body of a class


class Trace:
    """Notes the functions of our package that this process calls within the context."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()  #: (path of the module in the package, qualified name)

    def __enter__(self) -> Self:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(_PACKAGE) or not code.co_flags & _OPTIMISED:
            return
        called = code.co_filename.removeprefix(_PACKAGE), code.co_qualname
        if called not in self.functions and code.co_filename != __file__ and not _is_importing(frame):
            self.functions.add(called)


def _is_importing(frame: FrameType | None) -> bool:
    while (frame := frame and frame.f_back) is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(_PACKAGE):
            return True
    return False


def traced(work: Callable[..., None], connection: Connection, *arguments: object) -> None:
    """Run the work of a helper process, and then print what it called to standard error."""
    with Trace() as trace:
        work(connection, *arguments)
    for module in sorted({module for module, _ in trace.functions}):
        names = " ".join(sorted(name for found, name in trace.functions if found == module))
        print(f"{PREFIX}{module}: {names}", file=sys.stderr, flush=True)
