"""Wrong answers that solve another problem, for `sightbench analyse memory`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.pipeline.replicate.memory import Kind, OtherProblem, SolvedOther
from benchmark.scoring.intervals import clustered_wilson

_KINDS: tuple[Kind, ...] = ("twin", "mutation", "source")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryShare:
    """The share of wrong answers that solve another problem of one kind, or of any kind."""

    kind: str  #: twin, mutation, source or any
    compared: int  #: wrong answers to tasks that have another problem of this kind
    solving: int  #: those that pass the tests of such a problem
    interval: tuple[float, float] | None  #: ends of the 95 % interval of the share; None if none was compared


def memory_shares(
    solved: Sequence[SolvedOther], known: Mapping[str, Sequence[OtherProblem]]
) -> Iterator[MemoryShare]:
    """Yield the share of wrong answers that solve another problem: by kind, then of any kind.

    Args:
        solved: one entry per wrong answer.
        known: task id → the other problems of the task.
    """
    for kind in (*_KINDS, "any"):
        compared = [
            answer
            for answer in solved
            if any(kind in ("any", other.kind) for other in known[answer.sample.task.id])
        ]
        values = [float(any(kind in ("any", other.kind) for other in answer.others)) for answer in compared]
        ends = (
            clustered_wilson(values, [answer.sample.task.family for answer in compared]) if values else None
        )
        yield MemoryShare(kind=kind, compared=len(values), solving=int(sum(values)), interval=ends)
