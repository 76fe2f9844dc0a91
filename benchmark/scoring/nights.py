"""The decision rule of one series: from its nights, in order, to states and findings.

A series is one model in one setting on fixed tasks, with one draw per task and night. Each night is one step
(:func:`advance`) from one frozen value to the next, without files, clock or random numbers.

The rules, all of which count usable nights and not days:

- *Baseline*: the first 18 nights. It never slides, because that would absorb a drift. There are two anchors:
  the first baseline, and the current one, which a person's decision (:func:`rebase`) or a closed alarm
  replaces by 18 new nights. An anchor is compared with once it is complete.
- *Finding*: each night, the last 10 and 14 nights (after the baseline, and at least three) are compared
  with each anchor. A change of at least 2 points counts if both tests find it: that of the draws, task by
  task, and that of the nights' scores, which measures the noise from night to night.
- *Error budget*: the limit of p-values is 0.0025, divided by the number of the model's series and of anchors.
  So a model without a change has a false drop in at most 5 % of months: ``simulations/nightly.py`` simulates
  it. Drops and improvements are followed apart, each with its own budget.
- *Repeated answers*: if neighbouring nights agree too often, they are not independent, and nothing is found.
- *Missing draws*: a night that lacks more than max(2, 1 %) of the tasks is ``unknown`` and used for nothing.
  So is a night that lacks a task for the third time in seven nights (of those that lack few).
- *Order*: of each date only the first night counts. A night of the last night's date, or of an earlier one,
  is ignored; dates without a night are skipped.
- *Break*: if the version (of suite, judge, guest, tasks, prompt) differs from the last night's, everything
  starts anew, the first baseline included; nothing is compared across a break.
- *End of an alarm*: at least three clean nights in a row, of which at most seven are taken together. The test
  of draws finds nothing at 0.05 on each of them, nor in them together, and together they differ from the
  nights that opened the alarm: p < 0.05 towards the baseline. Without the last condition, every second alarm
  about the smallest drop that a panel sees would end within 14 nights, although the model stays worse.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark.scoring.drift import compare_draws, compare_scores, pooled, repeats
from benchmark.scoring.night_series import (
    Anchor,
    AnchorName,
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

SUSPICIOUS = 0.05  #: a single night below this p-value is not clean
LIMIT = 0.0025  #: limit of the p-values of windows, shared by the series of a model and by anchors
SMALLEST_CHANGE = 0.02  #: minimum change, as a fraction of the tasks
WINDOWS = (10, 14)  #: nights that are compared together
CLEAN_NIGHTS = 3
_MOST_CLEAN = 7
_FEWEST = 3  #: minimum nights of a window, so that a single bad night does not count as a drop
MISSING_NIGHTS = 3  #: a night is unknown if it lacks a task that three of the last seven nights lack
_MISSING_WINDOW = 7
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The result of a night."""

    series: Series
    counted: bool  #: False if the night was ignored, because its date is that of a night before or earlier
    #: This night with each anchor, then the windows in which scores differ enough.
    comparisons: tuple[Comparison, ...] = ()
    findings: tuple[Finding, ...] = ()  #: at most one per direction; each opens an alarm


