"""Evaluates the labels of people: shares, means, and agreement with one another and with the judge."""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.verdict import Status
from benchmark.review.draw import ALL
from benchmark.review.intervals import DECIMALS, GRADES, Interval, interval_of, whole_points
from benchmark.review.labels import AVERAGE, JUDGE, REASONABLE, UNREASONABLE, PersonLabels
from benchmark.review.sheet import (
    CRITERIA,
    REASONED,
    REASONING_ERRORS,
    KeySample,
    ReviewKey,
    ReviewQuestion,
)
from benchmark.scoring.agreement import Kappa, cohen, fleiss, krippendorff, weighted_cohen
from benchmark.scoring.correlation import Correlation, spearman


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelShare:
    """The share of right answers, errors of a kind or met criteria, or a mean of points from 1 to 10."""

    name: str  #: whose labels these are, the kind of error, or the criterion
    stratum: str  #: name of the stratum; all for the whole sample
    share: Interval  #: several people on a sample share its weight equally


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAgreement:
    """The agreement of two people, or of a person and the judge, on the samples that both labelled."""

    a: str
    b: str
    alike: Interval  #: share of samples with the same label
    kappa: Kappa | None  #: None if there are no two different labels
    weighted_kappa: Kappa | None  #: kappa with quadratic weights; only for points
    rank_correlation: Correlation | None  #: only for points that are not all equal


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewReport:
    """The evaluation of all labels."""

    asked: ReviewQuestion
    samples: int  #: number of drawn samples
    labelled: Mapping[str, int]  #: number of samples with a label, by person
    ratings: Sequence[LabelShare]  #: of each person, of all people on average and of the judge
    #: Average over people, with each stratum weighted by its size; None for kinds of errors, or if a stratum
    #: has no labels.
    population: Interval | None
    kinds: Sequence[LabelShare]
    criteria: Sequence[LabelShare]  #: for judge's scores: one entry per criterion
    agreement: Sequence[LabelAgreement]
    #: Fleiss' kappa on the samples that all people labelled; None for fewer than three people.
    fleiss_kappa: Kappa | None
    #: Krippendorff's alpha of all people, on the samples that at least two of them labelled; None for fewer
    #: than two people, and for two who labelled the same samples.
    alpha: Kappa | None
    disputed: Sequence[str]  #: samples with different labels


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A sample with its labels, by person."""

    sample: KeySample
    labels: Mapping[str, str]

    @property
    def mean(self) -> float:
        """The mean of the labels as numbers."""
        return math.fsum(map(_number, self.labels.values())) / len(self.labels)


def review(key: ReviewKey, people: Sequence[PersonLabels]) -> ReviewReport:
    """Evaluate the labels of these people."""
    labelled = []
    for sample in key.samples:
        labels = {
            person.name: person.labels[sample.sample] for person in people if sample.sample in person.labels
        }
        if labels:
            labelled.append(_Labelled(sample, labels))
    everyone: dict[str, Mapping[str, str]] = {person.name: person.labels for person in people}
    judged = {sample.sample: label for sample in key.samples if (label := key.judge_label(sample))}
    if judged:
        everyone[JUDGE] = judged
    named = key.question.named
    return ReviewReport(
        asked=key.asked,
        samples=len(key.samples),
        labelled={person.name: len(person.labels) for person in people},
        ratings=[] if named else list(_ratings(key, labelled)),
        population=None if named else _population(key, labelled),
        kinds=list(_kinds(key, labelled)) if named else [],
        criteria=list(_criteria(key, labelled, people)) if key.asked == "scores" else [],
        agreement=[
            found
            for a, b in itertools.combinations(everyone, 2)
            if (found := _agreement(key, a, b, everyone)) is not None
        ],
        fleiss_kappa=_fleiss_kappa(labelled, len(people)),
        alpha=_alpha(key, labelled, people),
        disputed=[entry.sample.sample for entry in labelled if len(set(entry.labels.values())) > 1],
    )


def _shares(
    key: ReviewKey,
    labelled: Sequence[_Labelled],
    names: Sequence[str],
    value: Callable[[str, _Labelled], float | None],
) -> Iterator[LabelShare]:
    """Yield the mean of each name's values that are known: over the whole sample, then per stratum."""
    strata = [stratum.name for stratum in key.strata]
    for stratum in [ALL, *(strata if strata != [ALL] else [])]:
        within = [entry for entry in labelled if stratum in (ALL, entry.sample.stratum)]
        for name in names:
            values = [(entry.sample, found) for entry in within if (found := value(name, entry)) is not None]
            if values:
                yield LabelShare(name=name, stratum=stratum, share=_interval(values, key))


