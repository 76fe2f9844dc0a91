"""Tests of interrupted runs: they leave nothing behind, and give the same verdicts when continued."""

import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .interrupted_runs import (
    COMMAND,
    IN_TESTS,
    check_that_nothing_is_left,
    lines,
    nothing_is_left,
    prepare,
    started,
    wait_until,
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    prepare(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "moment"), IN_TESTS.items())
def test_a_run_that_is_ended_leaves_nothing_behind(name: str, moment: str, files: Path) -> None:
    """The session ``gates`` ends it with each signal at each moment."""
    check_that_nothing_is_left(name, moment, files)


def test_a_run_that_is_killed_repeatedly_ends_with_the_same_bytes(
    files: Path, in_process: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    whole = in_process(*COMMAND)
    assert whole.returncode == 0, whole.stderr
    due = (files / "v.jsonl").read_bytes()
    (files / "v.jsonl").unlink()
    chance = random.Random(20261120)  # noqa: S311 - no secret
    judged = 0
    while judged < len(due.splitlines()) / 2:
        with nothing_is_left(files):
            process = started(files, "--resume")
            wait_until(lambda: lines(files / "v.jsonl.partial") > judged, process)  # noqa: B023 - called at once
            time.sleep(chance.uniform(0.0, 0.2))
            process.kill()
            process.communicate(timeout=30)
        assert lines(files / "v.jsonl.partial") > judged
        assert not (files / "v.jsonl").exists()
        judged = lines(files / "v.jsonl.partial")
    last = in_process(*COMMAND, "--resume")
    assert last.returncode == 0, last.stderr
    assert (files / "v.jsonl").read_bytes() == due
    assert not (files / "v.jsonl.partial").exists()
