"""Values that the three API formats share: a request, its answer, and the record of both."""

import base64
import binascii
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from loopback.faults import Filtered

Api = Literal["openai", "responses", "google", "anthropic"]
Finish = Literal["stop", "stop_sequence", "length", "refusal", "filtered"]
Json = dict[str, Any]


class InvalidRequest(Exception):  # noqa: N818 - the request is invalid
    """The real API would refuse this request as malformed; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPiece:
    """One piece of a prompt."""

    role: str  #: the API's word; ``system`` for the system text of any API
    kind: Literal["text", "picture", "link"]
    value: str  #: the text, the SHA-256 of the picture's bytes, or the address of the link
    media_type: str = ""
    size: int = 0  #: bytes of the picture


@dataclass(frozen=True, kw_only=True)
class ApiRequest:
    """A request for an answer."""

    api: Api
    key: str
    model: str
    prompt: tuple[PromptPiece, ...]
    n: int = 1
    seed: int | None = None
    stop: tuple[str, ...] = ()
    max_tokens: int | None = None
    temperature: float | None = None
    version: str = ""  #: of the API, if the request names one
    parameters: Mapping[str, object] = field(default_factory=dict)  #: all other fields, as sent

    @cached_property
    def digest(self) -> str:
        """Digest of model and prompt, including pictures and their positions."""
        return hashlib.sha256(repr((self.model, self.prompt)).encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def text(self) -> str:
        """All texts of the prompt."""
        return "".join(piece.value for piece in self.prompt if piece.kind == "text")

    @property
    def pictures(self) -> tuple[str, ...]:
        """SHA-256 of each picture, in order."""
        return tuple(piece.value for piece in self.prompt if piece.kind == "picture")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer."""

    text: str | None
    finish: Finish = "stop"
    word: str = ""  #: the API's own word for the finish, if it is not the usual one
    stopped_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as this server counts them; each API reports them in its own fields."""

    tokens_in: int = 0  #: tokens of the prompt, including those read from or written to a cache
    tokens_cached: int = 0
    tokens_to_cache: int = 0
    tokens_out: int = 0  #: tokens of the answers, thinking included
    tokens_thinking: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAnswer:
    """A complete answer."""

    request_id: str
    model: str
    fingerprint: str | None
    choices: tuple[Choice, ...] | None  #: None to leave the list out
    usage: Usage | None
    thinking: str = ""
    filtered: Filtered | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """An HTTP request with its body."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]  #: by name in lower case
    body: bytes


@dataclass(frozen=True, kw_only=True)
class ServedRequest(ApiRequest):
    """One request for an answer, and its result."""

    number: int  #: from 1, in order of arrival
    repetition: int  #: number of requests with the same prompt so far, this one included
    request_id: str
    fault: str  #: name of the fault that struck; empty for none
    began: float  #: seconds on the server's clock
    ended: float
    status: int = 0
    answered: bool = False  #: whether the reply has valid answers, refused and filtered ones included
    usage: Usage | None = None  #: tokens of the answers, whether they arrived or not
    cost_usd: float = 0.0
    whole: bool = False  #: whether the whole reply was sent; False also if the client disconnected

    @property
    def order(self) -> str:
        """Kinds of the prompt's pieces: ``t`` text, ``p`` picture, ``l`` link, such as ``tptpt``."""
        return "".join(piece.kind[0] for piece in self.prompt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Totals over requests."""

    requests: int
    answered: int  #: replies with valid answers that were sent completely; the next five fields cover these
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    tokens_thinking: int
    cost_usd: float


def totals(served: Iterable[ServedRequest]) -> Totals:
    """Add up requests."""
    requests = list(served)
    answered = [request for request in requests if request.answered and request.whole]
    usages = [request.usage for request in answered if request.usage is not None]
    return Totals(
        requests=len(requests),
        answered=len(answered),
        tokens_in=sum(usage.tokens_in for usage in usages),
        tokens_cached=sum(usage.tokens_cached for usage in usages),
        tokens_out=sum(usage.tokens_out for usage in usages),
        tokens_thinking=sum(usage.tokens_thinking for usage in usages),
        cost_usd=sum(request.cost_usd for request in answered),
    )


def picture_of(role: str, media_type: str, data: str) -> PromptPiece:
    """Return a picture from its base64, in either alphabet.

    Raises:
        InvalidRequest: if it is not base64, or is empty.
    """
    try:
        raw = base64.b64decode(data.replace("-", "+").replace("_", "/"), validate=True)
    except (binascii.Error, ValueError):
        raise InvalidRequest("the picture is not valid base64") from None
    if not raw:
        raise InvalidRequest("the picture is empty")
    digest = hashlib.sha256(raw).hexdigest()
    return PromptPiece(role=role, kind="picture", value=digest, media_type=media_type, size=len(raw))


def text_of(role: str, text: object) -> PromptPiece:
    """Return a piece of text.

    Raises:
        InvalidRequest: if it is not a string.
    """
    if not isinstance(text, str):
        raise InvalidRequest("a text part has no text")
    return PromptPiece(role=role, kind="text", value=text)
