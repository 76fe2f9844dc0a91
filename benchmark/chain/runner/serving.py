"""Serve planned jobs with a GPU, one after the other: a new runner for each, in a new folder."""

import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from benchmark.chain.doctor.settings import RepositorySettings
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError
from benchmark.chain.runner.hook import expected_variables
from benchmark.chain.runner.program import RunnerExit, RunnerProgram
from benchmark.chain.runner.queue import JobQueue, PlannedJob, TooManyRunsError
from benchmark.chain.runner.registration import Registration, RunnerRegistry
from benchmark.core.errors import BadInput, OurFailure, quote_value

#: Status codes of GitHub that stay the same after a wait: the token is wrong, or lacks a right.
_LASTING = frozenset({401, 403, 404, 422})
IDLE_LIMIT = 3  #: runners in a row that end without a job before this command gives up


@dataclass(slots=True, kw_only=True)
class GpuServer:
    """Serves the planned jobs of one repository.

    Args:
        repository: the repository.
        gpus: kinds of GPU runners that this machine serves.
        group: runner group of its organisation; empty for a repository of a person.
        program: GitHub's runner program.
        report: receives one line per event; a line may contain text that others wrote.
        every: seconds between two checks of the queue.
        sleep: waits for some seconds.

    Raises:
        BadInput: if other workflows could use the runners; the message says what to set.
        ApiError: if a request to GitHub fails.
    """

    repository: Repository
    gpus: Collection[str]
    group: str
    program: RunnerProgram
    report: Callable[[str], None]
    every: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    _branch: str = field(init=False)
    _queue: JobQueue = field(init=False)
    _registry: RunnerRegistry = field(init=False)
    _reported: set[int] = field(init=False, default_factory=set)  #: jobs that were reported as rivals

    def __post_init__(self) -> None:
        facts = RepositorySettings(self.repository).facts()
        if facts is None:
            fix = "check its name, and whether the token may see it"
            raise BadInput("--repository", "", f"{quote_value(self.repository.name)} was not found", fix)
        self.repository = Repository(facts.full_name, self.repository.rest)
        self._branch = facts.default_branch
        self._queue = JobQueue(self.repository, self._branch)
        self._registry = RunnerRegistry(self.repository, facts, self.group)

    def serve(self, *, once: bool = False) -> None:
        """Serve jobs until interrupted, or only one.

        Raises:
            OurFailure: if runners end without a job several times in a row, or GitHub refuses a request.
        """
        idle = 0
        while True:
            try:
                ended = self.serve_one()
            except ApiError as error:
                if error.status in _LASTING:
                    raise
                self.report(f"{error}; {error.fix}; next try in {self.every:g} s")
                ended = None
            if ended is not None and ended.ending == "done":
                if once:
                    return
                idle = 0
                continue
            idle += ended is not None and ended.ending == "idle"
            if idle >= IDLE_LIMIT:
                problem = (
                    f"the runner program ended without a job {idle} times in a row:"
                    f" {ended.last_line if ended else ''}"
                )
                raise OurFailure(
                    problem, "start run.sh by hand to see why, and update GitHub's runner if it is old"
                )
            self.sleep(self.every)

    def serve_one(self) -> RunnerExit | None:
        """Serve the first planned job whose runner no other job could get; None if there is no such job.

        Raises:
            ApiError: if a request fails.
        """
        for planned in self._queue.planned_jobs(self.gpus):
            if self._has_rival(planned, [planned.label]):
                continue
            registration = self._registry.register(f"{planned.gpu}-{secrets.token_hex(4)}", planned.label)
            try:
                # Check again before the runner starts: GitHub may have added labels, or the job may be over.
                if not self._has_rival(planned, registration.labels) and self._queue.is_queued(planned):
                    return self._start(planned, registration)
            finally:
                self._remove(registration)
        return None

    def _has_rival(self, planned: PlannedJob, labels: Collection[str]) -> bool:
        """Whether a runner with these labels could be given another job than the planned one."""
        try:
            rival = next(self._queue.rivals(planned, labels), None)
        except TooManyRunsError as error:
            self.report(f"job {planned.job.id} waits: {error}; {error.fix}")
            return True
        if rival is not None and rival.id not in self._reported:
            self._reported.add(rival.id)
            self.report(
                f"job {planned.job.id} waits: job {rival.id} could take its runner;"
                f" look at run {rival.run_id} in Actions and cancel it"
            )
        return rival is not None

    def _remove(self, registration: Registration) -> None:
        try:
            self._registry.remove(registration)
        except ApiError as error:
            self.report(f"runner {registration.id} may still be registered: {error}; {error.fix}")

    def _start(self, planned: PlannedJob, registration: Registration) -> RunnerExit | None:
        """Run the runner program for a job; return None if another machine took the job first."""
        self.report(f"job {planned.job.id} of run {planned.run.id} gets a runner of the kind {planned.gpu}")
        expected = expected_variables(planned.run, self.repository.name, self._branch)
        ended = self.program.run(registration.config, expected)
        if ended.ending == "idle" and not self._queue.is_queued(planned):
            self.report(f"job {planned.job.id} was cancelled, or another runner took it")
            return None
        words = {
            "done": "has ended",
            "refused": "waits: its runner was given another job, which was killed before its first step",
            "idle": f"was not given to its runner: {ended.last_line}",
            "late": "was killed, because it took too long",
        }
        self.report(f"job {planned.job.id} {words[ended.ending]}")
        return ended
