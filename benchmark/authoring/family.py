"""What an author writes: a family of tasks, as functions of one parameter object."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.draws import Draws

#: Kinds of pictures; they are the categories of the tasks.
Kind = Literal[
    "board", "cards", "chart", "circuit", "dial", "flowchart", "folding", "geometry", "graph", "grid",
    "map", "matrix", "pipes", "sequence", "table", "timeline", "tree",
]  # fmt: skip

#: The arguments of one call.
Call = tuple[Any, ...]
#: A family's right program, as a function; an author knows what it gives.
Solve = Callable[..., Any]

P = TypeVar("P")

#: The parts of a family that are functions.
PARTS = ("sample", "calls", "examples", "reference", "picture", "describe")

#: So many mutations a family has at least, and so many tasks a family gives to a data set.
TASKS_A_FAMILY = 3


class UnfitError(Exception):
    """Raised by a sampler that wants to be asked again: these choices make no good task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family(Generic[P]):
    """Tasks with one text and one signature, whose rule stands in the picture.

    A **mutation** changes the rule while what is seen stays; a **seed** changes the instance: the constants
    of the rule, the worked examples, the inputs of the tests. All tasks that one seed makes of a family are
    twins of one another: the same text, the same calls, different right programs.

    Every function below takes the one parameter object that :attr:`sample` makes. Those that also take
    ``solve`` get the reference of the same object as a function, so that a worked example in a picture is
    what the tests expect.
    """

    name: str  #: as its module
    version: int  #: raised by every change of a picture, text, test or reference
    kinds: tuple[Kind, ...]
    #: At least three. The public data set has the first three, a fresh one any three.
    mutations: tuple[str, ...]
    #: Signature and docstring of ``solution``: all that a model reads. The same for every task.
    text: str
    #: (mutation, choices) → the parameter object. Everything but the mutation follows from the choices.
    sample: Callable[[str, Draws], P]
    #: Arguments of the calls that the tests make, 4 to 16; the same for every mutation.
    calls: Callable[[P], Sequence[Call]]
    #: Arguments of the worked examples in the picture; empty where a legend or a diagram says it all.
    examples: Callable[[P], Sequence[Call]]
    #: The right program, which defines ``solution``.
    reference: Callable[[P], str]
    picture: Callable[[P, Solve], Canvas]
    #: What a person sees in the picture, every label included, in words that describe and do not instruct.
    describe: Callable[[P, Solve], str]
    #: Mutants that no test can kill → why each is the same program. ``*`` stands for anything.
    equivalent: Mapping[str, str] = field(default_factory=dict)
    seed: str = "public-1"  #: of the public tasks
