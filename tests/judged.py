"""Samples of single programs, and their verdicts."""

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Verdict
from benchmark.judging.judge import Judge


def sample_of(task: Task, program: str) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


def verdict_of(judge: Judge, task: Task, program: str) -> Verdict:
    """Judge a program; the sample must not be missing."""
    outcome = judge.judge(sample_of(task, program))
    assert isinstance(outcome, Verdict), outcome
    return outcome
