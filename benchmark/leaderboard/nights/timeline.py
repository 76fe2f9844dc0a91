"""The nights of a series in order, with their bands and decisions, and the numbered notes of its chart.

A night is there once, with the panels of its newest basis. Nothing is joined across a break, so each night
names the basis of its panels.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import groupby, pairwise

from benchmark.analysis.wording import clean, percent
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.inputs.provenance import named_links
from benchmark.results.nights import (
    Decision,
    DecisionTest,
    EventKind,
    NightlyEvent,
    NightlyRecords,
    NightPanel,
    Outcome,
    counted_panels,
    panel_histories,
)
from benchmark.results.status import RunName
from benchmark.scoring.nights.draws import NightBand, night_band


@dataclass(frozen=True, slots=True)
class Window:
    """The days that a chart shows."""

    first: str
    last: str

    @property
    def days(self) -> int:
        """Number of days, at least 1."""
        return (date.fromisoformat(self.last) - date.fromisoformat(self.first)).days + 1

    def place(self, night: str) -> int:
        """Return the number of days from the first one."""
        return (date.fromisoformat(night) - date.fromisoformat(self.first)).days

    def x(self, night: float) -> str:
        """Return the position of a number of days, as a percentage of the width."""
        return f"{round(100 * night / max(self.days - 1, 1), 2):g}%"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPoint:
    """One night of a series."""

    panels: tuple[NightPanel, ...]  #: one for a series; for a whole model, one per series
    decision: Decision | None  #: the newest decision of this day; None if there is none yet

    @property
    def date(self) -> str:
        """The night's date."""
        return self.panels[0].night

    @property
    def basis(self) -> tuple[str, ...]:
        """What the night asked and how it was judged; nights with another basis are not compared with it."""
        return tuple(panel.basis for panel in self.panels)

    @property
    def tasks(self) -> int:
        """Number of tasks of the panel."""
        return sum(len(panel.outcomes) for panel in self.panels)

    @property
    def missing(self) -> int:
        """Number of tasks without a verdict."""
        return sum(panel.missing for panel in self.panels)

    @property
    def passed(self) -> int:
        """Number of tasks solved."""
        return sum(panel.passed for panel in self.panels)

    @property
    def unknown(self) -> bool:
        """Whether the night lacks too many answers to say anything."""
        decided = self.decision is not None and self.decision.outcome == "unknown"
        return decided or self.missing == self.tasks

    @property
    def share(self) -> float | None:
        """Share of the judged tasks that were solved, in [0, 1]; None for an unknown night."""
        return None if self.unknown else self.passed / (self.tasks - self.missing)

    @property
    def day(self) -> str:
        """The night's date in words, such as ``30 Oct 2026``."""
        return day(self.date)

    @property
    def solved(self) -> str:
        """Percent of the judged tasks that were solved; empty for an unknown night."""
        return "" if self.share is None else percent(self.share)


@dataclass(frozen=True, slots=True, kw_only=True)
class BandPiece:
    """The band of one baseline, over its own nights and those compared with it."""

    first: str  #: date
    last: str  #: date
    band: NightBand

    def holds(self, date: str) -> bool:
        """Whether the band belongs to a date."""
        return self.first <= date <= self.last


@dataclass(slots=True)
class _Piece:
    baseline: frozenset[str]  #: ids of panels
    basis: tuple[str, ...]
    last: str


def band_pieces(points: Sequence[NightPoint], panels: Mapping[str, NightPanel]) -> tuple[BandPiece, ...]:
    """Return the bands of nights, oldest first.

    The baseline of a night is that of the tests of its decision: the current one, otherwise the first. A
    night without tests keeps the baseline of the night before, unless there is a break between them. A
    baseline that grew gives one band. Its own nights are in the band, too.
    """
    pieces: list[_Piece] = []
    for point in points:
        if point.decision is not None and point.decision.outcome == "new-baseline":
            pieces.append(_Piece(frozenset(), point.basis, point.date))
            continue
        baseline = _baseline(point, panels)
        last = pieces[-1] if pieces and pieces[-1].basis == point.basis else None
        if last is not None and (not baseline or (last.baseline and last.baseline <= baseline)):
            last.baseline, last.last = baseline or last.baseline, point.date
        else:
            pieces.append(_Piece(baseline, point.basis, point.date))
    return _with_bands(pieces, points, panels)


