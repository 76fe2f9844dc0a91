"""The processes that make a load end with the run that made them, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmark.pipeline.replicate.busy import keep_busy

_RUN = """
import os, sys, time
from benchmark.pipeline.replicate.busy import busy
with busy(3):
    print(os.getpid(), flush=True)
    time.sleep(60)
"""


def below(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def alive(pids: list[int]) -> list[int]:
    """Those that still compute; one that waits to be reaped does not."""
    found = []
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z":
            found.append(pid)
    return found


def gone_soon(pids: list[int]) -> bool:
    deadline = time.monotonic() + 20
    while alive(pids) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pids)


def test_so_many_processes_compute_until_the_end() -> None:
    before = set(below(os.getpid()))
    with keep_busy(2):
        made = [pid for pid in below(os.getpid()) if pid not in before]
        assert len(alive(made)) == 2
    assert not alive(made)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("whole_group", [True, False])
def test_nothing_computes_on_when_the_run_is_ended(ending: signal.Signals, whole_group: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _RUN],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        made = below(process.pid)
        assert len(made) == 3
        (os.killpg if whole_group else os.kill)(process.pid, ending)
        process.wait(timeout=20)
    assert gone_soon(made)
