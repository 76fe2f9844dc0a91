"""Collects the outcomes of the samples that a pool judges until all samples of a shard have one."""

import dataclasses
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files.stored_completions import Spool
from benchmark.judging.checks.blame import comparison_sample, verdict_of_failure

Job = TypeVar("Job")

#: After this many comparisons in a row that failed too, the machine is to blame for all further failures.
_OUTAGE = 5


def is_failure(outcome: Outcome) -> bool:
    """Whether the judging of a sample failed in a way that its answer may have caused."""
    return isinstance(outcome, MissingSample) and not outcome.certain


class FailedSamples(Generic[Job]):
    """The queue of failed samples. Each is judged at most twice more: alone, and with the reference.

    A sample is missing only if the reference fails too, or, for a task without a reference, a program that
    does nothing. Otherwise the answer is to blame; see :mod:`benchmark.judging.checks.blame`.

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


#: Factor for the wall-clock limit in the second round, since other programs may load the machine.
PATIENCE = 3.0
_AT_LEAST_SECONDS = 300.0


class SecondRound(Generic[Job]):
    """The second round of a run. It takes at most as long as the first one, or five minutes if that is more.

    So even if all answers of a model come near their limits, judging takes only about twice as long. An
    endless loop is not near its limit: it is killed far beyond it.

    Args:
        clock: returns the time in seconds, from any start.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._ends: float | None = None
        self._waiting: deque[tuple[Job, Verdict]] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, job: Job, first: Verdict) -> None:
        """Add a job with its first verdict."""
        self._waiting.append((job, first))

    def next(self) -> Job | None:
        """Return the next job to judge; None if no job or no time is left."""
        if self._ends is None:
            first_round = self._clock() - self._begun
            self._ends = self._clock() + max(first_round, _AT_LEAST_SECONDS)
        if not self._waiting or self._clock() >= self._ends:
            return None
        return self._waiting.popleft()[0]

    def remaining(self) -> Iterator[tuple[Job, Verdict]]:
        """Yield the jobs for which there was no time; their first verdicts count."""
        while self._waiting:
            yield self._waiting.popleft()


_PAUSES = 5  #: maximum judgings of one sample that a pause may spoil; after that the next verdict counts


@dataclass(slots=True)
class SampleJob:
    """One sample of a shard to be judged."""

    shard: Shard
    place: int  #: 0-based index of the sample in the shard
    deaths: int = 0  #: number of workers that died while judging it
    alone: bool = False  #: whether this is the second judging, with no other sample at the same time
    answered: Sample | None = None  #: the sample with its answer, if that was extracted by a worker
    stored: int | None = None  #: place of that answer in a file, while the sample waits for another judging
    #: Failure of the sample's second judging; then the reference is judged in its place.
    failure: MissingSample | None = None
    paused: bool = False  #: whether a process was stopped, frozen or asleep during this judging
    pauses: int = 0  #: number of earlier judgings that a pause spoiled

    @property
    def own_sample(self) -> Sample | RawSample:
        """The sample of this job, with its answer if that was extracted."""
        return self.answered or self.shard.samples[self.place]

    @property
    def sample(self) -> Sample | RawSample:
        """The sample to judge: its own, or the one that it is compared with."""
        return self.own_sample if self.failure is None else comparison_sample(self.own_sample)

    @property
    def was_answered(self) -> bool:
        """Whether the sample came with its answer."""
        return self.answered is None and isinstance(self.own_sample, Sample)

    def settled_sample(self, outcome: Outcome) -> Sample:
        """Return the sample with its answer, which is empty if no worker could extract it."""
        own = self.own_sample
        if isinstance(own, Sample):
            return own
        return own.failed(outcome.reason if isinstance(outcome, MissingSample) else outcome.detail)

    @property
    def patience(self) -> float:
        """The factor for its wall-clock limit."""
        return PATIENCE if self.alone else 1.0


