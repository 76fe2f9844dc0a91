"""Runs programs, finds the processes that a test has started, and sends signals only to them."""

import contextlib
import ctypes
import glob
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PR_SET_CHILD_SUBREAPER = 36


def run(command: Sequence[str | Path], **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run a program and return its exit code and what it printed; ``more`` is as for ``subprocess.run``."""
    more = {"capture_output": True, "encoding": "utf-8", "check": False} | more
    return subprocess.run(command, **more)  # noqa: PLW1510 - it is in `more`


@dataclass(frozen=True)
class Process:
    """One process, identified by its number and start time."""

    pid: int
    started: str  #: start time in clock ticks since boot
    depth: int  #: number of generations below the given process; its children have 1
    command: str

    @property
    def is_worker(self) -> bool:
        """Whether the process is a worker of a pool."""
        return "multiprocessing.spawn" in self.command

    def alive(self) -> bool:
        """Whether the process still runs; zombies do not count."""
        found = _stat(self.pid)
        return found is not None and found[1] == self.started and found[0] not in "ZX"

    def stopped(self) -> bool:
        """Whether the process is stopped by a signal."""
        found = _stat(self.pid)
        return found is not None and found[0] == "T"

    def send(self, number: signal.Signals) -> bool:
        """Send a signal to exactly this process; return False if it has ended."""
        try:
            descriptor = os.pidfd_open(self.pid)
        except ProcessLookupError:
            return False
        try:
            # Another process may have got the same number; the descriptor pins it for this check.
            if not self.alive():
                return False
            signal.pidfd_send_signal(descriptor, number)
        except ProcessLookupError:
            return False
        finally:
            os.close(descriptor)
        return True


def descendants(pid: int, depth: int = 1) -> list[Process]:
    """Return all descendants of a process, parents first."""
    found = []
    for child in _children(pid):
        stat = _stat(child)
        if stat is None:
            continue
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            found.append(Process(child, stat[1], depth, command))
        found += descendants(child, depth + 1)
    return found


def sandbox_processes(pid: int) -> list[Process]:
    """Return the processes of all sandboxes of a pool below ``pid``.

    Their depth below the broker is 1 and 2 for bubblewrap, 3 for the zygote, and 4 for its child.
    """
    return [process for broker in brokers(pid) for process in descendants(broker.pid)]


def brokers(pid: int) -> list[Process]:
    """Return the processes that start sandboxes for the workers of a pool below ``pid``."""
    return [process for worker in workers(pid) for process in descendants(worker.pid) if process.depth == 1]


def workers(pid: int) -> list[Process]:
    """Return the workers of a pool below ``pid``."""
    return [process for process in descendants(pid) if process.depth == 1 and process.is_worker]


def wait_until_gone(processes: list[Process], seconds: float = 20.0) -> list[Process]:
    """Wait until processes have ended; return those that still run."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and any(process.alive() for process in processes):
        time.sleep(0.02)
    return [process for process in processes if process.alive()]


@contextlib.contextmanager
def no_orphans() -> Iterator[None]:
    """Check that all processes started in this block, also by descendants, end soon after it."""
    prctl = ctypes.CDLL(None).prctl
    before = {process.pid for process in descendants(os.getpid())}
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # orphans become children of this process
    try:
        yield
        left = [process for process in descendants(os.getpid()) if process.pid not in before]
        assert not wait_until_gone([process for process in left if "resource_tracker" not in process.command])
        for process in left:
            if not process.alive():
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process.pid, os.WNOHANG)
    finally:
        prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def _children(pid: int) -> Iterator[int]:
    # Path.glob would raise an error if the process ends meanwhile.
    for listed in glob.iglob(f"/proc/{pid}/task/*/children"):  # noqa: PTH207
        with contextlib.suppress(OSError):
            yield from map(int, Path(listed).read_text().split())


def _stat(pid: int) -> tuple[str, str] | None:
    """Return the state and the start time of a process; None if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], fields[19]


class Killer:
    """A context that kills processes of ``part`` at random moments while a pool works.

    It spares those that run before, such as the sandboxes of fixtures that later tests use.
    """

    def __init__(self, part: Callable[[], list[Process]], *, blows: int, pause: tuple[float, float]) -> None:
        self._part = part
        self._blows = blows
        self._pause = pause
        self._chance = random.Random(20261120)  # noqa: S311 - not used for security
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._spared: set[int] = set()
        self.landed = 0

    def __enter__(self) -> "Killer":
        self._spared = {process.pid for process in descendants(os.getpid())}
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while self.landed < self._blows and not self._stop.wait(self._chance.uniform(*self._pause)):
            found = [process for process in self._part() if process.pid not in self._spared]
            if found and self._chance.choice(found).send(signal.SIGKILL):
                self.landed += 1
