"""The reply to one call."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.wire.failure import AnswerUnwritable, CallFailed, Cause, Outage, PromptFiltered
from benchmark.generation.wire.usage import Usage

_MAX_ANSWER_CHARS = 1_000_000  #: characters of an answer; each takes up to twelve bytes in JSON
#: Characters of a token: code and prose have 3 to 5 on average, long words at most about 10.
MAX_CHARS_PER_TOKEN = 16
_REPEATS = re.compile(r"[\W_]+|(.)\1+")  # a tokenizer may have one token for many of them
NO_REASON = "none given"  #: ``finish_detail`` of an answer for which the API gives no reason


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
    finish_detail: str = ""  #: the API's own word, if it differs from ``finish``, or ``ONLY_REASONING``


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A complete and valid reply, with as many choices as were requested."""

    choices: tuple[Choice, ...]
    usage: Usage
    seconds: float  #: wall time of the call that succeeded
    resolved_model: str | None = None  #: id of the model that answered, as the server reports it
    fingerprint: str | None = None
    request_id: str | None = None
    tier: str | None = None  #: service tier in which the call was served, as the server reports it
    #: False for an error status, for which servers send no bill, and for an answer from a file.
    billed: bool = True

    @property
    def length(self) -> int:
        """Characters of all answers."""
        return sum(len(choice.text) for choice in self.choices)


def check_answers(choices: Sequence[Choice], usage: Usage) -> None:
    """Check that empty texts are answers, by the same rule for all providers.

    A refused or filtered answer may be empty. Any other empty text is an answer only if the API says why it
    ended and does not say that the whole call generated 0 tokens.

    Raises:
        Outage: if an empty text is not an answer, so that the call is made again.
    """
    for choice in choices:
        if choice.text or choice.finish in (Finish.REFUSAL, Finish.CONTENT_FILTER):
            continue
        if choice.finish is Finish.OTHER and choice.finish_detail == NO_REASON:
            what = "an empty answer without a reason"
        elif usage.tokens_out == 0:
            what = "an empty answer of 0 tokens"
        else:
            continue
        raise Outage(f"the server sent {what}", cause=Cause.BODY, unsure=True)


def plausible_usage(usage: Usage, messages: Sequence[Message], texts: Sequence[str]) -> Usage:
    """Return the usage without counts that cannot be right: fewer tokens than any tokenizer makes of a text.

    Such a count means that the server does not count tokens, not that the call was nearly free. If a part,
    such as cached tokens, is larger than its whole, the part is unknown too.

    Args:
        usage: the counts of the server, for a call that may be billed.
        messages: the prompt.
        texts: all answers of the call, as far as they are known.
    """
    prompt = [part.text for message in messages for part in message.parts if isinstance(part, TextPart)]
    cached, to_cache = usage.tokens_cached or 0, usage.tokens_to_cache or 0
    cache_fits = usage.tokens_in is None or cached + to_cache <= usage.tokens_in
    thinking_fits = usage.tokens_out is None or (usage.tokens_thinking or 0) <= usage.tokens_out
    return replace(
        usage,
        tokens_in=usage.tokens_in if usage.tokens_in and _can_be(usage.tokens_in, prompt) else None,
        tokens_out=usage.tokens_out if _can_be(usage.tokens_out or 0, texts) else None,
        tokens_cached=usage.tokens_cached if cache_fits else None,
        tokens_to_cache=usage.tokens_to_cache if cache_fits else None,
        tokens_thinking=usage.tokens_thinking if thinking_fits else None,
    )


def _can_be(tokens: int, texts: Sequence[str]) -> bool:
    """Whether texts can have so few tokens. A repeated character, and a run of signs, count as one."""
    if not tokens:
        return not any(texts)
    most = tokens * MAX_CHARS_PER_TOKEN
    return sum(map(len, texts)) <= most or sum(len(_REPEATS.sub("-", text)) for text in texts) <= most


def check_length(reply: Reply) -> None:
    """Check that each answer fits into a line of a prediction file.

    Raises:
        AnswerUnwritable: if one is too long.
    """
    longest = max(len(choice.text) for choice in reply.choices)
    if longest > _MAX_ANSWER_CHARS:
        failed = AnswerUnwritable(f"an answer of {longest:,} characters is too long for a prediction file")
        failed.usage = reply.usage
        raise failed


@contextmanager
def usage_in_failures(usage: Usage) -> Iterator[None]:
    """Add the tokens that the server counted to every failure that is raised in this context."""
    try:
        yield
    except CallFailed as failed:
        failed.usage = usage
        raise


def filtered_reply(filtered: PromptFiltered, draws: int) -> Reply:
    """Return the reply to a prompt that the server filtered with an error; its token counts are 0."""
    choice = Choice(text="", finish=Finish.CONTENT_FILTER, finish_detail="prompt filtered")
    return Reply(
        choices=(choice,) * draws,
        usage=Usage(tokens_in=0, tokens_out=0),
        seconds=0.0,
        request_id=filtered.request_id,
        billed=False,
    )
