"""Compare two subjects on their common tasks; tasks of one stem are treated as dependent."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from benchmark.analysis.groups import applied_protocol, key_of, other_serials
from benchmark.analysis.ranks.blind import WithoutPicture, without_picture
from benchmark.analysis.ranks.categories import split_by_families, too_few_families
from benchmark.analysis.ranks.metric_table import cautious_p, measure
from benchmark.analysis.ranks.subjects import NO_TASKS, Subject, metric_of
from benchmark.analysis.score_cells import Category, words_of
from benchmark.analysis.wording import plural, real_words
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.names import fresh_note, is_fresh
from benchmark.files.edge import Record
from benchmark.results.row import RowScore
from benchmark.scoring.detection import precision, visible_difference
from benchmark.scoring.metrics import Metric, score
from benchmark.scoring.paired import LEVEL, StemSums, common_unit, compare_models
from benchmark.scoring.ranks import spread_of
from benchmark.suites import ranking_metric


class ComparisonSide(Record):
    """One of the two compared subjects, with its own score."""

    name: str
    slug: str = Field(description="slug of the submission, or the file's name without suffix")
    row: str = Field(description="id of the row; empty for a file of verdicts")
    score: RowScore = Field(description="score over all tasks of this subject")
    blind: WithoutPicture | None = Field(
        default=None, description="null if the suite is unknown or has no blind setting"
    )


class Difference(Record):
    """The first subject minus the second on the same tasks; tasks of one stem are kept together."""

    category: str = Field(description="category that was compared; empty for all tasks")
    tasks: int = Field(description="tasks for which both have a value")
    stems: int = Field(description="stems of these tasks")
    left_out: int = Field(description="tasks for which only one of them has a value")
    difference: float = Field(
        description="mean over tasks; for metrics in points, on their scale from 1 to 10"
    )
    low: float = Field(description="lower end of the interval")
    high: float = Field(description="upper end of the interval")
    level: float = Field(
        description="level of the interval: 0.95, or more if several categories are looked at"
    )
    p: Annotated[float, Field(ge=0, le=1, description="p-value of the difference")]
    exact: bool = Field(description="whether p comes from the exact distribution")
    real: bool = Field(description="whether p is at most 1 - level; then 0 lies outside the interval")
    sure: bool = Field(
        description="whether it stays real if all missing samples of the first are right and all of the"
        " second wrong, and the other way round"
    )
    visible: float | None = Field(
        description="smallest true difference that would be seen 4 times in 5; null if the stems are too few"
        " for any"
    )
    worst: float | None = Field(
        description="difference if every missing sample failed for the first and passed for the second; null"
        " if none is missing"
    )
    best: float | None = Field(
        description="difference if every missing sample passed for the first and failed for the second; null"
        " if none is missing"
    )


class OutcomeCounts(Record):
    """How many tasks both, one or neither of the two passed, with one draw per task."""

    both: int
    only_a: int
    only_b: int
    neither: int


class DifferingTask(Record):
    """A task on which the two have different values."""

    task: str
    a: float
    b: float


class ComparisonReport(Record):
    """A comparison of two models, or of one model under two conditions."""

    schema_: Literal["sightbench/comparison/1"] = Field(default="sightbench/comparison/1", alias="schema")
    a: ComparisonSide
    b: ComparisonSide
    metric: str
    notes: list[str] = Field(description="what else differs between the two, and what was left out")
    overall: Difference
    categories: list[Difference]
    too_few: list[str] = Field(
        default_factory=list, description="categories of both with under six families, which are not compared"
    )
    tasks: OutcomeCounts | None = Field(description="null unless both have one draw per task")
    differing: list[DifferingTask]


def sentence(report: ComparisonReport) -> str:
    """Return which of the two leads, by how much, and whether that may be luck."""
    overall = report.overall
    if overall.difference == 0:
        return f"{report.a.name} and {report.b.name} are level."
    ahead, behind = (report.a, report.b) if overall.difference > 0 else (report.b, report.a)
    size = words_of(report.a.score.scale).gap(overall.difference)
    if overall.real:
        words = real_words(real=True, sure=overall.sure)
        return f"{ahead.name} leads {behind.name} by {size} points, and the lead is {words}."
    return f"{ahead.name} is {size} points ahead of {behind.name}, but the lead may be luck."


def lines_below(report: ComparisonReport) -> list[str]:
    """Return what has to be said below the table of differences: counts of tasks, missing samples, limits."""
    overall, words = report.overall, words_of(report.a.score.scale)
    lines = []
    if report.tasks is not None:
        solved = report.tasks
        lines.append(
            f"tasks solved: {solved.both} by both, {solved.only_a} only by {report.a.name},"
            f" {solved.only_b} only by {report.b.name}, {solved.neither} by neither"
        )
    if overall.left_out:
        lines.append(f"left out: {plural(overall.left_out, 'task')} for which one of them has no value")
    if overall.worst is not None and overall.best is not None:
        span = f"{words.signed(overall.worst)} to {words.signed(overall.best)}"
        lines.append(f"with the missing samples, the difference could be {span}")
    if overall.visible is None:
        verb = "is" if overall.stems == 1 else "are"
        what = "show such a gap reliably" if overall.real else "detect any gap, however large"
        lines.append(f"{plural(overall.stems, 'stem')} {verb} too few to {what}")
    else:
        gap = words.gap(overall.visible)
        lines.append(f"a gap smaller than about {gap} points can be missed on these tasks")
    scale = words.highest - words.lowest
    if max(abs(overall.low), abs(overall.high)) >= scale:
        few = plural(overall.stems, "stem")
        lines.append(f"the interval reaches the end of the scale: {few} do not exclude any difference there")
    if any(category.level > overall.level for category in report.categories):
        lines.append("intervals of categories are wider, because several comparisons find more by luck")
    if overall.real:
        lines.append("two models alone were compared; in a table of more models, fewer differences are real")
    if report.too_few:
        lines.append(too_few_families(report.too_few))
    return lines


_DECIMALS = 6


def full_comparison(a: Subject, b: Subject, metric: str, *, common: bool) -> ComparisonReport:
    """Compare two subjects, also by scores without the picture; an empty metric is that of the data set.

    Raises:
        BadInput: for a metric that the verdicts do not allow, and if a row of one of the submissions cannot
            be read; else as :func:`compare_subjects`.
    """
    known = [(side.suite, side.dataset) for side in (a, b) if side.suite]
    chosen = metric_of(metric or ranking_metric(*(known or [("", "")])[0]), [a.counts, b.counts])
    report = compare_subjects(a, b, chosen, common=common)
    one, other = (
        side.model_copy(update={"blind": without_picture(subject)})
        for side, subject in ((report.a, a), (report.b, b))
    )
    return report.model_copy(update={"a": one, "b": other})


def compare_subjects(a: Subject, b: Subject, metric: Metric, *, common: bool) -> ComparisonReport:
    """Compare two subjects on their common tasks: the first minus the second.

    Raises:
        BadInput: if they have no common task; or, without ``common``, if sets of tasks or versions differ.
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
        side_score = RowScore.of(found)
        sides.append(ComparisonSide(name=name, slug=subject.slug, row=subject.id, score=side_score))
    overall = _difference(a, b, metric, "")
    if not overall.tasks:
        raise BadInput(
            f"{a.name}, {b.name}", "", "have no task in common", "compare verdicts on the same tasks"
        )
    shared = [category for category in a.counts.categories if category in b.counts.categories]
    compared, few = split_by_families(shared, [a.counts])
    kinds = Counter(Category(name).kind for name in compared)  # of several, a chance difference is likelier
    values = [(task, a, b) for task, (a, b) in zip(measured.tasks, measured.values.T.tolist(), strict=True)]
    known = [(task, a, b) for task, a, b in values if not math.isnan(a - b)]
    solved = None
    if measured.draws == (1, 1) and scale == 1:
        pairs = [(a, b) for _, a, b in known]
        solved = OutcomeCounts(
            both=pairs.count((1.0, 1.0)),
            only_a=pairs.count((1.0, 0.0)),
            only_b=pairs.count((0.0, 1.0)),
            neither=pairs.count((0.0, 0.0)),
        )
    lowest = metric.span[0]
    return ComparisonReport(
        a=sides[0],
        b=sides[1],
        metric=metric.name,
        notes=notes,
        overall=overall,
        categories=[_difference(a, b, metric, name, looks=kinds[Category(name).kind]) for name in compared],
        too_few=list(few),
        tasks=solved,
        differing=[
            DifferingTask(
                task=task, a=round(lowest + scale * a, _DECIMALS), b=round(lowest + scale * b, _DECIMALS)
            )
            for task, a, b in known
            if a != b
        ],
    )


