"""Events that panels show: moved aliases, changed suites, and nights with too many missing draws.

Every event is computed anew from all panels; one that is already recorded is not made again.

An alias has moved if a provider answers as another model under the same model id. A provider reports with
each completion which model answered, and perhaps a fingerprint of its settings. Some providers run a fleet,
so that several values in one night are normal, and some send another fingerprint with each completion. A
value has *arrived* on the first night on which it has

- at least 10 % of the night's completions, and at least three of them,
- more than the seven nights before make plausible: with the same total numbers, chance would give the night
  this many with a probability below 0.001 (hypergeometric), and
- less than 10 % on each of these seven nights.

A value that spreads too slowly for this has arrived on the first night on which it has at least half of the
completions of the last seven nights, if it had less than 10 % of the first seven of the 60 nights before (at
least 14), and did not arrive in these.

Of fingerprints, at least three earlier nights are needed. If values arrived on two or more of the last seven
nights, another one says nothing, since the provider changes it all the time.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from benchmark.analysis.nights.night_series import panel_histories
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import printable_text
from benchmark.core.slug import is_slug
from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import EventKind, NightlyEvent, Panel, PanelResult
from benchmark.scoring.nights.rule import most_missing

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

    Each night has its numbers of completions by value; nights without values are left out. A night counts
    only if there are ``earlier`` ones.
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


@dataclass(slots=True)
class _Draft:
    """An event before its panels are complete."""

    kind: EventKind
    day: str
    fields: dict[str, str | None]
    detail: str
    panels: list[Panel]


def find_events(
    panels: Sequence[Panel], recorded: Iterable[NightlyEvent], when: str
) -> tuple[NightlyEvent, ...]:
    """Return the events that panels, oldest first, show and that are not recorded yet, oldest first."""
    drafts: dict[tuple[object, ...], _Draft] = {}
    for draft in (*_moved(panels), *_broken(panels), *_outages(panels)):
        key = _key(draft.kind, draft.day, draft.fields)
        drafts.setdefault(key, replace(draft, panels=[])).panels.extend(draft.panels)
    known = {_key(event.kind, event.date, event.model_dump()) for event in recorded}
    new = [_event(draft, when) for key, draft in drafts.items() if key not in known]
    return tuple(sorted(new, key=lambda event: (event.date, event.kind, event.id)))


def _key(kind: str, day: str, fields: dict[str, str | None]) -> tuple[object, ...]:
    names = ["provider", "model", "suite", "dataset", "before", "after"]
    return (kind, day, *map(fields.get, [*names, "slug"] if kind == "outage" else names))


def _event(draft: _Draft, when: str) -> NightlyEvent:
    panels = {panel.id: panel for panel in draft.panels}
    slugs = {panel.result.slug for panel in panels.values()}
    fields = {**draft.fields, "slug": slugs.pop() if len(slugs) == 1 else None}
    record = {
        **fields,
        "id": NO_ID,
        "kind": draft.kind,
        "date": draft.day,
        "when": when,
        "detail": draft.detail,
        "panels": sorted(panels)[:_EVIDENCE],
    }
    return NightlyEvent.model_validate(record).with_its_id()


def _moved(panels: Sequence[Panel]) -> list[_Draft]:
    """Return the moved aliases; the panels of one night of all series of a model count together."""
    by_model: dict[tuple[str, str], list[Panel]] = {}
    for panel in panels:
        if is_slug(panel.result.provider):
            by_model.setdefault((panel.result.provider, panel.result.model), []).append(panel)
    found = []
    for (provider, model), of_model in by_model.items():
        models: dict[date, Counter[str]] = defaultdict(Counter)
        marks: dict[date, Counter[str]] = defaultdict(Counter)
        for panel in of_model:
            night = date.fromisoformat(panel.night)
            models[night].update(panel.result.resolved_models)
            marks[night].update(panel.result.fingerprints)
        resolved = arrivals(models)
        days = {arrival.day for arrival in resolved}
        prints = arrivals(marks, _FINGERPRINT_NIGHTS)
        others = [arrival for arrival in prints if arrival.day not in days]
        for words, several, nights in (
            ("answers as", resolved, models),
            ("has the fingerprint", others, marks),
        ):
            for arrival in several:
                before, after = _name(arrival.before), _name(arrival.after)
                share = nights[arrival.day][arrival.after] / nights[arrival.day].total()
                part = "" if share > _NEARLY_ALL else f" in {100 * share:.0f} % of cases"
                if before != after:
                    found.append(
                        _Draft(
                            kind="alias-moved",
                            day=str(arrival.day),
                            fields={"provider": provider, "model": model, "before": before, "after": after},
                            detail=f"{model[:150]} {words} {after[:120]}{part} now, {before[:120]} before",
                            panels=[panel for panel in of_model if panel.night == str(arrival.day)],
                        )
                    )
    return found


def _broken(panels: Sequence[Panel]) -> list[_Draft]:
    """Return the changes of suites: the first night that was drawn for a newer basis."""
    histories = panel_histories(panel for panel in panels if panel.result.stage == 1)
    found = []
    for older, newer in itertools.pairwise(histories):
        if older[0].result.series != newer[0].result.series:
            continue
        first = next(panel for panel in newer if panel.night >= older[-1].night)
        before, after = _differences(older[0].result, first.result)
        if before == after:
            continue
        result = first.result
        name = f"{_raised(older[0].result, result)}{result.suite}/{result.dataset}"
        found.append(
            _Draft(
                kind="suite-break",
                day=first.night,
                fields={"suite": result.suite, "dataset": result.dataset, "before": before, "after": after},
                detail=f"{name} has {after} now, {before} before: nothing is compared across",
                panels=[first],
            )
        )
    return found


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
    }


def _outages(panels: Sequence[Panel]) -> list[_Draft]:
    """Return the nights that lack too many draws to be used."""
    found = []
    for panel in panels:
        result = panel.result
        lacking = sum(drawn[0] == "missing" for drawn in result.statuses.values())
        few = lacking <= most_missing(len(result.statuses))
        if result.stage != 1 or few or not is_slug(result.provider):
            continue
        reasons = Counter(panel.run.missing[name] for name in panel.run.missing if name.endswith("#0"))
        ((reason, _),) = reasons.most_common(1)
        found.append(
            _Draft(
                kind="outage",
                day=panel.night,
                fields={
                    "provider": result.provider,
                    "model": result.model,
                    "slug": result.slug,
                    "suite": result.suite,
                    "dataset": result.dataset,
                },
                detail=f"{lacking} of {len(result.statuses)} draws are missing; most often: {_name(reason)}",
                panels=[panel],
            )
        )
    return found


def _name(text: str) -> str:
    """Return a text of a server as one printable line."""
    return " ".join(printable_text(text).split())[:_LONGEST].strip() or "(empty)"
