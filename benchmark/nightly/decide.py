"""Decisions about all series, computed from the files, and as records for days that have none yet.

The rule is followed anew from the first night on each time, over all series together: each one, and all
series of a model pooled. Recorded decisions count in two ways. A record is made only for days after the last
one of the series; and from the day on which a person accepted the present level, new nights become the
current baseline. After a suite break without an open alarm, and after an alarm that clean nights ended, the
rule starts a new baseline by itself. A record has the tests, their numbers, and one line for readers.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from datetime import date

import numpy as np

from benchmark.core.errors import BadInput
from benchmark.nightly.series import NightSeries, find_events, find_series, vanished_days
from benchmark.results.nights import Decision as DecisionRecord
from benchmark.results.nights import NightlyEvent, Panel
from benchmark.results.status import RunName
from benchmark.scoring.nights.draws import Drop, pooled
from benchmark.scoring.nights.power import (
    HARDEST,
    Chances,
    alike_drop,
    detectable,
    estimated_chances,
    panel_size,
    visible_drop,
)
from benchmark.scoring.nights.rule import (
    BASELINE_NIGHTS,
    CLEAN_NIGHTS,
    LIMIT,
    SUSPICIOUS,
    Direction,
    Kind,
    NightComparison,
    RuleDecision,
    SeriesState,
    Track,
    decide,
    moved,
)

_FEW = 0.001
_NAMED = 3  #: maximum series that a sentence names


def p_text(p: float) -> str:
    """Format a p-value: ``p = 0.012``."""
    return f"p < {_FEW}" if p < _FEW else f"p = {p:.3f}" if p < SUSPICIOUS else f"p = {p:.2f}"


def drop_text(drop: Drop) -> str:
    """Format a change with its interval: ``5.2 points fewer (2.1 to 8.3 over stems)``."""
    sign, word = (1, "fewer") if drop.drop >= 0 else (-1, "more")
    low, high = sorted((100 * sign * drop.low, 100 * sign * drop.high))
    return f"{100 * sign * drop.drop:.1f} points {word} ({low:.1f} to {high:.1f} over stems)"


def lasting_text(opened: str, track: Track, began: str) -> str:
    """Say that an alarm, ``opened`` with these words on the day when it ``began``, is still open."""
    clean = len(track.clean)
    row = f"{clean} of {CLEAN_NIGHTS} clean nights"
    if clean >= CLEAN_NIGHTS:
        row = f"{clean} clean nights, which do not differ enough from those that opened the alarm"
    return f"{opened} (decided on {began}); {row}"


def held_text(opened: str, levels: tuple[float, float], began: date, held: date) -> str:
    """Say why an alarm stays open after a break on the night ``held``; levels are shares in [0, 1]."""
    before, worse = (f"{100 * level:.1f} %" for level in levels)
    return (
        f"{opened} (decided on {began}); cannot be decided since {held}: the level before the break was"
        f" {before}, and {worse} in the nights that opened the alarm; neither was judged again since"
    )


def members_text(before: Collection[RunName], now: Collection[RunName]) -> str:
    """Say which series of a model joined or left the pooled one; empty if none did, or the first night."""
    if not before:
        return ""
    joined = [name for name in now if name not in before]
    left = [name for name in before if name not in now]
    return "; ".join(
        f"{' and '.join(str(name).partition(': ')[2] for name in names[:_NAMED])}"
        f"{f' and {len(names) - _NAMED} more' if len(names) > _NAMED else ''} {did}"
        for names, did in ((joined, "joined"), (left, "left"))
        if names
    )


def calm_text(decision: RuleDecision) -> str:
    """Say what a night without an alarm found."""
    windows = [made for made in decision.comparisons if made.kind is Kind.WINDOW]
    if windows:
        best = min(windows, key=lambda made: min(map(made.p, Direction)))
        direction = min(Direction, key=best.p)
        size, nights = 100 * best.change(direction), len(best.fresh_nights)
        change = f"{size:.1f} points {'fewer' if direction is Direction.DROP else 'more'} in {nights} nights"
        return f"{change}, {p_text(best.p(direction))}: not enough to report"
    tonight = [made for made in decision.comparisons if made.kind is Kind.NIGHT]
    if tonight:
        p = min(made.test.p_drop for made in tonight)
        if p < SUSPICIOUS:
            return f"fewer tasks passed than usual, {p_text(p)} for this night alone: more nights decide"
        return f"no drop: {p_text(p)} for this night alone"
    return "nothing was compared"


def alike_text(decision: RuleDecision, seen: float | None) -> str:
    """Say that neighbouring nights are alike, and which drops can be told from that; else empty."""
    if not decision.alike:
        return ""
    large = "large drops" if seen is None else f"drops above {100 * seen:.1f} points"
    return f"neighbouring nights are alike: only {large} can be told from that"


def p_values(last: DecisionRecord) -> str:
    """Return the p-values of the last night: ``night p = 0.03; window p = 0.0002 (adjusted p = 0.001)``."""
    parts = []
    for test in last.tests:
        adjusted = "" if test.adjusted_p is None else f" (adjusted {p_text(test.adjusted_p)})"
        anchor = "" if test.anchor == "first" else f", {test.anchor} baseline"
        rise = " for a rise" if test.direction == "rise" else ""
        parts.append(f"{test.stage}{rise} {p_text(test.p)}{adjusted}{anchor}")
    return "; ".join(parts)


_LONGEST = 500  #: maximum characters of a reason
_ALARMS = (SeriesState.REGRESSED, SeriesState.IMPROVED)


@dataclass(frozen=True, slots=True)
class _Alarm:
    """An open alarm."""

    began: date
    text: str
    tests: list[dict[str, object]]
    levels: tuple[float, float]  #: share of passed draws in the baseline, and in the nights that opened it


def series_events(series: NightSeries, day: date, events: Sequence[NightlyEvent]) -> list[NightlyEvent]:
    """Return the events of a day that concern a series: its model, or its data set."""
    results = [panel.result for panel in series.panels[day]]
    models = {(result.provider, result.model) for result in results}
    sets = {(result.suite, result.dataset) for result in results}
    return [
        event
        for event in events
        if event.date == str(day)
        and event.slug in {None, series.slug}
        and (event.model is None or (event.provider, event.model) in models)
        and (event.suite is None or (event.suite, event.dataset) in sets)
        # An event of a provider alone, such as an unreadable list, concerns no series.
        and (event.model is not None or event.suite is not None)
    ]


def spread(series: NightSeries, decision: RuleDecision) -> Chances:
    """Return the spread of a series' chances as known on a day.

    It comes from the newest baseline that was compared with, else from the nights of this version so far;
    without two nights it is the hardest spread.
    """
    newest = decision.series.anchors.newest
    if newest is not None:
        return estimated_chances(newest.draws) or HARDEST
    version = decision.series.version
    nights = [each for each in series.nights if each.date <= decision.date and each.version == version]
    return (estimated_chances(pooled([each.values for each in nights])) if nights else None) or HARDEST


def _shares(decision: RuleDecision) -> dict[str, int]:
    """Return the numbers of series and baselines that share the error budget."""
    return {"siblings": decision.active, "anchors": max(1, len(decision.series.anchors.compared))}


@dataclass(slots=True, kw_only=True)
class SeriesRecords:
    """Makes the records of one series: follows it from night to night, and remembers open alarms."""

    series: NightSeries
    decisions: Sequence[RuleDecision]  #: what was decided after each of its nights, oldest first
    accepted: Set[date]  #: days from which on a person accepted the level
    vanished: Set[date]  #: days after which the model was not listed any more
    events: Sequence[NightlyEvent]  #: of any series
    when: str  #: the present time in UTC
    #: The decisions about each series that watches our own pipeline, with its submission.
    sentinels: Sequence[tuple[str, Sequence[RuleDecision]]] = ()
    _alarms: dict[Direction, _Alarm] = field(default_factory=dict)
    _ended: list[date] = field(default_factory=list)  #: opening dates of the alarms that ended on this night
    _names: tuple[RunName, ...] = ()  #: the series of which the night before consisted
    _gone: date | None = None  #: opening date of the alarm that ended because the model had vanished
    _used: str = ""  #: the last night that was used

    def after(self, last: str, recorded: tuple[RunName, ...]) -> Iterator[DecisionRecord]:
        """Yield the records of all days after ``last``, and of the last night in any case, oldest first.

        The series of which the last recorded night consisted are in ``recorded``; it is empty if unknown.
        """
        before: RuleDecision | None = None
        for decision in self.decisions:
            closed = self._follow(decision, before)
            new = str(decision.date) > last
            if new and recorded:
                self._names, recorded = recorded, ()
            if new or decision is self.decisions[-1]:
                yield self._record(decision, closed=closed)
            self._names = self.series.names_on(decision.date)
            if decision.state is not SeriesState.UNKNOWN:
                self._used = str(decision.date)
            before = decision

    def _follow(self, decision: RuleDecision, before: RuleDecision | None) -> bool:
        """Remember alarms that open, and forget those that end; return whether one ended by clean nights."""
        since = {direction: decision.series.track(direction).since for direction in Direction}
        ended = {direction: alarm.began for direction, alarm in self._alarms.items() if not since[direction]}
        self._alarms = {name: alarm for name, alarm in self._alarms.items() if name not in ended}
        among = f" after adjusting for the model's {decision.active} series" if decision.active != 1 else ""
        for finding in decision.findings:
            drop, nights = finding.comparison.test, len(finding.comparison.fresh_nights)
            words = "worse" if finding.direction is Direction.DROP else "better"
            text = f"{words} on these tasks: {drop_text(drop)} in {nights} nights, {p_text(finding.p)}{among}"
            tests = self._tests([finding.comparison], decision)
            sides = (finding.comparison.baseline, finding.comparison.fresh)
            level, opened = (float(np.nanmean(side.rates)) for side in sides)
            self._alarms[finding.direction] = _Alarm(decision.date, text, tests, (level, opened))
        last = date.min if before is None else before.date
        by_person = any(last < day <= decision.date for day in self.accepted)
        gone = any(last <= day < decision.date for day in self.vanished)
        self._gone = ended.pop(Direction.DROP, None) if gone else None
        self._ended = list(ended.values())
        other = decision.state in (SeriesState.BREAK, SeriesState.REGRESSED, SeriesState.UNKNOWN)
        # A person who accepts the level ends an alarm too, and has a record of their own; so does a break.
        return bool(ended) and not by_person and not other

    def _record(self, decision: RuleDecision, *, closed: bool) -> DecisionRecord:
        series, day = self.series, decision.date
        events = series_events(series, day, self.events)
        outcome = SeriesState.BREAK if closed else decision.state
        cause = None
        if outcome is SeriesState.BREAK:
            cause = "closed-issue" if closed else "suite-break"
        elif outcome is SeriesState.REGRESSED and decision.series.drop.held is not None:
            cause = "suite-break"
        tests = self._tests(decision.comparisons, decision)
        alarm = self._alarm(decision)
        # The tests that opened the alarm stay in each record: tonight's alone would not explain it.
        if alarm is not None and alarm.began != day:
            tests += alarm.tests
        stems, shares = series.stems(day), _shares(decision)
        seen = (
            None  # without a baseline to compare with, or with too few stems for any p-value below the limit
        )
        newest = decision.series.anchors.newest
        if newest is not None and decision.alike:
            seen = alike_drop(newest, decision.alike, **shares)
        elif newest is not None and detectable(len(set(stems)), **shares):
            seen = visible_drop(spread(series, decision), len(stems), **shares)
        sentinel = self._sentinel(decision)
        reason = self._reason(decision, events, seen, sentinel, closed=closed)
        record = {
            "date": str(day),
            "when": self.when,
            "slug": series.slug,
            "level": series.level,
            "series": [
                {key: value for key, value in name._asdict().items() if key != "slug"}
                for name in series.names_on(day)
            ],
            "outcome": outcome.value,
            "reason": reason if len(reason) <= _LONGEST else f"{reason[: _LONGEST - 1]}…",
            "active_series": decision.active,
            "visible_drop": seen,
            "tests": tests,
            "events": sorted(event.id for event in events),
            "cause": cause,
            "sentinel": sentinel,
        }
        return DecisionRecord.new(**record)

    def _alarm(self, decision: RuleDecision) -> _Alarm | None:
        """Return the alarm that the state names; drops come first."""
        if decision.state not in _ALARMS:
            return None
        return self._alarms.get(Direction.DROP) or self._alarms.get(Direction.RISE)

    def _sentinel(self, decision: RuleDecision) -> str | None:
        """Return the submission by which our pipeline moved in as many last nights as opened the alarm."""
        direction = Direction.DROP if decision.state is SeriesState.REGRESSED else Direction.RISE
        opened = decision.series.track(direction).opened
        if decision.state not in _ALARMS or not opened:
            return None
        days = [night.date for night in decision.series.recent[-len(opened) :]]
        for slug, decisions in self.sentinels:
            until_then = [each for each in decisions if each.date <= decision.date]
            if until_then and moved(until_then[-1], days):
                return slug
        return None

    def _tests(
        self, comparisons: Sequence[NightComparison], decision: RuleDecision
    ) -> list[dict[str, object]]:
        adjusted = {(id(each.comparison), each.direction): each.p for each in decision.findings}
        found: list[dict[str, object]] = []
        for made in comparisons:
            limit = SUSPICIOUS if made.kind is Kind.NIGHT else LIMIT
            found += (
                {
                    "stage": made.kind.value,
                    "anchor": made.anchor.value,
                    "baseline": self.series.ids(made.baseline_nights),
                    "fresh": self.series.ids(made.fresh_nights),
                    "tasks": made.test.tasks,
                    "direction": direction.value,
                    "p": made.p(direction),
                    "adjusted_p": adjusted.get((id(made), direction)),
                    "drop": made.test.drop,
                    "low": made.test.low,
                    "high": made.test.high,
                }
                for direction in Direction
                # A record tells about the drop, and about the rise where it was suspicious.
                if made.test.tasks and (direction is Direction.DROP or made.p(direction) < limit)
            )
        return found

    def _reason(
        self,
        decision: RuleDecision,
        events: Sequence[NightlyEvent],
        seen: float | None,
        sentinel: str | None,
        *,
        closed: bool,
    ) -> str:
        names = self.series.names_on(decision.date)
        changed = members_text(self._names, names)
        gone = f"the alarm of {self._gone} ended when the model vanished" if self._gone else ""
        state = self._state_reason(decision, events, closed=closed)
        ours = f"our pipeline moved, too ({sentinel}), so this alarm waits" if sentinel else ""
        parts = (changed, gone, ours, state, self._left_out(decision), alike_text(decision, seen))
        text = "; ".join(filter(None, parts))
        what = "; ".join([event.detail for event in events if event.kind == "alias-moved"][:2])
        if not what:
            return text
        tonight = [made for made in decision.comparisons if made.kind is Kind.NIGHT]
        if not tonight:
            return f"{what}; {text}"
        made = min(tonight, key=lambda each: each.test.p_drop)
        p, drop = made.test.p_drop, made.test
        test = f"{'finds fewer passes' if p < SUSPICIOUS else 'finds no drop'}, {p_text(p)}"
        shown = "is above 0" if drop.low > 0 else "includes 0" if drop.high >= 0 else "is below 0"
        return f"{what}; the test of this night {test}, and the interval {shown}: {drop_text(drop)}; {text}"

    def _missing(self, day: date) -> list[str]:
        """Return the tasks without a draw on a night."""
        (night,) = (each for each in self.series.nights if each.date == day)
        tasks = self.series.tasks(day)
        return [tasks[place] for place in np.flatnonzero(night.missing)]

    def _left_out(self, decision: RuleDecision) -> str:
        """Name the tasks that are left out of this night; empty if none is, or the night is not used."""
        missing = self._missing(decision.date)
        if not missing or (decision.state is SeriesState.UNKNOWN and not decision.hidden):
            return ""
        more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        return f"left out, without a draw: {', '.join(missing[:_NAMED])}{more}"

    def _state_reason(self, decision: RuleDecision, events: Sequence[NightlyEvent], *, closed: bool) -> str:
        state, series = decision.state, decision.series
        calm = calm_text(decision)
        breaks = [event.detail for event in events if event.kind == "suite-break"]
        if closed:
            return f"clean nights ended the alarm; the next {BASELINE_NIGHTS} nights are the new baseline"
        if state is SeriesState.BREAK:
            ended = [f"the alarm of {began} ends without a recovery" for began in self._ended[:1]]
            return "; ".join([*ended, "everything begins anew", *breaks[:1]])
        if state is SeriesState.UNKNOWN:
            missing = self._missing(decision.date)
            if decision.hidden:
                return "the tasks left out could hide a drop: it is found if missing draws count as failed"
            why = f"{len(missing)} of {decision.series.tasks} tasks have no draw"
            last = f"the last one that was used is {self._used}" if self._used else "none was used so far"
            alarm = self._alarms.get(Direction.DROP)
            still = [] if alarm is None else [f"the alarm of {alarm.began} stays open"]
            return "; ".join([f"{why}, so this night is not used", last, *still])
        alarm = self._alarm(decision)
        if alarm is not None:
            track = series.track(Direction.DROP if state is SeriesState.REGRESSED else Direction.RISE)
            lasting = lasting_text(alarm.text, track, str(alarm.began))
            if track.held is not None:
                lasting = held_text(alarm.text, alarm.levels, alarm.began, track.held)
            return alarm.text if alarm.began == decision.date else "; ".join([lasting, *breaks[:1]])
        if state is SeriesState.WARMING_UP:
            growing = series.anchors.current or series.anchors.first
            text = f"{len(growing.nights)} of {BASELINE_NIGHTS} nights of the baseline"
            calm = f"{text}; {calm}" if series.anchors.compared else text
        return calm


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesReport:
    """The state of one series after its last night."""

    series: NightSeries
    last: DecisionRecord  #: the decision of the last night, whether recorded before or not
    nights: int  #: nights since the last break that were counted
    tasks: int
    tasks_needed: int | None  #: tasks with which a drop of five points is seen; None if no number is enough
    correlation: float | None  #: of the scores of neighbouring nights of the baseline; None while warming up


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsReport:
    """Everything that one day concludes."""

    date: date
    series: tuple[SeriesReport, ...]
    decisions: tuple[DecisionRecord, ...]  #: new ones, oldest first
    events: tuple[NightlyEvent, ...]  #: new ones, oldest first
    notes: tuple[str, ...]


def decide_panels(
    panels: Sequence[Panel],
    recorded: Iterable[DecisionRecord],
    events: Iterable[NightlyEvent],
    day: date,
    when: str,
) -> NightsReport:
    """Decide about all series; panels, decisions and events dated after ``day`` (UTC) do not count.

    Raises:
        BadInput: if a night has other tasks than earlier nights of the same basis.
    """
    found = find_series(panels, day)
    known = [event for event in events if event.date <= str(day)]
    new = find_events([panel for panel in panels if panel.night <= str(day)], known, when)
    given = [record for record in recorded if record.date <= str(day)]
    accepted = {
        each.name: frozenset(
            date.fromisoformat(record.date)
            for record in given
            if record.cause == "person" and _is_about(record, each)
        )
        for each in found.series
    }
    vanished = {each.name: vanished_days(each, known) for each in found.series}
    try:
        decided = decide(
            {each.name: each.nights for each in found.series},
            {each.name: each.slug for each in found.series},
            accepted,
            vanished,
        )
    except ValueError as error:
        raise BadInput("panels", "", str(error), "replace the history on purpose, without it") from None
    sentinels = [(each.slug, decided[each.name]) for each in found.series if each.is_sentinel]
    reports, records = [], []
    for each in found.series:
        newest = max(
            # A person's decision can have a later date than nights that still need their record.
            (record for record in given if record.cause != "person" and _is_about(record, each)),
            key=lambda record: record.date,
            default=None,
        )
        last, names = ("", ()) if newest is None else (newest.date, newest.names)
        of = SeriesRecords(
            series=each,
            decisions=decided[each.name],
            accepted=accepted[each.name],
            vanished=vanished[each.name],
            events=(*known, *new),
            when=when,
            sentinels=() if each.is_sentinel else sentinels,
        )
        made = list(of.after(last, names))
        records += [record for record in made if record.date > last]
        reports.append(_report(each, decided[each.name][-1], made[-1]))
    return NightsReport(
        date=day,
        series=tuple(reports),
        decisions=tuple(sorted(records, key=lambda record: record.date)),
        events=new,
        notes=found.notes,
    )


def _is_about(record: DecisionRecord, series: NightSeries) -> bool:
    """Whether a decision is about a series; a pooled one stays the same when its parts change."""
    if (record.level, record.slug) != (series.level, series.slug):
        return False
    return series.level == "model" or record.names == series.names


def _report(series: NightSeries, decision: RuleDecision, record: DecisionRecord) -> SeriesReport:
    version, newest = series.nights[-1].version, decision.series.anchors.newest
    return SeriesReport(
        series=series,
        last=record,
        nights=sum(night.version == version for night in series.nights),
        tasks=len(series.nights[-1].values),
        tasks_needed=panel_size(spread(series, decision), **_shares(decision)),
        correlation=None if newest is None else newest.correlation,
    )
