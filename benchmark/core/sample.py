"""What a model wrote, and what was kept of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.core.task import Task

#: Task id and draw: what tells the samples of one evaluation apart.
SampleKey = tuple[str, int]


#: Finish reasons of completions that are no answer, whatever their text: the model refused, a filter struck.
NO_ANSWERS = frozenset({"content_filter", "refusal"})


def sample_name(key: SampleKey) -> str:
    """A sample for people and in reports: ``task#draw``."""
    return f"{key[0]}#{key[1]}"


def sample_key(name: str) -> SampleKey:
    """The sample of a name.

    Raises:
        ValueError: for what is no such name.
    """
    task_id, _, draw = name.rpartition("#")
    return task_id, int(draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The raw text of one draw. Everything but the first three fields is None when not recorded."""

    task_id: str
    draw: int  #: 0-based, ``0 <= draw < n``
    text: str  #: may hold lone surrogates and NUL; it is an answer, not a broken file
    finish_reason: str | None = None
    finish_detail: str | None = None  #: the API's own word, where it says more
    tokens_in: int | None = None
    tokens_out: int | None = None  #: everything generated, thinking included
    tokens_thinking: int | None = None
    tokens_cached: int | None = None  #: the part of ``tokens_in`` that the server had already
    cost_usd: float | None = None
    seconds: float | None = None
    call_draws: int | None = None  #: draws of the same call; its tokens and cost are divided among them
    model: str | None = None  #: id that was asked for
    resolved_model: str | None = None  #: id that the server says answered
    fingerprint: str | None = None
    request_id: str | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()  #: parameters that the model refused, and that were then left out

    @property
    def key(self) -> SampleKey:
        """Which sample it is."""
        return (self.task_id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The code that an extraction rule kept of a completion."""

    code: str  #: as the model wrote it, the kept part only
    program: str  #: what runs: ``code``, behind starter code or prompt where the rule puts them
    notes: tuple[str, ...] = ()  #: what was cut and why, for people

    @property
    def empty(self) -> bool:
        """True when nothing was kept that could run."""
        return not self.code.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One draw of one task, ready to be judged."""

    task: Task
    draw: int  #: 0-based
    answer: Answer

    @property
    def key(self) -> SampleKey:
        """Which sample it is."""
        return (self.task.id, self.draw)
