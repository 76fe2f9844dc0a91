"""Samples whose judging failed: they are judged again alone, and then compared with the reference.

A sample is missing only if the reference fails too, or, for a task without a reference, a program that does
nothing. Otherwise the answer is to blame; see :mod:`benchmark.judging.checks.blame`.
"""

from collections import deque
from typing import Generic, TypeVar

from benchmark.core.sample import RawSample, Sample
from benchmark.core.verdict import MissingSample, Outcome, Verdict
from benchmark.judging.checks.blame import verdict_of_failure

#: After this many comparisons in a row that failed too, the machine is to blame for all further failures.
_OUTAGE = 5

Job = TypeVar("Job")


def is_failure(outcome: Outcome) -> bool:
    """Whether the judging of a sample failed in a way that its answer may have caused."""
    return isinstance(outcome, MissingSample) and not outcome.certain


class FailedSamples(Generic[Job]):
    """The queue of failed samples. Each is judged at most twice more: alone, and with the reference.

    So a run with many failures stays bounded in time: per sample at most the limits of two runs on the wall
    clock, and one comparison per task that goes well.
    """

    def __init__(self) -> None:
        self._alone: deque[tuple[Job, Outcome]] = deque()
        self._sound: set[str] = set()  #: ids of tasks whose comparison went well
        self._failures_in_a_row = 0

    def put(self, job: Job, failure: Outcome) -> None:
        """Add a job that failed for the first time, to be judged alone."""
        self._alone.append((job, failure))

    def next_alone(self) -> Job | None:
        """Return the next job to judge alone; None if there is none, or if the machine is to blame."""
        if self._alone and not self._is_outage:
            return self._alone.popleft()[0]
        return None

    def settled(self, sample: Sample | RawSample, failure: MissingSample) -> Outcome | None:
        """Return the outcome of a sample that failed alone too; None if it must first be compared."""
        if sample.task.id in self._sound:
            return verdict_of_failure(sample, failure)
        return failure if self._is_outage else None

    def compared(self, sample: Sample | RawSample, failure: MissingSample, comparison: Outcome) -> Outcome:
        """Return the outcome of a sample that failed alone too.

        Args:
            sample: the sample.
            failure: its failure.
            comparison: the outcome of the reference in its place.
        """
        if isinstance(comparison, Verdict):
            self._failures_in_a_row = 0
            self._sound.add(sample.task.id)
            return verdict_of_failure(sample, failure)
        self._failures_in_a_row += 1
        return failure

    def remaining(self) -> list[tuple[Job, Outcome]]:
        """Return the jobs that were not judged alone, with their first outcomes, and forget them."""
        jobs = list(self._alone)
        self._alone.clear()
        return jobs

    @property
    def _is_outage(self) -> bool:
        return self._failures_in_a_row >= _OUTAGE