def _baseline(point: NightPoint, panels: Mapping[str, NightPanel]) -> frozenset[str]:
    """Return the panels that a night is compared with; none if they have another basis than the night."""
    tests = () if point.decision is None else point.decision.tests
    tonight = [test for test in tests if test.stage == "night"]  # others may be those of an earlier night
    named = {test.anchor: test.baseline for test in tonight or tests}
    found = frozenset(named.get("current") or named.get("first") or ())
    same = all(name in panels and panels[name].basis in point.basis for name in found)
    return found if same else frozenset()


def _with_bands(
    pieces: Sequence[_Piece], points: Sequence[NightPoint], panels: Mapping[str, NightPanel]
) -> tuple[BandPiece, ...]:
    found: list[BandPiece] = []
    dates = [point.date for point in points]
    for number in reversed(range(len(pieces))):
        piece = pieces[number]
        baseline = [panels[name] for name in piece.baseline]
        band = night_band(_draws(baseline))
        if band is None:
            continue
        before = pieces[number - 1].last if number else ""
        first = min(panel.night for panel in baseline)
        begun = next(date for date in dates if date > before)
        last = piece.last
        if found:
            last = min(last, max((night for night in dates if night < found[-1].first), default=""))
        if min(first, begun) <= last:
            found.append(BandPiece(first=min(first, begun), last=last, band=band))
    return tuple(reversed(found))


def _draws(baseline: Sequence[NightPanel]) -> list[tuple[int, int]]:
    passed: Counter[tuple[object, str]] = Counter()
    drawn: Counter[tuple[object, str]] = Counter()
    for panel in baseline:
        for task, letter in zip(panel.tasks, panel.outcomes, strict=True):
            if letter != "M":
                drawn[panel.series, task] += 1
                passed[panel.series, task] += letter == "P"
    return [(passed[task], number) for task, number in drawn.items()]


def deciding_test(decision: Decision) -> DecisionTest | None:
    """Return the window with the smallest p-value for the change; None without one."""
    direction = "rise" if decision.outcome == "improved" else "drop"
    tests = [test for test in decision.tests if test.stage == "window" and test.direction == direction]
    return min(tests, key=lambda test: test.p, default=None)


def deciding_levels(decision: Decision, panels: Mapping[str, NightPanel]) -> tuple[float, float] | None:
    """Return the mean rates before and after a change; None if the decision has no test of its draws."""
    test = deciding_test(decision)
    if test is None:
        return None
    sides = []
    for names in (test.baseline, test.fresh):
        if any(name not in panels for name in names):
            return None
        draws = _draws([panels[name] for name in names])
        if not draws:
            return None
        sides.append(sum(passed / drawn for passed, drawn in draws) / len(draws))
    return sides[0], sides[1]


_STAGE = 1  #: the draws that every night makes


@dataclass(frozen=True)  # without slots, because a cached_property needs a __dict__
class Timeline:
    """One series, or all series of a model pooled."""

    names: tuple[RunName, ...]  #: one for a series; for a whole model, all pooled series
    pooled: bool  #: whether this is the level of a model
    points: tuple[NightPoint, ...]  #: nights with panels, oldest first
    decisions: tuple[Decision, ...]  #: about this series, oldest first
    bands: tuple[BandPiece, ...]  #: where nights fall when nothing has changed, oldest first

    @property
    def slug(self) -> str:
        """The submission."""
        return self.names[0].slug

    @property
    def last(self) -> str:
        """The date of the last night; empty without nights."""
        return self.points[-1].date if self.points else ""

    @property
    def newest(self) -> Decision | None:
        """The newest decision."""
        return self.decisions[-1] if self.decisions else None

    @cached_property
    def by_date(self) -> Mapping[str, NightPoint]:
        """The nights by date."""
        return {point.date: point for point in self.points}


