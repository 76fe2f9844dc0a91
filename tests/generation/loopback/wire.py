"""What the three formats have in common: a request as it was understood, an answer before it has a format."""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from loopback.faults import ErrorInBody, Filtered, Problem

Api = Literal["openai", "google", "anthropic"]
Finish = Literal["stop", "stop_sequence", "length", "refusal", "filtered"]
Json = dict[str, Any]


class Invalid(Exception):  # noqa: N818 - it is the request that is
    """A request that the real API would refuse as malformed; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One piece of a prompt, in its place."""

    role: str  #: as on the wire; ``system`` for the system text of any API
    kind: Literal["text", "picture", "link"]
    value: str  #: the text; SHA-256 of the picture's bytes; the address
    media_type: str = ""
    size: int = 0  #: bytes of the picture


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request for an answer."""

    api: Api
    key: str
    model: str
    prompt: tuple[Seen, ...]
    n: int = 1
    seed: int | None = None
    stop: tuple[str, ...] = ()
    max_tokens: int | None = None
    temperature: float | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)  #: all but model and prompt, as sent

    @cached_property
    def digest(self) -> str:
        """Of model and prompt, pictures and their places included."""
        return hashlib.sha256(repr((self.model, self.prompt)).encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def text(self) -> str:
        """The words of the prompt."""
        return "".join(one.value for one in self.prompt if one.kind == "text")

    @property
    def pictures(self) -> tuple[str, ...]:
        """SHA-256 of each picture, in order."""
        return tuple(one.value for one in self.prompt if one.kind == "picture")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer."""

    text: str | None
    finish: Finish = "stop"
    word: str = ""  #: the API's own word for the finish, when it is to be another one
    stopped_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as this server counts them; each API words them in its way."""

    tokens_in: int = 0  #: of the prompt, whatever came from or went to a cache included
    tokens_cached: int = 0
    tokens_to_cache: int = 0
    tokens_out: int = 0  #: thinking included
    tokens_thinking: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A whole answer."""

    request_id: str
    model: str
    fingerprint: str | None
    choices: tuple[Choice, ...] | None  #: None: the list is left out
    usage: Usage | None
    thinking: str = ""
    filtered: Filtered | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A request of HTTP with its body read."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]  #: names in small letters
    body: bytes


class Wire(Protocol):
    """One API's format; each module of this folder that is one has these functions."""

    def takes(self, path: str) -> bool:
        """Whether a request to this path is for this API."""

    def read(self, incoming: Incoming, body: Json) -> Asked:
        """Understand a request.

        Raises:
            Invalid: what the real API would refuse.
        """

    def answer(self, written: Written) -> Json:
        """An answer's body."""

    def headers(self, request_id: str) -> Mapping[str, str]:
        """Headers of every reply."""

    def problem(self, fault: Problem, asked: Asked, request_id: str) -> tuple[int, Json]:
        """Status and body of an error, in the API's own words."""

    def invalid(self, reason: str, request_id: str) -> tuple[int, Json]:
        """Likewise, for a request that it does not understand."""

    def filtered(self, fault: Filtered, request_id: str) -> tuple[int, Json] | None:
        """Likewise, for what a filter stopped; None where the API has it as an answer."""

    def error_as_success(self, fault: ErrorInBody, request_id: str) -> Json:
        """A body that has status 200 and is an error."""


def picture_of(role: str, media_type: str, data: str) -> Seen:
    """A picture from its base64, of either alphabet.

    Raises:
        Invalid: when it is no base64 of at least one byte.
    """
    try:
        raw = base64.b64decode(data.replace("-", "+").replace("_", "/"), validate=True)
    except (binascii.Error, ValueError):
        raise Invalid("the picture is not valid base64") from None
    if not raw:
        raise Invalid("the picture is empty")
    digest = hashlib.sha256(raw).hexdigest()
    return Seen(role=role, kind="picture", value=digest, media_type=media_type, size=len(raw))


def text_of(role: str, text: object) -> Seen:
    """A text.

    Raises:
        Invalid: when it is none.
    """
    if not isinstance(text, str):
        raise Invalid("a text part has no text")
    return Seen(role=role, kind="text", value=text)
