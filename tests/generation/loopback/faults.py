"""Faults that can strike a request. All are plain values; a :class:`Rule` says when they strike."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Slow:
    """A good answer that arrives late."""

    seconds: float
    dribbles: bool = False  #: whether the answer is sent in small pieces over this time


@dataclass(frozen=True, slots=True, kw_only=True)
class Hang:
    """No answer ever; the connection stays open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The connection is reset."""

    after: Literal["request", "headers"] = "request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The connection ends in the middle of a good answer's body."""

    share: float = 0.5  #: share of the body that is sent, 0 <= share < 1
    chunked: bool = False  #: whether the body has chunks without an end, instead of too few bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenJson:
    """The first half of a good answer's JSON, sent as a complete body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainText:
    """A good answer with the content type ``text/plain``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Html:
    """A gateway's HTML page with a success status."""

    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyBody:
    """A success status without a body."""

    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A body of exactly these bytes."""

    body: bytes
    status: int = 200
    encoding: str = ""  #: value of the header ``content-encoding``


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorInBody:
    """An error object with a success status, as routers send it when the vendor's server fails."""

    in_choice: bool = False  #: whether the error is inside the only choice (OpenAI's format)
    code: int = 502


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """An error status with the provider's own body."""

    code: int
    html: bool = False  #: whether the body is a gateway's HTML page instead
    retry_after: str | None = None
    location: str = "/elsewhere"  #: address of a redirect


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimited:
    """Too many requests, or no quota or credit left."""

    retry_after: str | None = None  #: value of the header, absurd ones included
    retry_date: float | None = None  #: seconds from now; the header is then an HTTP date
    exhausted: bool = False  #: whether no quota or credit is left


@dataclass(frozen=True, slots=True, kw_only=True)
class NoChoices:
    """An answer whose list of choices is empty or missing."""

    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A fixed number of choices, whatever number was requested."""

    choices: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NullContent:
    """A choice that ended normally but has no content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The model refuses to answer, and the API reports it."""

    text: str = "I'm sorry, I can't assist with that request."


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered:
    """The provider's filter stopped the answer or the prompt."""

    prompt: bool = False  #: whether the prompt was filtered, so that nothing was generated
    text: str = ""  #: text that was generated before the filter stopped it
    reason: str = ""  #: the API's own word for the reason, such as ``RECITATION``; empty: its usual word


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedText:
    """A good answer with this text."""

    text: str
    finish: str = ""  #: the API's own word for the end; empty: its usual word


@dataclass(frozen=True, slots=True, kw_only=True)
class NoUsage:
    """A good answer without token counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvesTo:
    """A good answer from another model than before."""

    model: str
    fingerprint: str = "fp_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusesParameter:
    """The model does not accept a parameter; requests without it are answered."""

    name: str  #: the API's name, such as ``temperature`` or ``topK``


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextOverflow:
    """The prompt is too long for the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownModel:
    """The model does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadKey:
    """The key is not valid."""

    echoes: bool = False  #: whether the message repeats the key, as careless servers do


Fault = (
    Slow
    | Body
    | Hang
    | Drop
    | Cut
    | BrokenJson
    | PlainText
    | Html
    | EmptyBody
    | ErrorInBody
    | Status
    | RateLimited
    | NoChoices
    | Count
    | NullContent
    | Refusal
    | Filtered
    | FixedText
    | NoUsage
    | ResolvesTo
    | RefusesParameter
    | ContextOverflow
    | UnknownModel
    | BadKey
)

#: Faults with an error body in the API's own format.
Problem = RateLimited | Status | RefusesParameter | ContextOverflow | UnknownModel | BadKey
