"""The nights of a series in order, with the recorded decision of each: what all charts and lists show.

A night is there once, with the panels of its newest basis. Nothing is joined
across a break, so each night names the basis of its panels.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmark.leaderboard.inputs.nights import NightlyRecords, NightPanel
from benchmark.leaderboard.nights.bands import BandPiece, band_pieces
from benchmark.leaderboard.nights.points import NightPoint
from benchmark.results.heads import RunName
from benchmark.results.nights import Decision

_STAGE = 1  #: the draws that every night makes


@dataclass(frozen=True)  # without slots, because a cached_property needs a __dict__
class Timeline:
    """One series, or all series of a model pooled."""

    names: tuple[RunName, ...]  #: one; at the level of a model those that are pooled
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
    by_series: dict[RunName, list[NightPanel]] = {}
    for panel in records.panels:
        if panel.stage == _STAGE:
            by_series.setdefault(panel.series, []).append(panel)
    chosen = {name: _newest_forms(found) for name, found in by_series.items()}
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


def _newest_forms(panels: Iterable[NightPanel]) -> dict[str, NightPanel]:
    """Return the panel of each date, oldest first.

    Panels of an older basis count only for nights before the first one of the newer ones, as for decisions
    (:mod:`benchmark.analysis.nights.night_series`).
    """
    groups: dict[str, dict[str, NightPanel]] = {}
    for panel in panels:
        groups.setdefault(panel.basis, {}).setdefault(panel.date, panel)

    def age(group: Mapping[str, NightPanel]) -> tuple[str, int, int, str]:
        last = group[max(group)]
        return last.date, last.suite_version, last.judge_version, last.basis

    found: dict[str, NightPanel] = {}
    for group in sorted(groups.values(), key=age, reverse=True):
        begun = min(found, default="~")  # behind all dates
        found |= {date: panel for date, panel in group.items() if date < begun}
    return dict(sorted(found.items()))


def _timeline(
    names: tuple[RunName, ...],
    nights: Iterable[tuple[NightPanel, ...]],
    decisions: Sequence[Decision],
    panels: Mapping[str, NightPanel],
    *,
    pooled: bool = False,
) -> Timeline:
    newest = {decision.date: decision for decision in decisions}
    points = tuple(NightPoint(panels=night, decision=newest.get(night[0].date)) for night in nights)
    return Timeline(names, pooled, points, tuple(decisions), band_pieces(points, panels))
