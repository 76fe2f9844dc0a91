"""Memory of the process that judges hundreds of thousands of completions, with simulated workers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.files.predictions import write_predictions
from benchmark.files.tasks import write_tasks

from ..pipeline.conftest import task
from . import simulated_workers

TASKS = 20
SHORT, LONG = 1_250, 10_000  #: characters of a completion; the short one is as long as published ones
MOST_BYTES = 1_024  #: per completion


def judge(folder: Path, draws: int, length: int, *options: str, stop: int | None = None) -> tuple[int, int]:
    """Judge ``draws`` completions of each task; return the exit code and the peak of memory in bytes."""
    tasks = [task(f"t{number:02}") for number in range(TASKS)]
    write_tasks(folder / "tasks.jsonl", tasks)
    text = "def f(x):\n    return x\n" * (length // 22)
    write_predictions(
        folder / "predictions.jsonl",
        (
            Completion(
                task_id=task.id, draw=draw, text=f"# {task.id} {draw}\n{text}", model="acme/vl", cost_usd=0.1
            )
            for task in tasks
            for draw in range(draws)
        ),
    )
    command = [sys.executable, simulated_workers.__file__, "evaluate", "--tasks", folder / "tasks.jsonl"]
    command += ["--predictions", folder / "predictions.jsonl", "--verdicts", folder / "verdicts.jsonl"]
    environment = os.environ if stop is None else os.environ | {"SIMULATED_STOP": str(stop)}
    done = subprocess.run([*command, *options], check=False, capture_output=True, text=True, env=environment)
    peak = re.search(r"peak of memory in bytes: (\d+)", done.stderr)
    assert peak is not None, done.stderr
    return done.returncode, int(peak[1])


def bytes_per_completion(folder: Path, length: int, *options: str) -> float:
    """Return by how much the peak grows with each further completion."""
    few, many = 100, 600
    peaks = []
    for draws in (few, many):
        (folder / f"{draws}").mkdir(parents=True)
        code, peak = judge(folder / f"{draws}", draws, length, *options)
        assert code == 0
        peaks.append(peak)
    return (peaks[1] - peaks[0]) / (TASKS * (many - few))


@pytest.mark.weekly
@pytest.mark.parametrize("length", [SHORT, LONG])
def test_a_completion_of_any_length_takes_less_than_a_kibibyte(tmp_path: Path, length: int) -> None:
    """It took 5.8 KB when texts and answers were in memory."""
    taken = bytes_per_completion(tmp_path, length)
    assert taken < MOST_BYTES


@pytest.mark.weekly
def test_an_interrupted_run_continues_with_the_same_verdicts_and_no_more_memory(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder in (whole, parts):
        folder.mkdir()
    _, peak = judge(whole, 500, SHORT)
    code, _ = judge(parts, 500, SHORT, stop=8_000)
    assert code != 0
    assert not (parts / "verdicts.jsonl").exists()
    judged = (parts / "verdicts.jsonl.partial").read_bytes().count(b"\n")
    assert judged > 2_000
    left = 10_000 - judged  # of these, about one in ten is judged a second time
    code, resumed_peak = judge(parts, 500, SHORT, stop=left * 6 // 5)
    assert code == 0
    assert (parts / "verdicts.jsonl").read_bytes() == (whole / "verdicts.jsonl").read_bytes()
    assert resumed_peak < 1.2 * peak
