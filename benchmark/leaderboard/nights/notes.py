"""What was decided about a series, and what happened to it: the numbered notes of its chart."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from benchmark.analysis.wording import clean
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.inputs.provenance import safe_link
from benchmark.leaderboard.nights.timeline import NightPoint, Timeline, deciding_test
from benchmark.results.nights import Decision, EventKind, NightlyEvent, Outcome
from benchmark.scoring.night_band import NightBand

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
    found = [_with_outage(note, mine) for note in decided]
    unknown = [note for note in decided if note.badge == UNKNOWN]
    found += [event_note(event) for event in mine if not any(_explains(event, note) for note in unknown)]
    begun = {decision.date for decision in line.decisions if decision.cause == "suite-break"}
    found += [note for note in _breaks(line.points) if note.date not in broken | begun]
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


def named_links(links: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the labels and addresses of a record that may become links."""
    return tuple((clean(label), link) for label, link in sorted(links.items()) if safe_link(link))


def _decided(decisions: Sequence[Decision]) -> Iterator[NightNote]:
    runs = [list(run) for _, run in groupby(decisions, key=lambda decision: decision.outcome)]
    for number, run in enumerate(runs):
        before = runs[number - 1][-1] if number else None
        first, last = run[0], run[-1]
        if first.outcome in _REPORTED:
            until = last.date if first.outcome == "unknown" else ""
            yield _note(first, state_badge(first), reason(first.reason), until)
        elif first.outcome in ("ok", "warming-up") and before is not None and before.outcome in _ENDED:
            yield _note(first, state_badge(first), reason(first.reason))


def _explains(event: NightlyEvent, note: NightNote) -> bool:
    return event.kind == "outage" and note.date <= event.date <= note.until


def _with_outage(note: NightNote, events: Iterable[NightlyEvent]) -> NightNote:
    """Return a note on unknown nights with the reason of their first outage."""
    if note.badge != UNKNOWN:
        return note
    details = [sentence(event.detail) for event in events if _explains(event, note)]
    return replace(note, text=" ".join([note.text, *details[:1]]))


def _note(decision: Decision, badge: StateBadge, text: str, until: str = "") -> NightNote:
    return NightNote(
        date=decision.date, badge=badge, text=text, until=until, links=named_links(decision.links)
    )


def _breaks(points: Sequence[NightPoint]) -> Iterator[NightNote]:
    for before, after in pairwise(points):
        if before.basis != after.basis:
            yield NightNote(date=after.date, badge=BREAK, text=f"{_what_changed(before, after)} {_APART}")


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