def _is_rerun(a: Subject, b: Subject) -> bool:
    if a.row is None or b.row is None or a.slug != b.slug:
        return False
    return key_of(a.row) == key_of(b.row)


def _differing_conditions(a: Subject, b: Subject) -> Iterator[str]:
    if a.row is None or b.row is None:
        return
    of_a, of_b = a.row.result, b.row.result
    for name, first, second in (
        ("setting", of_a.setting, of_b.setting),
        ("protocol", applied_protocol(a.row), applied_protocol(b.row)),
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
                fix += ", or use `sightbench analyse gains fresh` to compare public with fresh rows"
            raise BadInput(f"{a.name}, {b.name}", "", problem, fix)
        if one.tasks.digest != other.tasks.digest:
            found.append("the sets of tasks differ")
        for name in ("suite", "judge"):
            first, second = (getattr(side.versions, name) for side in (one, other))
            if first != second:
                found.append(f"the versions of the {name} differ ({first} and {second})")
        if serials := other_serials((a.row, b.row)):
            found.append(f"the serial numbers of the judge differ ({' and '.join(serials)})")
    elif set(a.counts.tasks) != set(b.counts.tasks):
        found.append("the sets of tasks differ")
    if found and not common:
        fix = "add --common to compare only the tasks whose ids both have"
        raise BadInput(f"{a.name}, {b.name}", "", "; ".join(found), fix)
    return [f"{note}: only tasks with the same id are compared" for note in found]


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
    spread = spread_of(measured.values, measured.stems, measured.draws)
    visible = visible_difference(precision(found, spread), looks)
    real = found.p <= 1 - level
    both = np.array([0]), np.array([1])  # the only pair
    cautious = cautious_p(within, metric, measured, found, both, real=real, rerun=rerun)
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
        real=bool(real[0]),
        sure=bool(cautious[0] <= 1 - level),
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
