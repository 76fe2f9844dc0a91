"""What the judge concluded about one sample."""

from dataclasses import dataclass
from enum import StrEnum

from benchmark.core.sample import SampleKey


class Status(StrEnum):
    """Outcome of one sample. A failure of ours has none: the sample is ``missing``."""

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


#: Statuses of a program that ran to a result, right or wrong: the numerator of execution success.
EXECUTED = frozenset({Status.PASSED, Status.WRONG_ANSWER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One sample's outcome, with the first failing check in words."""

    task_id: str
    draw: int  #: 0-based index of the sample
    status: Status
    detail: str = ""  #: first failing check, at most 2 KiB, control characters escaped
    exception: str = ""  #: class name, for ``runtime_error``
    cpu_seconds: float = 0.0  #: inside the sandbox; queueing excluded
    wall_seconds: float = 0.0
    memory_mb: float = 0.0  #: highest resident size inside the sandbox, MiB
    near_limit: bool = False  #: it came so near a limit that judging it again, alone, is worth while
    judged_again: bool = False  #: the first judging came near a limit; this is the second
    parses: bool | None = None  #: whether pylint finds no error; None where it was not asked
    points: float | None = None  #: 1 to 10, for graded checks

    @property
    def key(self) -> SampleKey:
        """Which sample it is about."""
        return (self.task_id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingSample:
    """A sample that has no verdict because something of ours failed."""

    task_id: str
    draw: int
    reason: str

    @property
    def key(self) -> SampleKey:
        """Which sample it is about."""
        return (self.task_id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """Whether one sample parses: pylint finds no error in it. Stands beside a verdict; neither follows."""

    task_id: str
    draw: int
    parses: bool
    messages: tuple[str, ...] = ()  #: ``line 3: undefined-variable: …``; line 0 is above the program

    @property
    def key(self) -> SampleKey:
        """Which sample it is about."""
        return (self.task_id, self.draw)


#: What comes of judging one sample.
Outcome = Verdict | MissingSample
