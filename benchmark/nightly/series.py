"""What panels show: the series of nightly runs, their nights for the decision rule, and events.

Of each night, the first draw of each task counts, and only whether it passed: alarms watch pass@1, also where
tables are ranked by points. Which panels count if a series has several bases is said by
:func:`benchmark.results.nights.counted_panels`.

All series of one model are also pooled into one, of which a night counts if all of them have a panel. If a
series begins, or returns after more than seven nights of the others, it joins with a break.

Every event is computed anew from all panels; one that is already recorded is not made again. An alias has
moved if a provider answers as another model under the same model id: see :func:`arrivals`.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Literal

import numpy as np

from benchmark.analysis.groups import joined_stems
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import printable_text
from benchmark.core.names import is_slug
from benchmark.core.verdict import Status
from benchmark.generation.providers import PROVIDERS
from benchmark.results.nights import (
    SERIES_LIMIT,
    NightlyEvent,
    Panel,
    PanelResult,
    counted_panels,
    panel_histories,
)
from benchmark.results.status import RunName
from benchmark.scoring.nights.rule import ACTIVE_DAYS, Night, most_missing
from benchmark.scoring.signflip import Floats

Level = Literal["series", "model"]
_ABSENT_NIGHTS = 7  #: nights of a model's other series that a series may miss without leaving the pooled one


@dataclass(frozen=True)  # without slots, because a cached_property needs a __dict__
class NightSeries:
    """One series, or all series of a model together, with the panels that count."""

    slug: str
    level: Level
    names: tuple[RunName, ...]  #: of the series, sorted; one at level ``series``
    panels: Mapping[
        date, tuple[Panel, ...]
    ]  #: of each night, one panel per name that had joined, oldest first

    @property
    def name(self) -> str:
        """A name that no other series has: ``acme-1: code-vision/open, …`` or ``acme-1: all series``."""
        return str(self.names[0]) if self.level == "series" else f"{self.slug}: all series"

    @cached_property
    def nights(self) -> tuple[Night, ...]:
        """The nights for the decision rule, oldest first."""
        return tuple(
            # Nights are compared only if all their panels have the same bases.
            Night(
                date=day,
                version=digest_canonical([panel.result.basis for panel in panels]),
                values=_values(panels),
                stems=self.stems(day),
            )
            for day, panels in self.panels.items()
        )

    @property
    def last(self) -> date:
        """The last night."""
        return max(self.panels)

    @property
    def is_sentinel(self) -> bool:
        """Whether no vendor answers, but an own runner or stored answers: what moves is our pipeline."""
        asked = {panel.result.provider for panel in self.panels[self.last]}
        return not any(name not in PROVIDERS or PROVIDERS[name].vendor for name in asked)

    def names_on(self, day: date) -> tuple[RunName, ...]:
        """Return the names of the series of which a night consists."""
        return tuple(panel.result.series for panel in self.panels[day])

    def stems(self, day: date) -> tuple[str, ...]:
        """Return (task) the stems of the tasks of a night; tasks of one data set share them."""
        found: list[str] = []
        for panel in self.panels[day]:
            result, tasks = panel.result, tuple(sorted(panel.result.statuses))
            own = tuple(result.tasks.stems.get(task, task) for task in tasks)
            # Two data sets can have stems of one name, which are not one family.
            place = f"{result.suite}/{result.dataset}/"
            found += [place + stem for stem in joined_stems(result.suite, tasks, own)]
        return tuple(found)

    def tasks(self, day: date) -> tuple[str, ...]:
        """Return (task) the names of the tasks of a night."""
        return tuple(task for panel in self.panels[day] for task in sorted(panel.result.statuses))

    def ids(self, days: Iterable[date]) -> list[str]:
        """Return the ids of the panels of these nights."""
        return [panel.id for day in days for panel in self.panels[day]]


def vanished_days(series: NightSeries, events: Iterable[NightlyEvent]) -> frozenset[date]:
    """Return the days of events after which no model of a series was listed any more."""
    gone = [(date.fromisoformat(event.date), event) for event in events if event.kind == "vanished"]
    found = set()
    for day, _ in gone:
        last = max((night for night in series.panels if night <= day), default=None)
        if last is None:
            continue
        results = [panel.result for panel in series.panels[last]]
        # Google's API also takes ids that begin with `models/`; events have them without that.
        asked = {(result.provider, result.model.removeprefix("models/")) for result in results}
        if asked <= {(event.provider, event.model) for when, event in gone if last <= when <= day}:
            found.add(day)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class FoundSeries:
    """All series that have panels, and what was left out."""

    series: tuple[NightSeries, ...]  #: sorted by name, those of a model before the pooled one
    notes: tuple[str, ...]  #: one line for each group of panels that does not count


def find_series(panels: Iterable[Panel], day: date) -> FoundSeries:
    """Return the series of these panels, oldest first, as known on a day.

    Panels dated after that day are left out: a clock was wrong, or the day is in the past. A pooled series
    consists of the model's series that had a panel in the last seven days before its newest one. Its nights
    before one of them joined have the others only, which is another version.
    """
    notes: list[str] = []
    known: list[Panel] = []
    later: dict[RunName, list[str]] = {}
    for panel in panels:
        if date.fromisoformat(panel.night) <= day:
            known.append(panel)
        else:
            later.setdefault(panel.result.series, []).append(panel.night)
    for name, nights in sorted(later.items()):
        notes.append(f"{name}: ignored until then: {', '.join(sorted(set(nights)))}, after {day}")
    histories = panel_histories(panel for panel in known if panel.result.stage == 1)
    found: list[NightSeries] = []
    for slug, of_model in itertools.groupby(histories, key=lambda history: history[0].series.slug):
        several = []
        for name, of in itertools.groupby(of_model, key=lambda history: history[0].series):
            drawn = {date.fromisoformat(night): (panel,) for night, panel in counted_panels(list(of)).items()}
            several.append(NightSeries(slug, "series", (name,), drawn))
        pooled = _pooled(slug, several)
        found += several if pooled is None else [*several, pooled]
    return FoundSeries(tuple(found), tuple(notes))


def _pooled(slug: str, series: Sequence[NightSeries]) -> NightSeries | None:
    """Return the pooled series of a model.

    It is None if the model has only one active series, more than a decision can name, or no night of two.
    """
    last = max(each.last for each in series)
    active = [each for each in series if last - each.last <= timedelta(days=ACTIVE_DAYS)]
    if not 2 <= len(active) <= SERIES_LIMIT:  # noqa: PLR2004 - one series would be the same twice
        return None
    joined = {each.name: _joined(each, active) for each in active}
    panels = {}
    for day in sorted({day for each in active for day in each.panels}):
        members = [each for each in active if joined[each.name] <= day]
        if len(members) > 1 and all(day in each.panels for each in members):
            panels[day] = tuple(each.panels[day][0] for each in members)
    return NightSeries(slug, "model", tuple(each.names[0] for each in active), panels) if panels else None


def _joined(series: NightSeries, active: Sequence[NightSeries]) -> date:
    """Return the first night of a series, or that after its last absence from more than seven nights."""
    # Absent before the first night, so that the first panel counts as a return.
    absent, joined = _ABSENT_NIGHTS + 1, date.max
    for day in sorted({day for each in active for day in each.panels}):
        if day not in series.panels:
            absent += 1
            continue
        if absent > _ABSENT_NIGHTS:
            joined = day
        absent = 0
    return joined


def _values(panels: Sequence[Panel]) -> Floats:
    """Return (task) the first draw: 1 if it passed, 0 if it failed, nan if it is missing."""
    # Sorted as in `stems`, so that a value and a stem at one position are of one task.
    words = [panel.result.statuses[task][0] for panel in panels for task in sorted(panel.result.statuses)]
    return np.array([np.nan if word == "missing" else float(word == Status.PASSED) for word in words])


LOWEST_SHARE = 0.1
FEWEST = 3  #: minimum completions with the value
IMPLAUSIBLE = 0.001
WINDOW = 7  #: nights
SLOW_WINDOW = 60  #: nights in which a value may spread slowly
HALF = 0.5
RESTLESS = 2  #: a field with this many arrivals within the window reports none


@dataclass(frozen=True, slots=True)
class Arrival:
    """A value that arrived."""

    day: date
    before: str  #: the most frequent value of the last night before
    after: str


def arrivals(nights: Mapping[date, Mapping[str, int]], earlier: int = 1) -> tuple[Arrival, ...]:
    """Return the values that arrived, oldest first; at most one per night.

    A provider reports with each completion which model answered, and perhaps a fingerprint of its settings.
    Some providers run a fleet, so that several values in one night are normal, and some send another
    fingerprint with each completion. A value has *arrived* on the first night on which it has

    - at least 10 % of the night's completions, and at least three of them,
    - more than the seven nights before make plausible: with the same total numbers, chance would give the
      night this many with a probability below 0.001 (hypergeometric), and
    - less than 10 % on each of these seven nights.

    A value that spreads too slowly for this has arrived on the first night on which it has at least half of
    the completions of the last seven nights, if it had less than 10 % of the first seven of the 60 nights
    before (at least 14), and did not arrive in these. If values arrived on two or more of the last seven
    nights, another one says nothing, since the provider changes it all the time.

    Args:
        nights: numbers of completions by value; nights without values are left out.
        earlier: minimum number of nights before one that counts.
    """
    found: list[Arrival] = []
    arrived: list[str | None] = []  #: of each night, the value that arrived
    known: list[Mapping[str, int]] = []
    for day, counts in sorted(nights.items()):
        if not sum(counts.values()):
            continue
        new = _newest(counts, known[-WINDOW:]) if known else None
        before = known[-1] if known else {}
        if new is None:
            # Six nights and this one.
            recent = [*known[1 - WINDOW :], counts]
            spread = _spread_from(recent, known[-SLOW_WINDOW:], arrived[-SLOW_WINDOW:])
            before, new = spread or (before, None)
        restless = sum(value is not None for value in arrived[-WINDOW:]) >= RESTLESS
        if new is not None and len(known) >= earlier and not restless:
            found.append(Arrival(day, _most_frequent(before), new))
        arrived.append(new)
        known.append(counts)
    return tuple(found)


def _spread_from(
    recent: Sequence[Mapping[str, int]], window: Sequence[Mapping[str, int]], arrived: Sequence[str | None]
) -> tuple[Counter[str], str] | None:
    """Return what the nights before a slow spread had, and the value that spread; None if none did.

    The ``recent`` nights, with this one, count together; before it are ``window`` and what ``arrived`` in
    these.
    """
    if len(window) < 2 * WINDOW:
        return None
    old, new = (_together(nights) for nights in (window[:WINDOW], recent))
    value = _most_frequent(new)
    spread = new[value] >= HALF * new.total() and old[value] < LOWEST_SHARE * old.total()
    return (old, value) if spread and value not in arrived else None


def _together(nights: Iterable[Mapping[str, int]]) -> Counter[str]:
    found = Counter[str]()
    for night in nights:
        found.update(night)
    return found


def _newest(counts: Mapping[str, int], window: Sequence[Mapping[str, int]]) -> str | None:
    """Return the most frequent value that arrived; None if none did."""
    total = sum(counts.values())
    before = _together(window)
    for value, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if number < FEWEST or number < LOWEST_SHARE * total:
            return None
        usual = any(night.get(value, 0) >= LOWEST_SHARE * sum(night.values()) for night in window)
        if not usual and _chance(number, total, before[value], before.total()) < IMPLAUSIBLE:
            return value
    return None


def _chance(number: int, total: int, before: int, total_before: int) -> float:
    """Return the probability of at least this number of all the completions with the value in the night."""
    from scipy.stats import hypergeom  # here, because importing it takes half a second

    return float(hypergeom.sf(number - 1, total + total_before, number + before, total))


def _most_frequent(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda value: (-counts[value], value))


_EVIDENCE = 100  #: maximum panels that an event names
_FINGERPRINT_NIGHTS = 3  #: nights before a changed fingerprint says something
_SHOWN = 12  #: characters of a digest in a text
_LONGEST = 200  #: maximum characters of a name
_NEARLY_ALL = 0.95  #: a value with a larger share of the completions has replaced the others
_OTHERWISE = "other terms"  #: what changed, if nothing else did


#: Names in ``versions`` of a generation → what they are; the version of an SDK is not one of them.
_APIS = {"api": "API", "anthropic-version": "API version"}
_USUAL_API = {"openai": "chat completions"}  #: that of a provider whose generation names none
_PARAMETER = ("acceptance", "effect")  #: kinds of states of a parameter
_Aspect = tuple[str, str]  #: a parameter or an API, and the kind of its state


#: The fields of an event, and the panels that show it so far.
_Draft = tuple[dict[str, Any], list[Panel]]


def find_events(
    panels: Sequence[Panel], recorded: Iterable[NightlyEvent], when: str
) -> tuple[NightlyEvent, ...]:
    """Return the events that panels, oldest first, show and that are not recorded yet, oldest first.

    They are moved aliases, parameters that are refused, ignored or accepted anew, changed APIs, changed
    suites, and nights with too many missing draws.
    """
    drafts: dict[tuple[object, ...], _Draft] = {}
    for fields, shown in (*_moved(panels), *_applied(panels), *_broken(panels), *_outages(panels)):
        drafts.setdefault(_key(fields), (fields, []))[1].extend(shown)
    known = {_key(event.model_dump()) for event in recorded}
    new = [_event(draft, when) for key, draft in drafts.items() if key not in known]
    return tuple(sorted(new, key=lambda event: (event.date, event.kind, event.id)))


def _key(fields: dict[str, Any]) -> tuple[object, ...]:
    names = ("kind", "date", "provider", "model", "suite", "dataset", "before", "after")
    # An outage concerns one submission; a moved alias or a changed suite concerns all that use it.
    return (*map(fields.get, names), fields["slug"] if fields["kind"] == "outage" else None)


def _event(draft: _Draft, when: str) -> NightlyEvent:
    fields, shown = draft
    slugs = {panel.result.slug for panel in shown}
    evidence = {
        "when": when,
        "slug": slugs.pop() if len(slugs) == 1 else None,
        "panels": sorted({panel.id for panel in shown})[:_EVIDENCE],
    }
    return NightlyEvent.new(**fields | evidence)


def _moved(panels: Sequence[Panel]) -> Iterator[_Draft]:
    """Yield the moved aliases; the panels of one night of all series of a model count together.

    A changed fingerprint counts if the model's name did not change on the same day.
    """
    for (provider, model), own in _by_model(panels).items():
        names, marks = _by_night(own, "resolved_models"), _by_night(own, "fingerprints")
        resolved = arrivals(names)
        days = {arrival.day for arrival in resolved}
        prints = [each for each in arrivals(marks, _FINGERPRINT_NIGHTS) if each.day not in days]
        for words, several, nights in (
            ("answers as", resolved, names),
            ("has the fingerprint", prints, marks),
        ):
            for arrival in several:
                before, after, day = _name(arrival.before), _name(arrival.after), str(arrival.day)
                share = nights[arrival.day][arrival.after] / nights[arrival.day].total()
                part = "" if share > _NEARLY_ALL else f" in {100 * share:.0f} % of cases"
                detail = f"{model[:150]} {words} {after[:120]}{part} now, {before[:120]} before"
                fields = {"kind": "alias-moved", "date": day, "provider": provider, "model": model}
                # Two names can differ only after the characters that are kept.
                if before != after:
                    fields |= {"before": before, "after": after, "detail": detail}
                    yield fields, [panel for panel in own if panel.night == day]


def _by_model(panels: Sequence[Panel]) -> Mapping[tuple[str, str], Sequence[Panel]]:
    found: dict[tuple[str, str], list[Panel]] = defaultdict(list)
    for panel in panels:
        if is_slug(panel.result.provider):
            found[panel.result.provider, panel.result.model].append(panel)
    return found


def _applied(panels: Sequence[Panel]) -> Iterator[_Draft]:
    """Yield the nights from which on a model refuses, ignores or accepts parameters, or has another API.

    Such a parameter has no effect on the answers, so that the same model may answer otherwise. It counts as
    refused or ignored if at least half of a night's completions that should have it went without its effect;
    nights that did not ask for it say nothing. Each series is compared with its own night before, since
    others ask otherwise; a change that another series showed before is not reported again.
    """
    for (provider, model), own in _by_model(panels).items():
        known: dict[RunName, dict[_Aspect, str]] = defaultdict(dict)  #: as the last nights of a series show
        told: dict[_Aspect, str] = {}  #: the state after the last change
        for night, same in itertools.groupby(own, key=lambda panel: panel.night):
            drawn = list(same)
            changed: dict[_Aspect, tuple[str, str]] = {}  #: states before and after
            for panel in drawn:
                now, then = _states(panel), known[panel.series]
                for aspect, state in now.items():
                    if then.get(aspect, state) != state and told.get(aspect) != state:
                        changed[aspect] = then[aspect], state
                then |= now
            told |= {aspect: after for aspect, (_, after) in changed.items()}
            # Each change of an API is an event of its own.
            groups = [[aspect for aspect in sorted(changed) if aspect[1] in _PARAMETER]]
            groups += [[aspect] for aspect in sorted(changed) if aspect[1] not in _PARAMETER]
            for aspects in filter(None, groups):
                kind = "sampling-changed" if aspects[0][1] in _PARAMETER else "api-changed"
                before, after = (
                    ", ".join(f"{each[0]} {changed[each][place]}" for each in aspects)[:_LONGEST].strip()
                    for place in (0, 1)
                )
                fields = {"kind": kind, "date": night, "provider": provider, "model": model}
                detail = f"{model[:150]}: {after[:120]} now, {before[:120]} before"
                yield {**fields, "before": before, "after": after, "detail": detail}, drawn


def _states(panel: Panel) -> dict[_Aspect, str]:
    """Return what a panel shows: the states of each parameter that it should have, and its API."""
    made, sampling, count = panel.run.generation, panel.run.sampling, panel.result.completions.count
    if made is None:
        return {}
    found: dict[_Aspect, str] = {}
    for name in {*made.parameters, *made.dropped}:
        refused = made.dropped.get(name, 0) >= max(1, HALF * count)
        found[name, "acceptance"] = "refused" if refused else "accepted"
        if sampling is not None and not refused:  # earlier nights did not record it
            ignored = sampling.ignored.get(name, 0) >= max(1, HALF * count)
            found[name, "effect"] = "ignored" if ignored else "applied"
    apis = {"api": _USUAL_API.get(made.provider), **made.versions}
    return found | {(what, "API"): _name(api) for name, what in _APIS.items() if (api := apis.get(name))}


def _by_night(panels: Sequence[Panel], field: str) -> Mapping[date, Counter[str]]:
    """Count the completions of each night by a value that the provider reported."""
    found: dict[date, Counter[str]] = defaultdict(Counter)
    for panel in panels:
        found[date.fromisoformat(panel.night)].update(getattr(panel.result, field))
    return found


def _broken(panels: Sequence[Panel]) -> Iterator[_Draft]:
    """Yield the changes of suites: the first night that was drawn for a newer basis."""
    for older, newer in itertools.pairwise(
        panel_histories(each for each in panels if each.result.stage == 1)
    ):
        if older[0].series != newer[0].series:
            continue
        first = next(panel for panel in newer if panel.night >= older[-1].night)
        result = first.result
        before, after = _differences(older[0].result, result)
        if before == after:
            continue
        name = f"{_raised(older[0].result, result)}{result.suite}/{result.dataset}"
        fields = {
            "kind": "suite-break",
            "date": first.night,
            "suite": result.suite,
            "dataset": result.dataset,
            "before": before,
            "after": after,
            "detail": f"{name} has {after} now, {before} before: nothing is compared across",
        }
        yield fields, [first]


def _raised(before: PanelResult, after: PanelResult) -> str:
    """Return the beginning of an event's text: which version was raised; empty if none was."""
    old, new = before.versions, after.versions
    raised = [name for name in ("suite", "judge") if getattr(new, name) > getattr(old, name)]
    return f"{' and '.join(raised)} version raised: " if raised else ""


