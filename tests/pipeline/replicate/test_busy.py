"""Busy processes end together with the run that started them, however it ends."""

import os
import signal
import subprocess
import sys

import pytest

from benchmark.pipeline.replicate.replicate import keep_busy
from tests.case_files import read_text

from ...processes import descendants, wait_until_gone

pytestmark = pytest.mark.gate

_RUN = read_text("programs/keep_busy.py")


def test_the_requested_number_of_processes_compute_until_the_end() -> None:
    before = {process.pid for process in descendants(os.getpid())}
    with keep_busy(2):
        started = [process for process in descendants(os.getpid()) if process.pid not in before]
        assert len([process for process in started if process.alive()]) == 2
    assert not any(process.alive() for process in started)


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
        started = descendants(process.pid)
        assert len(started) == 3
        (os.killpg if whole_group else os.kill)(process.pid, ending)
        process.wait(timeout=20)
    assert wait_until_gone(started) == []
