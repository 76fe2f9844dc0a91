"""Verdicts and their details are the same in every order, with any number of workers and any hash seed.

Judged are the attacks, the unusual right answers, and right answers to the tests of one another, which fail
in many ways: a sample, weekly all. Cases that may time out are left out of the comparison. A case that left
something behind for the next one, or that disturbed the other worker, would show here.
"""

import dataclasses
import os
import random

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Sample
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.sampling import WHOLE, chosen, gate_of

from ..judging import test_attacks as attacks
from ..judging import test_right as right

pytestmark = gate_of("judging")


def crossed(answers: list[Sample]) -> list[Sample]:
    """Return answers to the tests of one another."""
    functions = [sample for sample in answers if sample.task.entry_name == "f"]
    return [
        dataclasses.replace(sample, answer=other.answer, task=_renamed(sample.task, f"-{place}"))
        for place, sample in enumerate(functions)
        for other in (functions[(7 * place + 3) % len(functions)],)
    ]


def _renamed(task: Task, suffix: str) -> Task:
    return dataclasses.replace(task, id=task.id + suffix)


def judged(judged_samples: list[Sample], *, seed: int, workers: int) -> dict[str, Outcome]:
    """Return the outcome of each sample by its task, judged in an order that the seed decides."""
    shuffled = list(judged_samples)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    outcomes: list[Outcome] = []
    pool = LocalPool(workers, grace_seconds=1)
    pool.run([Shard(index=0, samples=tuple(shuffled))], lambda _, found: outcomes.extend(found))
    return {outcome.task_id: outcome for outcome in outcomes}


def _bytes_of(outcome: Outcome) -> tuple[str, ...]:
    if isinstance(outcome, MissingSample):
        return ("missing", outcome.reason)
    return (outcome.status, outcome.detail, outcome.exception)


def test_verdicts_do_not_depend_on_order_workers_or_hash_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    canaries = attacks.Canaries()
    try:
        tried = {name: attacks.samples_of(name, canaries)[-1] for name in attacks.CASES if chosen(name, 16)}
        answers = [right.sample_of(right.FOLDER / name) for name in right.CASES if chosen(name, 16)]
        samples = [*tried.values(), *answers, *crossed(answers)]
        assert len(samples) > (400 if WHOLE else 50)
        runs = []
        for seed, workers in ((1, 1), (2, 2)):
            monkeypatch.setitem(os.environ, "PYTHONHASHSEED", str(seed))
            runs.append(judged(samples, seed=seed, workers=workers))
        assert canaries.traces() == []
    finally:
        canaries.close()
    first, second = runs
    assert len(first) == len(samples)
    for run in runs:
        for name, sample in tried.items():
            attacks.assert_attack_failed(name, run[sample.task.id])
        for sample in answers:
            right.assert_passed(run[sample.task.id])
    late = {name for run in runs for name, outcome in run.items() if "timeout" in _bytes_of(outcome)}
    assert len(late & {sample.task.id for sample in crossed(answers)}) <= len(samples) // 50
    differing = [name for name in first if _bytes_of(first[name]) != _bytes_of(second[name])]
    assert [(first[name], second[name]) for name in differing if name not in late] == []
