"""Rows whose parts contradict each other: pages show them unchanged and list the contradictions."""

import math
from collections.abc import Iterable, Iterator

from benchmark.analysis.groups import metric_name, score_of
from benchmark.analysis.wording import count, plural
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import metric

_TOLERANCE = 1e-5  #: accepted difference of scores; rows round them to six decimals


def contradictions(rows: Iterable[CountedRow]) -> Iterator[str]:
    """Yield a sentence for each row that contradicts itself, about its first contradiction."""
    for counted in rows:
        if problem := next(_contradictions_of(counted), ""):
            yield f"row {counted.row.id[:12]} of {counted.row.result.submission.slug} {problem}"


def _contradictions_of(counted: CountedRow) -> Iterator[str]:
    result, counts = counted.row.result, counted.counts
    if not counts.tasks and counted.row.run.trust == "reported":
        return  # papers publish no verdicts
    if result.tasks.count != len(counts.tasks):
        yield f"lists {result.tasks.count} tasks, but has verdicts on {len(counts.tasks)}"
    if strange := {task for tasks in result.tasks.categories.values() for task in tasks} - set(counts.tasks):
        yield f"has task {min(strange)} in a category, but no verdict on it"
    names = [(score.metric, score.category) for score in result.scores]
    if len(set(names)) < len(names):
        twice, category = next(pair for pair in names if names.count(pair) > 1)
        yield f"has several scores {twice}{f' of {category}' if category else ''}"
    for what, amount in (
        ("a cost", counted.row.run.cost_usd),
        ("a number of tokens", counted.row.run.tokens_out),
    ):
        if amount is not None and amount < 0:
            yield f"has {what} below 0"
    name, score = metric_name(counted.row), score_of(counted.row)
    values = [value for value in metric(name).values(counts).values if value is not None]
    if score is None or not values:
        return
    if score.tasks != len(values):
        yield f"has a score over {plural(score.tasks, 'task')}, but verdicts on {count(len(values))}"
    value = math.fsum(values) / len(values)
    if abs(value - score.value) > _TOLERANCE:
        yield f"has the {name} score {score.value:.4f}, but its verdicts give {value:.4f}"
    if not score.low <= score.value <= score.high:
        yield f"has a score of {score.value:.4f} outside its range {score.low:.4f} to {score.high:.4f}"
