"""Outcomes of judging one sample: a verdict, a lint result, or a missing sample."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Literal, get_args

from benchmark.core.sample import SampleKey, repairs_of


class Status(StrEnum):
    """The judge's result for one sample. If something of ours fails, the sample is ``missing`` instead."""

    PASSED = "passed"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    SYNTAX_ERROR = "syntax_error"
    NO_ANSWER = "no_answer"
    NO_FIGURE = "no_figure"
    UNSUPPORTED = "unsupported"
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    FORBIDDEN = "forbidden"


#: Statuses of programs that ran to a result, right or wrong: they count as execution success.
EXECUTED = frozenset({Status.PASSED, Status.WRONG_ANSWER})

#: Range of the points that graded checks give, and decimals of the points in a row.
LOWEST_POINTS, HIGHEST_POINTS, POINTS_DECIMALS = 1.0, 10.0, 6


#: Kind of error of a failed answer; empty if it passed, or its task has no error types.
ErrorType = Literal[
    "",
    "time-limit",
    "memory",
    "syntax",
    "input-parsing",
    "access",
    "type",
    "math",
    "name",
    "output-format",
    "wrong-answer",
    "empty",
    "other-error",
]
#: All error types, in the order of the rule that finds them.
ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)[1:]
#: No row is made if a larger share of samples has no verdict, or no result of the linter.
MISSING_LIMIT = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The status of one sample, with a description of the first failing check."""

    task_id: str
    draw: int  #: 0-based index of the sample
    status: Status
    detail: str = ""  #: first failing check, at most 2 KiB, control characters escaped
    exception: str = ""  #: class name, for ``runtime_error``
    cpu_seconds: float = 0.0  #: inside the sandbox; queueing excluded
    wall_seconds: float = 0.0
    memory_mb: float = 0.0  #: highest resident size inside the sandbox, MiB
    near_limit: bool = False  #: whether usage was so near a limit that the sample is judged again, alone
    judged_again: bool = False  #: whether this is the second judging, after a first one near a limit
    parses: bool | None = None  #: whether pylint finds no error; None if pylint did not run
    points: float | None = None  #: 1 to 10, for graded checks
    #: Parts of the points by name, each from 0 to 1; empty if nothing was compared.
    parts: Mapping[str, float] = field(default_factory=lambda: _NO_PARTS, hash=False)
    #: Status by kind of tests, in the order of the task's kinds; empty if its tests have no kinds. ``status``
    #: and ``detail`` are those of the first kind that did not pass.
    kinds: Mapping[str, Status] = field(default_factory=lambda: _NO_KINDS, hash=False)
    error_type: ErrorType = ""  #: see :mod:`benchmark.judging.checks.error_types`
    #: Line of the test at which every answer fails, and why; see :mod:`benchmark.judging.checks.dead_ends`.
    dead_end: str = ""
    #: Steps of extraction to the answer, keys of :data:`benchmark.core.sample.STEPS`; empty if not recorded.
    #: They say how the answer was found, not how it was judged, so verdicts are compared without them.
    steps: tuple[str, ...] = field(default=(), compare=False)

    @property
    def words(self) -> str:
        """The status and the first failing check: ``wrong answer: f(2): expected 4, got 5``."""
        status = self.status.replace("_", " ")
        return f"{status}: {self.detail}" if self.detail else status

    @property
    def recovered(self) -> bool:
        """Whether extraction repaired what the model wrote."""
        return bool(repairs_of(self.steps))

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task_id, self.draw)


def first_failure(kinds: Mapping[str, Status]) -> Status:
    """Return the status of the first kind that did not pass; ``passed`` if all passed."""
    return next((status for status in kinds.values() if status is not Status.PASSED), Status.PASSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingSample:
    """A sample without a verdict, because something of ours failed."""

    task_id: str
    draw: int
    reason: str
    #: Whether the answer certainly had no part in the failure, so that the sample is not judged again.
    certain: bool = field(default=False, compare=False)

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task_id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """Whether pylint finds no error in one sample. It is independent of the verdict."""

    task_id: str
    draw: int
    parses: bool
    messages: tuple[str, ...] = ()  #: such as ``line 3: undefined-variable: …``; line 0 is before the program

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task_id, self.draw)


#: The result of judging one sample.
Outcome = Verdict | MissingSample

_NO_PARTS: Mapping[str, float] = {}
_NO_KINDS: Mapping[str, Status] = {}


def compact(outcome: Outcome) -> Outcome:
    """Return an equal outcome that shares its texts and empty fields with others: a run may keep many."""
    if isinstance(outcome, MissingSample):
        return replace(outcome, task_id=sys.intern(outcome.task_id), reason=sys.intern(outcome.reason))
    return replace(
        outcome,
        task_id=sys.intern(outcome.task_id),
        detail=sys.intern(outcome.detail),
        exception=sys.intern(outcome.exception),
        parts=outcome.parts or _NO_PARTS,
        kinds=outcome.kinds or _NO_KINDS,
        steps=shared_steps(outcome.steps),
    )


@cache
def shared_steps(steps: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first tuple of these steps that this process had."""
    return steps