def advance(series: Series, night: Night, siblings: int = 1) -> Step:
    """Return the series after one more night.

    Args:
        series: the series before it.
        night: the night.
        siblings: number of active series of the model, with the pooled one; they share the error budget.

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
        return _judged(start, night, siblings, broken=broken)
    return Step(series=replace(start, state=State.BREAK if broken else State.UNKNOWN), counted=True)


def rebase(series: Series) -> Series:
    """Record that a person accepted the present level: 18 new nights become the current baseline.

    Open alarms end. From then on the first baseline does not count: it would report the accepted change every
    night. If an alarm closes later, the accepted baseline takes its place.
    """
    anchors = replace(series.anchors, current=Anchor(), muted=True)
    return replace(series, anchors=anchors, drop=Track(), rise=Track(), recent=(), state=State.WARMING_UP)


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


def _judged(series: Series, night: Night, siblings: int, *, broken: bool) -> Step:
    """Return the step of a usable night."""
    before = series.anchors
    recent = (*series.recent, night)[-max(WINDOWS) :]
    if before.growing and not (series.drop.since or series.rise.since):
        series = replace(series, anchors=before.grown(night))
    series = replace(series, recent=recent)
    tonight = tuple(
        _comparison(Kind.NIGHT, name, anchor, [night]) for name, anchor in before.compared.items()
    )
    windows, repeated = _windows(before, recent), _repeats(before, recent)
    findings = []
    for direction in Direction:
        if series.track(direction).since is not None:
            series = _perhaps_closed(series, night, tonight, before, direction)
        elif not repeated and (found := _found(windows, direction, siblings * len(before.compared))):
            findings.append(found)
            series = series.having(direction, Track(since=night.date, opened=found.comparison.fresh))
    state = State.BREAK if broken else _state(series, repeated=repeated)
    comparisons = (*tonight, *windows)
    series = replace(series, state=state)
    return Step(series=series, counted=True, comparisons=comparisons, findings=tuple(findings))


def _windows(anchors: Anchors, recent: Sequence[Night]) -> list[Comparison]:
    """Compare windows of nights with each anchor; return the comparisons in which scores differ enough."""
    found = []
    for name, anchor in anchors.compared.items():
        after = [night for night in recent if night.date > anchor.nights[-1].date]
        scores = [night.score for night in anchor.nights]
        for size in sorted({min(size, len(after)) for size in WINDOWS}):
            window = after[-size:]
            p_scores = compare_scores(scores, [night.score for night in window])
            if size >= _FEWEST and min(p_scores) <= LIMIT:
                found.append(replace(_comparison(Kind.WINDOW, name, anchor, window), p_scores=p_scores))
    return found


def _repeats(anchors: Anchors, recent: Sequence[Night]) -> bool:
    """Whether neighbouring nights of a baseline, or of those after it, agree too often."""
    compared = anchors.compared.values()
    ended = max((anchor.nights[-1].date for anchor in compared), default=None)
    after = [night.values for night in recent if ended is not None and night.date > ended]
    groups = [[night.values for night in anchor.nights] for anchor in compared]
    return any(repeats(group) for group in [*groups, after] if len(group) >= min(WINDOWS))


def _found(windows: Sequence[Comparison], direction: Direction, share: int) -> Finding | None:
    """Return the finding with the smallest p-value; None without a large change below the limit."""
    large = [each for each in windows if each.change(direction) >= SMALLEST_CHANGE - _ROUNDING]
    best = min(large, key=lambda comparison: comparison.p(direction), default=None)
    if best is None or best.p(direction) * share > LIMIT:
        return None
    return Finding(direction=direction, p=min(1.0, best.p(direction) * share), comparison=best)


def _perhaps_closed(
    series: Series, night: Night, tonight: Sequence[Comparison], anchors: Anchors, direction: Direction
) -> Series:
    track = series.track(direction)
    if _smallest(tonight, direction) < SUSPICIOUS:
        return series.having(direction, replace(track, clean=()))
    clean = (*track.clean, night)[-_MOST_CLEAN:]
    if not _over(track, clean, anchors, direction):
        return series.having(direction, replace(track, clean=clean))
    return replace(series, anchors=series.anchors.renewed(), recent=()).having(direction, Track())


def _over(track: Track, clean: Sequence[Night], anchors: Anchors, direction: Direction) -> bool:
    """Whether clean nights in a row end an alarm."""
    together = [_comparison(Kind.WINDOW, name, anchor, clean) for name, anchor in anchors.compared.items()]
    if len(clean) < CLEAN_NIGHTS or _smallest(together, direction) < SUSPICIOUS:
        return False
    if track.opened is None:
        return True
    back = compare_draws(track.opened, pooled([night.values for night in clean]))
    return (back.p_rise if direction is Direction.DROP else back.p_drop) < SUSPICIOUS


def _comparison(kind: Kind, name: AnchorName, anchor: Anchor, nights: Sequence[Night]) -> Comparison:
    """Compare the draws of nights with those of an anchor."""
    fresh = pooled([night.values for night in nights])
    return Comparison(
        kind=kind,
        anchor=name,
        baseline_nights=tuple(night.date for night in anchor.nights),
        fresh_nights=tuple(night.date for night in nights),
        baseline=anchor.draws,
        fresh=fresh,
        test=compare_draws(anchor.draws, fresh),
    )


def _smallest(comparisons: Sequence[Comparison], direction: Direction) -> float:
    """Return the smallest p-value; 1 without comparisons."""
    return min((comparison.p(direction) for comparison in comparisons), default=1.0)


def _state(series: Series, *, repeated: bool) -> State:
    """Return the state after a usable night; the most urgent one if there are several."""
    if series.drop.since:
        return State.REGRESSED
    if series.rise.since:
        return State.IMPROVED
    if repeated:
        return State.REPEATS
    return State.WARMING_UP if series.anchors.growing else State.OK