def timelines(records: NightlyRecords) -> tuple[Timeline, ...]:
    """Return the timelines of all series, in order of name; that of a whole model comes before its series."""
    panels = {panel.id: panel for panel in records.panels}
    histories = panel_histories(panel for panel in records.panels if panel.stage == _STAGE)
    chosen = {
        name: counted_panels(list(of)) for name, of in groupby(histories, key=lambda each: each[0].series)
    }
    about: dict[RunName, list[Decision]] = {}
    whole: dict[str, list[Decision]] = {}
    for decision in records.decisions:
        if decision.level == "series":
            about.setdefault(decision.names[0], []).append(decision)
        else:
            whole.setdefault(decision.slug, []).append(decision)
    found = [
        _timeline((name,), [(panel,) for panel in nights.values()], about.get(name, []), panels)
        for name, nights in chosen.items()
    ]
    for decisions in whole.values():
        names = decisions[-1].names
        if all(name in chosen for name in names):
            dates = sorted(set.intersection(*(set(chosen[name]) for name in names)))
            together = [tuple(chosen[name][date] for name in names) for date in dates]
            found.append(_timeline(names, together, decisions, panels, pooled=True))
    return tuple(sorted(found, key=lambda line: (line.slug, not line.pooled, line.names)))


def _timeline(
    names: tuple[RunName, ...],
    nights: Iterable[tuple[NightPanel, ...]],
    decisions: Sequence[Decision],
    panels: Mapping[str, NightPanel],
    *,
    pooled: bool = False,
) -> Timeline:
    newest = {decision.date: decision for decision in decisions}
    points = tuple(NightPoint(panels=night, decision=newest.get(night[0].night)) for night in nights)
    return Timeline(names, pooled, points, tuple(decisions), band_pieces(points, panels))


_TEXT_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class StateBadge:
    """A state in words, and the class of its badge."""

    words: str
    style: str  #: ``bad`` for a drop, ``no`` for an outline, ``dash`` for dashes


WORSE = StateBadge("got worse", "bad")
CHANGED = StateBadge("answers changed", "no")
BETTER = StateBadge("got better", "no")
NO_CHANGE = StateBadge("no change", "no")
UNKNOWN = StateBadge("unknown", "dash")
UNDECIDED = StateBadge("not decided yet", "dash")
_STATES: Mapping[Outcome, StateBadge] = {
    "warming-up": StateBadge("warming up", "dash"),
    "ok": NO_CHANGE,
    "regressed": WORSE,
    "improved": BETTER,
    "unknown": UNKNOWN,
    "repeats": StateBadge("repeats answers", "no"),
    "new-baseline": StateBadge("new baseline", "no"),
}
EVENTS: Mapping[EventKind, StateBadge] = {
    "new-version": StateBadge("new version", "no"),
    "not-drawn": StateBadge("not drawn", "dash"),
    "vanished": StateBadge("vanished", "no"),
    "shutdown-announced": StateBadge("shutdown announced", "no"),
    "alias-moved": StateBadge("alias moved", "no"),
    "suite-break": StateBadge("suite changed", "no"),
    "outage": StateBadge("outage", "dash"),
}
STOPPED = StateBadge("stopped", "dash")
BREAK = StateBadge("break", "no")


def state_badge(decision: Decision | None) -> StateBadge:
    """Return the state after a decision.

    A change of the answers whose interval over stems includes 0 is not called worse or better.
    """
    if decision is None:
        return UNDECIDED
    test = deciding_test(decision)
    if decision.outcome == "regressed" and test is not None and test.low is not None and test.low <= 0:
        return CHANGED
    if decision.outcome == "improved" and test is not None and test.high is not None and test.high >= 0:
        return CHANGED
    return _STATES[decision.outcome]


def sentence(text: str) -> str:
    """Return a recorded text, clean, with a full stop; it may begin with the id of a model."""
    words = clean(text, _TEXT_CHARACTERS)
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def reason(text: str) -> str:
    """Return the recorded reason of a decision as a sentence, which begins with a capital letter."""
    words = sentence(text)
    return words[:1].upper() + words[1:]


def about(band: NightBand) -> str:
    """Return the level of a series, such as ``usually about 79 %``."""
    return f"usually about {100 * band.middle:.0f} %"