def _ratings(key: ReviewKey, labelled: Sequence[_Labelled]) -> Iterator[LabelShare]:
    """Yield ratings of each person, their average and the judge."""

    def value(name: str, entry: _Labelled) -> float | None:
        if name == AVERAGE:
            return entry.mean
        label = key.judge_label(entry.sample) if name == JUDGE else entry.labels.get(name)
        return _number(label) if label else None

    people = dict.fromkeys(name for entry in labelled for name in entry.labels)
    return _shares(key, labelled, [*people, AVERAGE, JUDGE], value)


def _population(key: ReviewKey, labelled: Sequence[_Labelled]) -> Interval | None:
    """Return the people's average with strata weighted by size; None if a stratum has no labels.

    The interval combines those of the strata (MOVER: Zou and Donner 2008, Stat. Med. 27:1693). A stratum
    whose samples are all drawn and labelled does not add to it.
    """
    whole = sum(stratum.population for stratum in key.strata)
    lowest, highest = key.question.span
    value = below = above = 0.0
    for stratum in key.strata:
        within = [(entry.sample, entry.mean) for entry in labelled if entry.sample.stratum == stratum.name]
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


def _kinds(key: ReviewKey, labelled: Sequence[_Labelled]) -> Iterator[LabelShare]:
    """Yield the shares of kinds of errors; in strata without answers that can have a kind, it is left out."""
    every = sorted({label for entry in labelled for label in entry.labels.values()} | set(key.kinds))
    found = _shares(
        key,
        labelled,
        every,
        lambda kind, entry: sum(label == kind for label in entry.labels.values()) / len(entry.labels),
    )
    fitting = {
        (stratum, kind)
        for entry in labelled
        for kind in (every if key.asked == "errors" else _kinds_of(entry.sample))
        for stratum in (ALL, entry.sample.stratum)
    }
    return (share for share in found if (share.stratum, share.name) in fitting)


def _kinds_of(sample: KeySample) -> tuple[str, ...]:
    """Return the labels that the reasoning of a sample can have."""
    return REASONED if sample.status is Status.PASSED else REASONING_ERRORS


def _criteria(
    key: ReviewKey, labelled: Sequence[_Labelled], people: Sequence[PersonLabels]
) -> Iterator[LabelShare]:
    """Yield the share of scores that meet each criterion; several people on a score count equally."""

    def value(criterion: str, entry: _Labelled) -> float:
        met = [
            criterion in person.criteria[entry.sample.sample]
            for person in people
            if entry.sample.sample in person.criteria
        ]
        return sum(met) / len(met)

    return _shares(key, labelled, CRITERIA, value)


def _number(label: str) -> float:
    """Return a label as a number: right and reasonable are 1, wrong and unreasonable 0; else points."""
    if label in ("right", "wrong", REASONABLE, UNREASONABLE):
        return float(label in ("right", REASONABLE))
    return float(label)


def _interval(values: Sequence[tuple[KeySample, float]], key: ReviewKey) -> Interval:
    numbers, stems = [value for _, value in values], [sample.stem for sample, _ in values]
    return interval_of(numbers, stems, key.question.span)


def _agreement(
    key: ReviewKey, a: str, b: str, everyone: Mapping[str, Mapping[str, str]]
) -> LabelAgreement | None:
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
        first, second = list(map(str, one)), list(map(str, other))
    return LabelAgreement(
        a=a,
        b=b,
        alike=interval_of([float(x == y) for x, y in zip(first, second, strict=True)], stems),
        kappa=cohen(first, second, sorted({*first, *second}), stems),
        weighted_kappa=weighted,
        rank_correlation=ranks,
    )


def points_correlation(
    first: Sequence[float], second: Sequence[float], stems: Sequence[str] | None = None
) -> Correlation | None:
    """Return the rank correlation of points; None if all of one judge are the same."""
    if len(set(first)) <= 1 or len(set(second)) <= 1:
        return None
    return spearman(first, second, stems)


def _fleiss_kappa(labelled: Sequence[_Labelled], people: int) -> Kappa | None:
    by_all = [[*entry.labels.values()] for entry in labelled if len(entry.labels) == people]
    if people < 3 or not by_all:  # noqa: PLR2004 - two people have Cohen's kappa
        return None
    return fleiss(by_all)


def _alpha(key: ReviewKey, labelled: Sequence[_Labelled], people: Sequence[PersonLabels]) -> Kappa | None:
    """Return Krippendorff's alpha of all people; None for two people who labelled the same samples."""
    if len(people) < 2 or (len(people) == 2 and set(people[0].labels) == set(people[1].labels)):  # noqa: PLR2004
        return None
    return krippendorff(
        [list(entry.labels.values()) for entry in labelled],
        [entry.sample.stem for entry in labelled],
        graded=key.asked == "points",
    )
