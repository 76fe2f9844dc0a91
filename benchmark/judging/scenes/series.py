"""Finds the series of a mark: the entry of the legend that stands for it.

A mark belongs to an entry by its label, or else by its colour. A label that no legend shows cannot be seen,
so it names no series.
"""

from collections.abc import Sequence

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.values import (
    Area,
    Arrow,
    Axes,
    Bar,
    LegendEntry,
    Mark,
    Points,
    Stroke,
    Wedge,
    Words,
)

#: Marks that can be in a legend.
Drawn = Stroke | Points | Bar | Area | Wedge


class Series:
    """The series of one pair of axes.

    Args:
        axes: the axes.
        legend: entries of the figure's own legends.
    """

    def __init__(self, axes: Axes, legend: Sequence[LegendEntry]) -> None:
        entries = [entry for entry in (*axes.legend, *legend) if entry.kind != "title"]
        self._texts = {entry.text for entry in entries}
        marks = [mark for mark in axes.marks if not isinstance(mark, Words | Arrow)]
        carried = {mark.label for mark in marks} & self._texts
        self._by_colour: dict[tuple[str, str], str] = {}
        for mark in marks:
            if mark.label in carried:
                self._by_colour.setdefault((_sample_kind(mark), mark.color), mark.label)
        # An entry whose label no mark has was made by hand. It stands for all marks of its colour.
        for entry in entries:
            if entry.text not in carried:
                for kind in (entry.kind, "line", "patch"):
                    self._by_colour.setdefault((kind, entry.color), entry.text)

    def of(self, mark: Drawn) -> tuple[str, ...]:
        """Return what the entry of a mark says; empty if it has none."""
        text = mark.label if mark.label in self._texts else None
        if text is None:
            text = self._by_colour.get((_sample_kind(mark), mark.color))
        return () if text is None else labels.label(text).pieces


def _sample_kind(mark: Mark) -> str:
    return "line" if isinstance(mark, Stroke | Points) else "patch"