#: Outcomes that are always reported.
_REPORTED = {"regressed", "improved", "unknown", "repeats", "new-baseline"}
#: Outcomes whose end is reported, too.
_ENDED = {"regressed", "improved", "repeats"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NightNote:
    """One line of the list below a chart."""

    date: str  #: first day
    badge: StateBadge
    text: str
    until: str = ""  #: last day, if the note is about several
    links: tuple[tuple[str, str], ...] = ()

    @property
    def days(self) -> str:
        """The day or days in words, such as ``13 Sep 2026`` or ``23 Sep to 25 Sep 2026``."""
        if self.until in ("", self.date):
            return day(self.date)
        return f"{day(self.date).rsplit(' ', 1)[0]} to {day(self.until)}"


def notes_of(line: Timeline, events: Iterable[NightlyEvent], since: str) -> tuple[NightNote, ...]:
    """Return the notes on a timeline and its events, oldest first; those before ``since`` are left out."""
    mine = [event for event in events if concerns(event, line)]
    broken = {event.date for event in mine if event.kind == "suite-break"}
    decided = [
        *_decided([each for each in line.decisions if each.cause != "suite-break" or each.date not in broken])
    ]
    found = []
    for note in decided:
        outages = [sentence(event.detail) for event in mine if _explains(event, note)]
        found.append(replace(note, text=" ".join([note.text, *outages[:1]])))
    found += [event_note(event) for event in mine if not any(_explains(event, note) for note in decided)]
    begun = {decision.date for decision in line.decisions if decision.cause == "suite-break"}
    found += [
        NightNote(date=after.date, badge=BREAK, text=f"{_what_changed(before, after)} {_APART}")
        for before, after in pairwise(line.points)
        if before.basis != after.basis and after.date not in broken | begun
    ]
    kept = [note for note in found if (note.until or note.date) >= since]
    return tuple(sorted(kept, key=lambda note: note.date))


def changes(decisions: Sequence[Decision]) -> Iterator[Decision]:
    """Yield the decisions that a feed reports: the first of a change and of its end."""
    before = ""
    for decision in decisions:
        if decision.outcome != before and (decision.outcome in _REPORTED or before in _ENDED):
            yield decision
        before = decision.outcome


def concerns(event: NightlyEvent, line: Timeline) -> bool:
    """Whether an event is about a series: its submission, its model, its data set or its provider."""
    if event.kind == "suite-break":
        return any((name.suite, name.dataset) == (event.suite, event.dataset) for name in line.names)
    asked = {(panel.provider, panel.model) for point in line.points[-1:] for panel in point.panels}
    if event.kind == "outage" and event.model is None:
        return any(provider == event.provider for provider, _ in asked)
    return event.slug == line.slug or (event.provider, event.model) in asked


def event_note(event: NightlyEvent) -> NightNote:
    """Return an event as a note."""
    return NightNote(
        date=event.date, badge=EVENTS[event.kind], text=sentence(event.detail), links=named_links(event.links)
    )


def _decided(decisions: Sequence[Decision]) -> Iterator[NightNote]:
    runs = [list(run) for _, run in groupby(decisions, key=lambda decision: decision.outcome)]
    for number, run in enumerate(runs):
        before = runs[number - 1][-1] if number else None
        first, last = run[0], run[-1]
        if first.outcome in _REPORTED:
            until = last.date if first.outcome == "unknown" else ""
            yield _note(first, until)
        elif first.outcome in ("ok", "warming-up") and before is not None and before.outcome in _ENDED:
            yield _note(first)


def _explains(event: NightlyEvent, note: NightNote) -> bool:
    """Whether an outage is the reason for a note on unknown nights, the only notes with a last day."""
    return event.kind == "outage" and note.date <= event.date <= note.until


def _note(decision: Decision, until: str = "") -> NightNote:
    return NightNote(
        date=decision.date,
        badge=state_badge(decision),
        text=reason(decision.reason),
        until=until,
        links=named_links(decision.links),
    )


_APART = "Nights before and after are not compared."


def _what_changed(before: NightPoint, after: NightPoint) -> str:
    then, now = before.panels[0], after.panels[0]
    parts = [
        f"{name} {old} → {new}"
        for name, old, new in (
            ("suite version", then.suite_version, now.suite_version),
            ("judge version", then.judge_version, now.judge_version),
        )
        if old != new
    ]
    words = ", ".join(parts) or "the tasks, the prompt, the model or the guest changed"
    return reason(words)
