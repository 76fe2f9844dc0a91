"""`sightbench dataset fetch`, and judging on the data set that it fetches."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.suites import SUITES
from tests.case_files import read_cases

from .published import PublishedFiles

Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.gate
def test_a_fetched_data_set_is_judged_by_its_name(
    hub: PublishedFiles, home: Path, lock: Path, in_process: Sightbench, tmp_path: Path
) -> None:
    done = in_process("dataset", "fetch", "humaneval-v", "--record", "--lock", lock)
    assert done.returncode == 0, done.stderr
    assert f"official-v2: 3 tasks in {home / 'humaneval-v' / 'official-v2'}" in done.stdout
    assert f"wrote {lock}" in done.stdout
    again = in_process("dataset", "fetch", "humaneval-v", "--version", "v2", "--lock", lock)
    assert again.stdout.startswith("official-v2 is already here")
    tasks = SUITES["humaneval-v"].datasets["official-v2"]()
    wrong = {"q2": "def solution(a, b):\n    return a - b\n"}
    lines = [{"task_id": task.id, "completion": wrong.get(task.id, task.reference)} for task in tasks]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ["evaluate", "--predictions", "p.jsonl", "--suite", "humaneval-v", "--dataset", "official-v2"]
    judged = subprocess.run(
        [sys.executable, "-m", "benchmark", *command, "--setting", "V2T2C-acme", "--verdicts", "v.jsonl"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stderr
    statuses = {
        verdict["task_id"]: verdict["status"]
        for verdict in map(json.loads, (tmp_path / "v.jsonl").read_text().splitlines())
    }
    assert statuses == {"q1": "passed", "q1-2": "passed", "q2": "wrong_answer"}
    assert hub.downloads() == [""]


@pytest.mark.parametrize(("arguments", "message"), read_cases("texts/fetch_options.yaml"))
def test_wrong_options_are_refused_before_any_request(
    arguments: list[str], message: str, hub: PublishedFiles, lock: Path, in_process: Sightbench
) -> None:
    given = arguments if "--lock" in arguments else [*arguments, "--lock", str(lock)]
    done = in_process("dataset", "fetch", *given)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {message}"), done.stderr
    assert hub.asked == []
