"""The eight rubrics, and which of them judges a task."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal, cast, get_args

from benchmark.core.task import FigureCheck, FigureType, Operation, RubricCheck, RubricName, Task

#: Version of rubrics, prompts and the rule that reads scores. Changes that can alter a score raise it.
RUBRIC_VERSION = 2
#: Scores of each level, in the order of a rubric's levels.
LEVELS = ("9-10", "7-8", "5-6", "3-4", "1-2")
LOWEST, HIGHEST = 1, 10

_FILE = "rubrics.toml"
_EDITS: tuple[Literal["delete", "modify", "annotate"], ...] = ("delete", "modify", "annotate")
#: The rubric of each of the 20 cells: for a new figure it depends on the type, for an edit it does not.
CELLS: Mapping[tuple[Operation, FigureType], RubricName] = MappingProxyType(
    {("generate", type_): cast("RubricName", f"generate-{type_}") for type_ in get_args(FigureType)}
    | {(edit, type_): edit for edit in _EDITS for type_ in get_args(FigureType)}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """What a model compares in one kind of task, and what its scores mean."""

    name: RubricName
    title: str  #: what the answer was to do
    elements: tuple[str, ...]  #: what to look for in both programs
    levels: tuple[str, ...]  #: what the scores of each of :data:`LEVELS` mean


@cache
def rubrics() -> Mapping[RubricName, Rubric]:
    """Return all rubrics by name."""
    found = tomllib.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            name: Rubric(
                name=name,
                title=found[name]["title"],
                elements=tuple(found[name]["elements"]),
                levels=tuple(found[name]["levels"]),
            )
            for name in get_args(RubricName)
        }
    )


def rubric_of(task: Task) -> Rubric | None:
    """Return the rubric of a task; None if no rubric can judge it."""
    match task.check:
        case FigureCheck(operation=operation, type=type_):
            return rubrics()[CELLS[operation, type_]]
        case RubricCheck(rubric=name):
            return rubrics()[name]
        case _:
            return None
