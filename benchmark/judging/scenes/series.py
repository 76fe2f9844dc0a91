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
        self._by_look: dict[tuple[str, ...], str] = {}
        for mark in marks:
            if mark.label in carried:
                self._add(mark.label, _looks(mark))
        # An entry whose label no mark has was made by hand. It stands for all marks of its colour, and of its
        # style if several entries have that colour.
        for entry in entries:
            if entry.text not in carried:
                for kind in (entry.kind, "line", "patch"):
                    styles = [(kind, entry.color, style) for style in (entry.style, entry.marker) if style]
                    self._add(entry.text, [*styles, (kind, entry.color)])

    def _add(self, text: str, looks: Sequence[tuple[str, ...]]) -> None:
        for look in looks:
            self._by_look.setdefault(look, text)

    def of(self, mark: Drawn) -> tuple[str, ...]:
        """Return what the entry of a mark says; empty if it has none."""
        text = mark.label if mark.label in self._texts else None
        if text is None:
            text = next((self._by_look[look] for look in _looks(mark) if look in self._by_look), None)
        return () if text is None else labels.label(text).pieces


def _looks(mark: Drawn) -> list[tuple[str, ...]]:
    """Return the looks by which a legend's entry can mean a mark, the more exact one first."""
    match mark:
        case Stroke():
            return [("line", mark.color, mark.style), ("line", mark.color)]
        case Points():
            return [("line", mark.color, mark.marker), ("line", mark.color)]
        case _:
            return [("patch", mark.color)]
