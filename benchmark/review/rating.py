"""Shares and means from labels, by stratum and by who gave them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.verdict import Status
from benchmark.results.row import RowScore
from benchmark.review.draw import ALL
from benchmark.review.labels import AVERAGE, JUDGE
from benchmark.review.report import Interval, KindShare, Rating
from benchmark.review.sheet import KeySample, ReviewKey
from benchmark.scoring.intervals import clustered_wilson

GRADES = (1, 10)
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class LabelledSample:
    """A sample with the labels of those who labelled it."""

    sample: KeySample
    labels: Mapping[str, str]


def ratings(key: ReviewKey, labelled: Sequence[LabelledSample]) -> Iterator[Rating]:
    """Of every person, of their average and of the judge: over the whole sample, then by stratum."""
    names = list(dict.fromkeys(name for one in labelled for name in one.labels))
    strata = [one.name for one in key.strata]
    for stratum in [ALL, *(strata if strata != [ALL] else [])]:
        within = [one for one in labelled if stratum in (ALL, one.sample.stratum)]
        by_who = {
            name: [(one.sample, _number(one.labels[name])) for one in within if name in one.labels]
            for name in names
        }
        by_who[AVERAGE] = [(one.sample, _mean(one)) for one in within]
        by_who[JUDGE] = [
            (one.sample, found) for one in within if (found := _judged(key, one.sample)) is not None
        ]
        for who, values in by_who.items():
            if values:
                yield Rating(who=who, stratum=stratum, share=_interval(values, key))


def population(key: ReviewKey, labelled: Sequence[LabelledSample]) -> Interval | None:
    """The people's average with strata weighted by their size; None where a stratum has no label.

    The interval combines those of the strata (MOVER: Zou and Donner 2008, Stat. Med. 27:1693); a stratum of
    which everything was labelled adds nothing to it.
    """
    whole = sum(one.population for one in key.strata)
    value = below = above = 0.0
    for stratum in key.strata:
        within = [(one.sample, _mean(one)) for one in labelled if one.sample.stratum == stratum.name]
        if not within:
            return None
        weight = stratum.population / whole
        mean = math.fsum(found for _, found in within) / len(within)
        low, high = clustered_wilson([found for _, found in within], [one.stem for one, _ in within])
        value += weight * mean
        asked = sum(one.stratum == stratum.name for one in key.samples)
        if stratum.drawn < stratum.population or len(within) < asked:
            below += (weight * (mean - low)) ** 2
            above += (weight * (high - mean)) ** 2
    return Interval(
        value=_shown(value, key),
        low=_shown(max(0.0, value - math.sqrt(below)), key),
        high=_shown(min(1.0, value + math.sqrt(above)), key),
        samples=len(labelled),
    )


def kinds(key: ReviewKey, labelled: Sequence[LabelledSample]) -> Iterator[KindShare]:
    """Shares of kinds of errors: over the whole sample, then by stratum."""
    strata = [one.name for one in key.strata]
    every = sorted({label for one in labelled for label in one.labels.values()} | set(key.kinds))
    for stratum in [ALL, *(strata if strata != [ALL] else [])]:
        within = [one for one in labelled if stratum in (ALL, one.sample.stratum)]
        for kind in every:
            values = [
                (one.sample, sum(label == kind for label in one.labels.values()) / len(one.labels))
                for one in within
            ]
            if values:
                yield KindShare(stratum=stratum, kind=kind, share=_interval(values, key))


def baseline(key: ReviewKey, labelled: Sequence[LabelledSample], rated: Sequence[Rating]) -> list[RowScore]:
    """The people's average as a row has scores."""
    graded = key.asked == "points"

    def tasks(stratum: str) -> int:
        return len({one.sample.task_id for one in labelled if stratum in (ALL, one.sample.stratum)})

    return [
        RowScore(
            metric="points" if graded else "share:right",
            scale="points" if graded else "fraction",
            value=one.share.value,
            low=one.share.low,
            high=one.share.high,
            tasks=tasks(one.stratum),
            samples=one.share.samples,
            category="" if one.stratum == ALL else f"stratum:{one.stratum}",
        )
        for one in rated
        if one.who == AVERAGE
    ]


def _number(label: str) -> float:
    """A label as a number in [0, 1]: right is 1, points are on their way from 1 to 10."""
    if label in ("right", "wrong"):
        return float(label == "right")
    return _on_the_way(float(label))


def _judged(key: ReviewKey, sample: KeySample) -> float | None:
    if key.asked == "verdicts":
        return float(sample.status is Status.PASSED)
    return None if sample.points is None else _on_the_way(sample.points)


def _on_the_way(points: float) -> float:
    lowest, highest = GRADES
    return (points - lowest) / (highest - lowest)


def _mean(one: LabelledSample) -> float:
    return math.fsum(map(_number, one.labels.values())) / len(one.labels)


def _interval(values: Sequence[tuple[KeySample, float]], key: ReviewKey) -> Interval:
    low, high = clustered_wilson([value for _, value in values], [sample.stem for sample, _ in values])
    mean = math.fsum(value for _, value in values) / len(values)
    return Interval(
        value=_shown(mean, key), low=_shown(low, key), high=_shown(high, key), samples=len(values)
    )


def _shown(value: float, key: ReviewKey) -> float:
    lowest, highest = GRADES if key.asked == "points" else (0, 1)
    return round(lowest + (highest - lowest) * value, _DECIMALS)
