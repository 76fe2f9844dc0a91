"""What `sightbench replicate --json` prints.

History of the format:
    sightbench/replication/1: first version.
"""

from typing import Literal

from pydantic import Field

from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.suites.code_vision import upstream

_NEAR = 0.8


class JudgedSample(Record):
    """One answer of one model, as published and as judged here."""

    model: str
    subset: str
    task_id: str
    draw: int
    published_passed: bool
    published_result: str = Field(description="in upstream's words, at most 2,000 characters")
    upstream: Status | None = Field(
        description="ours under upstream's rule; null when it could not be judged"
    )
    upstream_detail: str
    upstream_notes: tuple[str, ...] = Field(description="what upstream's rule cut")
    own: Status | None = Field(
        description="ours under our own rule; null when that was not asked for, or failed"
    )
    own_detail: str = ""
    own_notes: tuple[str, ...] = ()
    cpu_seconds: float = Field(description="under upstream's rule")
    same_text: bool = Field(description="whether upstream graded the text that its rule gives here")

    @property
    def agrees(self) -> bool:
        """Whether upstream's verdict is ours under upstream's rule."""
        return self.upstream is not None and (self.upstream is Status.PASSED) == self.published_passed

    @property
    def rules_differ(self) -> bool:
        """Whether the answer passes under one rule and not under the other."""
        return None not in (self.own, self.upstream) and (self.own is Status.PASSED) != (
            self.upstream is Status.PASSED
        )

    @property
    def slow(self) -> bool:
        """Whether the answer took 80 % of the time that the published verdicts allowed, or more.

        On a slower or busier machine it may have been the other way round.
        """
        return self.cpu_seconds >= _NEAR * upstream.PUBLISHED_SECONDS


class RunSummary(Record):
    """One model on one subset; counts of answers."""

    model: str
    subset: str
    tasks: int
    published_passed: int
    upstream_passed: int
    own_passed: int | None = Field(description="null when our own rule was not asked for")
    differing: int = Field(description="verdicts under upstream's rule that are not as published")


class JudgingRound(Record):
    """One judging of all programs."""

    load: int = Field(description="busy processes beside it, of our own making")
    seconds: float = Field(description="wall time")
    cpu_seconds: float = Field(description="inside the sandbox")
    judged_again: int = Field(description="programs near a limit that were judged a second time, alone")
    not_judged_again: int = Field(description="programs near a limit for whose second time there was none")


class UnsteadyAnswer(Record):
    """One answer whose verdict is not the same in all rounds."""

    model: str
    subset: str
    task_id: str
    draw: int
    rule: Literal["upstream", "own"]
    said: tuple[str, ...] = Field(description="status and detail, or why there is none, by round")


class Replication(Record):
    """Everything that came of one comparison."""

    schema_: Literal["sightbench/replication/1"] = Field(default="sightbench/replication/1", alias="schema")
    seconds: float = Field(description="CPU seconds a program")
    verdicts: int
    agree: int
    same_text: int = Field(description="answers whose graded text is what upstream's rule gives here")
    runs: tuple[RunSummary, ...]
    differing: tuple[JudgedSample, ...] = Field(description="verdicts that are not as published")
    slow: tuple[JudgedSample, ...] = Field(
        description="answers near or beyond the published limit of 3 seconds"
    )
    rules_differ: tuple[JudgedSample, ...] = Field(description="passed under one rule only")
    time_factor: float = Field(description="of this machine; limits of time were multiplied by it")
    rounds: tuple[JudgingRound, ...] = Field(description="all programs, judged so many times")
    unsteady: tuple[UnsteadyAnswer, ...] = Field(description="answers whose verdicts differ between rounds")

    @property
    def steady(self) -> int:
        """Answers whose verdicts are the same in all rounds."""
        return self.verdicts - len({(one.model, one.subset, one.task_id, one.draw) for one in self.unsteady})
