"""The smallest parts of a page: a score with its interval, and a table cell that may be empty."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmark.analysis.catalog import category_title
from benchmark.analysis.scale_words import PERCENT, ScaleWords, words_of
from benchmark.analysis.wording import clean, percent, plural
from benchmark.results.row import RowScore


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMark:
    """A score as text and as a dot on a bar; positions are percent of the length of the axis."""

    value: str
    range: str
    sort: str
    dot: str
    bar_from: str
    bar_width: str
    note: str = ""  #: numbers of tasks and missing samples; empty if no sample is missing


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRange:
    """The range and the median of the other models, drawn behind a score."""

    bar_from: str
    bar_width: str
    middle: str
    median: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a table; an empty text is shown as not recorded and sorts last."""

    text: str = ""
    sort: str = ""
    small: str = ""  #: second line


#: A category with a key of its own: the context of a figure, the type of a task, an aspect that it needs.
_KEY = re.compile(r"category:(domain|type|aspect):(?=.)")


@dataclass(frozen=True, slots=True)
class Category:
    """A score's category, split into parts: ``subset:algorithm/level:easy`` has two."""

    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts, such as ``("subset:algorithm", "level:easy")``."""
        return tuple(re.split(r"[/,; ]+(?=[a-z_]+:)", self.text)) if self.text else ()

    @property
    def kind(self) -> str:
        """The key of the last part, such as ``level``; ``subset/category`` for a pair of these.

        Categories with a key of their own, such as ``category:domain:rainfall``, have that key as kind.
        """
        if (match := _KEY.match(self.text)) is not None:
            return match[1]
        keys = [part.partition(":")[0] for part in self.parts]
        return "/".join(keys) if keys[-1:] == ["category"] else keys[-1] if keys else ""

    @property
    def title(self) -> str:
        """The last part's value as pages show it: ``easy``, or ``Level easy`` if there is no other part."""
        if not self.parts:
            return ""
        value = clean(category_title(self.parts[-1].partition(":")[2]))
        return f"Level {value}" if self.kind == "level" and self.depth == 0 else value

    @property
    def title_below(self) -> str:
        """The title below that of the first part: ``bar``, or ``function, x-intercept`` for three parts."""
        below = [Category(part).title for part in self.parts[1:-1]]
        return ", ".join([*below, self.title])

    @property
    def depth(self) -> int:
        """0 for all tasks and for a category with one part, 1 for one with two parts."""
        return max(len(self.parts) - 1, 0)


def optional_mark(score: RowScore | None) -> ScoreMark | None:
    """Return the score's mark, or None if there is no score."""
    return None if score is None else score_mark(score)


def score_mark(score: RowScore) -> ScoreMark:
    """Return the score as text and positions."""
    words = words_of(score.scale)
    return value_mark(words, score.value, score.low, score.high, _missing_note(score, words))


def value_mark(words: ScaleWords, value: float, low: float, high: float, note: str = "") -> ScoreMark:
    """Return a value with its range as text and positions on its scale."""
    return ScoreMark(
        value=words.value(value),
        range=words.range(low, high),
        sort=f"{value:.6f}",
        dot=words.position(value),
        bar_from=words.position(low),
        bar_width=words.width(low, high),
        note=note,
    )


def _missing_note(score: RowScore, words: ScaleWords) -> str:
    """Return ``435 tasks, 3 samples missing: 25.3–26.0``, with the range of scores that they allow."""
    if not score.missing:
        return ""
    bounds = "" if score.worst is None or score.best is None else f": {words.range(score.worst, score.best)}"
    return f"{plural(score.tasks, 'task')}, {plural(score.missing, 'sample')} missing{bounds}"


def field_range(values: Sequence[float], words: ScaleWords = PERCENT) -> FieldRange | None:
    """Return the range and the median of the other models' scores; None for fewer than two scores."""
    if len(values) < 2:  # noqa: PLR2004 - a range needs two ends
        return None
    middle = median(values)
    return FieldRange(
        bar_from=words.position(min(values)),
        bar_width=words.width(min(values), max(values)),
        middle=words.position(middle),
        median=words.value(middle),
    )


def value_cell(words: ScaleWords, value: float, low: float, high: float) -> Cell:
    """Return a value as a cell, with its range in the second line."""
    return Cell(words.value(value), f"{value:.6f}", words.range(low, high))


def range_cell(score: RowScore | None) -> Cell:
    """Return the score with its range as a cell; an empty cell without a score, or if it is over no task."""
    if score is None or not score.tasks:
        return Cell()
    return value_cell(words_of(score.scale), score.value, score.low, score.high)


def percent_cell(score: RowScore | None) -> Cell:
    """Return the score in percent as a cell; an empty cell if there is no score."""
    return Cell() if score is None else Cell(percent(score.value), f"{score.value:.6f}")
