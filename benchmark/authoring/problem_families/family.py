"""A family of contest problems as a value: the texts and functions that an author writes in a module."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.draws import Draws
from benchmark.core.task import CompareRule

Level = Literal["easy", "medium", "hard"]

#: The categories of pictures, in the order of the MMCode paper's table 2.
CATEGORIES: tuple[str, ...] = (
    "linear-data-structure", "tree", "graph", "2d-geometry", "3d-geometry", "chessboard", "map", "math",
    "patterns", "table", "pseudocode", "others",
)  # fmt: skip

#: How outputs of our own problems may be compared.
COMPARE_RULES: tuple[CompareRule, ...] = ("tokens", "lines", "exact", "floats")
CHANGE = "$change"  #: the part of a program that differs between variants
VARIANTS = 2  #: variants of a family, each of which is a task
MAX_PICTURES = 4

#: Values of one instance, by name.
Values = Mapping[str, Any]
#: A program as text, or one for each variant.
Programs = str | Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemFamily:
    """Problems with one statement and the same inputs, whose rule or data are only in the pictures.

    A **variant** changes pictures and the right program; a **seed** changes the data in the pictures and the
    inputs. The two tasks that one seed makes of a family are twins: the same text, samples and hidden inputs,
    other right programs.

    Each ``$name`` in a text stands for the value of that name that :attr:`sample` returns.
    """

    name: str  #: name of the module
    version: int  #: raised by each change of a text, picture, input or program
    title: str  #: the first line of the problem
    level: Level
    category: str  #: the one whose minimum the family's tasks count for
    pictures_shown: tuple[tuple[str, ...], ...]  #: the categories of each picture
    variants: tuple[str, ...]
    compare: CompareRule
    seconds: float  #: CPU seconds for each input; optional in the module
    statement: str  #: with a mark ``![image](n.png)`` for each picture
    reference: Programs  #: defines ``solution(text)``, which returns the output for an input
    change: Mapping[str, str]  #: variant → the text that stands for ``$change``; empty if no program has it
    wrong: Mapping[str, Programs]  #: programs that a hasty reader would write, by name
    #: Choices → the value of each name.
    sample: Callable[[Draws], Values]
    #: Raises ValueError unless an input follows the statement.
    check_input: Callable[[Values, str], None]
    samples: Callable[[Values], Sequence[str]]
    typical: Callable[[Values], Sequence[str]]
    edge: Callable[[Values], Sequence[str]]
    large: Callable[[Values], Sequence[str]]
    pictures: Callable[[Values, str], Sequence[Canvas]]
    describe: Callable[[Values, str], Sequence[str]]
    #: Mutants that no test can kill → why each is the same program. ``*`` matches any text. Optional.
    equivalent: Mapping[str, str]
    seed: str  #: of the public tasks; optional in the module
