"""Describes values for the detail of a verdict, in bounded size and time and without asking the guest."""

import dataclasses
import enum
from collections.abc import Iterable, Mapping
from typing import Any

from benchmark.judging.codec.instances import fields_of
from benchmark.judging.conversation.answer_values import AnswerValue
from benchmark.judging.conversation.reference import Method, Reference

TEST_MODULE = "test"  #: module of the classes that a test or the task's starter code defines
_SHOWN_CHARACTERS = 300  #: maximum characters of one description
_INT_DIGITS = 60  #: longer whole numbers are described by their size
_DEPTH = 8  #: levels of nested containers that are shown


def describe(value: object) -> str:
    """Describe a value like ``repr``, cut at 300 characters. Runs no code of the answer and never fails."""
    return clip(_describe(value, _SHOWN_CHARACTERS, _DEPTH))


def describe_arguments(args: Iterable[object], kwargs: Mapping[str, object]) -> str:
    """Describe the arguments of a call: ``1, x=2``."""
    return ", ".join([*map(describe, args), *(f"{name}={describe(value)}" for name, value in kwargs.items())])


def clip(text: str) -> str:
    """Cut a text at 300 characters."""
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def describe_exception(error: BaseException) -> str:
    """Describe an exception like the last line of a traceback, by the rules of :func:`describe`."""
    words = ", ".join(arg if type(arg) is str else describe(arg) for arg in error.args[:3])
    if isinstance(error, ImportError) and error.path:
        words = words.replace(f" ({error.path})", "")  # the same detail on every machine
    name = type(error).__name__
    return clip(f"{name}: {words}" if words else name)


def _describe(value: object, budget: int, depth: int) -> str:  # noqa: PLR0911, PLR0912 - one return per type
    match value:
        case Reference():
            return value.sightbench_label()
        case Method():
            return f"{value.sightbench_owner.sightbench_label()}.{value.__name__}"
        case AnswerValue() if not dataclasses.is_dataclass(value):
            return f"<{type(value).__name__}>"
        case None | bool():
            return repr(value)
        case int():
            bits = value.bit_length()
            # Not `repr`, which a class of the test may define.
            return int.__repr__(value) if bits <= _INT_DIGITS * 3 else f"<whole number of {bits} bits>"
        case str() | bytes() | bytearray():
            return repr(value[:budget])
        case list():
            return f"[{_describe_items(value, budget, depth)}]"
        case tuple():
            return f"({_describe_items(value, budget, depth)}{',' if len(value) == 1 else ''})"
        case dict():
            pairs = (
                f"{_describe(k, budget, depth - 1)}: {_describe(v, budget, depth - 1)}"
                for k, v in value.items()
            )
            return f"{{{_join(pairs, budget)}}}" if depth else "{…}"
        case set() | frozenset():
            return f"{{{_describe_items(value, budget, depth)}}}" if value else "set()"
        case float() | complex() | range():
            return repr(value)
        case enum.Enum():
            return f"{type(value).__name__}.{value.name}"
        case _ if type(value).__module__ == TEST_MODULE or isinstance(value, AnswerValue):
            fields = (
                f"{name}={_describe(item, budget, depth - 1)}" for name, item in fields_of(value).items()
            )
            return f"{type(value).__name__}({_join(fields, budget) if depth else '…'})"
        case _ if type(value).__module__ == "numpy":
            return _describe_numpy(value, budget, depth)
        case _:
            return f"<{type(value).__name__}>"


def _describe_numpy(value: Any, budget: int, depth: int) -> str:
    """Describe the first elements of an array, and a scalar in full."""
    if type(value).__name__ != "ndarray" or not value.ndim:
        return clip(repr(value))
    # 300 rows, 30 columns, and so on: `tolist` makes objects of all elements, which may be millions.
    shown = value[tuple(slice(max(1, _SHOWN_CHARACTERS // 10**axis)) for axis in range(value.ndim))]
    return f"array({_describe(shown.tolist(), budget, depth)})"


def _describe_items(values: Iterable[object], budget: int, depth: int) -> str:
    return _join((_describe(value, budget, depth - 1) for value in values), budget) if depth else "…"


def _join(parts: Iterable[str], budget: int) -> str:
    joined: list[str] = []
    for part in parts:
        if budget <= 0:
            joined.append("…")
            break
        joined.append(part)
        budget -= len(part) + 2
    return ", ".join(joined)
