"""How the server behaves: a plain value, decided from the requests alone."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from loopback.faults import Fault, RefusesParameter
from loopback.wire import Asked

PICTURE_TOKENS = 85  #: what a picture of any size counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """When a fault strikes: where everything that is given holds. The first rule that holds is taken."""

    fault: Fault
    requests: Collection[int] | None = None  #: by number, from 1 in order of arrival; ``range`` does
    asked: Collection[int] | None = None  #: the how-manieth asking of the same prompt, from 1
    share: float = 1.0  #: of the requests left, drawn by ``seed`` from each one's number
    seed: int = 0
    by_prompt: bool = False  #: draws from prompt and asking instead: the order of arrival does not matter
    key: str | None = None
    model: str | None = None
    holds: str | None = None  #: text that the prompt holds

    def strikes(self, asked: Asked, number: int, asking: int) -> bool:
        """Whether the fault strikes this request."""
        if isinstance(self.fault, RefusesParameter) and self.fault.name not in asked.parameters:
            return False
        return (
            (self.requests is None or number in self.requests)
            and (self.asked is None or asking in self.asked)
            and self.key in (None, asked.key)
            and self.model in (None, asked.model)
            and (self.holds is None or self.holds in asked.text)
            and (self.share >= 1 or self._drawn(asked, number, asking) < self.share)
        )

    def _drawn(self, asked: Asked, number: int, asking: int) -> float:
        of = f"{self.seed}:{asked.digest}:{asking}" if self.by_prompt else f"{self.seed}:{number}"
        return int.from_bytes(hashlib.sha256(of.encode()).digest()[:6], "big") / 2**48


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """USD for a million tokens."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0
    tokens_cached: float = 0.0  #: read from the cache, instead of ``tokens_in``
    tokens_to_cache: float = 0.0  #: written to the cache, instead of ``tokens_in``


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """All that the server does."""

    rules: tuple[Rule, ...] = ()
    seconds: float = 0.0  #: that a good answer takes
    keys: frozenset[str] = frozenset()  #: accepted; empty for any
    models: frozenset[str] = frozenset()  #: known; empty for any
    resolves: Mapping[str, str] = field(default_factory=dict)  #: asked for → answering; itself when absent
    context_tokens: int | None = None
    at_once: int | None = None  #: requests in progress; one more is rate-limited
    per_second: float | None = None  #: requests, with as many in reserve; more are rate-limited
    thinking: str = ""  #: text before each answer; its tokens count as output
    caches: bool = False  #: half of a prompt is read from a cache when it is asked again
    fingerprint: str | None = "fp_loopback"
    gzip: bool = False  #: where the client takes it
    prices: Prices = field(default_factory=Prices)


def tokens_of(text: str) -> int:
    """Tokens of a text: four characters make one."""
    return (len(text) + 3) // 4


def prompt_tokens(asked: Asked) -> int:
    """Tokens of a prompt, pictures included."""
    return sum(PICTURE_TOKENS if one.kind == "picture" else tokens_of(one.value) for one in asked.prompt)
