"""A server on loopback that speaks the APIs of OpenAI, Google and Anthropic, and fails on command.

A script is a plain value; the server itself counts what it served::

    script = Script(rules=(Rule(fault=RateLimited(retry_after="2"), share=0.3, seed=7),))
    with LoopbackServer(script) as server:
        client = openai.OpenAI(base_url=server.openai_url, api_key="any", max_retries=0)
        ...
    assert server.totals.answered == 100

Answers follow from prompt, temperature, seed and index, so that two runs can be compared. The server applies
``max_tokens`` and stop strings. Four characters count as one token, a picture as 85.
:class:`LoopbackProcess` is the same server in a process of its own, for benchmarks.
"""

from loopback.counts import ServedRequest, Totals, totals
from loopback.faults import (
    BadKey,
    Body,
    BrokenJson,
    ContextOverflow,
    Count,
    Cut,
    Drop,
    EmptyBody,
    ErrorInBody,
    Fault,
    Filtered,
    FixedText,
    Hang,
    Html,
    NoChoices,
    NoUsage,
    NullContent,
    PlainText,
    RateLimited,
    Refusal,
    RefusesParameter,
    ResolvesTo,
    Slow,
    Status,
    UnknownModel,
)
from loopback.process import LoopbackProcess
from loopback.script import ListedModels, Prices, Rule, Script
from loopback.server import LoopbackServer
from loopback.wire import ApiRequest, PromptPiece

__all__ = [
    "ApiRequest",
    "BadKey",
    "Body",
    "BrokenJson",
    "ContextOverflow",
    "Count",
    "Cut",
    "Drop",
    "EmptyBody",
    "ErrorInBody",
    "Fault",
    "Filtered",
    "FixedText",
    "Hang",
    "Html",
    "ListedModels",
    "LoopbackProcess",
    "LoopbackServer",
    "NoChoices",
    "NoUsage",
    "NullContent",
    "PlainText",
    "Prices",
    "PromptPiece",
    "RateLimited",
    "Refusal",
    "RefusesParameter",
    "ResolvesTo",
    "Rule",
    "Script",
    "ServedRequest",
    "Slow",
    "Status",
    "Totals",
    "UnknownModel",
    "totals",
]
