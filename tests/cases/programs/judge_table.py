"""Judges the answers of a YAML file, and prints a line per answer: its name, status and exception."""

import sys
from pathlib import Path

import yaml

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Outcome, Verdict
from benchmark.pipeline.judge.local_pool import LocalPool


def sample_of(name: str, case: dict) -> Sample:
    limits = Limits(memory_mb=case.get("memory_mb", 1024))
    if "test" in case:
        check = FunctionCheck(tests=(case["test"],))
        task = Task(id=name, entry_point="f", check=check, limits=limits)
    else:
        stdio = StdioCase(input=case.get("input", ""), output=case["output"])
        task = Task(id=name, check=StdioCheck(cases=(stdio,)), limits=limits)
    return Sample(task=task, draw=0, answer=Answer(code=case["answer"], program=case["answer"]))


def main() -> None:
    cases = yaml.safe_load(Path(sys.argv[1]).read_text())
    outcomes: list[Outcome] = []
    shard = Shard(index=0, samples=tuple(sample_of(name, case) for name, case in cases.items()))
    LocalPool(1).run([shard], lambda _shard, judged: outcomes.extend(judged))
    for name, outcome in zip(cases, outcomes, strict=True):
        if isinstance(outcome, Verdict):
            print(name, outcome.status.value, outcome.exception)
        else:
            print(name, "missing", outcome.reason)


if __name__ == "__main__":
    main()
