"""Mean scores by cell: what the answer was to do, and the type of figure."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from benchmark.core.task import FigureCheck, Task
from benchmark.results.rubric import RubricResult

#: Maximum share of samples without a score, that of missing samples in rows; above, no mean is shown.
MAX_UNSCORED = 0.01


@dataclass(frozen=True, slots=True)
class CellMean:
    """The mean score of one cell, by one model."""

    cell: str  #: ``delete, bar``; of tasks that only a rubric checks, the name of the rubric
    mean: float | None  #: 1 to 10; None if no sample has a score, or if no mean is shown
    scored: int  #: samples with a score
    unscored: int


def cell_means(result: RubricResult, tasks: Iterable[Task]) -> tuple[CellMean, ...]:
    """Return the mean of each cell, in the order of the tasks, and at the end that of all samples.

    Samples without a score are left out and counted. If :func:`why_without_means`, no cell has a mean.
    """
    shown = not why_without_means(result)
    cells: dict[str, list[int | None]] = {}
    for task in tasks:
        if task.id in result.scores:
            cells.setdefault(_cell(task, result), []).extend(result.scores[task.id])
    everything = [score for drawn in cells.values() for score in drawn]
    return tuple(_mean(cell, drawn, shown=shown) for cell, drawn in {**cells, "all": everything}.items())


def why_without_means(result: RubricResult) -> str:
    """Return why no mean of these scores is shown; empty if means are shown.

    - More than 1 % of the samples have no score, the limit of missing samples in rows. An answer may be
      written so that the model's reply to it cannot be read, and leaving it out would raise the mean.
    - The server reports several models: their scores are not comparable.
    """
    samples = sum(map(len, result.scores.values()))
    if len(result.unscored) > MAX_UNSCORED * samples:
        share = f"{100 * MAX_UNSCORED:g} %"
        return f"{len(result.unscored)} of {samples} samples have no score, more than {share}"
    if len(result.judge.models) > 1:
        return f"the scores come from several models: {', '.join(result.judge.models)}"
    return ""


def _cell(task: Task, result: RubricResult) -> str:
    match task.check:
        case FigureCheck(operation=operation, type=type_):
            return f"{operation}, {type_}"
        case _:
            return result.rubrics[task.id]


def _mean(cell: str, drawn: list[int | None], *, shown: bool) -> CellMean:
    scores = [score for score in drawn if score is not None]
    mean = fmean(scores) if scores and shown else None
    return CellMean(cell, mean, len(scores), len(drawn) - len(scores))
