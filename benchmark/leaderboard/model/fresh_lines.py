"""Sentences on a model's page that compare its public score with its score on fresh tasks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from benchmark.analysis.groups import metric_name
from benchmark.analysis.scale_words import ScaleWords, row_words
from benchmark.analysis.studies.fresh_rows import counterpart_finder
from benchmark.core.fresh import is_fresh
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.analysis.studies.fresh_gaps import ModelGap


def gap_lines(rows: Iterable[CountedRow]) -> Callable[[Row], tuple[str, ...]]:
    """Return a function that gives a row's public minus fresh scores as sentences.

    Without the extra `statistics`, it gives no sentences.
    """
    rows = tuple(rows)
    if not has_statistics():
        return lambda _: ()
    find = counterpart_finder(counted.row for counted in rows)
    by_id = {counted.row.id: counted for counted in rows}

    def lines_of(row: Row) -> tuple[str, ...]:
        others = find(row)
        if not others:
            return ()
        from benchmark.analysis.studies.fresh_gaps import gap_of
        from benchmark.scoring.metrics import metric

        pairs = [(other, row) if is_fresh(row.result.dataset) else (row, other) for other in others]
        by = metric(metric_name(row))
        gaps = [gap_of(by_id[public.id], by_id[fresh.id], by) for public, fresh in pairs]
        return tuple(_sentences([gap for gap in gaps if gap is not None], row_words(row)))

    return lines_of


def _sentences(gaps: "Sequence[ModelGap]", words: ScaleWords) -> Iterator[str]:
    """Yield one sentence per gap."""
    from benchmark.analysis.studies.fresh_gaps import gap_size

    for model in gaps:
        if model.gap is None:
            yield f"{model.fresh_dataset}: {model.words}."
        else:
            low, high = (words.signed(end) for end in (model.gap.low, model.gap.high))
            yield f"{model.words} ({low} to {high} points; {gap_size(model.gap)}, {model.fresh_dataset})."
