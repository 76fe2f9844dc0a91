"""Details of verdicts have the same bytes in every order, with any number of workers and any hash seed.

Judged are the attacks, the unusual right answers, and right answers to the tests of one another, which fail
in many ways: a sample, weekly all. Cases that may time out are left out.
"""

import dataclasses
import os
import random

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Sample
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.sampling import WHOLE, chosen

from ..judging import test_attacks as attacks
from ..judging import test_right as right


def samples(canaries: attacks.Canaries) -> list[Sample]:
    found = [
        attacks.samples_of(name, canaries)[-1]
        for name in attacks.CASES
        if chosen(name, 24)
        and Status.TIMEOUT not in (attacks.FOLDER / name / "expected.txt").read_text().split()
    ]
    answers = [right.sample_of(right.FOLDER / name) for name in right.CASES if chosen(name, 24)]
    functions = [sample for sample in answers if sample.task.entry_name == "f"]
    crossed = [
        dataclasses.replace(sample, answer=other.answer, task=_renamed(sample.task, f"-{place}"))
        for place, sample in enumerate(functions)
        for other in (functions[(7 * place + 3) % len(functions)],)
    ]
    return [*found, *answers, *crossed]


def _renamed(task: Task, suffix: str) -> Task:
    return dataclasses.replace(task, id=task.id + suffix)


def judged(judged_samples: list[Sample], *, seed: int, workers: int) -> dict[str, tuple[str, ...]]:
    """Return status, detail and exception of each sample, judged in an order that the seed decides."""
    shuffled = list(judged_samples)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    outcomes: list[Outcome] = []
    pool = LocalPool(workers)
    pool.run([Shard(index=0, samples=tuple(shuffled))], lambda _, found: outcomes.extend(found))
    return {outcome.task_id: _bytes_of(outcome) for outcome in outcomes}


def _bytes_of(outcome: Outcome) -> tuple[str, ...]:
    if isinstance(outcome, MissingSample):
        return ("missing", outcome.reason)
    return (outcome.status, outcome.detail, outcome.exception)


def test_details_do_not_depend_on_order_workers_or_hash_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    canaries = attacks.Canaries()
    try:
        tried = samples(canaries)
        assert len(tried) > (400 if WHOLE else 50)
        runs = []
        for seed, workers in ((1, 1), (2, 2)):
            monkeypatch.setitem(os.environ, "PYTHONHASHSEED", str(seed))
            runs.append(judged(tried, seed=seed, workers=workers))
    finally:
        canaries.close()
    assert len(runs[0]) == len(tried)
    timeouts = {name for run in runs for name, (status, *_) in run.items() if status == Status.TIMEOUT}
    assert len(timeouts) <= len(tried) // 50, "crossed answers that never end"
    differing = {name: [run[name] for run in runs] for name in runs[0] if runs[0][name] != runs[1][name]}
    assert {name: found for name, found in differing.items() if name not in timeouts} == {}
