"""Samples: a model's raw text (completion) and the code taken from it (answer)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchmark.core.task import Task

#: Task id and draw; unique among the samples of one evaluation.
SampleKey = tuple[str, int]


#: Finish reasons that mean no answer, whatever the text is: the model refused, or a filter stopped it.
NO_ANSWERS = frozenset({"content_filter", "refusal"})


def sample_name(key: SampleKey) -> str:
    """Return the sample's name in messages and reports: ``task#draw``."""
    return f"{key[0]}#{key[1]}"


def sample_key(name: str) -> SampleKey:
    """Parse a name such as ``task#draw``.

    Raises:
        ValueError: if the text does not end in a draw.
    """
    task_id, _, draw = name.rpartition("#")
    return task_id, int(draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The raw text of one draw. All fields but the first three are None or empty if not recorded."""

    task_id: str
    draw: int  #: 0-based, ``0 <= draw < n``
    text: str  #: may hold lone surrogates and NUL: a model can write anything
    finish_reason: str | None = None
    finish_detail: str | None = None  #: the API's own finish reason, if it is more specific
    tokens_in: int | None = None
    tokens_out: int | None = None  #: all generated tokens, thinking included
    tokens_thinking: int | None = None
    tokens_cached: int | None = None  #: the part of ``tokens_in`` that came from the server's cache
    cost_usd: float | None = None
    seconds: float | None = None
    call_draws: int | None = None  #: draws made by the same call; its tokens and cost are split among them
    model: str | None = None  #: requested model id
    resolved_model: str | None = None  #: model id that the server reports in its reply
    fingerprint: str | None = None
    request_id: str | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()  #: parameters that were left out because the model refused them

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task_id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The code that an extraction rule took from a completion."""

    code: str  #: the extracted part of the completion
    program: str  #: the program to run: ``code``, after starter code or prompt if the rule adds them
    notes: tuple[str, ...] = ()  #: what was cut and why, for readers of reports
    failure: str = ""  #: why extraction failed, if the text crashed it or went beyond its limits

    @property
    def empty(self) -> bool:
        """Whether there is no code to run."""
        return not self.code.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One draw of one task, ready to be judged."""

    task: Task
    draw: int  #: 0-based
    answer: Answer

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task.id, self.draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class RawSample:
    """One draw of one task whose answer has not been extracted yet."""

    task: Task
    draw: int  #: 0-based
    text: str  #: the completion's raw text
    extraction: Callable[[Task, str], Answer]  #: a function of a module, since worker processes import it

    @property
    def key(self) -> SampleKey:
        """The sample's task id and draw."""
        return (self.task.id, self.draw)

    def answered(self, answer: Answer) -> Sample:
        """Return the sample with its answer."""
        return Sample(task=self.task, draw=self.draw, answer=answer)

    def failed(self, reason: str) -> Sample:
        """Return the sample with an empty answer, because its text cannot be extracted."""
        return self.answered(Answer(code="", program="", notes=(reason,), failure=reason))
