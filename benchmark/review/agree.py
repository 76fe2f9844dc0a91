"""Evaluates the labels of people and the points of judges: shares, means, and agreement with one another.

It also compares the average of people on tasks that they answered themselves with that of models.
"""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Literal

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.review.draw import ALL, cell_of
from benchmark.review.points import (
    DECIMALS,
    GRADES,
    Interval,
    JudgePoints,
    Outcomes,
    band_of,
    interval_of,
    outcome_counts,
    verdict_points,
    whole_points,
)
from benchmark.review.sheet import AVERAGE, JUDGE, KeySample, ReviewKey, read_letters
from benchmark.scoring.agreement import Kappa, cohen, krippendorff, weighted_cohen
from benchmark.scoring.correlation import Correlation, spearman

Labels = Mapping[str, str]  #: labels of one person or judge by sample; samples without a label are left out
_Labelled = tuple[KeySample, Labels]  #: a sample with its labels, by person


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelShare:
    """One share or mean of the report: of right answers, of errors of one kind, or of points from 1 to 10."""

    name: str  #: name of the person or judge who gave the labels, or the kind of error
    stratum: str  #: name of the stratum; "all" for the whole sample
    share: Interval  #: several people on a sample share its weight equally


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAgreement:
    """The agreement of two people, or of a person and the judge, on the samples that both labelled."""

    a: str
    b: str
    alike: Interval  #: share of samples with the same label
    kappa: Kappa | None  #: None if there are no two different labels
    weighted_kappa: Kappa | None = None  #: kappa with quadratic weights; only for points
    rank_correlation: Correlation | None = None  #: only for points that are not all equal


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewReport:
    """The evaluation of all labels."""

    shares: Sequence[LabelShare]  #: shares of each person, of people on average and of the judge; or of kinds
    #: Average over people, with each stratum weighted by its size; None for kinds of errors, or if a stratum
    #: has no labels.
    population: Interval | None
    agreement: Sequence[LabelAgreement]
    #: Krippendorff's alpha of all people, on the samples that at least two of them labelled. None for fewer
    #: than two people; None for two people who labelled the same samples, because Cohen's kappa applies.
    alpha: Kappa | None
    disputed: Sequence[str]  #: samples with different labels


def review(key: ReviewKey, people: Mapping[str, Labels]) -> ReviewReport:
    """Evaluate the labels that people gave to a sample."""
    labelled = []
    for sample in key.samples:
        labels = {name: given[sample.sample] for name, given in people.items() if sample.sample in given}
        if labels:
            labelled.append((sample, labels))
    judged = {sample.sample: label for sample in key.samples if (label := key.judge_label(sample))}
    everyone = {**people, **({JUDGE: judged} if judged else {})}
    pairs = (_agreement(key, a, b, everyone) for a, b in itertools.combinations(everyone, 2))
    alpha = None
    if len({frozenset(given) for given in people.values()}) > 1 or len(people) > 2:  # noqa: PLR2004
        alpha = krippendorff(
            [list(labels.values()) for _, labels in labelled],
            [sample.stem for sample, _ in labelled],
            graded=key.asked == "points",
        )
    return ReviewReport(
        shares=list(_shares(key, labelled)),
        population=None if key.asked == "errors" else _population(key, labelled),
        agreement=[pair for pair in pairs if pair is not None],
        alpha=alpha,
        disputed=[sample.sample for sample, labels in labelled if len(set(labels.values())) > 1],
    )


def _shares(key: ReviewKey, labelled: Sequence[_Labelled]) -> Iterator[LabelShare]:
    """Yield the mean label of each rater, or the share of each kind of error: overall, then by stratum."""
    names = [*dict.fromkeys(name for _, labels in labelled for name in labels), AVERAGE, JUDGE]
    if key.asked == "errors":
        names = sorted({label for _, labels in labelled for label in labels.values()} | set(key.kinds))

    def value(name: str, sample: KeySample, labels: Labels) -> float | None:
        if key.asked == "errors":
            return fmean(label == name for label in labels.values())
        if name == AVERAGE:
            return fmean(map(_number, labels.values()))
        label = key.judge_label(sample) if name == JUDGE else labels.get(name)
        return _number(label) if label else None

    strata = [stratum.name for stratum in key.strata]
    for stratum in [ALL, *(strata if strata != [ALL] else [])]:
        within = [each for each in labelled if stratum in (ALL, each[0].stratum)]
        for name in names:
            values = [(each[0], found) for each in within if (found := value(name, *each)) is not None]
            if values:
                yield LabelShare(name=name, stratum=stratum, share=_interval(values, key))


