"""Rows that say two things: they are shown as they are, and named."""

import math
from collections.abc import Iterable, Iterator

from benchmark.analysis.groups import RANKING_METRIC, score_of
from benchmark.analysis.wording import count, plural
from benchmark.core.verdict import Status
from benchmark.results.counted_row import CountedRow

_TOLERANCE = 1e-5  #: rows round to six decimals


def contradictions(rows: Iterable[CountedRow]) -> Iterator[str]:
    """One sentence for each row whose scores or counts are not those of its verdicts."""
    for one in rows:
        if said := next(_contradictions_of(one), ""):
            yield f"row {one.row.id[:12]} of {one.row.result.submission.slug} {said}"


def _contradictions_of(one: CountedRow) -> Iterator[str]:
    result, counts = one.row.result, one.counts
    if not counts.tasks and one.row.run.trust == "reported":
        return  # a paper gives no verdicts
    if result.tasks.count != len(counts.tasks):
        yield f"names {result.tasks.count} tasks and has verdicts on {len(counts.tasks)}"
    if strange := {task for tasks in result.tasks.categories.values() for task in tasks} - set(counts.tasks):
        yield f"has a category with task {min(strange)}, on which it has no verdict"
    named = [(score.metric, score.category) for score in result.scores]
    if len(set(named)) < len(named):
        metric, category = next(pair for pair in named if named.count(pair) > 1)
        yield f"has several scores {metric}{f' of {category}' if category else ''}"
    for what, value in (("a cost", one.row.run.cost_usd), ("a number of tokens", one.row.run.tokens_out)):
        if value is not None and value < 0:
            yield f"has {what} below 0"
    shares = [
        passed / judged
        for passed, judged in zip(counts.of({Status.PASSED}), counts.judged, strict=True)
        if judged
    ]
    score = score_of(one.row)
    if score is None or not shares:
        return
    if score.tasks != len(shares):
        yield f"has a score of {plural(score.tasks, 'task')}, its verdicts are on {count(len(shares))}"
    value = math.fsum(shares) / len(shares)
    if abs(value - score.value) > _TOLERANCE:
        yield f"says {RANKING_METRIC} {score.value:.4f}, its verdicts say {value:.4f}"
    if not score.low <= score.value <= score.high:
        yield f"has a score of {score.value:.4f} outside of its range {score.low:.4f} to {score.high:.4f}"
