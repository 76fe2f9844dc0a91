"""What is known about a failed run beyond its status: the facts that decide its error type.

Some come from the guest, which may lie. They decide the error type only, never the status.
"""

import builtins
from collections.abc import Mapping
from dataclasses import dataclass

_EXCEPTIONS = {
    kind: name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
_NAMES = frozenset(_EXCEPTIONS.values())
_MOST_BASES = 20  #: base classes of an exception that are read
_TEXT_CHARACTERS = 200
_MOST_LINES = 1 << 20  #: highest number of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptoms:
    """Facts about a failed run."""

    bases: frozenset[str] = frozenset()  #: builtin exception classes that the exception extends
    text: str = ""  #: text of the exception
    line: int = 0  #: line of the program that raised it, from 1; 0 if unknown
    only_layout: bool = False  #: whether the output has the expected content in another layout


def of_report(report: Mapping[str, object]) -> Symptoms:
    """Return the symptoms that a guest's report of an exception has; whatever is malformed is left out."""
    bases, text, line = report.get("bases"), report.get("text"), report.get("line")
    known = bases[:_MOST_BASES] if isinstance(bases, list) else []
    return Symptoms(
        bases=frozenset(name for name in known if isinstance(name, str) and name in _NAMES),
        text=text[:_TEXT_CHARACTERS] if isinstance(text, str) else "",
        line=line if type(line) is int and 0 < line <= _MOST_LINES else 0,
    )


def of_exception(error: BaseException) -> Symptoms:
    """Return the symptoms of an exception that an answer raised in a test on the host."""
    return Symptoms(
        bases=frozenset(_EXCEPTIONS[kind] for kind in type(error).__mro__ if kind in _EXCEPTIONS),
        text=str(error)[:_TEXT_CHARACTERS],
    )
