"""The smallest pieces of a page: a score with its drawn range, and a cell that may be unrecorded."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmark.analysis.catalog import category_title
from benchmark.analysis.wording import clean, percent, percent_range, plural, position
from benchmark.results.row import RowScore


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMark:
    """A score in words and as a dot on a bar; positions are percent of the axis from 0 to 100 %."""

    value: str
    range: str
    sort: str
    dot: str
    bar_from: str
    bar_width: str
    note: str = ""  #: denominators, where samples are missing


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRange:
    """Where the other models stand, behind a mark."""

    bar_from: str
    bar_width: str
    middle: str
    median: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a table; an empty text reads as not recorded and sorts last."""

    text: str = ""
    sort: str = ""
    small: str = ""  #: second line


@dataclass(frozen=True, slots=True)
class Category:
    """A score's category, taken apart: ``subset:algorithm/level:easy`` has two parts."""

    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """``("subset:algorithm", "level:easy")``."""
        return tuple(re.split(r"[/,; ]+(?=[a-z_]+:)", self.text)) if self.text else ()

    @property
    def kind(self) -> str:
        """Of the last part: ``level``."""
        return self.parts[-1].partition(":")[0] if self.parts else ""

    @property
    def title(self) -> str:
        """Of the last part, as pages show it: ``easy``, and ``Level easy`` where it stands alone."""
        if not self.parts:
            return ""
        value = clean(category_title(self.parts[-1].partition(":")[2]))
        return f"Level {value}" if self.kind == "level" and self.depth == 0 else value

    @property
    def depth(self) -> int:
        """0 for all tasks and for a part of its own, 1 for a part of a part."""
        return max(len(self.parts) - 1, 0)


def optional_mark(score: RowScore | None) -> ScoreMark | None:
    """The score in words and positions."""
    return None if score is None else score_mark(score)


def score_mark(score: RowScore) -> ScoreMark:
    """The same of a score that is there."""
    return ScoreMark(
        value=percent(score.value),
        range=percent_range(score.low, score.high),
        sort=f"{score.value:.6f}",
        dot=position(score.value),
        bar_from=position(score.low),
        bar_width=position(score.high - score.low),
        note=_missing_note(score),
    )


def _missing_note(score: RowScore) -> str:
    """``435 tasks, 3 samples missing: 25.3–26.0``: what they could make of the score."""
    if not score.missing:
        return ""
    span = "" if score.worst is None or score.best is None else f": {percent_range(score.worst, score.best)}"
    return f"{plural(score.tasks, 'task')}, {plural(score.missing, 'sample')} missing{span}"


def field_range(values: Sequence[float]) -> FieldRange | None:
    """The span and the middle of the others; None below two of them, where a span says nothing."""
    if len(values) < 2:  # noqa: PLR2004 - a span needs two ends
        return None
    middle = median(values)
    return FieldRange(
        bar_from=position(min(values)),
        bar_width=position(max(values) - min(values)),
        middle=position(middle),
        median=percent(middle),
    )


def percent_cell(score: RowScore | None) -> Cell:
    """A share in percent as a cell."""
    return Cell() if score is None else Cell(percent(score.value), f"{score.value:.6f}")
