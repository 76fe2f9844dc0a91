"""The script of the server: a plain value that decides how each request is answered."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from loopback.faults import Fault, RefusesParameter
from loopback.wire import ApiRequest

PICTURE_TOKENS = 85  #: tokens of a picture of any size


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A fault, and the conditions that must all hold for it. The first rule that applies is used."""

    fault: Fault
    requests: Collection[int] | None = None  #: numbers of requests, from 1 in order of arrival
    repetitions: Collection[int] | None = None  #: which requests with the same prompt, counted from 1
    share: float = 1.0  #: share of the remaining requests, drawn with ``seed`` from each request's number
    seed: int = 0
    by_prompt: bool = False  #: draw from prompt and repetition instead, so that the order does not matter
    holds: str | None = None  #: text that the prompt must contain

    def strikes(self, request: ApiRequest, number: int, repetition: int) -> bool:
        """Whether the fault strikes this request."""
        if isinstance(self.fault, RefusesParameter) and self.fault.name not in request.parameters:
            return False
        return (
            (self.requests is None or number in self.requests)
            and (self.repetitions is None or repetition in self.repetitions)
            and (self.holds is None or self.holds in request.text)
            and (self.share >= 1 or self._drawn(request, number, repetition) < self.share)
        )

    def _drawn(self, request: ApiRequest, number: int, repetition: int) -> float:
        text = f"{self.seed}:{request.digest}:{repetition}" if self.by_prompt else f"{self.seed}:{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """US dollars per million tokens."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0
    tokens_cached: float = 0.0  #: for tokens read from the cache, instead of ``tokens_in``


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModels:
    """The list of models that the server shows, and the pages that fail."""

    models: tuple[Mapping[str, object], ...] = ()  #: entries as the API sends them
    per_page: int = 100  #: maximum models of a page; OpenAI's API has one page
    faults: Mapping[int, Fault] = field(default_factory=dict)  #: page, from 0 → fault of each request for it
    passing: bool = False  #: whether a fault strikes only the first request for its page
    repeats: bool = False  #: whether each page leads to the same next page


@dataclass(frozen=True, slots=True, kw_only=True)
class Batching:
    """How batches go."""

    looks: int = 1  #: a batch has ended when a client has looked at it so often
    expired: Collection[int] = ()  #: places of calls that expire, in each batch, from 0
    problem: str = ""  #: why each batch fails as a whole; empty if none does
    lost: Collection[int] = ()  #: numbers of batches that begin, but whose reply is lost, from 1
    unsent: Collection[int] = ()  #: numbers of batches that are refused, from 1
    spoiled: bool = False  #: whether files of replies have a line cut off, foreign ids and doubled replies


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The behaviour of the server."""

    rules: tuple[Rule, ...] = ()
    seconds: float = 0.0  #: time for a good answer
    keys: frozenset[str] = frozenset()  #: accepted keys; empty for any key
    models: frozenset[str] = frozenset()  #: known models; empty for any model
    resolves: Mapping[str, str] = field(default_factory=dict)  #: requested model → model that answers
    at_once: int | None = None  #: maximum requests in progress; further ones are rate-limited
    thinking: str = ""  #: text before each answer; its tokens count as output
    may_not_think: bool = False  #: whether a request can switch thinking off
    caches: bool = False  #: whether half of a repeated prompt is read from a cache
    fingerprint: str | None = "fp_loopback"
    prices: Prices = field(default_factory=Prices)
    vendor: str = ""  #: a name in ``vendors.STAND_INS``, which refuses what that vendor refuses
    batching: Batching = field(default_factory=Batching)
    listed: ListedModels | None = None  #: None for a list with the names in ``models``


def tokens_of(text: str) -> int:
    """Return the number of tokens of a text: one per four characters."""
    return (len(text) + 3) // 4


def prompt_tokens(request: ApiRequest) -> int:
    """Return the number of tokens of a prompt, pictures included."""
    return sum(
        PICTURE_TOKENS if piece.kind == "picture" else tokens_of(piece.value) for piece in request.prompt
    )
