"""Decision notes hold: each test is named after a note and checks what would show that it was wrong."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import StdinKind, StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.scoring.ranks import all_pairs, compare_pairs
from benchmark.suites import load_all

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.gate
def test_cluster_paired_tests_by_stem() -> None:
    """A model that is run twice on the same tasks rarely differs from itself."""
    generator = np.random.default_rng(20261120)
    stems = [str(task // 3) for task in range(120)]
    tables, real = 300, 0
    for _ in range(tables):
        ease = np.repeat(generator.normal(0, 1.5, 40), 3) + generator.normal(0, 0.5, 120)
        twice = generator.binomial(1, 1 / (1 + np.exp(-ease)), size=(2, 120)).astype(float)
        found = compare_pairs(twice, stems, [1, 1], *all_pairs(2))
        real += int(found.p[0] <= 0.05)
    assert real <= tables / 20


def test_protocols_vary_by_setting() -> None:
    """No setting has two protocols with temperature 0."""
    for suite in load_all().values():
        for setting in suite.asked.settings:
            found = [
                name
                for name, protocol in suite.asked.protocols.items()
                if protocol.within(setting).temperature == 0
            ]
            assert len(found) <= 1, (suite.id, setting)


@pytest.mark.gate
def test_stdin_is_a_file() -> None:
    """Of the right programs that do not choose, more fail with a pipe than with a file."""
    programs = _programs_that_do_not_choose()
    assert len(programs) > 50
    # One asks with `select` whether there is input, perhaps before the pipe has any.
    always = set(_failing(programs, "pipe")) - {"program-selects"}
    assert (len(always), len(_failing(programs, "file"))) == (4, 1)


def _programs_that_do_not_choose() -> dict[str, Sample]:
    samples = {}
    for folder in sorted((ROOT / "tests" / "cases" / "right").glob("program-*")):
        (task,) = read_tasks(folder / "task.jsonl")
        code = (folder / "answer.py").read_bytes().decode("utf-8", "surrogatepass")
        if isinstance(task.check, StdioCheck) and task.check.stdin == "auto":
            samples[folder.name] = Sample(task=task, draw=0, answer=Answer(code=code, program=code))
    return samples


def _failing(programs: dict[str, Sample], stdin: StdinKind) -> list[str]:
    """Return the names of the programs that do not pass with this kind of standard input."""
    shard = Shard(
        index=0,
        samples=tuple(replace(sample, task=_with_stdin(sample.task, stdin)) for sample in programs.values()),
    )
    failed: list[str] = []
    LocalPool(2).run(
        [shard],
        lambda _shard, outcomes: failed.extend(
            name
            for name, outcome in zip(programs, outcomes, strict=True)
            if not isinstance(outcome, Verdict) or outcome.status is not Status.PASSED
        ),
    )
    return failed


def _with_stdin(task: Task, stdin: StdinKind) -> Task:
    assert isinstance(task.check, StdioCheck)
    return replace(task, check=replace(task.check, stdin=stdin))
