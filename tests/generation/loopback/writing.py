"""Writes the answers of the server's model, always the same for the same request."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

from loopback.faults import Count, Fault, Filtered, FixedText, NullContent, Refusal
from loopback.script import Prices, Script, prompt_tokens, tokens_of
from loopback.wire import ApiRequest, Choice, Usage

#: Writes one answer from the request, the index among the choices, and the repetition of the prompt.
Writer = Callable[[ApiRequest, int, int], str]


def default_writer(request: ApiRequest, index: int, repetition: int) -> str:
    """Return a function that depends on prompt and draw; greedy and seeded answers are reproducible."""
    if request.temperature == 0:
        draw = "greedy"
    elif request.seed is not None:
        draw = f"seed {request.seed + index}"
    else:
        draw = f"asking {repetition}, choice {index}"
    number = int(hashlib.sha256(f"{request.digest} {draw}".encode()).hexdigest()[:8], 16)
    return f"Here is the function.\n\n```python\ndef answer():\n    return {number}  # {draw}\n```\n"


def choices(
    request: ApiRequest, repetition: int, fault: Fault | None, script: Script, writer: Writer
) -> list[Choice]:
    """Return the answers to a request, cut at its stop strings and its token limit."""
    match fault:
        case NullContent():
            return [Choice(text=None) for _ in range(request.n)]
        case Refusal(text=text):
            return [Choice(text=text, finish="refusal") for _ in range(request.n)]
        case Filtered(prompt=True):
            return []
        case Filtered():
            return [Choice(text="", finish="filtered") for _ in range(request.n)]
        case FixedText(text=text, finish=word):
            return [Choice(text=text, word=word) for _ in range(request.n)]
        case Count(choices=count):
            pass
        case _:
            count = request.n
    return [_limited(request, writer(request, index, repetition), script) for index in range(count)]


def _limited(request: ApiRequest, text: str, script: Script) -> Choice:
    choice = Choice(text=text)
    stops = [(text.find(stop), stop) for stop in request.stop if stop in text]
    if stops:
        at, stop = min(stops)
        choice = Choice(text=text[:at], finish="stop_sequence", stopped_at=stop)
    if request.max_tokens is not None:
        room = 4 * max(0, request.max_tokens - tokens_of(script.thinking))
        if len(choice.text or "") > room:
            choice = replace(choice, text=text[:room], finish="length", stopped_at=None)
    return choice


def usage(request: ApiRequest, repetition: int, written: list[Choice], script: Script) -> Usage:
    """Return the tokens of an answer; the prompt counts once, whatever the number of choices."""
    tokens_in = prompt_tokens(request)
    of_cache = tokens_in // 2 if script.caches else 0
    thinking = tokens_of(script.thinking) * len(written)
    return Usage(
        tokens_in=tokens_in,
        tokens_cached=of_cache if repetition > 1 else 0,
        tokens_to_cache=of_cache if repetition == 1 and request.api == "anthropic" else 0,
        tokens_out=sum(tokens_of(choice.text or "") for choice in written) + thinking,
        tokens_thinking=thinking,
    )


def cost(used: Usage, prices: Prices) -> float:
    """Return the US dollars for the tokens of one request."""
    plain = used.tokens_in - used.tokens_cached
    paid_in = plain * prices.tokens_in + used.tokens_cached * prices.tokens_cached
    return (paid_in + used.tokens_out * prices.tokens_out) / 1e6
