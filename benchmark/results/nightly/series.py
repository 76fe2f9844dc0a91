"""Panels of one series over time, as arrays for statistics.

A series breaks when its basis changes: the versions of suite, judge or guest, a digest, the model or the
sample. Nothing is compared across a break.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmark.core.verdict import Status
from benchmark.results.heads import RunName
from benchmark.results.nightly.files import check_turns, read_records
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PanelHistory:
    """All panels of one series that have the same basis, oldest first."""

    panels: tuple[Panel, ...]
    tasks: tuple[str, ...]  #: ids, sorted
    passed: Integers  #: (panel, task), number of draws that passed
    drawn: Integers  #: (panel, task), number of draws with a verdict; 0 if the draw is missing

    @property
    def series(self) -> RunName:
        """The name of the series."""
        return self.panels[0].result.series

    @property
    def basis(self) -> str:
        """What all panels have in common; see ``PanelResult.basis``."""
        return self.panels[0].result.basis

    @property
    def nights(self) -> tuple[str, ...]:
        """(panel), dates in UTC; a date is there twice if the night had both stages."""
        return tuple(panel.night for panel in self.panels)

    @property
    def stages(self) -> tuple[int, ...]:
        """(panel), 1 or 2."""
        return tuple(panel.result.stage for panel in self.panels)


def read_panels(directory: Path, series: RunName | None = None) -> tuple[Panel, ...]:
    """Read panels, oldest night first, and of a night stage 1 first.

    Args:
        directory: the folder ``nightly`` of a checkout of the branch; if it does not exist, there are none.
        series: name of the series; None means all.

    Raises:
        BadInput: if a panel in these folders is not valid, or two have the same basis, night and stage.
    """
    folders = () if series is None else (series.suite, series.dataset, series.slug)
    found = read_records(directory, Panel, *folders)
    chosen = [panel for panel in found if series in (None, panel.result.series)]
    for error in check_turns((record_path(directory, panel), panel) for panel in chosen):
        raise error
    return tuple(sorted(chosen, key=lambda panel: (panel.night, panel.result.stage, panel.id)))


def read_series(directory: Path, series: RunName) -> tuple[PanelHistory, ...]:
    """Return the history of a series, one entry per basis; the basis of the newest night is last.

    Raises:
        BadInput: for the reasons of :func:`read_panels`.
    """
    return panel_histories(read_panels(directory, series))


def panel_histories(panels: Iterable[Panel]) -> tuple[PanelHistory, ...]:
    """Group panels, oldest first, by series and basis; groups are sorted by series, then by their last night.

    Of two groups with the same last night, the one with the newer suite, then judge, comes last.
    """
    groups: dict[tuple[RunName, str], list[Panel]] = {}
    for panel in panels:
        groups.setdefault((panel.result.series, panel.result.basis), []).append(panel)

    def age(group: list[Panel]) -> tuple[RunName, str, int, int, str]:
        last = group[-1].result
        return last.series, last.date, last.versions.suite, last.versions.judge, last.basis

    return tuple(_history(group) for group in sorted(groups.values(), key=age))


def _history(panels: list[Panel]) -> PanelHistory:
    tasks = tuple(sorted(panels[0].result.statuses))
    rows = [[panel.result.statuses[task] for task in tasks] for panel in panels]
    passed = [[drawn.count(Status.PASSED) for drawn in row] for row in rows]
    drawn = [[len(drawn) - drawn.count("missing") for drawn in row] for row in rows]
    return PanelHistory(
        tuple(panels), tasks, np.array(passed, dtype=np.int64), np.array(drawn, dtype=np.int64)
    )
