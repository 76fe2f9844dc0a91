"""What the model behind the server writes: always the same for the same question."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

from loopback.faults import Count, Fault, Filtered, NullContent, Refusal, Says
from loopback.script import Prices, Script, prompt_tokens, tokens_of
from loopback.wire import Asked, Choice, Usage

#: Writes one answer: what was asked, the index among the choices, the how-manieth asking of the prompt.
Writer = Callable[[Asked, int, int], str]


def default_writer(asked: Asked, index: int, asking: int) -> str:
    """A function whose result follows from prompt and draw: greedy ones are equal, seeded ones repeat."""
    if asked.temperature == 0:
        draw = "greedy"
    elif asked.seed is not None:
        draw = f"seed {asked.seed + index}"
    else:
        draw = f"asking {asking}, choice {index}"
    number = int(hashlib.sha256(f"{asked.digest} {draw}".encode()).hexdigest()[:8], 16)
    return f"Here is the function.\n\n```python\ndef answer():\n    return {number}  # {draw}\n```\n"


def choices(asked: Asked, asking: int, fault: Fault | None, script: Script, writer: Writer) -> list[Choice]:
    """The answers to a request, cut at its stop strings and its limit of tokens."""
    match fault:
        case NullContent():
            return [Choice(text=None) for _ in range(asked.n)]
        case Refusal(text=text):
            return [Choice(text=text, finish="refusal") for _ in range(asked.n)]
        case Filtered(prompt=True):
            return []
        case Filtered(text=text, reason=reason):
            return [Choice(text=text, finish="filtered", word=reason) for _ in range(asked.n)]
        case Says(text=text, finish=word):
            return [Choice(text=text, word=word) for _ in range(asked.n)]
        case Count(choices=count):
            pass
        case _:
            count = asked.n
    return [_limited(asked, writer(asked, index, asking), script) for index in range(count)]


def _limited(asked: Asked, text: str, script: Script) -> Choice:
    choice = Choice(text=text)
    found = [(text.find(stop), stop) for stop in asked.stop if stop in text]
    if found:
        at, stop = min(found)
        choice = Choice(text=text[:at], finish="stop_sequence", stopped_at=stop)
    if asked.max_tokens is not None:
        room = 4 * max(0, asked.max_tokens - tokens_of(script.thinking))
        if len(choice.text or "") > room:
            choice = replace(choice, text=text[:room], finish="length", stopped_at=None)
    return choice


def usage(asked: Asked, asking: int, written: list[Choice], script: Script) -> Usage:
    """Tokens of an answer; of the prompt once, however many choices there are."""
    tokens_in = prompt_tokens(asked)
    of_cache = tokens_in // 2 if script.caches else 0
    thinking = tokens_of(script.thinking) * len(written)
    return Usage(
        tokens_in=tokens_in,
        tokens_cached=of_cache if asking > 1 else 0,
        tokens_to_cache=of_cache if asking == 1 and asked.api == "anthropic" else 0,
        tokens_out=sum(tokens_of(one.text or "") for one in written) + thinking,
        tokens_thinking=thinking,
    )


def cost(used: Usage, prices: Prices) -> float:
    """USD for the tokens of one request."""
    plain = used.tokens_in - used.tokens_cached - used.tokens_to_cache
    return (
        plain * prices.tokens_in
        + used.tokens_cached * prices.tokens_cached
        + used.tokens_to_cache * prices.tokens_to_cache
        + used.tokens_out * prices.tokens_out
    ) / 1e6
