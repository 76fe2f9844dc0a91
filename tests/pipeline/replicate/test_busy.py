"""Busy processes end together with the run that started them, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmark.pipeline.replicate.replicate import keep_busy

pytestmark = pytest.mark.gate

_RUN = """
import os, sys, time
from benchmark.pipeline.replicate.replicate import keep_busy
with keep_busy(3):
    print(os.getpid(), flush=True)
    time.sleep(60)
"""


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def running(pids: list[int]) -> list[int]:
    """Return the processes that still run; a process that only waits to be reaped does not."""
    found = []
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z":
            found.append(pid)
    return found


def end_soon(pids: list[int]) -> bool:
    deadline = time.monotonic() + 20
    while running(pids) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not running(pids)


def test_the_requested_number_of_processes_compute_until_the_end() -> None:
    before = set(children(os.getpid()))
    with keep_busy(2):
        started = [pid for pid in children(os.getpid()) if pid not in before]
        assert len(running(started)) == 2
    assert not running(started)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("whole_group", [True, False])
def test_busy_processes_end_with_the_run(ending: signal.Signals, whole_group: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _RUN],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        started = children(process.pid)
        assert len(started) == 3
        (os.killpg if whole_group else os.kill)(process.pid, ending)
        process.wait(timeout=20)
    assert end_soon(started)
