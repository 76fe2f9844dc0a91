"""What can be made to go wrong with one request. All are plain values; a :class:`Rule` says when."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Slow:
    """Answers well, but late."""

    seconds: float
    dribbles: bool = False  #: sends a little at a time over those seconds instead of nothing first


@dataclass(frozen=True, slots=True, kw_only=True)
class Hang:
    """Never answers; the connection stays open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The connection is reset."""

    after: Literal["request", "headers"] = "request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The connection ends in the middle of a good answer's body."""

    share: float = 0.5  #: of the body that is sent, 0 <= share < 1
    chunked: bool = False  #: by chunks that never end, else by a length that is not reached


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenJson:
    """Half of a good answer's JSON as a whole body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainText:
    """A good answer, but labelled ``text/plain``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Html:
    """A gateway's page, as a success."""

    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyBody:
    """A success without a body."""

    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """Exactly these bytes as a body."""

    body: bytes
    status: int = 200
    encoding: str = ""  #: how it says that they are compressed


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorInBody:
    """An error object as a success, as routers send it when the provider behind them fails."""

    in_choice: bool = False  #: inside the only choice, with the finish reason ``error`` (OpenAI's format)
    code: int = 502


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """An error status with the provider's own body."""

    code: int
    html: bool = False  #: a gateway's page instead
    retry_after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimited:
    """Too many requests; or no quota or no credit left, which no waiting mends soon."""

    retry_after: str | None = None  #: the header as it is sent, absurd values included
    retry_date: float | None = None  #: the header as an HTTP date, seconds from now
    exhausted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoChoices:
    """An answer whose list of choices is empty, or missing."""

    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """So many choices, whatever was asked."""

    choices: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NullContent:
    """A choice that ended well and holds nothing at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The model declines, and the API says so."""

    text: str = "I'm sorry, I can't assist with that request."


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered:
    """The provider's filter struck."""

    prompt: bool = False  #: the prompt, so that nothing was generated
    text: str = ""  #: what was generated before
    reason: str = ""  #: the API's own word, such as ``RECITATION``; empty for the usual one


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """A good answer with this text."""

    text: str
    finish: str = ""  #: the API's own word; empty for its usual one


@dataclass(frozen=True, slots=True, kw_only=True)
class NoUsage:
    """A good answer that does not say what it cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvesTo:
    """A good answer of another model than before."""

    model: str
    fingerprint: str = "fp_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusesParameter:
    """The model does not take a parameter; requests without it are answered."""

    name: str  #: as on the wire, such as ``temperature`` or ``topK``


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextOverflow:
    """The prompt is too long for the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownModel:
    """There is no such model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadKey:
    """The key is not valid."""

    echoes: bool = False  #: the message repeats the key, as careless servers do


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
    | Says
    | NoUsage
    | ResolvesTo
    | RefusesParameter
    | ContextOverflow
    | UnknownModel
    | BadKey
)

#: The API's own error bodies; the provider is asked for its words.
Problem = RateLimited | Status | RefusesParameter | ContextOverflow | UnknownModel | BadKey
