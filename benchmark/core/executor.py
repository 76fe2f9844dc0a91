"""The plug point for running shards: a local pool, a cluster or a CI matrix."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.sample import Sample
from benchmark.core.verdict import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """A piece of work that runs in one place; which samples it holds follows from the plan alone."""

    index: int
    samples: tuple[Sample, ...]


class JudgesSamples(Protocol):
    """Judges one sample after the other, here or in a process of its own."""

    def judge(self, sample: Sample) -> Outcome:
        """The sample's outcome.

        Raises:
            SandboxFailure: when the sandbox fails.
        """


class Executor(Protocol):
    """Runs shards in any order and hands each one's outcomes over as soon as it is done.

    A sample whose verdict says ``near_limit`` is judged once more, with nothing else of the run on its
    machine, and the second outcome counts. Each machine finds its own factor for limits of time.
    """

    @property
    def name(self) -> str:
        """As rows record it, such as ``local``."""

    @property
    def workers(self) -> int:
        """How many shards run at a time."""

    @property
    def time_factor(self) -> float:
        """By which limits of time are multiplied; the largest where several machines judge.

        Raises:
            SandboxFailure: when a machine cannot shut a process in.
        """

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called in the caller's thread, once a shard.

        Raises:
            OurFailure: when a shard cannot be judged at all; shards already handed over stay valid.
        """
