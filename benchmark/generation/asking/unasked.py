"""What a reply says that nobody asked for: another service tier, a higher price, or another model."""

import re
from collections.abc import Sequence

from benchmark.core.errors import quote_value
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import bare_id
from benchmark.generation.wire.usage import Usage

#: Service tiers that cost what the price table says: OpenAI's, Anthropic's, Groq's.
_PLAIN_TIERS = frozenset({"default", "standard", "auto", "on_demand", "scale", "unspecified"})
#: Share by which a reported cost may exceed the computed one: vendors round, and count hidden tokens.
_TOLERANCE = 0.1
_NUMBERED = re.compile(r"v?\d+(?:\.\d+)*|preview|exp")
_DATED = re.compile(r"(?:\d{2,}|preview|exp)(?:-(?:\d{2,}|preview|exp))*")


def other_model(reply: Reply, model: str) -> str:
    """Return that another model than the asked one answered; empty if it is the same."""
    answered = reply.resolved_model
    if answered is None or is_same_model(model, answered):
        return ""
    return f"{quote_value(answered)} answered instead of {quote_value(model)}"


def other_terms(reply: Reply, *, tier: object, computed: float | None) -> str:
    """Return what a reply says about service tier or cost that was not asked for; empty if nothing.

    Args:
        reply: a complete reply.
        tier: the service tier that the config asks for; None for none.
        computed: US dollars that the call costs by the plan's price; None if unknown.
    """
    if _is_other_tier(reply.tier, tier):
        return f"the reply was served in the tier {quote_value(reply.tier)}, whose price is another one"
    cost = reply.usage.cost_usd
    if cost is not None and computed is not None and cost > computed * (1 + _TOLERANCE):
        return f"the server charged {cost:.6f} USD for a call that costs {computed:.6f} by its known price"
    return ""


def unstated_cost(
    usage: Usage, *, computed: float | None, trusted: bool, served: str | None, tier: object
) -> float:
    """Return the US dollars that a call may cost beyond what its reply and its tokens say.

    A gateway that calls a vendor with a key of ours may state its own fee alone, so a statement that is not
    ``trusted`` never counts less than the known price. Another tier than the asked one, without a statement,
    counts twice: OpenAI's *priority* costs that much (openai.com/api-priority-processing, 2026-11).

    Args:
        usage: the tokens and the stated cost of a call.
        computed: US dollars that the call costs by its known price; None if unknown.
        trusted: whether the statement counts, also if it is below that price.
        served: the tier in the reply.
        tier: the tier that the config asks for; None for none.
    """
    if computed is None:
        return 0.0
    if usage.cost_usd is None:
        return computed if _is_other_tier(served, tier) else 0.0
    return 0.0 if trusted else max(0.0, computed - usage.cost_usd)


def _is_other_tier(served: str | None, tier: object) -> bool:
    return served is not None and served.lower() not in {*_PLAIN_TIERS, str(tier).lower()}


def is_same_model(asked: str, answered: str) -> bool:
    """Whether the id in a reply is the asked one, a dated form of it, or what an alias of it stands for.

    Gateways put a vendor in front (``openai/gpt-4o``), Google a kind (``models/gemini-2.5-flash``). What
    ``…-latest`` stands for has all other words of the alias in the same order: ``gemini-flash-latest`` is
    ``gemini-2.5-flash-preview-09-2025``.
    """
    wanted, found = bare_id(asked), bare_id(answered)
    if wanted.endswith("-latest"):
        return wanted == found or _stands_for(wanted.removesuffix("-latest").split("-"), found.split("-"))
    if not found.startswith(wanted):
        return False
    rest = found[len(wanted) :]
    return not rest or _DATED.fullmatch(rest.lstrip("-")) is not None


def _stands_for(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether all words of an alias are in an id in their order, and all others are numbers or dates."""
    rest = iter(wanted)
    word = next(rest, None)
    for each in found:
        if each == word:
            word = next(rest, None)
        elif _NUMBERED.fullmatch(each) is None:
            return False
    return word is None
