"""Values in words, for the detail of a verdict: bounded in size and time, without asking the guest."""

from collections.abc import Iterable

from benchmark.judging.codec.decoding import HostDecoder
from benchmark.judging.codec.plain_array import PlainArray
from benchmark.judging.proxies.plain_stand_ins import plain_of
from benchmark.judging.proxies.remote import Remote
from benchmark.judging.proxies.session import Call
from benchmark.sandbox.host.channel import GuestFault

_BUDGET = 300  #: characters of one description
_DIGITS = 60
_DEPTH = 8


def describe(value: object) -> str:
    """A value as ``repr`` would show it, cut at 300 characters; never runs code of the answer, or fails."""
    return clipped(_describe(value, _BUDGET, _DEPTH))


def describe_call(call: Call) -> str:
    """A call, and what it gave if it gave anything: ``f(1, x=2) gave 3``."""
    shown = [_sent(value) for value in call.args]
    shown += [f"{name}={_sent(value)}" for name, value in call.kwargs.items()]
    gave = "".join(f" gave {describe(value)}" for value in call.gave)
    return clipped(f"{call.target.sightbench_shown()}({', '.join(shown)})") + gave


def _sent(encoded: object) -> str:
    """An argument as it went out, before the call could change it."""
    try:
        return describe(HostDecoder(lambda described: described.class_name).decode(encoded))
    except GuestFault:  # the test itself sends more than would be read back
        return "…"


def clipped(text: str) -> str:
    """Text cut at 300 characters."""
    return text if len(text) <= _BUDGET else text[: _BUDGET - 1] + "…"


def said(error: BaseException) -> str:
    """An exception as a traceback's last line would show it, by the same rules."""
    words = ", ".join(arg if type(arg) is str else describe(arg) for arg in error.args[:3])
    name = type(error).__name__
    return clipped(f"{name}: {words}" if words else name)


def _describe(value: object, budget: int, depth: int) -> str:  # noqa: PLR0911 - one line a kind
    value = plain_of(value)
    match value:
        case Remote():
            return value.sightbench_shown()
        case None | bool():
            return repr(value)
        case int():
            return _number(value)
        case str() | bytes() | bytearray():
            return repr(value[:budget])
        case list():
            return f"[{_items(value, budget, depth)}]"
        case tuple():
            return f"({_items(value, budget, depth)}{',' if len(value) == 1 else ''})"
        case dict():
            pairs = (
                f"{_describe(k, budget, depth - 1)}: {_describe(v, budget, depth - 1)}"
                for k, v in value.items()
            )
            return f"{{{_joined(pairs, budget)}}}" if depth else "{…}"
        case set() | frozenset():
            return f"{{{_items(value, budget, depth)}}}" if value else "set()"
        case PlainArray():
            return f"array({_describe(value.tolist(), budget, depth)})"
        case float() | complex() | range():
            return repr(value)
        case _:
            return f"<{type(value).__name__}>"


def _number(value: int) -> str:
    bits = value.bit_length()
    return int.__repr__(value) if bits <= _DIGITS * 3 else f"<whole number of {bits} bits>"


def _items(values: Iterable[object], budget: int, depth: int) -> str:
    return _joined((_describe(value, budget, depth - 1) for value in values), budget) if depth else "…"


def _joined(parts: Iterable[str], budget: int) -> str:
    shown: list[str] = []
    for part in parts:
        if budget <= 0:
            shown.append("…")
            break
        shown.append(part)
        budget -= len(part) + 2
    return ", ".join(shown)
