"""Sentences on a model's page: how much more of the public tasks it solves than of fresh ones."""

import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from benchmark.analysis.groups import RANKING_METRIC
from benchmark.analysis.studies.fresh_rows import counterpart_finder
from benchmark.analysis.wording import percent_tenths, signed_points
from benchmark.core.fresh import is_fresh
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row

if TYPE_CHECKING:
    from benchmark.analysis.studies.fresh_gaps import ModelGap


def gap_lines(rows: Iterable[CountedRow]) -> Callable[[Row], tuple[str, ...]]:
    """Sentences for a row's page: what public minus fresh is; none where the extra `statistics` is absent."""
    rows = tuple(rows)
    if any(importlib.util.find_spec(name) is None for name in ("numpy", "scipy", "statsmodels")):
        return lambda _: ()
    find, counted = counterpart_finder(one.row for one in rows), {one.row.id: one for one in rows}

    def lines_of(row: Row) -> tuple[str, ...]:
        others = find(row)
        if not others:
            return ()
        from benchmark.analysis.studies.fresh_gaps import gap_of
        from benchmark.scoring.metrics import metric

        pairs = [(other, row) if is_fresh(row.result.dataset) else (row, other) for other in others]
        gaps = [gap_of(counted[one.id], counted[other.id], metric(RANKING_METRIC)) for one, other in pairs]
        return tuple(_sentences([gap for gap in gaps if gap is not None]))

    return lines_of


def _sentences(gaps: "Sequence[ModelGap]") -> Iterator[str]:
    """One sentence per gap."""
    from benchmark.analysis.studies.fresh_gaps import gap_size

    for one in gaps:
        if one.gap is None:
            yield f"{one.fresh_dataset}: {one.words}."
        else:
            span = f"{signed_points(percent_tenths(one.gap.low))} to {signed_points(percent_tenths(one.gap.high))}"
            yield f"{one.words} ({span} points; {gap_size(one.gap)}, {one.fresh_dataset})."
