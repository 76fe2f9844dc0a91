"""The server's own record of its requests."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from loopback.wire import Api, PromptPiece, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedRequest:
    """One request for an answer, and its result."""

    number: int  #: from 1, in order of arrival
    api: Api
    key: str
    model: str
    digest: str  #: digest of model and prompt
    repetition: int  #: number of requests with the same prompt so far, this one included
    prompt: tuple[PromptPiece, ...]  #: texts and pictures in order
    pictures: tuple[str, ...]  #: SHA-256 of each picture, in order
    order: str  #: kinds of the prompt's pieces: ``t`` text, ``p`` picture, ``l`` link, such as ``tptpt``
    n: int
    parameters: Mapping[str, object]
    request_id: str
    fault: str  #: name of the fault that struck; empty for none
    status: int
    choices: int  #: number of answers in the reply
    answered: bool  #: whether the reply has valid answers, refused and filtered ones included
    usage: Usage | None  #: tokens of the answers, whether they arrived or not
    cost_usd: float
    whole: bool  #: whether the whole reply was sent; False also if the client disconnected
    began: float  #: seconds on the server's clock
    ended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Totals over requests."""

    requests: int
    answered: int  #: replies with valid answers that were sent completely; the next six fields cover these
    choices: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    tokens_thinking: int
    cost_usd: float
    lost_usd: float  #: cost of answers that were invalid or not sent completely


def totals(served: Iterable[ServedRequest]) -> Totals:
    """Add up requests."""
    requests = list(served)
    answered = [request for request in requests if request.answered and request.whole]
    usages = [request.usage for request in answered if request.usage is not None]
    paid = sum(request.cost_usd for request in answered)
    return Totals(
        requests=len(requests),
        answered=len(answered),
        choices=sum(request.choices for request in answered),
        tokens_in=sum(usage.tokens_in for usage in usages),
        tokens_cached=sum(usage.tokens_cached for usage in usages),
        tokens_out=sum(usage.tokens_out for usage in usages),
        tokens_thinking=sum(usage.tokens_thinking for usage in usages),
        cost_usd=paid,
        lost_usd=sum(request.cost_usd for request in requests) - paid,
    )
