"""Evaluates the labels of people: their agreement with one another and with the judge."""

import itertools
from collections.abc import Mapping, Sequence

from benchmark.core.verdict import Status
from benchmark.review.labels import JUDGE, PersonLabels
from benchmark.review.rating import (
    LabelledSample,
    criteria,
    kinds,
    population,
    ratings,
    whole_points,
)
from benchmark.review.report import GRADES, LabelAgreement, ReviewReport, interval_of
from benchmark.review.sheet import ReviewKey, automatic_label
from benchmark.scoring.agreement import Kappa, cohen, fleiss, krippendorff, weighted_cohen
from benchmark.scoring.correlation import Correlation, spearman


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
    return ReviewReport(
        asked=key.asked,
        samples=len(key.samples),
        labelled={person.name: len(person.labels) for person in people},
        ratings=[] if named else list(ratings(key, labelled)),
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
    stems = [sample.stem for sample in both]
    graded = key.asked == "points"
    return LabelAgreement(
        a=a,
        b=b,
        alike=interval_of([float(x == y) for x, y in zip(first, second, strict=True)], stems),
        kappa=cohen(first, second, sorted({*first, *second}), stems),
        weighted_kappa=weighted_cohen([*map(int, first)], [*map(int, second)], GRADES, stems)
        if graded
        else None,
        rank_correlation=points_correlation([*map(float, first)], [*map(float, second)], stems)
        if graded
        else None,
    )


def points_correlation(
    first: Sequence[float], second: Sequence[float], stems: Sequence[str] | None = None
) -> Correlation | None:
    """Return the rank correlation of points; None if all of one judge are the same."""
    if len(set(first)) <= 1 or len(set(second)) <= 1:
        return None
    return spearman(first, second, stems)


def _fleiss_kappa(labelled: Sequence[LabelledSample], names: Sequence[str]) -> Kappa | None:
    by_all = [[entry.labels[name] for name in names] for entry in labelled if len(entry.labels) == len(names)]
    if len(names) < 3 or not by_all:  # noqa: PLR2004 - two people have Cohen's kappa
        return None
    return fleiss(by_all)


def _alpha(
    key: ReviewKey, labelled: Sequence[LabelledSample], people: Sequence[PersonLabels]
) -> Kappa | None:
    """Return Krippendorff's alpha of all people; None for two people who labelled the same samples."""
    if len(people) < 2 or (len(people) == 2 and set(people[0].labels) == set(people[1].labels)):  # noqa: PLR2004
        return None
    return krippendorff(
        [list(entry.labels.values()) for entry in labelled],
        [entry.sample.stem for entry in labelled],
        graded=key.asked == "points",
    )
