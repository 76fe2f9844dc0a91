"""Worker processes, each with its own sandboxes, and what happens when one dies or is late."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, RawSample, Sample, SampleKey
from benchmark.core.task import Limits
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.case_result import timeout_detail
from benchmark.judging.checks.error_types import verdict_without_run
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.collected_outcomes import SampleJob
from benchmark.pipeline.judge.extracting import CRASHED, EXTRACTING_SECONDS
from benchmark.pipeline.judge.helper_process import spawn
from benchmark.pipeline.judge.pauses import TICK_SECONDS, PauseWatch, was_stopped
from benchmark.pipeline.judge.worker import ENDING, STARTING, work
from benchmark.sandbox.host.zygote import waited_seconds

_START_SECONDS = 180.0  #: time for a worker to begin a sample; it may have to start a sandbox three times
_END_SECONDS = 1.0  #: time for a worker to end after its end of the pipe was closed
_TRIES = 2  #: tries of a sample whose worker dies; after that it is judged alone, with as many tries
_DEAD_STARTS = 3  #: samples whose worker died at its start; then the run ends, if no worker ever began


@dataclass(slots=True)
class Starts:
    """Whether workers can start: if none of them can, no answer is to blame."""

    any_began: bool = False  #: whether any worker has sent a message
    dead: set[SampleKey] = field(
        default_factory=set
    )  #: samples whose workers died before their first message

    def died(self, worker: "Worker", key: SampleKey) -> None:
        """Record that a worker died while it had this sample.

        Raises:
            OurFailure: if workers died at once with several samples, and none has ever begun.
        """
        if worker.is_new and not self.any_began:
            self.dead.add(key)
            if len(self.dead) >= _DEAD_STARTS:
                code = worker.process.exitcode
                problem = f"worker processes end before they begin to judge (exit code {code})"
                raise OurFailure(problem, "read their messages above; the installation may be incomplete")


@dataclass(slots=True)
class Worker:
    """A worker process and the job that it is working on."""

    grace_seconds: float
    time_factor: float
    clock: Callable[[], float]  #: seconds, without pauses
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: SampleJob | None = None
    sample: Sample | RawSample | None = None  #: sample of the job, which may take a read from a file
    deadline: float = 0.0
    is_starting: bool = False  #: whether it is starting a sandbox; then no answer is to blame for its delay
    waited: float = 0.0  #: seconds that it was ready but not running, until its current test began
    is_new: bool = True  #: whether it has sent no message yet
    ending: bool = False  #: whether it ends after its current sample

    def __post_init__(self) -> None:
        self.process, self.connection = spawn(work, self.time_factor)

    def give(self, job: SampleJob) -> None:
        """Send a job to the process."""
        self.job, self.sample = job, job.sample
        was_stopped(self.process.pid or 0)  # forget a stop before this sample
        if self.is_new:
            self.starting()
        else:
            self.begun()
        try:
            self.connection.send((self.sample, job.patience))
        except OSError:
            self.process.kill()  # it has died meanwhile; next_outcomes handles that

    def starting(self) -> None:
        """Record that the process starts a sandbox."""
        self.is_starting = not self.is_new
        self.deadline = self.clock() + _START_SECONDS

    def begun(self) -> None:
        """Record that a test begins, or the reading of a text."""
        self.is_starting = False
        seconds = EXTRACTING_SECONDS if self.raw_text is not None else self._limits().wall_seconds
        self.deadline = self.clock() + seconds + self.grace_seconds
        self.waited = self._waited_seconds()

    def was_kept_waiting(self) -> bool:
        """Whether other programs kept it from running for longer than the grace time."""
        return self._waited_seconds() - self.waited > self.grace_seconds

    def note_pause(self) -> None:
        """Record that this process or the worker did not run for a while."""
        if self.job is not None:
            self.job.paused = True

    def _waited_seconds(self) -> float:
        return waited_seconds(self.process.pid or 0)

    def _limits(self) -> Limits:
        assert self.job is not None  # noqa: S101 - called only while it has a job
        assert self.sample is not None  # noqa: S101 - it belongs to the job
        return self.sample.task.limits.scaled(self.time_factor, self.job.patience)

    def outcome(self, outcome: Outcome) -> tuple[SampleJob, Outcome]:
        """Return the job with its outcome; the worker is idle from now on."""
        assert self.job is not None  # noqa: S101 - called only while it has a job
        if was_stopped(self.process.pid or 0):
            self.note_pause()
        job, self.job, self.sample = self.job, None, None
        return job, outcome

    @property
    def raw_text(self) -> str | None:
        """The text of its job whose answer is not extracted yet; None if no answer can come."""
        return self.sample.text if isinstance(self.sample, RawSample) else None

    def extracted(self, answer: Answer) -> None:
        """Take the answer of a raw sample."""
        if self.job is not None and isinstance(self.sample, RawSample):
            self.sample = self.job.answered = self.sample.answered(answer)
        self.begun()

    def end(self) -> None:
        """Close the connection, and wait until the process has ended."""
        self.connection.close()
        self.process.join()


def next_outcomes(
    workers: Sequence[Worker], queue: "deque[SampleJob]", watch: PauseWatch, starts: Starts
) -> Iterable[tuple[SampleJob, Outcome]]:
    """Wait a moment for messages, dead or late workers; yield the jobs that now have an outcome."""
    busy = {worker.connection: worker for worker in workers if worker.job is not None}
    ready = wait(list(busy), TICK_SECONDS)
    _look_for_pauses(busy.values(), watch)
    for connection in ready:
        worker = busy[connection]  # type: ignore[index]  # a key of busy
        try:
            message = worker_messages.receive(worker.connection, text=worker.raw_text)
        except (EOFError, OSError):
            if worker.job is not None:
                worker.process.join(_END_SECONDS)
                starts.died(worker, worker.job.sample.key)
            yield from _handle_death(worker, queue)
            continue
        worker.is_new, starts.any_began = False, True
        if isinstance(message, Verdict | MissingSample):
            yield worker.outcome(message)
        elif isinstance(message, Answer):
            worker.extracted(message)
        elif message == STARTING:
            worker.starting()
        elif message == ENDING:
            worker.ending = True
        else:
            worker.begun()
    _look_for_pauses(busy.values(), watch)
    for worker in busy.values():
        if worker.job is not None and watch.now > worker.deadline:
            yield from _end_late(worker, queue)


def _end_late(worker: Worker, queue: "deque[SampleJob]") -> Iterable[tuple[SampleJob, Outcome]]:
    """End a worker whose time is over; its sample has timed out, unless it was not being judged yet."""
    if worker.is_starting:
        yield from _handle_death(worker, queue, f"started no sandbox within {_START_SECONDS:g} s")
    elif worker.is_new:
        yield from _handle_death(worker, queue, f"did not begin within {_START_SECONDS:g} s")
    elif worker.raw_text is not None:
        yield from _handle_death(worker, queue, f"extracted no answer within {EXTRACTING_SECONDS:g} s")
    else:
        assert worker.job is not None  # noqa: S101 - only a busy worker can be late
        sample = worker.job.sample
        detail = timeout_detail(sample.task.limits)
        late = verdict_without_run(sample, Status.TIMEOUT, detail, near_limit=worker.was_kept_waiting())
        outcome = worker.outcome(late)
        worker.process.kill()
        worker.process.join()
        yield outcome


def _look_for_pauses(busy: Iterable[Worker], watch: PauseWatch) -> None:
    if watch.look():
        for worker in busy:
            worker.note_pause()


def _handle_death(
    worker: Worker, queue: "deque[SampleJob]", reason: str = ""
) -> Iterable[tuple[SampleJob, Outcome]]:
    """End a worker that died, sent an invalid message or is late; its sample gets another try, or fails.

    Args:
        worker: the worker.
        queue: the jobs that wait for a worker.
        reason: why a worker that did not die is to end.
    """
    late = bool(reason)
    if not late:
        worker.process.join(_END_SECONDS)  # otherwise its own exit code would be lost
    worker.process.kill()
    worker.process.join()
    job, worker.job, worker.sample = worker.job, None, None
    if job is None:
        return
    job.deaths += 1
    if job.deaths < _TRIES:
        queue.appendleft(job)
        return
    if isinstance(job.sample, RawSample) and not worker.is_new:
        # The text is to blame, unless it can be extracted when the sample is judged alone.
        yield job, verdict_without_run(job.sample, Status.NO_ANSWER, CRASHED, near_limit=True)
        return
    reason = reason or f"died {_TRIES} times while judging it (exit code {worker.process.exitcode})"
    reason = f"a worker process {reason}"
    certain = worker.is_starting and late
    yield job, MissingSample(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason, certain=certain)
