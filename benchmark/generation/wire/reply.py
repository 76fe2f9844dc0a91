"""What came of one call."""

from dataclasses import dataclass
from enum import StrEnum

from benchmark.generation.wire.failure import PromptFiltered


class Finish(StrEnum):
    """Why an answer ended. Refusals and filtered answers are answers, whatever their text."""

    STOP = "stop"  #: by itself, or at a stop string
    LENGTH = "length"  #: at the limit of tokens
    CONTENT_FILTER = "content_filter"  #: prompt or answer was filtered by the server
    REFUSAL = "refusal"  #: the model would not answer, and the API says so
    OTHER = "other"  #: a reason of the API's that is none of these; ``finish_detail`` has it

    @classmethod
    def of(cls, reason: object) -> "Finish":
        """The one of this name; ``OTHER`` for what is none."""
        return next((one for one in cls if one.value == reason), cls.OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer of a call."""

    text: str  #: without thinking; may be empty
    finish: Finish
    finish_detail: str = ""  #: the API's own word, where it is another one


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of a whole call, as the server counts them; None is what it does not say."""

    tokens_in: int | None = None  #: of the prompt, cached ones included
    tokens_out: int | None = None  #: everything generated and paid for, thinking included
    tokens_thinking: int | None = None  #: the part of ``tokens_out`` that is no answer
    tokens_cached: int | None = None  #: the part of ``tokens_in`` that the server had already
    tokens_to_cache: int | None = None  #: the part of ``tokens_in`` that it keeps, at a price of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A whole and sound reply: as many choices as were asked for."""

    choices: tuple[Choice, ...]
    usage: Usage
    seconds: float  #: wall time of the call that succeeded
    resolved_model: str | None = None  #: id that the server says answered
    fingerprint: str | None = None
    request_id: str | None = None


def filtered_reply(filtered: PromptFiltered, draws: int) -> Reply:
    """The reply to a prompt that the server filtered with an error; it counts no tokens for it."""
    choice = Choice(text="", finish=Finish.CONTENT_FILTER, finish_detail="prompt filtered")
    return Reply(
        choices=(choice,) * draws,
        usage=Usage(tokens_in=0, tokens_out=0),
        seconds=0.0,
        request_id=filtered.request_id,
    )
