"""Compares people's average on tasks that they answered themselves with that of models."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Literal

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.review.draw import ALL, cell_of
from benchmark.review.labels import read_letters
from benchmark.review.points import DECIMALS, GRADES, Interval, interval_of, verdict_points

BaselineMetric = Literal["pass@1", "points"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBaseline:
    """The average of people, and of models, on the tasks of one cell that people answered."""

    cell: str  #: name of the cell; all for all tasks
    tasks: int
    people: Interval  #: share of right answers, or mean points; its ``samples`` are answers
    models: float | None  #: mean over models on the same tasks; None without models


#: The name of a person or a model, and its results by task: 0 to 1, or points.
Answered = tuple[str, Mapping[str, float]]


def read_answered(path: Path, tasks: Mapping[str, Task], metric: BaselineMetric) -> list[Answered]:
    """Read the results of people, or of one person or model, from a sheet of letters or a verdict file.

    Raises:
        BadInput: if the file is not valid, or has no points although the metric is points.
    """
    if path.suffix == ".csv":
        if metric == "points":
            raise BadInput(path, "", "has letters instead of points", "give verdict files")
        return list(read_letters([path], tasks).items())
    judge = verdict_points(path)
    values = judge.points if metric == "points" else judge.passed
    found: dict[str, list[float]] = defaultdict(list)
    for task, draw in judge.passed:
        if task in tasks:
            if (task, draw) not in values:
                problem = f"task {quote_value(task)} has no points"
                raise BadInput(path, "", problem, "use --metric pass@1")
            found[task].append(float(values[task, draw]))
    if not found:
        raise BadInput(path, "", "has no verdict on the given tasks", "give the tasks that were judged")
    return [(judge.name, {task: fmean(drawn) for task, drawn in found.items()})]


def human_baseline(
    tasks: Sequence[Task],
    people: Sequence[Answered],
    models: Sequence[Answered],
    by: Sequence[str],
    metric: BaselineMetric,
) -> Iterator[CellBaseline]:
    """Compare people and models on all tasks that at least one person answered, then by cell.

    A task's value is the mean over the people who answered it, so every task counts the same.

    Raises:
        BadInput: if a model has no verdict on one of these tasks, or two files have the same name.
    """
    names = [name for name, _ in (*people, *models)]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput("files", "", f"two files have the name {quote_value(twice)}", "rename one of them")
    answered = [task for task in tasks if any(task.id in values for _, values in people)]
    for model, values in models:
        if lacking := next((task for task in answered if task.id not in values), None):
            problem = f"has no verdict on task {quote_value(lacking.id)}, which a person answered"
            raise BadInput(model, "", problem, "judge the model on all tasks of the sheet")
    cells: dict[str, list[Task]] = defaultdict(list)
    for task in answered if by else ():
        cells[cell_of(task, by)].append(task)
    for name, within in [(ALL, answered), *sorted(cells.items(), key=lambda cell: natural_key(cell[0]))]:
        given = [[values[task.id] for _, values in people if task.id in values] for task in within]
        span = GRADES if metric == "points" else (0, 1)
        mean = interval_of(list(map(fmean, given)), [task.family for task in within], span)
        reached = [values[task.id] for _, values in models for task in within]
        yield CellBaseline(
            cell=name,
            tasks=len(within),
            # The interval is over tasks, but readers want to know how many answers there were.
            people=replace(mean, samples=sum(map(len, given))),
            models=round(fmean(reached), DECIMALS) if reached else None,
        )
