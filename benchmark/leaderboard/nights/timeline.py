"""The nights of a series in order, with their bands and decisions, and the numbered notes of its chart.

A night is there once, with the panels of its newest basis. Nothing is joined across a break, so each night
names the basis of its panels.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
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
    date: str
    day: str  #: the date in words, such as ``30 Oct 2026``
    basis: tuple[str, ...]  #: of the panels; nights with another basis are not compared with it
    tasks: int
    passed: int  #: tasks solved
    missing: int  #: tasks without a verdict
    #: Share of the judged tasks that were solved, in [0, 1]; None if the night lacks too many answers.
    share: float | None
    solved: str  #: the same in percent; empty for an unknown night


def night_point(panels: tuple[NightPanel, ...], decision: Decision | None) -> NightPoint:
    """Return a night from its panels, and the newest decision of its day."""
    tasks, passed, missing = (
        sum(numbers)
        for numbers in zip(*((len(each.tasks), each.passed, each.missing) for each in panels), strict=True)
    )
    unknown = missing == tasks or (decision is not None and decision.outcome == "unknown")
    share = None if unknown else passed / (tasks - missing)
    return NightPoint(
        panels=panels,
        decision=decision,
        date=panels[0].night,
        day=day(panels[0].night),
        basis=tuple(panel.basis for panel in panels),
        tasks=tasks,
        passed=passed,
        missing=missing,
        share=share,
        solved="" if share is None else percent(share),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BandPiece:
    """The band of one baseline, over its own nights and those compared with it."""

    first: str  #: date
    last: str  #: date
    band: NightBand


def band_pieces(points: Sequence[NightPoint], panels: Mapping[str, NightPanel]) -> tuple[BandPiece, ...]:
    """Return the bands of nights, oldest first.

    The baseline of a night is that of the tests of its decision: the current one, otherwise the first. A
    night without tests keeps the baseline of the night before, unless there is a break between them. A
    baseline that grew gives one band. Its own nights are in the band, too.
    """
    pieces: list[tuple[frozenset[str], NightPoint]] = []  #: the baseline, and the last night that it holds
    for point in points:
        if point.decision is not None and point.decision.outcome == "new-baseline":
            pieces.append((frozenset(), point))
            continue
        baseline = _baseline(point, panels)
        if pieces and pieces[-1][1].basis == point.basis:
            before = pieces[-1][0]
            if not baseline or (before and before <= baseline):
                baseline = baseline or before
                pieces.pop()
        pieces.append((baseline, point))
    found: list[BandPiece] = []
    dates = [point.date for point in points]
    for number in reversed(range(len(pieces))):
        own = [panels[name] for name in pieces[number][0]]
        band = night_band(_draws(own))
        if band is None:
            continue
        before_it = pieces[number - 1][1].date if number else ""
        begun = next(date for date in dates if date > before_it)
        first, last = min(begun, *(panel.night for panel in own)), pieces[number][1].date
        if found:
            last = min(last, max((night for night in dates if night < found[-1].first), default=""))
        if first <= last:
            found.append(BandPiece(first=first, last=last, band=band))
    return tuple(reversed(found))


def _baseline(point: NightPoint, panels: Mapping[str, NightPanel]) -> frozenset[str]:
    """Return the panels that a night is compared with; none if they have another basis than the night."""
    tests = () if point.decision is None else point.decision.tests
    tonight = [test for test in tests if test.stage == "night"]  # others may be those of an earlier night
    named = {test.anchor: test.baseline for test in tonight or tests}
    found = frozenset(named.get("current") or named.get("first") or ())
    same = all(name in panels and panels[name].basis in point.basis for name in found)
    return found if same else frozenset()


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
    sides = [
        _draws([panels[name] for name in names]) if all(name in panels for name in names) else []
        for names in (test.baseline, test.fresh)
    ]
    if not all(sides):
        return None
    before, after = (sum(passed / drawn for passed, drawn in draws) / len(draws) for draws in sides)
    return before, after


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """One series, or all series of a model pooled."""

    slug: str  #: the submission
    names: tuple[RunName, ...]  #: one for a series; for a whole model, all pooled series
    pooled: bool  #: whether this is the level of a model
    points: tuple[NightPoint, ...]  #: nights with panels, oldest first
    by_date: Mapping[str, NightPoint]
    last: str  #: date of the last night; empty without nights
    decisions: tuple[Decision, ...]  #: about this series, oldest first
    newest: Decision | None  #: the newest decision
    bands: tuple[BandPiece, ...]  #: where nights fall when nothing has changed, oldest first


def timelines(records: NightlyRecords) -> tuple[Timeline, ...]:
    """Return the timelines of all series, in order of name; that of a whole model comes before its series."""
    panels = {panel.id: panel for panel in records.panels}
    histories = panel_histories(panel for panel in records.panels if panel.stage == 1)
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
    points = tuple(night_point(night, newest.get(night[0].night)) for night in nights)
    return Timeline(
        slug=names[0].slug,
        names=names,
        pooled=pooled,
        points=points,
        by_date={point.date: point for point in points},
        last=points[-1].date if points else "",
        decisions=tuple(decisions),
        newest=decisions[-1] if decisions else None,
        bands=band_pieces(points, panels),
    )


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
WAITS = StateBadge("alarm waits", "dash")
_STATES: Mapping[Outcome, StateBadge] = {
    "warming-up": StateBadge("warming up", "dash"),
    "ok": NO_CHANGE,
    "regressed": WORSE,
    "improved": BETTER,
    "unknown": UNKNOWN,
    "repeats": StateBadge("nights alike", "no"),
    "new-baseline": StateBadge("new baseline", "no"),
}
EVENTS: Mapping[EventKind, StateBadge] = {
    "new-version": StateBadge("new version", "no"),
    "not-drawn": StateBadge("not drawn", "dash"),
    "vanished": StateBadge("vanished", "no"),
    "shutdown-announced": StateBadge("shutdown announced", "no"),
    "alias-moved": StateBadge("alias moved", "no"),
    "sampling-changed": StateBadge("sampling changed", "no"),
    "api-changed": StateBadge("API changed", "no"),
    "suite-break": StateBadge("suite changed", "no"),
    "outage": StateBadge("outage", "dash"),
}
STOPPED = StateBadge("stopped", "dash")
BREAK = StateBadge("break", "no")


def state_badge(decision: Decision | None) -> StateBadge:
    """Return the state after a decision.

    A change of the answers whose interval over stems includes 0 is not called worse or better, and none is if
    our own pipeline moved in the same nights.
    """
    if decision is None or decision.sentinel:
        return UNDECIDED if decision is None else WAITS
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
    own = [
        each
        for each in line.decisions
        if each.outcome != "new-baseline" or each.cause != "suite-break" or each.date not in broken
    ]
    decided = [
        NightNote(
            date=first.date,
            badge=state_badge(first),
            text=reason(first.reason),
            until=last.date if first.outcome == "unknown" else "",
            links=named_links(first.links),
        )
        for first, last in changes(own)
    ]
    found = []
    for note in decided:
        outages = [sentence(event.detail) for event in mine if _explains(event, note)]
        found.append(replace(note, text=" ".join([note.text, *outages[:1]])))
    found += [event_note(event) for event in mine if not any(_explains(event, note) for note in decided)]
    begun = {first.date for first, _ in changes(line.decisions) if first.cause == "suite-break"}
    found += [
        NightNote(date=after.date, badge=BREAK, text=f"{_what_changed(before, after)} {_APART}")
        for before, after in pairwise(line.points)
        if before.basis != after.basis and after.date not in broken | begun
    ]
    kept = [note for note in found if (note.until or note.date) >= since]
    return tuple(sorted(kept, key=lambda note: note.date))


def changes(decisions: Sequence[Decision]) -> Iterator[tuple[Decision, Decision]]:
    """Yield the reported nights, and ends of a change: the first and the last decision of equal ones.

    An alarm that a break leaves open, or that waits no longer, is reported again, with the reason.
    """
    before = ""
    for (outcome, *_), equal in groupby(
        decisions, key=lambda each: (each.outcome, each.cause, each.sentinel)
    ):
        run = list(equal)
        if outcome in _REPORTED or before in _ENDED:
            yield run[0], run[-1]
        before = outcome


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


def _explains(event: NightlyEvent, note: NightNote) -> bool:
    """Whether an outage is the reason for a note on unknown nights, the only notes with a last day."""
    return event.kind == "outage" and note.date <= event.date <= note.until


_APART = "Nights before and after are not compared."


def _what_changed(before: NightPoint, after: NightPoint) -> str:
    versions = zip(("suite", "judge"), before.panels[0].age[1:], after.panels[0].age[1:], strict=True)
    parts = [f"{name} version {old} → {new}" for name, old, new in versions if old != new]
    words = ", ".join(parts) or "the tasks, the prompt, the model or the guest changed"
    return reason(words)
