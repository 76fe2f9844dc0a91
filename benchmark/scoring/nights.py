"""The decision rule of one series: from its nights, in order, to states and p-values.

A series is one model in one setting on fixed tasks, with one draw per task and night. Each night is one step
(:func:`advance`) from one frozen value to the next, without files, clock or random numbers. A series alone
cannot decide: a step returns the p-values that are below their limits, ``benchmark.scoring.decision_days``
compares them with those of all series of the day, and :func:`settle` records the outcome.

The rules:

- *Baseline*: the first 8 usable nights; from 4 on, nights are compared with it. It never slides, because that
  would absorb a drift. There are two anchors: the first baseline, and the current one, which a person's
  decision (:func:`rebase`) or a closed alarm replaces by 8 new nights.
- *Stage 1*: each night's draws against each anchor, p < 0.05. *Stage 2*: the draws of the next four usable
  nights against the anchors as they were at stage 1, p < 0.01 and a change of at least 2 points. It ends
  without result if that takes more than 8 days. *Weekly pool*: every seven usable nights after a complete
  baseline, never overlapping, p < 0.005.
- *Error budget*: the limits of stage 2 and of the pool hold for the smallest p-value of the anchors times
  their number, so that two anchors share the budget of one. Drops and improvements are followed apart, each
  with its own budget. These limits alone keep false alarms of a series low, without the comparison with other
  series; ``simulations/nightly.py`` simulates how often they occur.
- *Missing draws*: a night that lacks more than max(2, 1 %) of the tasks is ``unknown`` and used for nothing.
  So is a night that lacks a task for the third time in seven nights (of those that lack few).
- *Order*: of each date only the first night counts. A night of the last night's date, or of an earlier one,
  is ignored; dates without a night are skipped.
- *Break*: if the version (of suite, judge, guest, tasks, prompt) differs from the last night's, everything
  starts anew, the first baseline included; nothing is compared across a break.
- *End of an alarm*: at least three clean nights in a row, of which at most seven are taken together. Stage 1
  finds nothing on each of them, nor in them together, and together they differ from the nights that opened
  the alarm: p < 0.05 towards the baseline. Without the last condition, every second alarm about the smallest
  drop that a panel sees would end within 14 nights, although the model stays worse.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark.scoring.drift import compare_draws, pooled
from benchmark.scoring.night_series import (
    Anchor,
    Anchors,
    Comparison,
    Direction,
    Finding,
    Kind,
    Night,
    Series,
    State,
    Track,
)
from benchmark.scoring.signflip import Floats

STAGE_1 = 0.05  #: a check begins below this p-value
STAGE_2 = 0.01  #: limit of the p-value of a check
POOL = 0.005  #: limit of the p-value of a weekly pool
SMALLEST_CHANGE = 0.02  #: minimum change for stage 2, as a fraction of the tasks
CHECK_NIGHTS = 4
CHECK_DAYS = 8  #: days after stage 1 within which the nights of a check must come
POOL_NIGHTS = 7
CLEAN_NIGHTS = 3
MISSING_NIGHTS = 3  #: a night that lacks a task, as so many of the last seven nights do, is unknown
_MISSING_WINDOW = 7
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The result of a night."""

    series: Series
    counted: bool  #: False if the night was ignored, because its date is that of a night before or earlier
    comparisons: tuple[Comparison, ...] = ()  #: with each anchor; stage 1 first, then stage 2 and the pool
    findings: tuple[Finding, ...] = ()  #: at most one per direction, to be settled


def advance(series: Series, night: Night) -> Step:
    """Return the series after one more night.

    Raises:
        ValueError: if the number of tasks differs from earlier nights of the same version, there are no
            tasks, or a value is not 0, 1 or nan.
    """
    if series.last is not None and night.date <= series.last:
        return Step(series=series, counted=False)
    broken = series.last is not None and night.version != series.version
    start = Series() if broken else series
    start = replace(start, version=night.version, last=night.date)
    start, usable = _with_gaps(start, night.values)
    if usable:
        return _judged(start, night, broken=broken)
    return Step(series=replace(start, state=State.BREAK if broken else State.UNKNOWN), counted=True)


def settle(series: Series, finding: Finding, *, confirmed: bool) -> Series:
    """Record whether the comparison with all series of the day confirmed a finding of the last night.

    A confirmed change opens an alarm. If it was found before the baseline was complete, the baseline loses
    the nights since stage 1. A finding that was not confirmed leaves the series as it is.

    Raises:
        ValueError: if the series has no night.
    """
    if series.last is None:
        raise ValueError("a series without nights has no finding to settle")
    if not confirmed:
        return series
    track = series.track(finding.direction)
    early = finding.comparison.kind is Kind.STAGE_2
    kept = track.anchors if early and track.anchors is not None else series.anchors
    track = Track(since=series.last, opened=finding.comparison.fresh)
    opened = replace(series, anchors=kept).having(finding.direction, track)
    return replace(opened, state=_state(opened))


def rebase(series: Series) -> Series:
    """Record that a person accepted the present level: 8 new nights become the current baseline.

    Open alarms and running checks end. From then on the first baseline does not count: it would report the
    accepted change every night. If an alarm closes later, the accepted baseline takes its place.
    """
    anchors = replace(series.anchors, current=Anchor(), muted=True)
    return replace(series, anchors=anchors, drop=Track(), rise=Track(), week=(), state=State.WARMING_UP)


def most_missing(tasks: int) -> float:
    """Return how many tasks of a night may lack a draw; with more, the night is unknown."""
    return max(2.0, 0.01 * tasks)


