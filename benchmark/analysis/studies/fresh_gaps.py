"""Public minus fresh scores, for `sightbench analyse gains fresh` and for the pages of models.

A model that solves more public tasks than new tasks of the same families may have seen the public ones. The
two sets have other tasks, so the means of each family are compared.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.analysis.groups import (
    applied_protocol,
    metric_name,
    other_serials,
    question_of,
    superseded_ids,
)
from benchmark.analysis.ranks.metric_table import MetricTable, measure, value_bounds
from benchmark.analysis.ranks.subjects import measured_score
from benchmark.analysis.score_cells import metric_words
from benchmark.analysis.wording import count, plural, real_words
from benchmark.core.counts import Counts
from benchmark.core.names import is_fresh
from benchmark.core.score import Score
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row, row_age
from benchmark.scoring.detection import over_stems, precision, visible_difference
from benchmark.scoring.metrics import Metric, metric
from benchmark.scoring.other_tasks import compare_sets
from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.signflip import Floats
from benchmark.suites import suite_of

_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowMatches:
    """Rows of one model, setting, protocol, prompt and rule, on public and on fresh sets.

    Only the newest public row and the newest row of each fresh set are found. Rows from papers and superseded
    rows are never found, and a row from a paper has no match.
    """

    _public: Mapping[_Key, Row]
    _fresh: Mapping[_Key, Mapping[str, Row]]  #: by data set, the most recent last

    def find(self, row: Row) -> tuple[Row, ...]:
        """Return the public row of a fresh row, or the fresh rows of a public row, the most recent first."""
        if row.run.trust == "reported":
            return ()
        if is_fresh(row.result.dataset):
            found = self._public.get(_match_key(row))
            return () if found is None else (found,)
        if row.result.dataset not in suite_of(row.result.suite).data.public:
            return ()
        return tuple(reversed([*self._fresh.get(_match_key(row), {}).values()]))


def match_rows(rows: Iterable[Row]) -> RowMatches:
    """Match public and fresh rows of one model, setting, protocol, prompt and rule."""
    judged = [row for row in rows if row.run.trust != "reported"]
    superseded = superseded_ids(judged)
    public: dict[_Key, Row] = {}
    fresh: dict[_Key, dict[str, Row]] = defaultdict(dict)
    for row in sorted(judged, key=row_age):
        if row.id in superseded:
            continue
        dataset = row.result.dataset
        if is_fresh(dataset):
            fresh[_match_key(row)].pop(dataset, None)
            fresh[_match_key(row)][dataset] = row
        elif dataset in suite_of(row.result.suite).data.public:
            public[_match_key(row)] = row
    return RowMatches(public, fresh)


def _match_key(row: Row) -> _Key:
    slug, suite, _, *asked = question_of(row)  # all but the data set
    return slug, suite, *asked, applied_protocol(row)


_DECIMALS = 6
_StemValues = dict[str, tuple[float, float]]  #: stem → sum of the values of its tasks, and their number


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """The public score minus the fresh one over the families that both sets have; tasks are not paired."""

    #: Difference as a share, or in points, computed from each family's mean on the two sets.
    difference: float
    low: float  #: lower end of the interval
    high: float  #: upper end of the interval
    p: float  #: p-value of the difference
    exact: bool  #: whether p comes from the exact distribution; never if a family has more tasks in one set
    real: bool  #: whether p is at most 1 - level; then 0 lies outside the interval
    #: Whether it stays real if all missing samples of one set are right and all of the other wrong, and the
    #: other way round.
    sure: bool
    families: int  #: families that both sets have
    public_tasks: int  #: tasks of these families in the public set
    fresh_tasks: int  #: tasks of these families in the fresh set
    left_out: int  #: tasks of families that only one of the two sets has
    #: Smallest true gap that would be seen 4 times in 5; None if the families are too few for any.
    visible: float | None

    @property
    def size(self) -> str:
        """What the gap was computed from: ``123 public and 120 fresh tasks of 40 families``."""
        tasks = f"{count(self.public_tasks)} public and {plural(self.fresh_tasks, 'fresh task')}"
        return f"{tasks} of {count(self.families)} {'family' if self.families == 1 else 'families'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelGap:
    """The gap of one model on one fresh set."""

    slug: str
    name: str
    fresh_dataset: str
    public: Score  #: over all public tasks
    fresh: Score  #: over all tasks of the fresh set
    gap: Gap | None  #: None if the two sets have no family in common
    words: str  #: the gap in words
    notes: list[str]  #: what else differs between the two rows


@dataclass(frozen=True, slots=True, order=True)
class GapTable:
    """What the rows of models share whose gaps stand in one table."""

    metric: str
    suite: str
    public_dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str


def fresh_gaps(
    rows: Iterable[CountedRow], wanted: Metric | None
) -> tuple[dict[GapTable, list[ModelGap]], list[str]]:
    """Compare every row on a fresh set with the matching public row, by ``wanted`` or the ranking metric.

    Returns:
        The gaps of each table, the largest first, and the rows on fresh sets that cannot be compared, with
        the reason.
    """
    rows = tuple(rows)
    counted = {row.row.id: row for row in rows}
    find = match_rows(row.row for row in rows).find
    found: dict[GapTable, list[ModelGap]] = defaultdict(list)
    alone = []
    for fresh in rows:
        result = fresh.row.result
        if not is_fresh(result.dataset):
            continue
        public = find(fresh.row)
        if public and not any(row.id == fresh.row.id for row in find(public[0])):
            continue  # a newer row on the same fresh set replaces it
        by = wanted or metric(metric_name(fresh.row))
        gap = None if not public else gap_of(counted[public[0].id], fresh, by)
        if gap is None:
            why = f"too few samples for {by.name}" if public else "its model has no matching public row"
            alone.append(f"{fresh.row.slug} on {result.dataset}, {result.setting}: {why}")
            continue
        shared = (result.setting, applied_protocol(fresh.row), result.prompt.name, result.extraction)
        found[GapTable(by.name, result.suite, public[0].result.dataset, *shared)].append(gap)
    for gaps in found.values():
        gaps.sort(
            key=lambda of: (-of.gap.difference if of.gap else math.inf, of.slug, of.fresh_dataset),
        )
    return {table: found[table] for table in sorted(found)}, sorted(alone)


def gap_of(public: CountedRow, fresh: CountedRow, by: Metric) -> ModelGap | None:
    """Return the gap between a model's two rows; None if one of them has too few samples."""
    sides = measured_score(public, by), measured_score(fresh, by)
    if sides[0] is None or sides[1] is None:
        return None
    gap = _gap_between(public.counts, fresh.counts, by)
    return ModelGap(
        slug=fresh.row.slug,
        name=fresh.row.name,
        fresh_dataset=fresh.row.result.dataset,
        public=sides[0],
        fresh=sides[1],
        gap=gap,
        words=_gap_words(gap, by),
        notes=list(_version_notes(public.row, fresh.row)),
    )