class CollectedOutcomes:
    """Collects outcomes and passes them on by shard; samples near a limit first wait for a second judging."""

    def __init__(self, done: Callable[[Shard, Sequence[Outcome]], None], clock: Callable[[], float]) -> None:
        self._done = done
        self._of_shard: dict[int, dict[int, tuple[int, Outcome]]] = {}  #: place of the answer, and outcome
        self._answers: Spool[Answer] = Spool()  #: of samples whose shards are not complete
        self._again: SecondRound[SampleJob] = SecondRound(clock)
        self._failed: FailedSamples[SampleJob] = FailedSamples()
        self._comparisons: deque[SampleJob] = deque()

    def put(self, job: SampleJob, outcome: Outcome) -> None:
        """Take an outcome: it settles the sample, or the sample waits to be judged again."""
        if (
            isinstance(outcome, Verdict)
            and outcome.status is Status.TIMEOUT
            and job.paused
            and job.pauses < _PAUSES
        ):
            outcome = dataclasses.replace(outcome, near_limit=True, judged_again=job.alone)
            self._again.put(self._waiting(dataclasses.replace(job, pauses=job.pauses + 1)), outcome)
            return
        if job.failure is not None:
            outcome = self._failed.compared(job.own_sample, job.failure, outcome)
        elif isinstance(outcome, MissingSample) and is_failure(outcome):
            if not job.alone:
                self._failed.put(self._waiting(job), outcome)
                return
            settled = self._failed.settled(job.own_sample, outcome)
            if settled is None:
                again = dataclasses.replace(job, failure=outcome, deaths=0)
                self._comparisons.append(self._waiting(again))
                return
            outcome = settled
        elif isinstance(outcome, Verdict) and job.alone:
            outcome = dataclasses.replace(outcome, judged_again=True)
        elif isinstance(outcome, Verdict) and outcome.near_limit:
            self._again.put(self._waiting(job), outcome)
            return
        self._settle(job, outcome)

    def queue_second_judging(self, queue: "deque[SampleJob]") -> bool:
        """Queue the next sample to be judged alone; return False if no sample or no time is left."""
        job = self.next_alone()
        if job is None:
            self.settle_remaining()
            return False
        queue.append(job)
        return True

    def next_alone(self) -> SampleJob | None:
        """Return the next sample to be judged alone; None if no sample or no time is left."""
        job = self._comparisons.popleft() if self._comparisons else None
        job = job or self._failed.next_alone() or self._again.next()
        if job is None:
            return None
        return dataclasses.replace(self._fetched(job), alone=True, deaths=0, paused=False)

    def settle_remaining(self) -> None:
        """Let the first outcome count of each sample that was not judged alone."""
        for waiting, first in (*self._failed.remaining(), *self._again.remaining()):
            self._settle(self._fetched(waiting), first)

    def _waiting(self, job: SampleJob) -> SampleJob:
        """Return a job whose answer is in a file: many samples may wait."""
        if job.answered is None:
            return job
        return dataclasses.replace(job, answered=None, stored=self._answers.append(job.answered.answer))

    def _fetched(self, job: SampleJob) -> SampleJob:
        """Return a job that has waited, with its answer."""
        own = job.own_sample
        if job.stored is None or isinstance(own, Sample):
            return job
        return dataclasses.replace(job, answered=own.answered(self._answers[job.stored]), stored=None)

    def _settle(self, job: SampleJob, outcome: Outcome) -> None:
        of_shard = self._of_shard.setdefault(job.shard.index, {})
        answer = -1 if job.was_answered else self._answers.append(job.settled_sample(outcome).answer)
        of_shard[job.place] = answer, outcome
        if len(of_shard) == len(job.shard.samples):
            del self._of_shard[job.shard.index]
            answers, outcomes = zip(*(of_shard[place] for place in range(len(of_shard))), strict=True)
            samples = tuple(
                own if isinstance(own, Sample) else own.answered(self._answers[answer])
                for own, answer in zip(job.shard.samples, answers, strict=True)
            )
            self._done(dataclasses.replace(job.shard, samples=samples), outcomes)
