"""A family of tasks as a value: the functions and constants that an author writes in a module."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from benchmark.core.draws import Draws
from benchmark.core.suite import DialLevel
from benchmark.suites.humaneval_v.labels import ASPECT_KEY, TYPE_KEY, Aspect, Level, TaskType
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import Capture

#: Kinds of pictures; they are categories of the tasks.
Kind = Literal[
    "board", "cards", "chart", "circuit", "coordinates", "dial", "dice", "display", "flowchart", "folding",
    "gears", "geometry", "graph", "grid", "growth", "knot", "lattice", "map", "matrix", "pipes", "scatter",
    "section", "sequence", "sets", "solid", "states", "symmetry", "table", "tiling", "timeline", "tree",
]  # fmt: skip

#: The arguments of one call.
Call = tuple[Any, ...]
#: A family's right program as a function; its author knows what it returns.
Solve = Callable[..., Any]

#: The number of tasks that a family has in a data set, and its minimum number of mutations.
TASKS_PER_FAMILY = 3


class UnfitError(Exception):
    """Raised when random choices make no good task; the caller then tries the next index of the seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Tasks with one text and one signature, whose rule is only in the picture.

    A family is a module: each field is the function of that name in the module, or the constant of that name
    in capitals (``VERSION``).

    A **mutation** changes the rule while the visible elements stay; a **seed** changes the instance: the
    constants of the rule, the worked examples, the inputs of the tests. All tasks that one seed makes of a
    family are twins of one another: the same text, the same calls, different right programs.

    Every function below takes the one parameter object that :attr:`sample` returns. Those that also take
    ``solve`` get the reference of the same object as a function, so that a worked example in a picture shows
    what the tests expect.
    """

    name: str  #: name of the module
    version: int  #: raised by each change of a picture, text, test or reference
    kinds: tuple[Kind, ...]
    task_type: TaskType  #: what the task asks for
    aspects: tuple[Aspect, ...]  #: the abilities that it needs, at least one
    level: Level  #: ``core`` unless the module says otherwise; of all tasks if there is no dial
    #: Mutation → its level on the dial; every level has a mutation, and a data set one task of each level.
    #: Empty for families without a dial.
    dial: Mapping[str, DialLevel]
    photo: bool  #: whether two more pictures of a dial are as if photographed; optional in the module
    #: Level from 3 to 5 → the capture that one more task of it shows. These tasks are of an instance of their
    #: own, and follow the others. Only with a dial; optional in the module.
    captured: Mapping[DialLevel, Capture]
    #: At least three. The public data set has the first three, a fresh one any three.
    mutations: tuple[str, ...]
    #: Signature and docstring of ``solution``: all that a model reads. The same for every task.
    text: str
    #: (mutation, choices) → the parameter object. The choices must not depend on the mutation.
    sample: Callable[[str, Draws], Any]
    #: Arguments of the calls that the tests make, 4 to 16; the same for every mutation.
    calls: Callable[[Any], Sequence[Call]]
    #: Arguments of the worked examples in the picture; empty where a legend or a diagram is enough.
    examples: Callable[[Any], Sequence[Call]]
    #: The right program, which defines ``solution``.
    reference: Callable[[Any], str]
    picture: Callable[[Any, Solve], Canvas]
    #: What a person sees in the picture, including every label, in words that describe and do not instruct.
    describe: Callable[[Any, Solve], str]
    #: Mutants that no test can kill → why each is the same program. ``*`` matches any text. Optional.
    equivalent: Mapping[str, str]
    #: Changes of the reference that examples need not contradict → what rules them out: the text, or another
    #: part of the picture. ``*`` matches any text. Optional.
    settled: Mapping[str, str]
    #: Returns the ``RuleSpace`` that a reader may see in the worked examples; all of it is tried, and every
    #: program that differs from the reference in one place. Optional.
    rule_space: Callable[[Any], Any]
    excluded_styles: Mapping[str, str]  #: looks that its pictures cannot have → why; optional in the module
    seed: str  #: of the public tasks; optional in the module
    #: Mutation, or level of a capture → number of its task, if its picture has changed. Optional.
    renumbered: Mapping[str, int]
    is_captured: bool = False  #: whether the pictures of an instance are captures; modules do not say so

    def level_of(self, mutation: str) -> Level:
        """Return the level of a mutation's task."""
        return self.dial.get(mutation, self.level)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of its tasks: kinds of pictures, then ``type:`` and ``aspect:`` with a name each."""
        aspects = (f"{ASPECT_KEY}{name}" for name in sorted(self.aspects))
        return (*self.kinds, f"{TYPE_KEY}{self.task_type}", *aspects)
