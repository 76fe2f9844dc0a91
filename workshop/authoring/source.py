"""References as source text: fill in constants, compile, write asserts."""

import copy
import string
from collections.abc import Callable, Sequence
from typing import Any

from benchmark.datasets.collection import ENTRY_POINT
from benchmark.datasets.tolerance import IS_CLOSE, has_float, is_close_source, written


def fill(template: str, **constants: object) -> str:
    """Return a program whose ``$name`` placeholders are replaced with constants, written as Python.

    Raises:
        KeyError: if a placeholder has no constant.
        ValueError: if a placeholder is not valid.
    """
    text = string.Template(template)
    # Only those that the template names: a family's values may be large.
    return text.substitute({name: repr(constants[name]) for name in text.get_identifiers()})


def compile_solution(source: str) -> Callable[..., Any]:
    """Run a program of ours and return its function ``solution``; each call gets copies of its arguments.

    Raises:
        ValueError: if the program does not define it.
    """
    names: dict[str, object] = {}
    exec(compile(source, "reference.py", "exec", dont_inherit=True), names)  # noqa: S102 - our own program
    solution = names.get(ENTRY_POINT)
    if not callable(solution):
        raise ValueError(f"does not define a function {ENTRY_POINT}")  # noqa: TRY004 - the text is wrong
    return lambda *arguments: solution(*copy.deepcopy(arguments))


def _call_source(call: tuple[Any, ...]) -> str:
    return f"{ENTRY_POINT}({', '.join(map(repr, call))})"


def assert_lines(
    calls: Sequence[tuple[Any, ...]],
    results: Sequence[object],
    call_source: Callable[[tuple[Any, ...]], str] = _call_source,
) -> list[str]:
    """Return an assert for each call of ``solution`` and its result.

    If a result has floats, :func:`.tolerance.is_close` stands above the asserts that need it.

    Args:
        calls: arguments of each call.
        results: of the calls.
        call_source: returns the source of a call with some arguments.
    """
    lines = [*is_close_source().splitlines(), ""] if any(map(has_float, results)) else []
    for call, result in zip(calls, results, strict=True):
        made = call_source(call)
        right = f"{IS_CLOSE}({made}, {written(result)})" if has_float(result) else f"{made} == {result!r}"
        lines.append(f"assert {right}")
    return lines
