"""Readings of one rule as programs, in which a part of it acts at other times.

They are tried next to a family's space of rules, see :mod:`workshop.authoring.rule_space`: that has every
combination of a few causes, and these have one of many.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from workshop.authoring.family import Call
from workshop.authoring.rule_space import RuleSpace, program_space, telling_examples
from workshop.authoring.source import compile_solution

_RIGHT = {"program": 0}


@dataclass(frozen=True, slots=True)
class OtherCause:
    """Another condition under which one part of a rule acts."""

    part: str
    condition: str  #: as Python
    joined: Literal["", "and", "or"]  #: how it is joined with the usual condition; empty if it stands instead


def cause_of(part: str, usual: str, other: OtherCause | None) -> str:
    """Return the condition under which a part of a rule acts, as Python.

    Args:
        part: name of the part.
        usual: its usual condition; empty if it always acts, which no condition joined with "or" changes.
        other: the other condition of this part, or of another one.
    """
    if other is None or other.part != part or (other.joined == "or" and not usual):
        return usual
    if other.joined and usual:
        return f"{usual} {other.joined} {other.condition}"
    return other.condition


def _readings_of(programs: Iterable[str]) -> RuleSpace:
    """Return the space of some programs; the first is the right one."""
    solves = [compile_solution(program) for program in dict.fromkeys(programs)]
    return program_space({"program": solves}, lambda chosen, *call: chosen[0](*call))


def settles(programs: Iterable[str], shown: Sequence[Call], asked: Sequence[Call]) -> bool:
    """Whether all programs that give worked examples the results of the first one give the tests' results."""
    return _readings_of(programs).proves(shown, _RIGHT, asked)


def settling_examples(
    programs: Iterable[str],
    *,
    asked: Sequence[Call],
    shown: Sequence[Call],
    candidate: Callable[[], Call],
    numbers: range,
) -> list[Call]:
    """Add worked examples until they leave one reading, as ``rule_space.telling_examples`` does.

    Raises:
        UnfitError: if no choice was found with at most that many examples.
    """
    space = _readings_of(programs)
    return telling_examples(
        space, rules=[_RIGHT], asked=asked, shown=shown, candidate=candidate, numbers=numbers
    )
