"""Panels of one series over time.

A series breaks when its basis changes: the versions of suite, judge or guest, a digest, the model or the
sample. Nothing is compared across a break.
"""

from collections.abc import Iterable
from pathlib import Path

from benchmark.results.heads import RunName
from benchmark.results.nightly.files import check_turns, read_records
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel


def read_panels(directory: Path) -> tuple[Panel, ...]:
    """Read panels, oldest night first, and of a night stage 1 first.

    Args:
        directory: the folder ``nightly`` of a checkout of the branch; if it does not exist, there are none.

    Raises:
        BadInput: if a panel is not valid, or two have the same basis, night and stage.
    """
    found = read_records(directory, Panel)
    for error in check_turns((record_path(directory, panel), panel) for panel in found):
        raise error
    return tuple(sorted(found, key=lambda panel: (panel.night, panel.result.stage, panel.id)))


def panel_histories(panels: Iterable[Panel]) -> tuple[tuple[Panel, ...], ...]:
    """Group panels, oldest first, by series and basis; groups are sorted by series, then by their last night.

    Of two groups with the same last night, the one with the newer suite, then judge, comes last.
    """
    groups: dict[tuple[RunName, str], list[Panel]] = {}
    for panel in panels:
        groups.setdefault((panel.result.series, panel.result.basis), []).append(panel)

    def age(group: list[Panel]) -> tuple[RunName, str, int, int, str]:
        last = group[-1].result
        return last.series, last.date, last.versions.suite, last.versions.judge, last.basis

    return tuple(map(tuple, sorted(groups.values(), key=age)))
