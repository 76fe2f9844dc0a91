"""Tests of commands whose output cannot be written."""

import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "benchmark", "--help"]


def test_a_reader_that_closes_the_pipe_causes_no_error() -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 3


def test_a_full_disk_is_one_message() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(COMMAND, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    assert done.returncode == 3
    assert done.stderr.splitlines() == ["error: standard output: no space left to write on"]
