"""How far people agree with one another and with the judge."""

import itertools
import math
from collections.abc import Mapping, Sequence

from benchmark.core.verdict import Status
from benchmark.review.labels import JUDGE, PersonLabels
from benchmark.review.rating import GRADES, LabelledSample, baseline, kinds, population, ratings
from benchmark.review.report import Interval, KappaReport, LabelAgreement, RankCorrelation, ReviewReport
from benchmark.review.sheet import ReviewKey
from benchmark.scoring.agreement import Kappa, cohen, fleiss, weighted_cohen
from benchmark.scoring.correlation import spearman
from benchmark.scoring.intervals import clustered_wilson

_DECIMALS = 6


def review(key: ReviewKey, people: Sequence[PersonLabels]) -> ReviewReport:
    """Everything that the labels of these people say."""
    labelled = [
        LabelledSample(one, {who.name: who.labels[one.sample] for who in people if one.sample in who.labels})
        for one in key.samples
    ]
    labelled = [one for one in labelled if one.labels]
    raters: dict[str, Mapping[str, str]] = {person.name: person.labels for person in people}
    judged = _judge(key)
    everyone = {**raters, JUDGE: judged} if judged else raters
    rated = [] if key.asked == "errors" else list(ratings(key, labelled))
    return ReviewReport(
        asked=key.asked,
        samples=len(key.samples),
        labelled={person.name: len(person.labels) for person in people},
        ratings=rated,
        population=None if key.asked == "errors" else population(key, labelled),
        kinds=list(kinds(key, labelled)) if key.asked == "errors" else [],
        agreement=[
            found
            for a, b in itertools.combinations(everyone, 2)
            if (found := _agreement(key, a, b, everyone)) is not None
        ],
        fleiss_kappa=_fleiss(labelled, list(raters)),
        disputed=[one.sample.sample for one in labelled if len(set(one.labels.values())) > 1],
        baseline=baseline(key, labelled, rated),
    )


def _judge(key: ReviewKey) -> dict[str, str]:
    """The judge's labels in people's words; none for kinds of errors."""
    if key.asked == "verdicts":
        return {one.sample: "right" if one.status is Status.PASSED else "wrong" for one in key.samples}
    if key.asked == "points":
        return {one.sample: f"{one.points:.0f}" for one in key.samples if one.points is not None}
    return {}


def _agreement(
    key: ReviewKey, a: str, b: str, everyone: Mapping[str, Mapping[str, str]]
) -> LabelAgreement | None:
    both = [one for one in key.samples if one.sample in everyone[a] and one.sample in everyone[b]]
    if not both:
        return None
    first = [everyone[a][one.sample] for one in both]
    second = [everyone[b][one.sample] for one in both]
    alike = [(one, float(x == y)) for one, x, y in zip(both, first, second, strict=True)]
    low, high = clustered_wilson([value for _, value in alike], [one.stem for one, _ in alike])
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
        kappa=_reported(cohen(first, second, sorted({*first, *second}))),
        weighted_kappa=_weighted(first, second) if graded else None,
        rank_correlation=_ranks(first, second) if graded else None,
    )


def _weighted(first: Sequence[str], second: Sequence[str]) -> KappaReport:
    return _reported(
        weighted_cohen([int(label) for label in first], [int(label) for label in second], *GRADES)
    )


def _ranks(first: Sequence[str], second: Sequence[str]) -> RankCorrelation | None:
    if len(set(first)) == 1 or len(set(second)) == 1:
        return None
    found = spearman([*map(float, first)], [*map(float, second)])
    return RankCorrelation(
        value=round(found.value, _DECIMALS),
        low=None if found.low is None else round(found.low, _DECIMALS),
        high=None if found.high is None else round(found.high, _DECIMALS),
    )


def _fleiss(labelled: Sequence[LabelledSample], names: Sequence[str]) -> KappaReport | None:
    by_all = [[one.labels[name] for name in names] for one in labelled if len(one.labels) == len(names)]
    if len(names) < 3 or not by_all:  # noqa: PLR2004 - two have Cohen's
        return None
    return _reported(fleiss(by_all))


def _reported(kappa: Kappa | None) -> KappaReport:
    if kappa is None:
        return KappaReport(value=None, low=None, high=None)
    low = None if kappa.low is None else round(kappa.low, _DECIMALS)
    high = None if kappa.high is None else round(kappa.high, _DECIMALS)
    return KappaReport(value=round(kappa.value, _DECIMALS), low=low, high=high)