def _population(key: ReviewKey, labelled: Sequence[_Labelled]) -> Interval | None:
    """Return the people's average with strata weighted by size; None if a stratum has no labels.

    The interval combines the intervals of the strata (MOVER: Zou and Donner 2008, Stat. Med. 27:1693). A
    stratum whose samples are all drawn and labelled does not widen it.
    """
    whole = sum(stratum.population for stratum in key.strata)
    lowest, highest = key.span
    value = below = above = 0.0
    for stratum in key.strata:
        within = [
            (sample, fmean(map(_number, labels.values())))
            for sample, labels in labelled
            if sample.stratum == stratum.name
        ]
        if not within:
            return None
        weight, found = stratum.population / whole, _interval(within, key)
        value += weight * found.value
        drawn = sum(sample.stratum == stratum.name for sample in key.samples)
        if stratum.drawn < stratum.population or len(within) < drawn:
            below += (weight * (found.value - found.low)) ** 2
            above += (weight * (found.high - found.value)) ** 2
    return Interval(
        value=round(value, DECIMALS),
        low=round(max(lowest, value - math.sqrt(below)), DECIMALS),
        high=round(min(highest, value + math.sqrt(above)), DECIMALS),
        samples=len(labelled),
    )


def _number(label: str) -> float:
    """Return a label as a number: 1 for right, 0 for wrong, or the points."""
    return float(label == "right") if label in ("right", "wrong") else float(label)


def _interval(values: Sequence[tuple[KeySample, float]], key: ReviewKey) -> Interval:
    numbers, stems = [value for _, value in values], [sample.stem for sample, _ in values]
    return interval_of(numbers, stems, key.span)


def _agreement(key: ReviewKey, a: str, b: str, everyone: Mapping[str, Labels]) -> LabelAgreement | None:
    both = [sample for sample in key.samples if sample.sample in everyone[a] and sample.sample in everyone[b]]
    if not both:
        return None
    stems = [sample.stem for sample in both]
    first, second = ([everyone[who][sample.sample] for sample in both] for who in (a, b))
    weighted = ranks = None
    if key.asked == "points":
        one, other = ([whole_points(float(label)) for label in labels] for labels in (first, second))
        weighted = weighted_cohen(one, other, GRADES, stems)
        ranks = points_correlation(one, other, stems)
        # So that "8.0" of the judge and "8" of a person are the same label.
        first, second = list(map(str, one)), list(map(str, other))
    found = label_agreement(a, b, first, second, stems)
    return replace(found, weighted_kappa=weighted, rank_correlation=ranks)


