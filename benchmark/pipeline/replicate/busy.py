"""Keeps the machine busy on purpose, to find out which verdicts a load would move."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

#: Ends with its parent, however that ends.
_LOOP = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
while os.getppid() == int(sys.argv[1]):
    sum(range(1000000))
"""


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Run so many processes that compute and do nothing else, at the priority of this one."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(processes):
            running.append(  # noqa: PERF401 - those that run are ended when another cannot be started
                subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _LOOP, str(os.getpid())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
        yield
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()
