"""The decision rule of one series: from its nights, in order, to states and findings.

A series is one model in one setting on fixed tasks, with one draw per task and night. Each night is one step
(:func:`advance`) from one frozen value to the next, without files, clock or random numbers.

The rules, all of which count usable nights and not days:

- *Baseline*: the first 18 nights. It never slides, because that would absorb a drift. There are two anchors:
  the first baseline, and the current one, which a person's decision (:func:`rebase`) or a closed alarm
  replaces by 18 new nights. An anchor is compared with once it is complete.
- *Finding*: each night, the last 10 and 14 nights (after the baseline, and at least three) are compared
  with each anchor. A change of at least 2 points counts if both tests find it: that of the draws, stem by
  stem, and that of the nights' scores, which measures the noise from night to night.
- *Error budget*: the limit of p-values is 0.0025, divided by the number of the model's series and of anchors.
  So a model without a change has a false drop in at most 5 % of months (``lab/simulations/nightly.py``).
- *Collapse*: the last 5 nights are compared, too, if 4 of them are at least 8 points away from an anchor, so
  that a collapse does not wait until it outweighs good nights. Such nights are so rare without a change that
  their limit need not be shared, unless results repeat: it is 0.0025 in each series. Few families, or a
  baseline with outages, allow for no smaller p-value in 5 nights, however large the drop is.
  Drops and improvements are followed apart, each with its own budget.
- *Nights that are alike*: if tasks repeat results, nights are not independent, and the test of draws decides
  alone: it takes stems as independent. If the scores of neighbouring nights are correlated, the level may
  wander, which 18 nights cannot tell from a drop. The state says so in both cases.
- *Missing draws*: a task without draws on one of the two sides leaves the comparison. A night counts as
  ``unknown`` if a drop would be found with missing draws counted as failed, and is not found without them:
  then the tasks left out could hide it. A night that lacks over half of its tasks is used for nothing.
- *Order*: of each date only the first night counts. A night of the last night's date, or of an earlier one,
  is ignored; dates without a night are skipped.
- *Break*: if the version (of suite, judge, guest, tasks, prompt) differs from the last night's, everything
  starts anew, the first baseline included; nothing is compared across a break. An open alarm about a drop is
  *held*: it stays open, and no baseline grows, until a person accepts the level. If all nights from the
  baseline on are judged again by the new version, there is no break in them, and these rules decide.
- *End of an alarm*: at least three clean nights in a row, of which at most seven are taken together. The test
  of draws finds nothing at 0.05 on each of them, nor in them together, and together they differ from the
  nights that opened the alarm, by both tests: p < 0.05 towards the baseline. Without the last condition,
  every second alarm about the smallest drop that a panel sees would end within 14 nights, although the model
  stays worse.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property

import numpy as np

from benchmark.scoring.nights.draws import (
    Drop,
    NightDraws,
    compare_draws,
    compare_scores,
    neighbour_correlation,
    pooled,
    repeated_share,
)
from benchmark.scoring.signflip import Flags, Floats

SUSPICIOUS = 0.05  #: a single night below this p-value is not clean
LIMIT = 0.0025  #: limit of the p-values of windows, shared by the series of a model and by anchors
SMALLEST_CHANGE = 0.02  #: minimum change, as a fraction of the tasks
WINDOWS = (10, 14)  #: nights that are compared together
CLEAN_NIGHTS = 3
_MOST_CLEAN = 7
_FEWEST = 3  #: minimum nights of a window, so that a single bad night does not count as a drop
COLLAPSE_NIGHTS = 5  #: nights that are compared together if most of them are far from the baseline
COLLAPSE_FAR = 4  #: minimum number of these nights that are far
# With 5 points, up to 5.6 instead of 3.6 % of months have a false drop.
COLLAPSE_CHANGE = 0.08  #: minimum change of a night that is far
_MOST_MISSING = 0.5  #: share of the tasks; a night that lacks more is not used
ALIKE = 0.3  #: neighbouring nights with a larger correlation are called alike
# A drop of two points from 0.3 to 0.28 is 0.019999999999999962.
_ROUNDING = 1e-9
# With 8 or 14 nights, 50 or 72 instead of 82 % of drops are found if all chances are one half.
BASELINE_NIGHTS = 18
ACTIVE_DAYS = 7  #: days after its last night during which a series counts as active


class SeriesState(StrEnum):
    """The state of a series after a night, as decisions record it."""

    WARMING_UP = "warming-up"
    OK = "ok"
    REGRESSED = "regressed"
    IMPROVED = "improved"
    UNKNOWN = "unknown"
    REPEATS = "repeats"  #: neighbouring nights are alike
    BREAK = "new-baseline"


class Direction(StrEnum):
    """The direction of a change."""

    DROP = "drop"
    RISE = "rise"


class Kind(StrEnum):
    """The nights that are compared with a baseline."""

    NIGHT = "night"
    WINDOW = "window"


class AnchorName(StrEnum):
    """Which of the two baselines; the first one is called so as long as there is no other."""

    FIRST = "first"
    CURRENT = "current"


@dataclass(frozen=True, kw_only=True, eq=False)  # without slots, because a cached_property needs a __dict__
class Night:
    """The draws of one night."""

    date: date
    version: (
        str  #: changes with everything that makes nights incomparable: suite, judge, guest, tasks, prompt
    )
    values: Floats  #: (task), 1 if the draw passed, 0 if it failed, nan if there is none
    stems: tuple[str, ...] = ()  #: (task), stems of the tasks; empty if each task is a stem of its own

    @property
    def missing(self) -> Flags:
        """(task), whether there is no draw."""
        return np.isnan(self.values)

    def failed(self) -> "Night":
        """Return the night with missing draws counted as failed."""
        return replace(self, values=np.nan_to_num(self.values, nan=0.0)) if self.missing.any() else self


@dataclass(frozen=True)  # without slots, because a cached_property needs a __dict__
class Anchor:
    """A baseline: the nights whose draws later nights are compared with."""

    nights: tuple[Night, ...] = ()

    @cached_property
    def draws(self) -> NightDraws:
        """The draws of the anchor's nights.

        Raises:
            ValueError: if it has no nights.
        """
        return pooled([night.values for night in self.nights])

    def failed(self) -> "Anchor":
        """Return the anchor with missing draws counted as failed."""
        return Anchor(tuple(night.failed() for night in self.nights))

    @cached_property
    def correlation(self) -> float:
        """The correlation of the scores of neighbouring nights, in [-1, 1]."""
        return neighbour_correlation(self.scores(self.nights))

    @cached_property
    def repeated(self) -> float:
        """The share of results that repeat the night before; 0 if that could be luck."""
        return _repeated(self.nights)

    def scores(self, nights: Sequence[Night]) -> Floats:
        """Return how many more tasks of each night passed than usual, as a share of those it has.

        Relative to the usual rate of each task, so that a missing task does not move the score.
        """
        found = []
        for night in nights:
            more = night.values - self.draws.rates
            known = more[~np.isnan(more)]
            found.append(float(known.mean()) if len(known) else 0.0)
        return np.array(found)

    @property
    def complete(self) -> bool:
        """Whether the baseline takes no further nights, so that later nights are compared with it."""
        return len(self.nights) >= BASELINE_NIGHTS

    def grown(self, night: Night) -> "Anchor":
        """Return the anchor with one more night, unless it is complete."""
        return self if self.complete else Anchor((*self.nights, night))


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """The first and the current baseline of a series."""

    first: Anchor = Anchor()
    current: Anchor | None = None  #: None as long as the first is the current one
    muted: bool = False  #: whether a person accepted a change, so that the first does not count

    @property
    def growing(self) -> bool:
        """Whether the current one still takes nights."""
        return not (self.first if self.current is None else self.current).complete

    @property
    def compared(self) -> dict[AnchorName, Anchor]:
        """The anchors with which nights are compared; empty while warming up."""
        found = {} if self.muted else {AnchorName.FIRST: self.first}
        if self.current is not None:
            found[AnchorName.CURRENT] = self.current
        return {name: anchor for name, anchor in found.items() if anchor.complete}

    @property
    def newest(self) -> Anchor | None:
        """The newest baseline that nights are compared with; None while warming up."""
        return next(reversed(self.compared.values()), None)

    def failed(self) -> "Anchors":
        """Return the anchors with missing draws counted as failed."""
        current = None if self.current is None else self.current.failed()
        return replace(self, first=self.first.failed(), current=current)

    def grown(self, night: Night) -> "Anchors":
        """Return the anchors with one more night."""
        if self.current is None:
            return replace(self, first=self.first.grown(night))
        return replace(self, current=self.current.grown(night))

    def renewed(self) -> "Anchors":
        """Return the anchors with an empty current one, after an alarm was closed.

        The one that a person accepted becomes the first one: otherwise each alarm would let the baseline
        slide.
        """
        first = self.current if self.muted and self.current is not None else self.first
        return Anchors(first=first, current=Anchor())


@dataclass(frozen=True, slots=True, kw_only=True)
class NightComparison:
    """Nights compared with one anchor."""

    kind: Kind
    anchor: AnchorName
    baseline_nights: tuple[date, ...]
    fresh_nights: tuple[date, ...]
    baseline: NightDraws
    fresh: NightDraws
    test: Drop  #: of the draws; its p-values do not count the anchors
    #: p-values of the nights' scores: drop and rise; 0 if not tested.
    p_scores: tuple[float, float] = (0.0, 0.0)
    share: int = 1  #: number of series and anchors that share the limit of the p-values

    def p(self, direction: Direction) -> float:
        """Return the one-sided p-value of this direction: the larger one of both tests."""
        if direction is Direction.DROP:
            return max(self.test.p_drop, self.p_scores[0])
        return max(self.test.p_rise, self.p_scores[1])

    def change(self, direction: Direction) -> float:
        """Return the size of the change in this direction, in [-1, 1]."""
        return self.test.drop if direction is Direction.DROP else -self.test.drop


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A p-value below its limit: a change."""

    direction: Direction
    p: float  #: with the numbers of anchors and of the model's series counted
    comparison: NightComparison  #: with the anchor that has the smallest p-value


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """The windows and findings of changes in one direction."""

    since: date | None = None  #: the night of the decision, while an alarm is open
    opened: tuple[Night, ...] = ()  #: the nights for which the open alarm was opened
    clean: tuple[Night, ...] = ()  #: the clean nights in a row of an open alarm
    held: date | None = None  #: the first night after a break that left the alarm open: no night can end it


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A series after some nights; the start is ``Series()``."""

    version: str = ""
    last: date | None = None  #: date of the last night
    state: SeriesState = SeriesState.WARMING_UP
    anchors: Anchors = Anchors()
    drop: Track = Track()
    rise: Track = Track()
    recent: tuple[Night, ...] = ()  #: the last usable nights since the last break, at most those of a window
    tasks: int = 0  #: number of tasks; 0 before the first night

    def track(self, direction: Direction) -> Track:
        """Return what is known about changes in this direction."""
        return self.drop if direction is Direction.DROP else self.rise

    def having(self, direction: Direction, track: Track) -> "Series":
        """Return the series with another track."""
        return replace(self, drop=track) if direction is Direction.DROP else replace(self, rise=track)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDecision:
    """What was decided about a series after one night."""

    date: date
    series: Series  #: after the night
    counted: bool  #: False if the night was ignored, because its date is that of a night before or earlier
    #: This night with each anchor, then the windows in which scores differ enough.
    comparisons: tuple[NightComparison, ...] = ()
    findings: tuple[Finding, ...] = ()  #: at most one per direction; each opens an alarm
    active: int = 1  #: number of active series of the model on that day, with the pooled one
    alike: float = 0.0  #: correlation of neighbouring nights if it is above 0.3, or results are repeated
    hidden: bool = False  #: whether the missing draws could hide a drop

    @property
    def state(self) -> SeriesState:
        """The state of the series after the night."""
        return self.series.state


def advance(series: Series, night: Night, active: int = 1) -> RuleDecision:
    """Decide about a series after one more night.

    Args:
        series: the series before it.
        night: the night.
        active: number of active series of the model, with the pooled one; they share the error budget.

    Raises:
        ValueError: if the number of tasks differs from earlier nights of the same version, there are no
            tasks, or a value is not 0, 1 or nan.
    """
    if series.last is not None and night.date <= series.last:
        return RuleDecision(date=night.date, series=series, counted=False, active=active)
    broken = series.last is not None and night.version != series.version
    start = _broken(series, night.date) if broken else series
    start = replace(start, version=night.version, last=night.date)
    start, usable = _checked(start, night.values)
    if usable:
        return _judged(start, night, active, broken=broken)
    ended = broken and start.drop.since is None
    series = replace(start, state=SeriesState.BREAK if ended else SeriesState.UNKNOWN)
    return RuleDecision(date=night.date, series=series, counted=True, active=active)


def _broken(series: Series, day: date) -> Series:
    """Return a new series that has only the open alarm about a drop: no night has shown a recovery."""
    since = series.drop.since
    return Series() if since is None else Series(drop=Track(since=since, held=series.drop.held or day))


def rebase(series: Series) -> Series:
    """Record that a person accepted the present level: 18 new nights become the current baseline.

    Open alarms end. From then on the first baseline does not count: it would report the accepted change every
    night. If an alarm closes later, the accepted baseline takes its place.
    """
    anchors = replace(series.anchors, current=Anchor(), muted=True)
    return replace(
        series, anchors=anchors, drop=Track(), rise=Track(), recent=(), state=SeriesState.WARMING_UP
    )


def release(series: Series) -> Series:
    """End an open alarm about a drop because the model vanished; the baselines stay.

    If the model returns and is still worse, its new nights open another alarm.
    """
    return series if series.drop.since is None else replace(series, drop=Track(), recent=())


def most_missing(tasks: int) -> float:
    """Return how many tasks of a night may lack a draw without being an outage."""
    return max(2.0, 0.01 * tasks)


def _checked(series: Series, values: Floats) -> tuple[Series, bool]:
    """Record the number of tasks, and return whether a night has enough draws to be used."""
    if values.ndim != 1 or not len(values):
        raise ValueError("a night needs one value per task")
    if series.tasks and series.tasks != len(values):
        raise ValueError(f"{len(values)} tasks, but {series.tasks} on earlier nights of this version")
    pooled([values])  # checks the values
    return replace(series, tasks=len(values)), bool(np.isnan(values).mean() <= _MOST_MISSING)


def _judged(series: Series, night: Night, active: int, *, broken: bool) -> RuleDecision:
    """Decide after a usable night."""
    before = series.anchors
    recent = (*series.recent, night)[-max(WINDOWS) :]
    # Nights of an open alarm may be worse ones, which must not become what later nights are compared with.
    if before.growing and not (series.drop.since or series.rise.since):
        series = replace(series, anchors=before.grown(night))
    series = replace(series, recent=recent)
    tonight = tuple(
        _comparison(Kind.NIGHT, name, anchor, [night]) for name, anchor in before.compared.items()
    )
    repeated = _repeats(before, recent)
    share = active * len(before.compared)
    windows = _windows(before, recent, share, repeated=repeated > 0)
    newest = before.newest
    correlation = max(repeated, newest.correlation if newest is not None else 0.0)
    alike = correlation if repeated or correlation > ALIKE else 0.0
    findings = []
    for direction in Direction:
        if series.track(direction).held is not None:
            continue
        if series.track(direction).since is not None:
            series = _perhaps_closed(series, night, tonight, before, direction)
        elif found := _found(windows, direction):
            findings.append(found)
            opened = tuple(each for each in recent if each.date in found.comparison.fresh_nights)
            series = series.having(direction, Track(since=night.date, opened=opened))
    hidden = series.drop.since is None and _hidden(before, recent, share, repeated=repeated > 0)
    ended = broken and series.drop.since is None
    state = SeriesState.BREAK if ended else _state(series, alike=alike > 0, hidden=hidden)
    return RuleDecision(
        date=night.date,
        series=replace(series, state=state),
        counted=True,
        comparisons=(*tonight, *windows),
        findings=tuple(findings),
        active=active,
        alike=alike,
        hidden=hidden,
    )


def _windows(
    anchors: Anchors, recent: Sequence[Night], share: int, *, repeated: bool
) -> list[NightComparison]:
    """Compare windows of nights with each anchor; return the comparisons in which scores differ enough."""
    found = []
    for name, anchor in anchors.compared.items():
        usual = anchor.scores(anchor.nights)
        after = [night for night in recent if night.date > anchor.nights[-1].date]
        scores = anchor.scores(after)
        shares = {min(size, len(after)): share for size in WINDOWS}
        if any(
            (sign * scores[-COLLAPSE_NIGHTS:] >= COLLAPSE_CHANGE).sum() >= COLLAPSE_FAR for sign in (-1, 1)
        ):
            shares[min(COLLAPSE_NIGHTS, len(after))] = share if repeated else 1
        for size in sorted(size for size in shares if size >= _FEWEST):
            # Repeated results make nights alike, so that their noise says too little.
            p_scores = (0.0, 0.0) if repeated else _p_scores(usual, scores[-size:])
            if min(p_scores) <= LIMIT:
                made = _comparison(Kind.WINDOW, name, anchor, after[-size:])
                found.append(replace(made, p_scores=p_scores, share=shares[size]))
    return found


def _hidden(anchors: Anchors, recent: Sequence[Night], share: int, *, repeated: bool) -> bool:
    """Whether the draws that are missing could hide a drop, which is found if they count as failed."""
    if not any(night.missing.any() for night in recent):
        return False
    windows = _windows(anchors.failed(), [night.failed() for night in recent], share, repeated=repeated)
    return _found(windows, Direction.DROP) is not None


def _repeats(anchors: Anchors, recent: Sequence[Night]) -> float:
    """Return the share of repeated results, in a baseline or in the nights after it; 0 if that is luck."""
    compared = anchors.compared.values()
    ended = max((anchor.nights[-1].date for anchor in compared), default=None)
    after = [night for night in recent if ended is not None and night.date > ended]
    return max([*(anchor.repeated for anchor in compared), _repeated(after)], default=0.0)


def _repeated(nights: Sequence[Night]) -> float:
    return repeated_share([night.values for night in nights]) if len(nights) >= min(WINDOWS) else 0.0


def _found(windows: Sequence[NightComparison], direction: Direction) -> Finding | None:
    """Return the finding with the smallest p-value; None without a large change below the limit."""
    found = [
        Finding(direction=direction, p=min(1.0, each.p(direction) * each.share), comparison=each)
        for each in windows
        if each.change(direction) >= SMALLEST_CHANGE - _ROUNDING
    ]
    return min((each for each in found if each.p <= LIMIT), key=lambda each: each.p, default=None)


def _perhaps_closed(
    series: Series, night: Night, tonight: Sequence[NightComparison], anchors: Anchors, direction: Direction
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
    back = Direction.RISE if direction is Direction.DROP else Direction.DROP
    return not track.opened or _tested(Anchor(track.opened), clean).p(back) < SUSPICIOUS


def moved(decision: RuleDecision, days: Collection[date]) -> bool:
    """Whether a series is beyond its range on these days, up or down: both tests find it, p < 0.05."""
    newest = decision.series.anchors.newest
    nights = [night for night in decision.series.recent if night.date in days]
    if newest is None or not nights:
        return False
    return 2 * min(map(_tested(newest, nights).p, Direction)) < SUSPICIOUS


def _tested(anchor: Anchor, nights: Sequence[Night]) -> NightComparison:
    """Compare nights with others by both tests."""
    made = _comparison(Kind.WINDOW, AnchorName.CURRENT, anchor, nights)
    return replace(made, p_scores=_p_scores(anchor.scores(anchor.nights), anchor.scores(nights)))


def _p_scores(baseline: Floats, fresh: Floats) -> tuple[float, float]:
    drop, rise = compare_scores(baseline, fresh)
    return float(drop), float(rise)


def _stems(nights: Sequence[Night]) -> tuple[str, ...]:
    """Return the stems of the tasks of nights that have the same tasks."""
    return nights[0].stems or tuple(map(str, range(len(nights[0].values))))


def _comparison(kind: Kind, name: AnchorName, anchor: Anchor, nights: Sequence[Night]) -> NightComparison:
    """Compare the draws of nights with those of an anchor."""
    fresh = pooled([night.values for night in nights])
    return NightComparison(
        kind=kind,
        anchor=name,
        baseline_nights=tuple(night.date for night in anchor.nights),
        fresh_nights=tuple(night.date for night in nights),
        baseline=anchor.draws,
        fresh=fresh,
        test=compare_draws(anchor.draws, fresh, _stems(nights)),
    )


def _smallest(comparisons: Sequence[NightComparison], direction: Direction) -> float:
    """Return the smallest p-value; 1 without comparisons."""
    return min((comparison.p(direction) for comparison in comparisons), default=1.0)


def _state(series: Series, *, alike: bool, hidden: bool) -> SeriesState:
    """Return the state after a usable night; the most urgent one if there are several."""
    if series.drop.since:
        return SeriesState.REGRESSED
    if series.rise.since:
        return SeriesState.IMPROVED
    if hidden:
        return SeriesState.UNKNOWN
    if alike:
        return SeriesState.REPEATS
    return SeriesState.WARMING_UP if series.anchors.growing else SeriesState.OK


def decide(
    nights: Mapping[str, Iterable[Night]],
    models: Mapping[str, str],
    rebased: Mapping[str, Set[date]] | None = None,
    vanished: Mapping[str, Set[date]] | None = None,
) -> dict[str, tuple[RuleDecision, ...]]:
    """Decide about every series after every night, from the first one on, in the order of dates.

    The series of a model share its error budget: a night of one of them is judged with the number of the
    model's series that are active on its day, the pooled one included. The result depends only on the nights,
    so that everyone can compute it again from the files.

    Args:
        nights: for each series, in any order of dates. Of several nights of one date the first one given
            counts, so give them in the order in which they were written.
        models: the model of each series.
        rebased: for each series, the days before whose night a person accepted the level of the nights so
            far.
        vanished: for each series, the days after whose night its model was not listed any more.

    Raises:
        ValueError: if a night has other tasks than the night before with the same version, or bad values; the
            message names series and date.
    """
    ordered = {name: sorted(of, key=lambda night: night.date) for name, of in nights.items()}
    by_day: dict[date, list[tuple[str, Night]]] = {}
    for name, several in ordered.items():
        for night in several:
            by_day.setdefault(night.date, []).append((name, night))
    series = {name: Series() for name in ordered}
    accepted = {name: sorted((rebased or {}).get(name, ())) for name in ordered}
    gone = {name: sorted((vanished or {}).get(name, ())) for name in ordered}
    found: dict[str, list[RuleDecision]] = {name: [] for name in ordered}
    for day in sorted(by_day):
        tonight = {name for name, _ in by_day[day]}
        active = Counter(
            models[name] for name, each in series.items() if name in tonight or _active(each, day)
        )
        for name, night in by_day[day]:
            while gone[name] and gone[name][0] < day:
                gone[name].pop(0)
                series[name] = release(series[name])
            while accepted[name] and accepted[name][0] <= day:
                accepted[name].pop(0)
                series[name] = rebase(series[name])
            try:
                decision = advance(series[name], night, active[models[name]])
            except ValueError as error:
                raise ValueError(f"series {name}, night {day}: {error}") from error
            series[name] = decision.series
            found[name].append(decision)
    return {name: tuple(decisions) for name, decisions in found.items()}


def _active(series: Series, day: date) -> bool:
    return series.last is not None and day - series.last <= timedelta(days=ACTIVE_DAYS)
