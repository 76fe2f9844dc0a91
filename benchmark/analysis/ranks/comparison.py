"""Compare two subjects on their common tasks; tasks of one stem are treated as dependent."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from benchmark.analysis.groups import key_of
from benchmark.analysis.ranks.blind import without_picture
from benchmark.analysis.ranks.categories import split_by_families
from benchmark.analysis.ranks.comparison_report import (
    Comparison,
    ComparisonSide,
    Difference,
    DifferingTask,
    OutcomeCounts,
)
from benchmark.analysis.ranks.metric_table import MetricTable, measure
from benchmark.analysis.ranks.missing_bounds import stays_real
from benchmark.analysis.ranks.subjects import NO_TASKS, Subject
from benchmark.analysis.score_cells import Category
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.results.row import RowScore
from benchmark.scoring.detection import precision, visible_difference
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import LEVEL, StemSums, common_unit, compare_models
from benchmark.scoring.summary import score

_DECIMALS = 6


def compare_subjects(a: Subject, b: Subject, metric: Metric, *, common: bool) -> Comparison:
    """Compare two subjects on their common tasks.

    Args:
        a: the first subject.
        b: the second subject; it is subtracted from the first.
        metric: a metric that both have enough samples for.
        common: compare the tasks with the same ids even if the sets of tasks, or the versions of suite or
            judge, differ.

    Raises:
        BadInput: if the two have no common task, or if sets or versions differ and ``common`` is false.
    """
    a, b = a.with_families_of(b), b.with_families_of(a)
    notes = [f"{name}, {fresh_note(name)}" for name in sorted({a.dataset, b.dataset}) if is_fresh(name)]
    if not (a.knows_families or b.knows_families):
        notes.append(NO_TASKS)
    notes += _differing_conditions(a, b)
    notes += _check_sets(a, b, common=common)
    if _is_rerun(a, b):
        notes.append("both rows are runs of the same submission: the question is whether it has changed")
    measured = measure([a.counts, b.counts], metric)
    scale = metric.span[1] - metric.span[0]
    sides = []
    names = (a.name, b.name) if a.name != b.name else (f"{a.name} (A)", f"{b.name} (B)")
    for name, subject in zip(names, (a, b), strict=True):
        found = score(subject.counts, metric)
        if found is None:
            raise BadInput(subject.name, "", f"has no sample for {metric.name}", "compare by another metric")
        side_score = RowScore(**asdict(found))
        sides.append(ComparisonSide(name=name, slug=subject.slug, row=subject.id, score=side_score))
    overall = _difference(a, b, metric, "")
    if not overall.tasks:
        raise BadInput(
            f"{a.name}, {b.name}", "", "have no task in common", "compare verdicts on the same tasks"
        )
    compared, few = _compared_categories(a, b)
    one_draw = measured.draws == (1, 1) and scale == 1
    return Comparison(
        a=sides[0],
        b=sides[1],
        metric=metric.name,
        notes=notes,
        overall=overall,
        categories=[_difference(a, b, metric, name, looks=looks) for name, looks in compared],
        too_few=list(few),
        tasks=_outcome_counts(measured) if one_draw else None,
        differing=_differing_tasks(measured, metric),
    )


def with_blind_scores(report: Comparison, a: Subject, b: Subject) -> Comparison:
    """Return the comparison with each subject's score without the picture added.

    Raises:
        BadInput: if a row of one of the submissions cannot be read.
    """
    sides = [
        side.model_copy(update={"blind": without_picture(subject)})
        for side, subject in ((report.a, a), (report.b, b))
    ]
    return report.model_copy(update={"a": sides[0], "b": sides[1]})


def _is_rerun(a: Subject, b: Subject) -> bool:
    """Whether two rows are of the same submission, run in the same way."""
    if a.row is None or b.row is None or a.slug != b.slug:
        return False
    return key_of(a.row) == key_of(b.row)


def _differing_conditions(a: Subject, b: Subject) -> Iterator[str]:
    if a.row is None or b.row is None:
        return
    of_a, of_b = a.row.result, b.row.result
    for name, first, second in (
        ("setting", of_a.setting, of_b.setting),
        ("protocol", of_a.protocol, of_b.protocol),
        ("prompt", of_a.prompt.name, of_b.prompt.name),
        ("digest of the prompt", (of_a.prompt.digest or "")[:12], (of_b.prompt.digest or "")[:12]),
        ("extraction rule", of_a.extraction, of_b.extraction),
    ):
        if first != second:
            yield f"the {name} also differs: {first or 'not recorded'} and {second or 'not recorded'}"


def _check_sets(a: Subject, b: Subject, *, common: bool) -> list[str]:
    """Return notes on sets of tasks and versions that differ; refuse such differences unless ``common``."""
    found = []
    if a.row is not None and b.row is not None:
        one, other = a.row.result, b.row.result
        if (one.suite, one.dataset) != (other.suite, other.dataset):
            problem = f"{one.suite}/{one.dataset} and {other.suite}/{other.dataset} have different tasks"
            fix = "compare rows of one data set"
            if one.suite == other.suite and any(map(is_fresh, (one.dataset, other.dataset))):
                fix += ", or use `sightbench analyse fresh` to compare public with fresh rows"
            raise BadInput(f"{a.name}, {b.name}", "", problem, fix)
        if one.tasks.digest != other.tasks.digest:
            found.append("the sets of tasks differ")
        if one.versions.suite != other.versions.suite:
            found.append(
                f"the versions of the suite differ ({one.versions.suite} and {other.versions.suite})"
            )
        if one.versions.judge != other.versions.judge:
            found.append(
                f"the versions of the judge differ ({one.versions.judge} and {other.versions.judge})"
            )
    elif set(a.counts.tasks) != set(b.counts.tasks):
        found.append("the sets of tasks differ")
    if found and not common:
        fix = "add --common to compare only the tasks whose ids both have"
        raise BadInput(f"{a.name}, {b.name}", "", "; ".join(found), fix)
    return [f"{note}: only tasks with the same id are compared" for note in found]


def _compared_categories(a: Subject, b: Subject) -> tuple[list[tuple[str, int]], tuple[str, ...]]:
    """Return the categories of both with the number of their kind, and those with too few families.

    With several categories of one kind, a chance difference is likelier, so their intervals are wider.
    """
    common = [category for category in a.counts.categories if category in b.counts.categories]
    enough, few = split_by_families(common, [a.counts])
    kinds = Counter(Category(category).kind for category in enough)
    return [(category, kinds[Category(category).kind]) for category in enough], few


def _difference(a: Subject, b: Subject, metric: Metric, category: str, *, looks: int = 1) -> Difference:
    level = 1 - (1 - LEVEL) / looks
    within = [subject.counts.within(category) for subject in (a, b)]
    measured = measure(within, metric)
    one, other = measured.values
    unit = common_unit(*measured.draws)
    rerun = _is_rerun(a, b)
    found = compare_models(one, measured.values[1:], StemSums(measured.stems), unit, level, rerun=rerun)
    known = [sum(not math.isnan(value) for value in row) for row in (one, other)]
    scale = metric.span[1] - metric.span[0]
    bounds = _bounds(within, metric)
    tasks = int(found.tasks[0])
    visible = visible_difference(precision(found), looks)
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
        sure=stays_real(within, metric, measured, found, level, rerun=rerun),
        visible=None if visible is None else round(scale * visible, _DECIMALS),
        worst=bounds[0],
        best=bounds[1],
    )


def _bounds(counts: Sequence[Counts], metric: Metric) -> tuple[float | None, float | None]:
    """Return the range that missing samples could give the difference; None twice if no sample is missing."""
    values = [metric.values(side) for side in counts]
    if not any(any(found.missing) for found in values):
        return None, None
    sides = [
        dict(zip(side.tasks, zip(found.worst, found.best, strict=True), strict=True))
        for side, found in zip(counts, values, strict=True)
    ]
    both = [task for task in sides[0] if task in sides[1]]
    if not both:
        return None, None
    low = math.fsum(sides[0][task][0] - sides[1][task][1] for task in both) / len(both)
    high = math.fsum(sides[0][task][1] - sides[1][task][0] for task in both) / len(both)
    return round(low, _DECIMALS), round(high, _DECIMALS)


def _outcome_counts(measured: MetricTable) -> OutcomeCounts:
    pairs = [(a, b) for a, b in measured.values.T.tolist() if not math.isnan(a - b)]
    return OutcomeCounts(
        both=pairs.count((1.0, 1.0)),
        only_a=pairs.count((1.0, 0.0)),
        only_b=pairs.count((0.0, 1.0)),
        neither=pairs.count((0.0, 0.0)),
    )


def _differing_tasks(measured: MetricTable, metric: Metric) -> list[DifferingTask]:
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