def _differences(before: PanelResult, after: PanelResult) -> tuple[str, str]:
    one, other = _described(before), _described(after)
    changed = [name for name in one if one[name] != other[name]] or [_OTHERWISE]
    one, other = ({**of, _OTHERWISE: result.basis[:_SHOWN]} for of, result in ((one, before), (other, after)))
    texts = [", ".join(f"{name} {of.get(name, '')}".strip() for name in changed) for of in (one, other)]
    return texts[0][:_LONGEST].strip(), texts[1][:_LONGEST].strip()


def _described(result: PanelResult) -> dict[str, str]:
    """Return what a panel was judged with, in short texts."""
    versions = result.versions
    return {
        "suite": str(versions.suite),
        "judge": str(versions.judge),
        **{f"guest's {name}": version for name, version in sorted(versions.guest.items())},
        "tasks": f"{result.tasks.count} ({result.tasks.digest[:_SHOWN]})",
        "sample": f"{result.sample.kind} ({digest_canonical(sorted(result.statuses))[:_SHOWN]})",
        "prompt": f"{result.prompt.name} ({(result.prompt.digest or 'not recorded')[:_SHOWN]})",
        "extraction": f"{result.extraction.name} ({(result.extraction.digest or 'not recorded')[:_SHOWN]})",
        "model": result.model,
        "request": (result.request or "not recorded")[:_SHOWN],
        "calls": "in batches" if result.batch else "one by one",
    }


def _outages(panels: Sequence[Panel]) -> Iterator[_Draft]:
    """Yield the nights that lack many draws."""
    for panel in panels:
        result = panel.result
        lacking = sum(drawn[0] == "missing" for drawn in result.statuses.values())
        tasks = len(result.statuses)
        if result.stage != 1 or lacking <= most_missing(tasks) or not is_slug(result.provider):
            continue
        # The names are TASK#DRAW, and a series has only the first draw of each task.
        reasons = Counter(why for name, why in panel.run.missing.items() if name.endswith("#0"))
        ((reason, _),) = reasons.most_common(1)
        fields = {name: getattr(result, name) for name in ("provider", "model", "slug", "suite", "dataset")}
        detail = f"{lacking} of {tasks} draws are missing; most often: {_name(reason)}"
        yield {"kind": "outage", "date": panel.night, "detail": detail, **fields}, [panel]


def _name(text: str) -> str:
    """Return a text of a server as one printable line."""
    return " ".join(printable_text(text).split())[:_LONGEST].strip() or "(empty)"
