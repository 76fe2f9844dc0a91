"""The average of people on tasks that they answered themselves, and the gap of models to it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.naming import bare_name
from benchmark.files.verdicts import read_verdicts
from benchmark.review.draw import ALL, cell_of
from benchmark.review.intervals import DECIMALS, GRADES, Interval, interval_of
from benchmark.review.labels import read_letters

BaselineMetric = Literal["pass@1", "points"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBaseline:
    """People and models on the tasks of a cell that people answered."""

    cell: str  #: name of the cell; all for all tasks
    tasks: int
    people: Interval  #: share of right answers, or mean points; samples counts answers
    models: float | None  #: mean over models on the same tasks; None without models
    gap: float | None  #: people minus models; None without models


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelGap:
    """The gap of one model to people on the same tasks."""

    model: str
    value: float
    gap: float  #: people minus model
    largest_cell: str  #: cell with the largest gap
    largest_gap: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanBaseline:
    """The average of people, by cell, and the gap of models to it."""

    answered: dict[str, int]  #: number of tasks with an answer, by person
    cells: list[CellBaseline]  #: all tasks first, then each cell
    models: list[ModelGap]


@dataclass(frozen=True, slots=True)
class Answered:
    """The results of a person or a model by task: 0 to 1, or points."""

    name: str
    values: Mapping[str, float]


def read_answered(path: Path, tasks: Mapping[str, Task], metric: BaselineMetric) -> Answered:
    """Read the results of a person or model: a sheet of letters, or a verdict file.

    Raises:
        BadInput: if the file is not valid, or has no points although the metric is points.
    """
    name = bare_name(path)
    if path.suffix == ".csv":
        name = path.stem
        if metric == "points":
            raise BadInput(path, "", "has letters, which have no points", "give verdict files")
        return Answered(name, {task: float(right) for task, right in read_letters(path, tasks).items()})
    found: dict[str, list[float]] = {}
    for outcome in read_verdicts(path):
        if not isinstance(outcome, Verdict) or outcome.task_id not in tasks:
            continue
        if metric == "points" and outcome.points is None:
            problem = f"task {quote_value(outcome.task_id)} has no points"
            raise BadInput(path, "", problem, "use --metric pass@1")
        value = outcome.points if metric == "points" else None
        found.setdefault(outcome.task_id, []).append(
            float(outcome.status is Status.PASSED) if value is None else value
        )
    if not found:
        raise BadInput(path, "", "has no verdict on the given tasks", "give the tasks that were judged")
    return Answered(name, {task: math.fsum(values) / len(values) for task, values in found.items()})


def human_baseline(
    tasks: Sequence[Task],
    people: Sequence[Answered],
    models: Sequence[Answered],
    by: Sequence[str],
    metric: BaselineMetric,
) -> HumanBaseline:
    """Compare people and models on the tasks that at least one person answered.

    A task's value is the mean over the people who answered it, so every task counts the same.

    Raises:
        BadInput: if a model has no verdict on one of these tasks, or two files have the same name.
    """
    names = [found.name for found in (*people, *models)]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput("files", "", f"two files have the name {quote_value(twice)}", "rename one of them")
    answered = [task for task in tasks if any(task.id in person.values for person in people)]
    for model in models:
        if lacking := next((task for task in answered if task.id not in model.values), None):
            problem = f"has no verdict on task {quote_value(lacking.id)}, which a person answered"
            raise BadInput(model.name, "", problem, "judge the model on all tasks of the sheet")
    found: dict[str, list[Task]] = {}
    if by:
        for task in answered:
            found.setdefault(cell_of(task, by), []).append(task)
    cells = {ALL: answered} | {name: found[name] for name in sorted(found, key=natural_key)}
    rows = [_cell(name, within, people, models, metric) for name, within in cells.items()]
    return HumanBaseline(
        answered={person.name: sum(task.id in person.values for task in answered) for person in people},
        cells=rows,
        models=[_gap(model, cells, rows) for model in models],
    )


def _cell(
    name: str,
    tasks: Sequence[Task],
    people: Sequence[Answered],
    models: Sequence[Answered],
    metric: BaselineMetric,
) -> CellBaseline:
    given = [[person.values[task.id] for person in people if task.id in person.values] for task in tasks]
    means = [math.fsum(values) / len(values) for values in given]
    span = GRADES if metric == "points" else (0, 1)
    found = interval_of(means, [task.family for task in tasks], span)
    average = None
    if models:
        average = math.fsum(_mean(model, tasks) for model in models) / len(models)
    return CellBaseline(
        cell=name,
        tasks=len(tasks),
        people=replace(found, samples=sum(map(len, given))),
        models=None if average is None else round(average, DECIMALS),
        gap=None if average is None else round(found.value - average, DECIMALS),
    )


def _gap(model: Answered, cells: Mapping[str, Sequence[Task]], rows: Sequence[CellBaseline]) -> ModelGap:
    gaps = {row.cell: row.people.value - _mean(model, cells[row.cell]) for row in rows}
    largest = max(list(gaps)[1:] or [ALL], key=gaps.__getitem__)
    return ModelGap(
        model=model.name,
        value=round(_mean(model, cells[ALL]), DECIMALS),
        gap=round(gaps[ALL], DECIMALS),
        largest_cell=largest,
        largest_gap=round(gaps[largest], DECIMALS),
    )


def _mean(model: Answered, tasks: Sequence[Task]) -> float:
    return math.fsum(model.values[task.id] for task in tasks) / len(tasks)
