"""The reply to one call."""

from dataclasses import dataclass
from enum import StrEnum

from benchmark.generation.wire.failure import PromptFiltered


class Finish(StrEnum):
    """Why an answer ended. Refusals and filtered answers are answers too, whatever their text."""

    STOP = "stop"  #: the model stopped by itself or at a stop string
    LENGTH = "length"  #: the token limit was reached
    CONTENT_FILTER = "content_filter"  #: the server filtered the prompt or the answer
    REFUSAL = "refusal"  #: the API reports that the model refused to answer
    OTHER = "other"  #: another reason of the API; ``finish_detail`` holds it

    @classmethod
    def of(cls, reason: object) -> "Finish":
        """Return the member with this value, or ``OTHER`` if there is none."""
        return next((finish for finish in cls if finish.value == reason), cls.OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer of a call."""

    text: str  #: without thinking; may be empty
    finish: Finish
    finish_detail: str = ""  #: the API's own word for the reason, if it differs from ``finish``


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of a whole call, as the server counts them; None for a count that it does not report."""

    tokens_in: int | None = None  #: tokens of the prompt, cached ones included
    tokens_out: int | None = None  #: all tokens generated and paid for, thinking included
    tokens_thinking: int | None = None  #: the part of ``tokens_out`` spent on thinking
    tokens_cached: int | None = None  #: the part of ``tokens_in`` read from a cache
    tokens_to_cache: int | None = None  #: the part of ``tokens_in`` written to a cache, at a separate price


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A complete and valid reply, with as many choices as were requested."""

    choices: tuple[Choice, ...]
    usage: Usage
    seconds: float  #: wall time of the call that succeeded
    resolved_model: str | None = None  #: id of the model that answered, as the server reports it
    fingerprint: str | None = None
    request_id: str | None = None


def filtered_reply(filtered: PromptFiltered, draws: int) -> Reply:
    """Return the reply to a prompt that the server filtered with an error; its token counts are 0."""
    choice = Choice(text="", finish=Finish.CONTENT_FILTER, finish_detail="prompt filtered")
    return Reply(
        choices=(choice,) * draws,
        usage=Usage(tokens_in=0, tokens_out=0),
        seconds=0.0,
        request_id=filtered.request_id,
    )
