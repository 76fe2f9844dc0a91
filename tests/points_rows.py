"""Rows of a data set whose models are ranked by points from 1 to 10."""

from collections.abc import Callable, Mapping, Sequence

from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, RowScore, row_id
from benchmark.scoring.metrics import POINTS, pass_metric, scores_by_category

FREE = {"suite": "mathopeval", "dataset": "open-free", "setting": "free-direct", "protocol": "greedy"}
CHOICE = FREE | {"dataset": "open-choice", "setting": "choice-direct"}
OPERATIONS = ("generation", "deletion", "modification", "annotation")


def points_row(
    make_row: Callable[..., Row],
    slug: str,
    points: Sequence[float],
    subsets: Mapping[str, list[str]] | None = None,
    **more: object,
) -> Row:
    """Make a row with one draw per task, which passes with 10 points."""
    letters = "".join("P" if value == POINTS.span[1] else "W" for value in points)
    row = make_row(slug, letters, subsets=subsets, **(FREE | more))
    named = {task: [value] for task, value in zip(row.result.statuses, points, strict=True)}
    return _with_points(row, named)


def _with_points(row: Row, points: Mapping[str, list[float]]) -> Row:
    graded = row.result.model_copy(update={"points": dict(points)})
    counts = count_row(row.model_copy(update={"result": graded})).counts
    scores = [RowScore.of(score) for score in scores_by_category(counts, (POINTS, pass_metric(1)))]
    result = graded.model_copy(update={"scores": scores})
    return row.model_copy(update={"id": row_id(result), "result": result})


def by_operation(tasks: int) -> dict[str, list[str]]:
    """Return the categories of tasks, the operations in turn."""
    names = [f"task-{number}" for number in range(tasks)]
    return {f"subset:{name}": names[place :: len(OPERATIONS)] for place, name in enumerate(OPERATIONS)}
