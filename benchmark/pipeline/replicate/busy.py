"""Keeps the machine busy on purpose, to find out which verdicts change under load."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

#: A program that computes until its parent ends, however that ends.
_LOOP = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
while os.getppid() == int(sys.argv[1]):
    sum(range(1000000))
"""


@contextlib.contextmanager
def keep_busy(processes: int) -> Iterator[None]:
    """Run this many processes that only compute, at the priority of this process."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(processes):
            running.append(  # noqa: PERF401 - if a start fails, those before it are killed
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
