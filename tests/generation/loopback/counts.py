"""What the server did, as it counts itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from loopback.wire import Api, Seen, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One request for an answer, and what became of it."""

    number: int  #: from 1, in order of arrival
    api: Api
    key: str
    model: str
    digest: str  #: of model and prompt
    asking: int  #: how often the same prompt was asked until now, this time included
    prompt: tuple[Seen, ...]  #: all that was said and shown, in order
    pictures: tuple[str, ...]  #: SHA-256 of each, in order
    order: str  #: of the prompt's pieces: ``t`` text, ``p`` picture, ``l`` link, such as ``tptpt``
    n: int
    parameters: Mapping[str, object]
    request_id: str
    fault: str  #: name of the fault that struck; empty for none
    status: int
    choices: int  #: answers in the reply
    answered: bool  #: the reply is what was asked for, if it arrived; a refused or filtered answer is one
    usage: Usage | None  #: of the answers written, whether they arrived or not
    cost_usd: float
    whole: bool  #: all of the reply was handed to the system; False also when the client went away
    began: float  #: seconds on the server's clock
    ended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums over requests."""

    requests: int
    answered: int  #: whole replies that are what was asked for
    choices: int  #: in those
    tokens_in: int  #: of those
    tokens_cached: int
    tokens_out: int
    tokens_thinking: int
    cost_usd: float
    lost_usd: float  #: of answers that were written, but not as asked or not to the end


def totals(served: Iterable[Served]) -> Totals:
    """Add up requests."""
    all_of_them = list(served)
    answered = [one for one in all_of_them if one.answered and one.whole]
    usages = [one.usage for one in answered if one.usage is not None]
    paid = sum(one.cost_usd for one in answered)
    return Totals(
        requests=len(all_of_them),
        answered=len(answered),
        choices=sum(one.choices for one in answered),
        tokens_in=sum(usage.tokens_in for usage in usages),
        tokens_cached=sum(usage.tokens_cached for usage in usages),
        tokens_out=sum(usage.tokens_out for usage in usages),
        tokens_thinking=sum(usage.tokens_thinking for usage in usages),
        cost_usd=paid,
        lost_usd=sum(one.cost_usd for one in all_of_them) - paid,
    )
