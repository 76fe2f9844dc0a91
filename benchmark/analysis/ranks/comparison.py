"""Two subjects on the tasks that both have, stems kept whole."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from benchmark.analysis.ranks.comparison_report import (
    Comparison,
    ComparisonSide,
    Difference,
    DifferingTask,
    OutcomeCounts,
)
from benchmark.analysis.ranks.metric_table import MetricTable, measure
from benchmark.analysis.ranks.subjects import Subject
from benchmark.analysis.ranks.without_picture import without_picture
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.results.row import RowScore
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import LEVEL, StemSums, common_unit, compare, stem_differences
from benchmark.scoring.ranks import smallest_visible
from benchmark.scoring.summary import score

_DECIMALS = 6


def compare_subjects(a: Subject, b: Subject, metric: Metric, *, common: bool) -> Comparison:
    """Compare two subjects.

    Args:
        a: the first.
        b: the second.
        metric: that both have enough samples for.
        common: go on where their sets of tasks or the versions that judged differ, on the tasks with the same
            ids.

    Raises:
        BadInput: when no task is common, or sets or versions differ and ``common`` is not said.
    """
    notes = [f"{name}, {fresh_note(name)}" for name in sorted({a.dataset, b.dataset}) if is_fresh(name)]
    notes += _conditions(a, b)
    notes += _checked_sets(a, b, common=common)
    measured = measure([a.counts, b.counts], metric)
    scale = metric.span[1] - metric.span[0]
    sides = []
    names = (a.name, b.name) if a.name != b.name else (f"{a.name} (A)", f"{b.name} (B)")
    for name, one in zip(names, (a, b), strict=True):
        found = score(one.counts, metric)
        if found is None:
            raise BadInput(one.name, "", f"has no sample for {metric.name}", "compare by another metric")
        sides.append(ComparisonSide(name=name, slug=one.slug, row=one.id, score=RowScore(**asdict(found))))
    overall = _difference(a, b, metric, "")
    if not overall.tasks:
        raise BadInput(
            f"{a.name}, {b.name}", "", "have no task in common", "compare verdicts on the same tasks"
        )
    one_draw = measured.draws == (1, 1) and scale == 1
    return Comparison(
        a=sides[0],
        b=sides[1],
        metric=metric.name,
        notes=notes,
        overall=overall,
        categories=list(_categories(a, b, metric)),
        tasks=_agreement(measured) if one_draw else None,
        differing=_differing(measured, metric),
    )


def beside_blind(report: Comparison, a: Subject, b: Subject) -> Comparison:
    """The comparison with what each of the two scores without the picture.

    Raises:
        BadInput: for a row of a submission that cannot be read.
    """
    sides = [
        side.model_copy(update={"blind": without_picture(one)})
        for side, one in ((report.a, a), (report.b, b))
    ]
    return report.model_copy(update={"a": sides[0], "b": sides[1]})


def _conditions(a: Subject, b: Subject) -> Iterator[str]:
    if a.row is None or b.row is None:
        return
    one, other = a.row.result, b.row.result
    for name, first, second in (
        ("setting", one.setting, other.setting),
        ("protocol", one.protocol, other.protocol),
        ("prompt", one.prompt.name, other.prompt.name),
        ("digest of the prompt", (one.prompt.digest or "")[:12], (other.prompt.digest or "")[:12]),
        ("rule of extraction", one.extraction, other.extraction),
    ):
        if first != second:
            yield f"the {name} differs too: {first or 'not recorded'} and {second or 'not recorded'}"


def _checked_sets(a: Subject, b: Subject, *, common: bool) -> list[str]:
    """Notes on sets and versions that differ; an error unless that was asked for."""
    found = []
    if a.row is not None and b.row is not None:
        one, other = a.row.result, b.row.result
        if (one.suite, one.dataset) != (other.suite, other.dataset):
            problem = f"{one.suite}/{one.dataset} and {other.suite}/{other.dataset} are other tasks"
            fix = "compare rows of one data set"
            if one.suite == other.suite and any(map(is_fresh, (one.dataset, other.dataset))):
                fix += ", or public with fresh ones by `sightbench analyse fresh`"
            raise BadInput(f"{a.name}, {b.name}", "", problem, fix)
        if one.tasks.digest != other.tasks.digest:
            found.append("the sets of tasks differ")
        if one.versions.suite != other.versions.suite:
            found.append(f"the suite has versions {one.versions.suite} and {other.versions.suite}")
        if one.versions.judge != other.versions.judge:
            found.append(f"the judge had versions {one.versions.judge} and {other.versions.judge}")
    elif set(a.counts.tasks) != set(b.counts.tasks):
        found.append("the sets of tasks differ")
    if found and not common:
        fix = "--common compares the tasks that both have, by id"
        raise BadInput(f"{a.name}, {b.name}", "", "; ".join(found), fix)
    return [f"{note}: only tasks with the same id are compared" for note in found]


def _categories(a: Subject, b: Subject, metric: Metric) -> Iterator[Difference]:
    """Categories that both have, by kind: several of a kind are several looks, so their intervals widen."""
    by_kind: dict[str, list[str]] = {}
    for category in a.counts.categories:
        if category in b.counts.categories:
            by_kind.setdefault(category.rsplit("/")[-1].partition(":")[0], []).append(category)
    for same in by_kind.values():
        for category in same:
            yield _difference(a, b, metric, category, looks=len(same))


def _difference(a: Subject, b: Subject, metric: Metric, category: str, *, looks: int = 1) -> Difference:
    level = 1 - (1 - LEVEL) / looks
    within = [subject.counts.within(category) for subject in (a, b)]
    measured = measure(within, metric)
    one, other = measured.values
    sums, sizes = stem_differences(one, measured.values[1:], StemSums(measured.stems))
    found = compare(sums, sizes, common_unit(*measured.draws), level)
    known = [sum(not math.isnan(value) for value in row) for row in (one, other)]
    scale = metric.span[1] - metric.span[0]
    bounds = _bounds(within, metric)
    tasks = int(found.tasks[0])
    visible = smallest_visible(float(found.error[0]), int(found.stems[0]), looks)
    return Difference(
        category=category,
        tasks=tasks,
        stems=int(found.stems[0]),
        left_out=sum(known) - 2 * tasks,
        difference=round(scale * float(found.difference[0]), _DECIMALS),
        low=round(scale * float(found.low[0]), _DECIMALS),
        high=round(scale * float(found.high[0]), _DECIMALS),
        level=round(level, _DECIMALS),
        p=float(f"{found.p[0]:.10g}"),
        exact=bool(found.exact[0]),
        real=bool(found.p[0] <= 1 - level),
        visible=None if visible is None else round(scale * visible, _DECIMALS),
        worst=bounds[0],
        best=bounds[1],
    )


def _bounds(counts: Sequence[Counts], metric: Metric) -> tuple[float | None, float | None]:
    """What missing samples could make of the difference on the tasks that both have."""
    values = [metric.values(one) for one in counts]
    if not any(any(found.missing) for found in values):
        return None, None
    sides = [
        dict(zip(one.tasks, zip(found.worst, found.best, strict=True), strict=True))
        for one, found in zip(counts, values, strict=True)
    ]
    both = [task for task in sides[0] if task in sides[1]]
    if not both:
        return None, None
    low = math.fsum(sides[0][task][0] - sides[1][task][1] for task in both) / len(both)
    high = math.fsum(sides[0][task][1] - sides[1][task][0] for task in both) / len(both)
    return round(low, _DECIMALS), round(high, _DECIMALS)


def _agreement(measured: MetricTable) -> OutcomeCounts:
    pairs = [(a, b) for a, b in measured.values.T.tolist() if not math.isnan(a - b)]
    return OutcomeCounts(
        both=pairs.count((1.0, 1.0)),
        only_a=pairs.count((1.0, 0.0)),
        only_b=pairs.count((0.0, 1.0)),
        neither=pairs.count((0.0, 0.0)),
    )


def _differing(measured: MetricTable, metric: Metric) -> list[DifferingTask]:
    lowest, highest = metric.span
    return [
        DifferingTask(
            task=task,
            a=round(lowest + (highest - lowest) * a, _DECIMALS),
            b=round(lowest + (highest - lowest) * b, _DECIMALS),
        )
        for task, (a, b) in zip(measured.tasks, measured.values.T.tolist(), strict=True)
        if not math.isnan(a - b) and a != b
    ]
