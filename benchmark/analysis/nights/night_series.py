"""The series of nightly runs: which panels count, and their nights as values for the decision rule.

Of each night, the first draw of each task counts, and only whether it passed: alarms watch pass@1, also where
tables are ranked by points. If a series has panels of several bases (another version of the suite or the
judge, other tasks, another prompt), those of the newest basis count. Panels of an older basis count only for
nights before the first night of the newer ones, as another version: nothing is compared across, and a night
never counts twice.

All series of one model are also pooled into one, of which a night counts if all of them have a panel. If a
series begins, or returns after more than seven nights of the others, it joins with a break.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

import numpy as np

from benchmark.core.digest import digest_canonical
from benchmark.core.verdict import Status
from benchmark.results.nights import SERIES_LIMIT, Panel
from benchmark.results.status import RunName
from benchmark.scoring.nights.rule import ACTIVE_DAYS, Night
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
            )
            for day, panels in self.panels.items()
        )

    @property
    def last(self) -> date:
        """The last night."""
        return max(self.panels)

    def names_on(self, day: date) -> tuple[RunName, ...]:
        """Return the names of the series of which a night consists."""
        return tuple(panel.result.series for panel in self.panels[day])

    def stems(self, day: date) -> tuple[str, ...]:
        """Return (task) the stems of the tasks of a night; tasks of one data set share them."""
        return tuple(
            f"{panel.result.suite}/{panel.result.dataset}/{panel.result.tasks.stems.get(task, task)}"
            for panel in self.panels[day]
            for task in sorted(panel.result.statuses)
        )

    def ids(self, days: Iterable[date]) -> list[str]:
        """Return the ids of the panels of these nights."""
        return [panel.id for day in days for panel in self.panels[day]]


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
    histories: dict[RunName, list[Sequence[Panel]]] = {}
    for history in panel_histories(panel for panel in known if panel.result.stage == 1):
        histories.setdefault(history[0].result.series, []).append(history)
    single = [
        NightSeries(name.slug, "series", (name,), {night: (panel,) for night, panel in _chosen(of).items()})
        for name, of in sorted(histories.items())
    ]
    by_slug: dict[str, list[NightSeries]] = {}
    for series in single:
        by_slug.setdefault(series.slug, []).append(series)
    found: list[NightSeries] = []
    for slug, several in by_slug.items():
        found += several
        pooled = _pooled(slug, several)
        if pooled is not None:
            found.append(pooled)
    return FoundSeries(tuple(found), tuple(notes))


def _chosen(histories: Sequence[Sequence[Panel]]) -> dict[date, Panel]:
    """Return the panel that counts of each night, oldest first; the last history has the newest basis."""
    found: dict[date, Panel] = {}
    before = date.max
    for history in reversed(histories):
        nights = {date.fromisoformat(panel.night): panel for panel in history}
        found |= {night: panel for night, panel in nights.items() if night < before}
        before = min(before, *nights)
    return dict(sorted(found.items()))


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
    words = [panel.result.statuses[task][0] for panel in panels for task in sorted(panel.result.statuses)]
    return np.array([np.nan if word == "missing" else float(word == Status.PASSED) for word in words])


def panel_histories(panels: Iterable[Panel]) -> tuple[tuple[Panel, ...], ...]:
    """Group panels, oldest first, by series and basis; groups are sorted by series, then by their last night.

    The basis changes with the versions of suite, judge or guest, a digest, the model or the sample.
    Of two groups with the same last night, the one with the newer suite, then judge, comes last.
    """
    groups: dict[tuple[RunName, str], list[Panel]] = {}
    for panel in panels:
        groups.setdefault((panel.result.series, panel.result.basis), []).append(panel)

    def age(group: list[Panel]) -> tuple[RunName, str, int, int, str]:
        last = group[-1].result
        return last.series, last.date, last.versions.suite, last.versions.judge, last.basis

    return tuple(map(tuple, sorted(groups.values(), key=age)))
