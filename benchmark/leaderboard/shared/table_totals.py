"""Counts over all models of a table: computed once per table and used by the page of each model."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import RowGroup, metric_name
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTotals:
    """Counts and scores over the newest rows of a table's models, without baselines."""

    group: RowGroup
    solved: Mapping[str, int]  #: number of models with at least one passed sample, by task
    scores: Mapping[str, Mapping[str, float]]  #: score by category, then by slug

    def others(self, slug: str, category: str) -> Sequence[float]:
        """Return the scores of all models except ``slug``."""
        return [value for other, value in self.scores.get(category, {}).items() if other != slug]


def table_totals(group: RowGroup, counts: Mapping[str, Counts]) -> TableTotals:
    """Count over a table's models; ``counts`` has the counts of its rows by row id."""
    scores: dict[str, dict[str, float]] = defaultdict(dict)
    for row in group.models:
        for score in row.result.scores:
            if score.metric == metric_name(row):
                scores[score.category][row.result.submission.slug] = score.value
    solved = Counter(
        task
        for row in group.models
        for task, passed in zip(counts[row.id].tasks, counts[row.id].of({Status.PASSED}), strict=True)
        if passed
    )
    return TableTotals(group=group, solved=solved, scores=scores)
