"""Steps: what a node of a compiled chart does, as a value that no wording belongs to.

A label says one step, at one of three levels of wording. Most steps hold a piece of Python's syntax tree.
"""

import ast
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from benchmark.files.chart import Shape

Level = Literal["verbatim", "words"]
LEVELS: tuple[Level, ...] = get_args(Level)


class StepKind(StrEnum):
    """What a step does; the comment says what it holds."""

    START = "start"  #: the chart of a function; ``name`` is its qualified name
    START_CLASS = (
        "start class"  #: the chart of a class; ``name``, and ``node``: a call with bases and keywords
    )
    START_PROGRAM = "start program"  #: the statements outside all functions
    END = "end"
    INPUT = "input"  #: ``node``: ast.arguments
    TEST = "test"  #: ``node``: an expression; edges Yes and No
    NEXT = "next"  #: ``node``: ast.For without body; edges Yes and No
    DO = "do"  #: ``node``: a statement, also Return and Raise
    DEFINE = "define"  #: ``name``: a function or class that another chart shows
    CATCH = "catch"  #: ``name`` of an error, ``node``: the kinds of error; edges Yes and No
    BIND = "bind"  #: ``name`` of an error, ``node``: ast.Name
    RERAISE = "reraise"  #: ``name`` of an error
    ENTER = "enter"  #: ``name`` of a context, ``node``: ast.withitem
    LEAVE = "leave"  #: ``name`` of a context
    ABSORBS = "absorbs"  #: ``name`` of a context; edges Yes and No


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChartStep:
    """One step. Steps are equal if they do the same, wherever their syntax trees come from."""

    kind: StepKind
    name: str = ""
    node: ast.AST | None = None
    loop: bool = False  #: a test that is the head of a loop; says nothing about what the step does

    def key(self) -> tuple[StepKind, str, str]:
        """Return what the step does as a value; positions in the source are left out."""
        return self.kind, self.name, "" if self.node is None else _dump(self.node)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChartStep) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def _dump(node: ast.AST) -> str:
    text = ast.dump(node)
    for mark in (", kind='u'", ", ctx=Load()", ", ctx=Store()", ", ctx=Del()", "ctx=Load()"):
        text = text.replace(mark, "")
    return text


def shape_of(step: ChartStep, *, calls_chart: bool = False) -> Shape:
    """Return the shape of a step's node.

    Args:
        step: the step.
        calls_chart: whether the step calls a function that has a chart of its own.
    """
    match step.kind, step.node:
        case (
            StepKind.START | StepKind.START_CLASS | StepKind.START_PROGRAM | StepKind.END | StepKind.RERAISE,
            _,
        ):
            return Shape.TERMINAL
        case (StepKind.DO, ast.Raise()):
            return Shape.TERMINAL
        case (StepKind.TEST | StepKind.NEXT | StepKind.CATCH | StepKind.ABSORBS, _):
            return Shape.DECISION
        case (StepKind.INPUT, _) | (StepKind.DO, ast.Return()):
            return Shape.DATA
        case (StepKind.DO, ast.Expr(value=ast.Call(func=ast.Name(id="print")))):
            return Shape.DATA
        case (StepKind.DO, ast.Assign(value=ast.Call(func=ast.Name(id="input")))):
            return Shape.DATA
        case (StepKind.DEFINE, _):
            return Shape.SUBROUTINE
        case _:
            return Shape.SUBROUTINE if calls_chart else Shape.PROCESS