def _with_gaps(series: Series, values: Floats) -> tuple[Series, bool]:
    """Record which tasks a night lacks, and return whether it can be used."""
    if values.ndim != 1 or not len(values):
        raise ValueError("a night needs one value per task")
    if series.tasks and series.tasks != len(values):
        raise ValueError(f"{len(values)} tasks, but {series.tasks} on earlier nights of this version")
    pooled([values])  # checks the values
    series = replace(series, tasks=len(values))
    gap = frozenset(np.flatnonzero(np.isnan(values)).tolist())
    if len(gap) > most_missing(len(values)):
        return series, False
    gaps = (*series.gaps, gap)[-_MISSING_WINDOW:]
    nights = Counter(task for each in gaps for task in each)
    return replace(series, gaps=gaps), max((nights[task] for task in gap), default=0) < MISSING_NIGHTS


def _judged(series: Series, night: Night, *, broken: bool) -> Step:
    """Return the step of a usable night."""
    before = series.anchors
    if before.growing and not (series.drop.since or series.rise.since):
        series = replace(series, anchors=before.grown(night))
    week = (*series.week, night) if before.compared and not before.growing else ()
    series = replace(series, week=week if len(week) < POOL_NIGHTS else ())
    tonight = _compare(Kind.STAGE_1, [night], before)
    pool = _compare(Kind.POOL, week, before) if len(week) == POOL_NIGHTS else ()
    checks: tuple[Comparison, ...] = ()
    findings = []
    for direction in Direction:
        open_before = series.track(direction).since is not None
        series, check = _followed(series, night, tonight, before, direction)
        checks += check
        found = [] if open_before else [_found(check, direction), _found(pool, direction)]
        both = [finding for finding in found if finding is not None]
        if both:
            best = min(both, key=lambda finding: finding.p)
            findings.append(replace(best, p=min(1.0, best.p * len(both))))
    series = replace(series, state=State.BREAK if broken else _state(series))
    return Step(series=series, counted=True, comparisons=(*tonight, *checks, *pool), findings=tuple(findings))


def _followed(
    series: Series, night: Night, tonight: Sequence[Comparison], anchors: Anchors, direction: Direction
) -> tuple[Series, tuple[Comparison, ...]]:
    """Return the series after stage 1, a night of a check, or a night of an open alarm.

    The comparisons are those of stage 2, if the check is complete.
    """
    track = series.track(direction)
    if track.since is not None:
        return _perhaps_closed(series, night, tonight, anchors, direction), ()
    if track.began is not None and (night.date - track.began).days > CHECK_DAYS:
        track = Track()
    before = track.anchors
    if track.began is None or before is None:
        if _smallest(tonight, direction) < STAGE_1:
            track = Track(began=night.date, anchors=anchors)
        return series.having(direction, track), ()
    track = replace(track, checked=(*track.checked, night))
    if len(track.checked) < CHECK_NIGHTS:
        return series.having(direction, track), ()
    # Settling a finding needs the anchors. Without it, stage 1 starts again with the next night.
    return series.having(direction, Track(anchors=before)), _compare(Kind.STAGE_2, track.checked, before)


def _perhaps_closed(
    series: Series, night: Night, tonight: Sequence[Comparison], anchors: Anchors, direction: Direction
) -> Series:
    track = series.track(direction)
    if _smallest(tonight, direction) < STAGE_1:
        return series.having(direction, replace(track, clean=()))
    clean = (*track.clean, night)[-POOL_NIGHTS:]
    if not _over(track, clean, anchors, direction):
        return series.having(direction, replace(track, clean=clean))
    closed = replace(series, anchors=series.anchors.renewed(), week=())
    return closed.having(direction, Track())


def _over(track: Track, clean: Sequence[Night], anchors: Anchors, direction: Direction) -> bool:
    """Whether clean nights in a row end an alarm."""
    if len(clean) < CLEAN_NIGHTS or _smallest(_compare(Kind.STAGE_1, clean, anchors), direction) < STAGE_1:
        return False
    if track.opened is None:
        return True
    back = compare_draws(track.opened, pooled([night.values for night in clean]))
    return (back.p_rise if direction is Direction.DROP else back.p_drop) < STAGE_1


def _compare(kind: Kind, nights: Sequence[Night], anchors: Anchors) -> tuple[Comparison, ...]:
    """Compare nights with each anchor."""
    fresh = pooled([night.values for night in nights])
    return tuple(
        Comparison(
            kind=kind,
            anchor=name,
            baseline_nights=tuple(night.date for night in anchor.nights),
            fresh_nights=tuple(night.date for night in nights),
            baseline=anchor.draws,
            fresh=fresh,
            test=compare_draws(anchor.draws, fresh),
        )
        for name, anchor in anchors.compared.items()
    )


def _smallest(comparisons: Sequence[Comparison], direction: Direction) -> float:
    """Return the smallest p-value; 1 without comparisons."""
    return min((comparison.p(direction) for comparison in comparisons), default=1.0)


def _found(comparisons: Sequence[Comparison], direction: Direction) -> Finding | None:
    """Return the finding of stage 2 or of a pool, if its p-value is below the limit and the change large."""
    if not comparisons:
        return None
    best = min(comparisons, key=lambda comparison: comparison.p(direction))
    p = min(1.0, best.p(direction) * len(comparisons))
    pool = best.kind is Kind.POOL
    large = pool or best.change(direction) >= SMALLEST_CHANGE - _ROUNDING
    if p >= (POOL if pool else STAGE_2) or not large:
        return None
    return Finding(direction=direction, p=p, comparison=best)


def _state(series: Series) -> State:
    """Return the state after a usable night; the most urgent one if there are several."""
    if series.drop.since:
        return State.REGRESSED
    if series.drop.began:
        return State.CHECKING
    if series.rise.since:
        return State.IMPROVED
    if series.rise.began:
        return State.CHECKING
    return State.WARMING_UP if series.anchors.growing else State.OK
