"""Faults that can strike a request. All are plain values; a :class:`Rule` says when they strike."""

from dataclasses import dataclass
from typing import Literal


class Fault:
    """Something that can go wrong with a request."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slow(Fault):
    """A good answer that arrives late."""

    seconds: float
    dribbles: bool = False  #: whether the answer is sent in small pieces over this time


@dataclass(frozen=True, slots=True, kw_only=True)
class Hang(Fault):
    """No answer ever; the connection stays open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Fault):
    """The connection is reset."""

    after: Literal["request", "headers"] = "request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut(Fault):
    """The connection ends in the middle of a good answer's body."""

    chunked: bool = False  #: whether the body has chunks without an end, instead of too few bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenJson(Fault):
    """The first half of a good answer's JSON, sent as a complete body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainText(Fault):
    """A good answer with the content type ``text/plain``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Html(Fault):
    """A gateway's HTML page with a success status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyBody(Fault):
    """A success status without a body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Body(Fault):
    """A body of exactly these bytes, with a success status if no other is given."""

    body: bytes
    encoding: str = ""  #: value of the header ``content-encoding``
    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorInBody(Fault):
    """An error object with a success status, as routers send it when the vendor's server fails."""

    in_choice: bool = False  #: whether the error is inside the only choice (OpenAI's format)
    code: int = 502


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Fault):
    """An error status with the provider's own body."""

    code: int
    html: bool = False  #: whether the body is a gateway's HTML page instead
    retry_after: str | None = None
    location: str = "/elsewhere"  #: address of a redirect


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimited(Fault):
    """Too many requests, or no quota or credit left."""

    retry_after: str | None = None  #: value of the header, absurd ones included
    retry_date: float | None = None  #: seconds from now; the header is then an HTTP date
    exhausted: bool = False  #: whether no quota or credit is left


@dataclass(frozen=True, slots=True, kw_only=True)
class NoChoices(Fault):
    """An answer whose list of choices is empty or missing."""

    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Fault):
    """A fixed number of choices, whatever number was requested."""

    choices: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NullContent(Fault):
    """A choice that ended normally but has no content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Fault):
    """The model refuses to answer, and the API reports it."""

    text: str = "I'm sorry, I can't assist with that request."


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered(Fault):
    """The provider's filter stopped the answer or the prompt."""

    prompt: bool = False  #: whether the prompt was filtered, so that nothing was generated


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedText(Fault):
    """A good answer with this text."""

    text: str
    finish: str = ""  #: the API's own word for the end; empty: its usual word


@dataclass(frozen=True, slots=True, kw_only=True)
class NoUsage(Fault):
    """A good answer without token counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvesTo(Fault):
    """A good answer from another model than before."""

    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusesParameter(Fault):
    """The model does not accept a parameter; requests without it are answered."""

    name: str  #: the API's name, such as ``temperature`` or ``topK``


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextOverflow(Fault):
    """The prompt is too long for the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownModel(Fault):
    """The model does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadKey(Fault):
    """The key is not valid."""

    echoes: bool = False  #: whether the message repeats the key, as careless servers do
