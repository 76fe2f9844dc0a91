"""What `sightbench reproduce code-vision results --from` compares."""

from dataclasses import dataclass
from typing import Literal

from benchmark.core.verdict import Status
from benchmark.suites.code_vision import upstream

_SLOW_SHARE = 0.8  #: share of the published time limit


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSample:
    """One answer of one model, as published and as judged here."""

    model: str
    subset: str
    task_id: str
    draw: int
    published_passed: bool
    published_result: str  #: upstream's own message, at most 2,000 characters
    upstream: (
        Status | None
    )  #: our status with upstream's extraction rule; None if the answer could not be judged
    upstream_detail: str
    upstream_notes: tuple[str, ...]  #: what upstream's extraction rule cut
    own: Status | None  #: our status with our own extraction rule; None if this was not requested or failed
    own_detail: str = ""
    own_notes: tuple[str, ...] = ()
    cpu_seconds: float  #: CPU seconds with upstream's extraction rule
    same_text: bool  #: whether upstream graded the same text that its rule extracts here

    @property
    def agrees(self) -> bool:
        """Whether our verdict with upstream's extraction rule is the same as the published one."""
        return self.upstream is not None and (self.upstream is Status.PASSED) == self.published_passed

    @property
    def rules_differ(self) -> bool:
        """Whether the answer passes with one extraction rule but not with the other."""
        return None not in (self.own, self.upstream) and (self.own is Status.PASSED) != (
            self.upstream is Status.PASSED
        )

    @property
    def slow(self) -> bool:
        """Whether the answer took at least 80 % of the published time limit.

        On a slower or busier machine its verdict may be different.
        """
        return self.cpu_seconds >= _SLOW_SHARE * upstream.PUBLISHED_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """Counts of answers of one model on one subset."""

    model: str
    subset: str
    tasks: int
    published_passed: int
    upstream_passed: int
    own_passed: int | None  #: None if judging by our own extraction rule was not requested
    differing: int  #: answers whose verdict with upstream's extraction rule is not the published one


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingRound:
    """One round in which all programs were judged."""

    load: int  #: number of processes that we kept busy during the round
    seconds: float  #: wall time
    cpu_seconds: float  #: CPU time inside the sandbox
    judged_again: int  #: programs near a limit that were judged a second time, alone
    not_judged_again: int  #: programs near a limit that were not judged a second time, for lack of time


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsteadyAnswer:
    """One answer whose verdict is not the same in all rounds."""

    model: str
    subset: str
    task_id: str
    draw: int
    rule: Literal["upstream", "own"]
    said: tuple[str, ...]  #: status and detail in each round, or why there is no verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """The result of a replication."""

    verdicts: int  #: number of published verdicts
    agree: int  #: number of answers whose verdict is the published one
    same_text: int  #: answers of which upstream graded the text that its rule extracts here
    runs: tuple[RunSummary, ...]
    differing: tuple[JudgedSample, ...]  #: answers whose verdict is not the published one
    slow: tuple[JudgedSample, ...]  #: answers that took at least 80 % of the published limit of 3 seconds
    rules_differ: tuple[JudgedSample, ...]  #: answers that pass with only one of the two extraction rules
    rounds: tuple[JudgingRound, ...]  #: one entry for each time all programs were judged
    unsteady: tuple[UnsteadyAnswer, ...]  #: answers whose verdicts differ between rounds

    @property
    def steady(self) -> int:
        """Number of answers whose verdicts are the same in all rounds."""
        unsteady = {(answer.model, answer.subset, answer.task_id, answer.draw) for answer in self.unsteady}
        return self.verdicts - len(unsteady)
