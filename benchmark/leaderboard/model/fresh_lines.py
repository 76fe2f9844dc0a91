"""Sentences on a model's page that compare its public score with its score on fresh tasks."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from benchmark.analysis.groups import metric_name
from benchmark.analysis.scale_words import ScaleWords, row_words
from benchmark.analysis.studies.fresh_rows import RowMatches, match_rows
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
    matches = match_rows(counted.row for counted in rows)
    by_id = {counted.row.id: counted for counted in rows}

    def lines_of(row: Row) -> tuple[str, ...]:
        pairs = _pairs(row, matches)
        if not pairs:
            return ()
        from benchmark.analysis.studies.fresh_gaps import gap_of
        from benchmark.scoring.metrics import metric

        by = metric(metric_name(row))
        gaps = (gap_of(by_id[public.id], by_id[fresh.id], by) for public, fresh in pairs)
        return tuple(_sentence(gap, row_words(row)) for gap in gaps if gap is not None)

    return lines_of


def _pairs(row: Row, matches: RowMatches) -> list[tuple[Row, Row]]:
    """Return the pairs of a public and a fresh row whose gaps the section of a row has."""
    if not is_fresh(row.result.dataset):
        return [(row, other) for other in matches.find(row)]
    return [(public, row) for public in matches.find(row)]


def _sentence(model: "ModelGap", words: ScaleWords) -> str:
    """Return the gap between two rows as a sentence."""
    if model.gap is None:
        return f"{model.fresh_dataset}: {model.words}."
    low, high = (words.signed(end) for end in (model.gap.low, model.gap.high))
    return f"{model.words} ({low} to {high} points; {model.gap.size}, {model.fresh_dataset})."
