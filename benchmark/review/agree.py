"""Evaluates the labels of people: their agreement with one another and with the judge."""

import itertools
import math
from collections.abc import Mapping, Sequence

from benchmark.core.verdict import Status
from benchmark.review.labels import JUDGE, PersonLabels
from benchmark.review.rating import (
    GRADES,
    LabelledSample,
    baseline,
    criteria,
    kinds,
    population,
    ratings,
    whole_points,
)
from benchmark.review.report import Interval, KappaReport, LabelAgreement, RankCorrelation, ReviewReport
from benchmark.review.sheet import ReviewKey, automatic_label
from benchmark.scoring.agreement import Kappa, cohen, fleiss, krippendorff, weighted_cohen
from benchmark.scoring.correlation import spearman
from benchmark.scoring.intervals import clustered_wilson

_DECIMALS = 6


def review(key: ReviewKey, people: Sequence[PersonLabels]) -> ReviewReport:
    """Evaluate the labels of these people."""
    labelled = []
    for sample in key.samples:
        labels = {
            person.name: person.labels[sample.sample] for person in people if sample.sample in person.labels
        }
        if labels:
            labelled.append(LabelledSample(sample, labels))
    raters: dict[str, Mapping[str, str]] = {person.name: person.labels for person in people}
    judged = _judge_labels(key)
    everyone = {**raters, JUDGE: judged} if judged else raters
    named = key.asked in ("errors", "reasoning")
    rated = [] if named else list(ratings(key, labelled))
    return ReviewReport(
        asked=key.asked,
        samples=len(key.samples),
        labelled={person.name: len(person.labels) for person in people},
        ratings=rated,
        population=None if named else population(key, labelled),
        kinds=list(kinds(key, labelled)) if named else [],
        criteria=list(criteria(key, labelled, people)) if key.asked == "scores" else [],
        agreement=[
            found
            for a, b in itertools.combinations(everyone, 2)
            if (found := _agreement(key, a, b, everyone)) is not None
        ],
        fleiss_kappa=_fleiss_kappa(labelled, list(raters)),
        alpha=_alpha(key, labelled, people),
        disputed=[entry.sample.sample for entry in labelled if len(set(entry.labels.values())) > 1],
        baseline=baseline(key, labelled, rated),
    )


def _judge_labels(key: ReviewKey) -> dict[str, str]:
    """Return the judge's verdicts, points, error types or automatic labels, by sample."""
    if key.asked == "verdicts":
        return {
            sample.sample: "right" if sample.status is Status.PASSED else "wrong" for sample in key.samples
        }
    if key.asked == "points":
        graded = [(sample.sample, sample.points) for sample in key.samples]
        return {name: str(whole_points(points)) for name, points in graded if points is not None}
    if key.asked in ("reasoning", "scores"):
        labels = ((sample.sample, automatic_label(key.asked, sample)) for sample in key.samples)
        return {name: label for name, label in labels if label}
    return {sample.sample: sample.error_type for sample in key.samples if sample.error_type in key.kinds}


def _agreement(
    key: ReviewKey, a: str, b: str, everyone: Mapping[str, Mapping[str, str]]
) -> LabelAgreement | None:
    both = [sample for sample in key.samples if sample.sample in everyone[a] and sample.sample in everyone[b]]
    if not both:
        return None
    first = [everyone[a][sample.sample] for sample in both]
    second = [everyone[b][sample.sample] for sample in both]
    alike = [(sample, float(x == y)) for sample, x, y in zip(both, first, second, strict=True)]
    stems = [sample.stem for sample in both]
    low, high = clustered_wilson([value for _, value in alike], stems)
    graded = key.asked == "points"
    return LabelAgreement(
        a=a,
        b=b,
        samples=len(both),
        alike=Interval(
            value=round(math.fsum(value for _, value in alike) / len(alike), _DECIMALS),
            low=round(low, _DECIMALS),
            high=round(high, _DECIMALS),
            samples=len(both),
        ),
        kappa=kappa_report(cohen(first, second, sorted({*first, *second}), stems)),
        weighted_kappa=_weighted_kappa(first, second, stems) if graded else None,
        rank_correlation=points_correlation([*map(float, first)], [*map(float, second)], stems)
        if graded
        else None,
    )


def _weighted_kappa(first: Sequence[str], second: Sequence[str], stems: Sequence[str]) -> KappaReport:
    return kappa_report(
        weighted_cohen([int(label) for label in first], [int(label) for label in second], GRADES, stems)
    )


def points_correlation(
    first: Sequence[float], second: Sequence[float], stems: Sequence[str] | None = None
) -> RankCorrelation | None:
    """Return the rank correlation of points; None if all of one judge are the same."""
    if len(set(first)) <= 1 or len(set(second)) <= 1:
        return None
    found = spearman(first, second, stems)
    return RankCorrelation(
        value=round(found.value, _DECIMALS),
        low=None if found.low is None else round(found.low, _DECIMALS),
        high=None if found.high is None else round(found.high, _DECIMALS),
    )


def _fleiss_kappa(labelled: Sequence[LabelledSample], names: Sequence[str]) -> KappaReport | None:
    by_all = [[entry.labels[name] for name in names] for entry in labelled if len(entry.labels) == len(names)]
    if len(names) < 3 or not by_all:  # noqa: PLR2004 - two people have Cohen's kappa
        return None
    return kappa_report(fleiss(by_all))


def _alpha(
    key: ReviewKey, labelled: Sequence[LabelledSample], people: Sequence[PersonLabels]
) -> KappaReport | None:
    """Return Krippendorff's alpha of all people; None for two people who labelled the same samples."""
    if len(people) < 2 or (len(people) == 2 and set(people[0].labels) == set(people[1].labels)):  # noqa: PLR2004
        return None
    return kappa_report(
        krippendorff(
            [list(entry.labels.values()) for entry in labelled],
            [entry.sample.stem for entry in labelled],
            graded=key.asked == "points",
        )
    )


def kappa_report(kappa: Kappa | None) -> KappaReport:
    """Return an agreement for a report; all values are null if there is none."""
    if kappa is None:
        return KappaReport(value=None, low=None, high=None)
    low = None if kappa.low is None else round(kappa.low, _DECIMALS) + 0.0
    high = None if kappa.high is None else round(kappa.high, _DECIMALS) + 0.0
    return KappaReport(value=round(kappa.value, _DECIMALS) + 0.0, low=low, high=high)  # never -0.0
