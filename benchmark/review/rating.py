"""Computes shares and means from labels, by stratum and by person."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.verdict import Status
from benchmark.review.draw import ALL
from benchmark.review.labels import AVERAGE, JUDGE, REASONABLE, UNREASONABLE, PersonLabels
from benchmark.review.report import DECIMALS, GRADES, Interval, LabelShare, interval_of
from benchmark.review.sheet import CRITERIA, REASONED, REASONING_ERRORS, KeySample, ReviewKey


@dataclass(frozen=True, slots=True)
class LabelledSample:
    """A sample with its labels, by person."""

    sample: KeySample
    labels: Mapping[str, str]


def ratings(key: ReviewKey, labelled: Sequence[LabelledSample]) -> Iterator[LabelShare]:
    """Yield ratings of each person, their average and the judge: over the whole sample, then per stratum."""
    names = list(dict.fromkeys(name for entry in labelled for name in entry.labels))
    strata = [stratum.name for stratum in key.strata]
    for stratum in [ALL, *(strata if strata != [ALL] else [])]:
        within = [entry for entry in labelled if stratum in (ALL, entry.sample.stratum)]
        by_who = {
            name: [(entry.sample, _number(entry.labels[name])) for entry in within if name in entry.labels]
            for name in names
        }
        by_who[AVERAGE] = [(entry.sample, _mean(entry)) for entry in within]
        by_who[JUDGE] = [
            (entry.sample, found)
            for entry in within
            if (found := _judge_value(key, entry.sample)) is not None
        ]
        for who, values in by_who.items():
            if values:
                yield LabelShare(name=who, stratum=stratum, share=_interval(values, key))


def population(key: ReviewKey, labelled: Sequence[LabelledSample]) -> Interval | None:
    """Return the people's average with strata weighted by size; None if a stratum has no labels.

    The interval combines those of the strata (MOVER: Zou and Donner 2008, Stat. Med. 27:1693). A stratum
    whose samples are all drawn and labelled does not add to it.
    """
    whole = sum(stratum.population for stratum in key.strata)
    lowest, highest = _span(key)
    value = below = above = 0.0
    for stratum in key.strata:
        within = [(entry.sample, _mean(entry)) for entry in labelled if entry.sample.stratum == stratum.name]
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


def kinds(key: ReviewKey, labelled: Sequence[LabelledSample]) -> Iterator[LabelShare]:
    """Yield the shares of kinds of errors: over the whole sample, then per stratum."""
    strata = [stratum.name for stratum in key.strata]
    every = sorted({label for entry in labelled for label in entry.labels.values()} | set(key.kinds))
    for stratum in [ALL, *(strata if strata != [ALL] else [])]:
        within = [entry for entry in labelled if stratum in (ALL, entry.sample.stratum)]
        for kind in every:
            if key.asked == "reasoning" and not any(_fits(kind, entry.sample) for entry in within):
                continue
            values = [
                (entry.sample, sum(label == kind for label in entry.labels.values()) / len(entry.labels))
                for entry in within
            ]
            if values:
                yield LabelShare(name=kind, stratum=stratum, share=_interval(values, key))


def criteria(
    key: ReviewKey, labelled: Sequence[LabelledSample], people: Sequence[PersonLabels]
) -> Iterator[LabelShare]:
    """Yield the share of scores that meet each criterion; several people on a score count equally."""
    for criterion in CRITERIA:
        values = []
        for entry in labelled:
            said = [person.criteria.get(entry.sample.sample) for person in people]
            met = [criterion in names for names in said if names is not None]
            values.append((entry.sample, sum(met) / len(met)))
        yield LabelShare(name=criterion, stratum=ALL, share=_interval(values, key))


def _fits(kind: str, sample: KeySample) -> bool:
    """Whether a label can be that of a sample."""
    right = sample.status is Status.PASSED
    return kind not in (REASONING_ERRORS if right else REASONED)


def _number(label: str) -> float:
    """Return a label as a number: right and reasonable are 1, wrong and unreasonable 0; else points."""
    if label in ("right", "wrong", REASONABLE, UNREASONABLE):
        return float(label in ("right", REASONABLE))
    return float(label)


def _judge_value(key: ReviewKey, sample: KeySample) -> float | None:
    if key.asked == "verdicts":
        return float(sample.status is Status.PASSED)
    if key.asked == "scores":
        return None
    return sample.points


def whole_points(points: float) -> int:
    """Return points as a whole number, as people give them; halves are rounded up."""
    lowest, highest = GRADES
    return min(max(math.floor(points + 0.5), lowest), highest)


def _mean(entry: LabelledSample) -> float:
    return math.fsum(map(_number, entry.labels.values())) / len(entry.labels)


def _interval(values: Sequence[tuple[KeySample, float]], key: ReviewKey) -> Interval:
    return interval_of([value for _, value in values], [sample.stem for sample, _ in values], _span(key))


def _span(key: ReviewKey) -> tuple[int, int]:
    return GRADES if key.asked == "points" else (0, 1)
