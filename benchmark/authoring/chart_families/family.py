"""A family of programs as a value: the texts and functions that an author writes in a module."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call

Level = Literal["easy", "medium", "hard"]

#: Subset → its categories.
CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "algorithm": ("data-structures", "dynamic-programming", "graphs", "strings", "greedy", "search"),
    "math": ("arithmetic", "number-theory", "algebra", "combinatorics", "geometry", "symbolic"),
}
CHANGE = "$change"  #: the part of a program that differs between variants
LARGE_CALLS = 5  #: large calls of a task, if it has any


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartFamily:
    """Tasks with one signature, whose rule is in a flowchart of the right program.

    A **variant** changes one step or decision of the program; a **seed** changes the constants of the rule
    and the inputs of the tests. The tasks that one seed makes of a family are twins of one another: the same
    signature and notes, the same calls, other right programs.

    Each ``$name`` in a text stands for the value of that name that :attr:`sample` returns.
    """

    name: str  #: name of the module
    version: int  #: raised by each change of a text, test or program
    subset: str  #: ``algorithm`` or ``math``
    level: Level
    categories: tuple[str, ...]
    #: Signature and notes of ``solution``, which every setting shows. The same for every variant.
    text: str
    reference: str  #: the right program, with one ``$change``
    variants: Mapping[str, str]  #: variant → the expression or simple statement that stands for ``$change``
    problems: Mapping[str, str]  #: variant → what its program computes, in full
    slow: Mapping[str, str]  #: variant → a right program that is too slow for the large calls; empty in math
    large: str  #: source of ``large(number)``, which returns the arguments of a large call; may be empty
    #: Choices → the value of each name.
    sample: Callable[[Draws], Mapping[str, Any]]
    typical: Callable[[Mapping[str, Any]], Sequence[Call]]
    edge: Callable[[Mapping[str, Any]], Sequence[Call]]
    #: Mutants that no test can fail → why each is the same program. ``*`` matches any text. Optional.
    equivalent: Mapping[str, str]
    seed: str  #: of the public tasks; optional in the module