def label_agreement(
    a: str, b: str, first: Sequence[str], second: Sequence[str], stems: Sequence[str]
) -> LabelAgreement:
    """Return how far the labels of two people or judges agree, without regard to an order of labels.

    Args:
        a: name of the first.
        b: name of the second.
        first: labels of the first, at least one.
        second: labels of the second, in the same order.
        stems: stems of what is labelled, in the same order.
    """
    return LabelAgreement(
        a=a,
        b=b,
        alike=interval_of([float(x == y) for x, y in zip(first, second, strict=True)], stems),
        kappa=cohen(first, second, sorted({*first, *second}), stems),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgesReport:
    """The agreement of two judges on the samples that have points of both."""

    mean_first: float  #: mean points of the first judge
    mean_second: float
    bands: Mapping[tuple[str, str], int]  #: number of samples by both judges' levels
    #: Samples by the first judge's outcome and the second's level; empty if the first gives no outcomes.
    outcomes: Outcomes
    alike: Interval  #: share of samples with points of the same level
    weighted_kappa: Kappa | None  #: kappa of whole points with quadratic weights
    rank_correlation: Correlation | None  #: None if a judge gave all samples the same points


def judges_agreement(first: JudgePoints, second: JudgePoints, stems: Mapping[str, str]) -> JudgesReport:
    """Compare two judges on the samples that have points of both; a task without a stem is its own stem.

    Raises:
        BadInput: if no sample has points of both.
    """
    # Sorted, because the order of a set differs from process to process, and sums of floats with it.
    both = sorted(first.points.keys() & second.points.keys())
    if not both:
        fix = "give two judgings of the same answers"
        raise BadInput(second.name, "", f"no sample has points both here and in {first.name}", fix)
    of_sample = [stems.get(task, task) for task, _ in both]
    a, b = ([whole_points(judge.points[key]) for key in both] for judge in (first, second))
    pairs = [(band_of(x), band_of(y)) for x, y in zip(a, b, strict=True)]
    return JudgesReport(
        # Means are of the points as given; agreement is on whole points, as people give them.
        mean_first=round(fmean(first.points[key] for key in both), DECIMALS),
        mean_second=round(fmean(second.points[key] for key in both), DECIMALS),
        bands=Counter(pairs),
        outcomes=outcome_counts(first, second),
        alike=interval_of([float(x == y) for x, y in pairs], of_sample),
        weighted_kappa=weighted_cohen(a, b, GRADES, of_sample),
        rank_correlation=judges_correlation(first, second, stems),
    )


def judges_correlation(
    first: JudgePoints, second: JudgePoints, stems: Mapping[str, str]
) -> Correlation | None:
    """Return the rank correlation of two judges on common samples; None if one's points are all equal."""
    both = sorted(first.points.keys() & second.points.keys())
    return points_correlation(
        [first.points[key] for key in both],
        [second.points[key] for key in both],
        [stems.get(task, task) for task, _ in both],
    )


def points_correlation(
    first: Sequence[float], second: Sequence[float], stems: Sequence[str] | None = None
) -> Correlation | None:
    """Return the rank correlation of two lists of points; None if all points of one list are equal."""
    if len(set(first)) <= 1 or len(set(second)) <= 1:
        return None
    return spearman(first, second, stems)


BaselineMetric = Literal["pass@1", "points"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBaseline:
    """The average of people, and of models, on the tasks of one cell that people answered."""

    cell: str  #: name of the cell; all for all tasks
    tasks: int
    people: Interval  #: share of right answers, or mean points; its ``samples`` are answers
    models: float | None  #: mean over models on the same tasks; None without models


#: The name of a person or a model, and its results by task: 0 to 1, or points.
Answered = tuple[str, Mapping[str, float]]


def read_answered(path: Path, tasks: Mapping[str, Task], metric: BaselineMetric) -> list[Answered]:
    """Read the results of people, or of one person or model, from a sheet of letters or a verdict file.

    Raises:
        BadInput: if the file is not valid, or has no points although the metric is points.
    """
    if path.suffix == ".csv":
        if metric == "points":
            raise BadInput(path, "", "has letters instead of points", "give verdict files")
        return list(read_letters([path], tasks).items())
    judge = verdict_points(path)
    values = judge.points if metric == "points" else judge.passed
    found: dict[str, list[float]] = defaultdict(list)
    for task, draw in judge.passed:
        if task in tasks:
            if (task, draw) not in values:
                problem = f"task {quote_value(task)} has no points"
                raise BadInput(path, "", problem, "use --metric pass@1")
            found[task].append(float(values[task, draw]))
    if not found:
        raise BadInput(path, "", "has no verdict on the given tasks", "give the tasks that were judged")
    return [(judge.name, {task: fmean(drawn) for task, drawn in found.items()})]


def human_baseline(
    tasks: Sequence[Task],
    people: Sequence[Answered],
    models: Sequence[Answered],
    by: Sequence[str],
    metric: BaselineMetric,
) -> Iterator[CellBaseline]:
    """Compare people and models on all tasks that at least one person answered, then by cell.

    A task's value is the mean over the people who answered it, so every task counts the same.

    Raises:
        BadInput: if a model has no verdict on one of these tasks, or two files have the same name.
    """
    names = [name for name, _ in (*people, *models)]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput("files", "", f"two files have the name {quote_value(twice)}", "rename one of them")
    answered = [task for task in tasks if any(task.id in values for _, values in people)]
    for model, values in models:
        if lacking := next((task for task in answered if task.id not in values), None):
            problem = f"has no verdict on task {quote_value(lacking.id)}, which a person answered"
            raise BadInput(model, "", problem, "judge the model on all tasks of the sheet")
    cells: dict[str, list[Task]] = defaultdict(list)
    for task in answered if by else ():
        cells[cell_of(task, by)].append(task)
    for name, within in [(ALL, answered), *sorted(cells.items(), key=lambda cell: natural_key(cell[0]))]:
        given = [[values[task.id] for _, values in people if task.id in values] for task in within]
        span = GRADES if metric == "points" else (0, 1)
        mean = interval_of(list(map(fmean, given)), [task.family for task in within], span)
        reached = [values[task.id] for _, values in models for task in within]
        yield CellBaseline(
            cell=name,
            tasks=len(within),
            # The interval is over tasks, but readers want to know how many answers there were.
            people=replace(mean, samples=sum(map(len, given))),
            models=round(fmean(reached), DECIMALS) if reached else None,
        )
