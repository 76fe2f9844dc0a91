"""The request of one call to a provider."""

from dataclasses import dataclass, field
from typing import Literal

from benchmark.generation.prompts.message import Message

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
Thinking = Literal["adaptive", "disabled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Sampling parameters. None is not sent, so that the server's default applies."""

    temperature: float | None = None  #: 0 to 2; 0 is greedy
    top_p: float | None = None  #: above 0, at most 1
    top_k: int | None = None
    max_tokens: int | None = None  #: token limit of the answer; ``thinking_tokens`` are added to it
    stop: tuple[str, ...] = ()  #: generation ends before any of these strings
    seed: int | None = None  #: seed of the first draw of the call
    reasoning_effort: Effort | None = None
    #: ``adaptive``: the model decides how much it thinks · ``disabled``: it does not think · None: the
    #: server's default, or up to ``thinking_tokens``.
    thinking: Thinking | None = None
    #: Budget for thinking before the answer; with ``adaptive``, only added to the limit of tokens.
    thinking_tokens: int | None = None

    @property
    def tokens_limit(self) -> int | None:
        """Token limit of an answer, for APIs that count thinking and answer together."""
        return None if self.max_tokens is None else self.max_tokens + (self.thinking_tokens or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call: the same messages, answered ``draws`` times."""

    model: str  #: the provider's id of the model
    messages: tuple[Message, ...]
    sampling: Sampling = field(default_factory=Sampling)
    draws: int = 1  #: number of answers, 1 <= draws <= the provider's ``draws_per_call``
    task_id: str = ""  #: id of the task, for providers that answer from a file; never sent
    draw: int = 0  #: 0-based index of the first answer; never sent
