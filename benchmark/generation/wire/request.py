"""The request of one call to a provider."""

from dataclasses import dataclass, field
from typing import get_args

from benchmark.core.suite import Droppable, Thinking
from benchmark.generation.prompts.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Sampling parameters. None is not sent, so that the server's default applies."""

    temperature: float | None = None  #: 0 to 2; 0 is greedy
    top_p: float | None = None  #: above 0, at most 1
    top_k: int | None = None
    max_tokens: int | None = None  #: token limit of the answer; ``thinking_tokens`` are added to it
    stop: tuple[str, ...] = ()  #: generation ends before any of these strings
    seed: int | None = None  #: seed of the first draw of the call
    thinking: Thinking | None = None  #: None for the server's default, or up to ``thinking_tokens``
    #: Budget for thinking before the answer; with ``thinking``, only added to the limit of tokens.
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


def sets_droppable(sampling: Sampling) -> bool:
    """Whether a request sets a parameter without which the call is made if the model refuses it."""
    return any(getattr(sampling, name) not in (None, ()) for name in get_args(Droppable))


def bare_id(model: str) -> str:
    """Return an id in lower case, without the vendor in front and without a gateway's option behind.

    What follows a colon is a part of the id of a tuned model, ``ft:gpt-4o:acme``. Some vendors put ``@`` in
    front of the date.
    """
    name = model.lower().rpartition("/")[2].replace("@", "-")
    return name if name.startswith("ft:") else name.partition(":")[0]
