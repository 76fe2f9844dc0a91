"""Measure what judging costs, for the file of rates of `sightbench analyse cost`.

``python lab/bench/costs.py`` judges the reference answers of the bundled data sets with one worker: first the
answer to one task, whose CPU time is taken for the start of the command, then the answers to all. It prints
entries for ``benchmark/analysis/costs/rates.toml``.
"""

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import measure

from benchmark.core.task import ChoiceCheck, Task
from benchmark.suites import load

ROUND = 4  #: digits of a rate
DATASETS = (
    ("code-vision", "rebuilt"),
    ("code-vision", "open"),
    ("humaneval-v", "open"),
    ("mathopeval", "open-choice"),
    ("mathopeval", "open-free"),
    ("mmcode", "open"),
)


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="judge every n-th task")
    parser.add_argument("--only", default="", help="measure this data set alone, such as code-vision/open")
    options = parser.parse_args()
    measure.begin()
    print(f'[[judging]]\nmeasured = true\ndate = "{datetime.datetime.now(datetime.UTC).date()}"')
    print('how = "CPU time of all processes of `evaluate`; right answers run all tests"\nrates = [')
    for suite, dataset in DATASETS:
        if options.only not in ("", f"{suite}/{dataset}"):
            continue
        tasks = load(suite).datasets[dataset]()[:: options.every]
        with tempfile.TemporaryDirectory() as scratch:
            start, whole = (judge(Path(scratch), suite, dataset, part) for part in (tasks[:1], tasks))
        each = (whole - start) / (len(tasks) - 1)
        values = f"cpu_seconds = {each:.{ROUND}f}, start_cpu_seconds = {start:.1f}"
        machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
        source = f'"lab/bench/costs.py, {len(tasks)} reference answers, {machine}"'
        name = f'suite = "{suite}", datasets = ["{dataset}"]'
        print(f"  {{{name}, {values}, source = {source}}},", flush=True)
    print("]")


def judge(scratch: Path, suite: str, dataset: str, tasks: Sequence[Task]) -> float:
    """Return the CPU seconds of the command that judges the reference answers of tasks."""
    path = scratch / f"{len(tasks)}.jsonl"
    lines = (json.dumps({"task_id": task.id, "completion": answer(task)}) for task in tasks)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "benchmark", "evaluate", "--predictions", str(path), "--suite", suite]
    command += ["--dataset", dataset, "--workers", "1", "--json", "--partial"]
    done = measure.run(command, None)
    report = json.loads(done.output)
    right = {
        score["value"] for score in report["scores"] if score["metric"] == "pass@1" and not score["category"]
    }
    if right != {1.0}:
        raise SystemExit(f"{suite}/{dataset}: not all reference answers pass: {right}")
    return done.cpu_seconds


def answer(task: Task) -> str:
    """Return a right answer as a model would write it."""
    if isinstance(task.check, ChoiceCheck):
        return f"The answer is {task.check.answer}."
    return f"```python\n{task.reference or getattr(task.check, 'reference', '')}\n```"


if __name__ == "__main__":
    main()