def _gap_words(gap: Gap | None, metric: Metric) -> str:
    """Return ``scores 4.1 points higher on public tasks than on fresh ones; the gap is not real``."""
    if gap is None:
        return "the two sets have no family in common"
    if gap.difference == 0:
        return "scores the same on public tasks as on fresh ones"
    way = "higher" if gap.difference > 0 else "lower"
    size = metric_words(metric.name).gap(gap.difference)
    return (
        f"scores {size} points {way} on public tasks than on fresh ones; the gap is"
        f" {real_words(real=gap.real, sure=gap.sure)}"
    )


def _version_notes(public: Row, fresh: Row) -> Iterator[str]:
    of_public, of_fresh = public.result, fresh.result
    for name, first, second in (
        ("version of the suite", of_public.versions.suite, of_fresh.versions.suite),
        ("version of the judge", of_public.versions.judge, of_fresh.versions.judge),
        ("digest of the prompt", (of_public.prompt.digest or "")[:12], (of_fresh.prompt.digest or "")[:12]),
    ):
        if first != second:
            yield f"the {name} differs: {first or 'not recorded'} and {second or 'not recorded'}"
    if serials := other_serials((public, fresh)):
        yield f"the serial number of the judge differs: {' and '.join(serials)}"


def _gap_between(public: Counts, fresh: Counts, metric: Metric) -> Gap | None:
    """Return the first score minus the other; None if the sets have no family in common."""
    measured = [measure([counts], metric) for counts in (public, fresh)]
    sides = [_by_stem(table, table.values[0]) for table in measured]
    stems = set(sides[0]) & set(sides[1])
    if not stems:
        return None
    found = _compare(sides, [table.draws[0] for table in measured])
    draws = [max(table.draws[0], 1) for table in measured]
    of_stems = np.array([[side[stem] for stem in sorted(stems)] for side in sides])
    passed, samples = np.einsum("s,stp->pt", draws, of_stems)
    visible = visible_difference(precision(found, over_stems(passed, samples)), 1)
    public_tasks, fresh_tasks = (sum(int(side[stem][1]) for stem in stems) for side in sides)
    scale = metric.span[1] - metric.span[0]
    return Gap(
        difference=round(scale * float(found.difference[0]), _DECIMALS),
        low=round(scale * float(found.low[0]), _DECIMALS),
        high=round(scale * float(found.high[0]), _DECIMALS),
        p=float(f"{found.p[0]:.10g}"),
        exact=bool(found.exact[0]),
        real=bool(found.p[0] <= 1 - LEVEL),
        sure=_stays_real(found, (public, fresh), measured, metric),
        families=len(stems),
        public_tasks=public_tasks,
        fresh_tasks=fresh_tasks,
        left_out=sum(int(size) for side in sides for stem, (_, size) in side.items() if stem not in stems),
        visible=None if visible is None else round(scale * visible, _DECIMALS),
    )


def _compare(sides: Sequence[_StemValues], draws: Sequence[int]) -> PairedDifferences:
    """Compare public with fresh values over the stems that both have."""
    stems = sorted(set(sides[0]) & set(sides[1]))
    sums, sizes = ([np.array([[side[stem][place] for stem in stems]]) for side in sides] for place in (0, 1))
    return compare_sets((sums[0], sums[1]), (sizes[0], sizes[1]), math.lcm(*draws) if all(draws) else 0)


def _stays_real(
    found: PairedDifferences, counts: Sequence[Counts], measured: Sequence[MetricTable], metric: Metric
) -> bool:
    """Whether the gap is real whatever the verdicts on missing samples would have been."""
    bounds = [value_bounds([side], metric, table) for side, table in zip(counts, measured, strict=True)]
    for lows in ((0, 1), (1, 0)):  # 0 is the lowest value, 1 the highest
        sides = [
            _by_stem(table, values[end])
            for table, (values, _), end in zip(measured, bounds, lows, strict=True)
        ]
        extreme = _compare(sides, [draws[0] for _, draws in bounds])
        turned = np.sign(extreme.difference[0]) != np.sign(found.difference[0])
        if turned or extreme.p[0] > 1 - LEVEL:
            return False
    return bool(found.p[0] <= 1 - LEVEL)


def _by_stem(measured: MetricTable, values: Floats) -> _StemValues:
    by_stem: dict[str, list[float]] = defaultdict(list)
    for stem, value in zip(measured.stems, values.tolist(), strict=True):
        if not math.isnan(value):
            by_stem[stem].append(value)
    return {stem: (math.fsum(found), float(len(found))) for stem, found in by_stem.items()}
