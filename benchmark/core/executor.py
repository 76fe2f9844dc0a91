"""The interface of executors, which run shards on a local pool, a cluster or a CI matrix."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.sample import RawSample, Sample
from benchmark.core.verdict import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """Samples that are judged on one machine. Which samples these are depends on the plan alone."""

    index: int
    samples: Sequence[Sample | RawSample]  #: may read each sample from a file whenever it is asked for


class JudgesSamples(Protocol):
    """Judges samples one after the other, in this process or a separate one."""

    def judge(self, sample: Sample) -> Outcome:
        """Return the sample's outcome.

        Raises:
            SandboxFailure: if the sandbox fails.
        """


class Executor(Protocol):
    """Runs shards in any order and reports the outcomes of each shard as soon as it is done.

    Raw samples are extracted where they are judged, and reported as samples with their answers.

    A sample whose verdict has ``near_limit`` is judged a second time, with nothing else of the run on its
    machine, and the second outcome counts. Each machine measures its own factor for time limits.
    """

    @property
    def name(self) -> str:
        """The executor's name in rows, such as ``local``."""

    @property
    def workers(self) -> int:
        """The number of shards that run at the same time."""

    @property
    def time_factor(self) -> float:
        """The factor that multiplies time limits; the largest one if several machines judge.

        Raises:
            SandboxFailure: if a machine cannot run the sandbox.
        """

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called once per shard with all answers, in the caller's thread.

        Raises:
            OurFailure: if a shard cannot be judged at all; shards that were already reported stay valid.
        """
