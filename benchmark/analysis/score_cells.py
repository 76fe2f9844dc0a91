"""How pages write and draw scores: the words of a scale, a score with its interval, cells and categories.

A table is ranked by the share of its tasks that a model solves, in percent, or by the mean of points from 1
to 10. In both, a difference is a number of points: of percentage points, or of points of the scale.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from statistics import median
from typing import Generic, TypeVar

from benchmark.analysis.catalog import category_title
from benchmark.analysis.wording import MINUS, clean, join_names, percent, plural, position
from benchmark.core.sample import CUT_AT_LIMIT, CUT_LIMIT
from benchmark.core.score import Score
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.results.row import Row, RowScore
from benchmark.scoring.metrics import FAILS_ONLY, PASSES, count_error_types, count_statuses, metric
from benchmark.suites import bare_category, ranking_metric, suite_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleWords:
    """How pages write and draw the scores of one scale."""

    lowest: float
    highest: float
    factor: int  #: what a score is multiplied by to be shown: 100 for percent
    decimals: int  #: decimals of shown numbers
    column: str  #: title of a column of scores
    short: str  #: title of a narrow column
    stat: str  #: label of a single score
    title: str  #: title of a table of scores
    unit: str  #: what follows a score
    short_unit: str  #: what follows a score in a narrow place
    range_unit: str  #: what follows a range of scores
    of_tasks: str  #: between a score and a number of tasks
    verb: str  #: what one model does with tasks
    verbs: str  #: what several models do
    what: str  #: what a table of scores is about, before a number of tasks
    axis: str  #: what an axis shows
    ticks: tuple[str, ...]  #: words at equal distances along an axis

    @property
    def steps_per_point(self) -> int:
        """How many steps of the last shown decimal make a point."""
        return int(10**self.decimals)

    def value(self, score: float) -> str:
        """Format a score: ``91.3``, or ``6.10``. Only the exact ends of the scale are written as such."""
        low, high = self.factor * self.lowest, self.factor * self.highest
        step = 1 / self.steps_per_point
        text = f"{self.factor * score:.{self.decimals}f}"
        if text == f"{high:.{self.decimals}f}" and score < self.highest:
            text = f"{high - step:.{self.decimals}f}"
        if text == f"{low:.{self.decimals}f}" and score > self.lowest:
            text = f"{low + step:.{self.decimals}f}"
        return text

    def range(self, low: float, high: float) -> str:
        """Format a range without its unit: ``88.3–93.6``, or ``5.90–6.30``."""
        return f"{self.value(low)}–{self.value(high)}"

    def amount(self, score: float) -> str:
        """Format a score with its unit: ``91.3 %``, or ``6.10 of 10 points``."""
        return f"{self.value(score)}{self.unit}"

    def amount_on(self, score: float, tasks: int, *, judged: str = "", draws: int = 1) -> str:
        """Return ``on average 41.0 % of 300 judged tasks``, or ``6.10 of 10 points on 300 judged tasks``.

        Several draws per task make a share of tasks an average.
        """
        mean = "on average " if draws != 1 and self is PERCENT else ""
        return f"{mean}{self.amount(score)} {self.of_tasks} {plural(tasks, f'{judged}task')}"

    def steps(self, difference: float) -> int:
        """Return a signed difference in steps of the last decimal, rounded; only exactly 0 gives 0."""
        steps = int(f"{self.factor * difference:.{self.decimals}f}".replace(".", ""))
        return steps or (difference > 0) - (difference < 0)

    def gap(self, difference: float) -> str:
        """Format a difference in points without its sign: ``11.9``; only exactly 0 gives ``0.0``."""
        return self.gap_of_steps(self.steps(difference))

    def gap_of_steps(self, steps: int) -> str:
        """Format steps of the last decimal in points without a sign: ``4.1`` for 41 and for -41."""
        return f"{abs(steps) / self.steps_per_point:.{self.decimals}f}"

    def signed(self, difference: float) -> str:
        """Format a difference in points with its sign: ``+4.1``, ``−0.4``; ``0.0`` for 0."""
        return self.signed_of_steps(self.steps(difference))

    def signed_of_steps(self, steps: int) -> str:
        """Format steps of the last decimal in points with a sign."""
        sign = "+" if steps > 0 else MINUS if steps < 0 else ""
        return f"{sign}{self.gap_of_steps(steps)}"

    def along(self, score: float) -> float:
        """Return where a score is on an axis, from 0 to 1."""
        return (score - self.lowest) / (self.highest - self.lowest)

    def position(self, score: float) -> str:
        """Return the position of a score on an axis, for an SVG attribute: ``91.32%``."""
        return position(self.along(score))

    def width(self, low: float, high: float) -> str:
        """Return the width of a range on an axis, for an SVG attribute."""
        return position((high - low) / (self.highest - self.lowest))


PERCENT = ScaleWords(
    lowest=0.0,
    highest=1.0,
    factor=100,
    decimals=1,
    column="Solved, %",
    short="%",
    stat="Solved",
    title="Share of tasks solved",
    unit=" %",
    short_unit=" %",
    range_unit=" %",
    of_tasks="of",
    verb="solves",
    verbs="solve",
    what="solved share of",
    axis="Range, 0 to 100 %",
    ticks=("0", "25", "50", "75", "100%"),
)
POINTS = ScaleWords(
    lowest=1.0,
    highest=10.0,
    factor=1,
    decimals=2,
    column="Points, 1 to 10",
    short="Points",
    stat="Points",
    title="Points from 1 to 10",
    unit=" of 10 points",
    short_unit=" of 10",
    range_unit=" points",
    of_tasks="on",
    verb="gets",
    verbs="get",
    what="mean points on",
    axis="Range, 1 to 10 points",
    ticks=("1", "3.25", "5.5", "7.75", "10"),
)
_SCALES = {"fraction": PERCENT, "points": POINTS}


def words_of(scale: str) -> ScaleWords:
    """Return the words of a scale, ``fraction`` or ``points``."""
    return _SCALES[scale]


def metric_words(name: str) -> ScaleWords:
    """Return the words of the scale of a metric."""
    return words_of(metric(name).scale)


def dataset_words(suite: str, dataset: str) -> ScaleWords:
    """Return the words of the scale by which a data set's models are ranked."""
    return metric_words(ranking_metric(suite, dataset))


def row_words(row: Row) -> ScaleWords:
    """Return the words of the scale by which a row is ranked."""
    return dataset_words(row.result.suite, row.result.dataset)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMark:
    """A score as text and as a dot on a bar; positions are percent of the length of the axis."""

    value: str
    range: str
    sort: str
    dot: str
    bar_from: str
    bar_width: str
    note: str = ""  #: ``435 tasks, 3 samples missing: 25.3–26.0``; empty if no sample is missing


@dataclass(frozen=True, slots=True)
class ScoreAxis:
    """The part of a scale that the scores of a table need; as scores, so from 0 to 1 for percent."""

    lowest: float
    highest: float
    axis: str  #: what it shows: ``Range, 5 to 95 %``
    ticks: tuple[str, ...]  #: words at equal distances, ends included: four or five

    def position(self, score: float) -> str:
        """Return the position of a score, for an SVG attribute: ``91.32%``."""
        return position((score - self.lowest) / (self.highest - self.lowest))

    def width(self, low: float, high: float) -> str:
        """Return the width of a range, for an SVG attribute."""
        return position((high - low) / (self.highest - self.lowest))


#: Steps between which axes end, in tenths of a shown point, and into how many parts ticks divide an axis.
_AXIS_STEPS, _AXIS_PARTS = (50, 10, 5, 1), (4, 3)
_LEAST_STEPS = 6  #: steps of an axis, so that its ends are close to the scores
_LEAST_SHARE = 10  #: an axis is at least this part of its scale, so that small differences look small


def score_axis(words: ScaleWords, values: Iterable[float]) -> ScoreAxis:
    """Return the axis from the lowest to the highest of some scores and ends of their ranges.

    It ends at round numbers: ``6.8 %`` to ``93.6 %`` gives 5, 35, 65 and 95. Without values it is the scale.
    """
    tenths = 10 * words.factor
    bottom, top = round(tenths * words.lowest), round(tenths * words.highest)
    found = [tenths * value - bottom for value in values] or [0, top - bottom]
    low, high = min(found), max(found)
    span = max(high - low, (top - bottom) / _LEAST_SHARE)
    fitting = (each for each in _AXIS_STEPS if (top - bottom) % each == 0)
    step = next((each for each in fitting if span >= _LEAST_STEPS * each), 1)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    while (last - first) * step < span - step or all((last - first) % parts for parts in _AXIS_PARTS):
        if bottom + last * step < top:
            last += 1
        else:
            first -= 1
    parts = next(each for each in _AXIS_PARTS if (last - first) % each == 0)
    ends = [bottom + step * (first + (last - first) * part // parts) for part in range(parts + 1)]
    ticks = tuple(f"{end / 10:g}" for end in ends)
    words_of_axis = f"Range, {ticks[0]} to {ticks[-1]}{words.range_unit}"
    return ScoreAxis(ends[0] / tenths, ends[-1] / tenths, words_of_axis, ticks)


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
        return _kind(self.text)

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


@lru_cache(4096)
def _kind(text: str) -> str:
    if (match := _KEY.match(text)) is not None:
        return match[1]
    keys = [part.partition(":")[0] for part in Category(text).parts]
    return "/".join(keys) if keys[-1:] == ["category"] else keys[-1] if keys else ""


def optional_mark(score: RowScore | None, axis: ScoreAxis | None = None) -> ScoreMark | None:
    """Return the score's mark, or None if there is no score."""
    return None if score is None else score_mark(score, axis)


def score_mark(score: RowScore, axis: ScoreAxis | None = None) -> ScoreMark:
    """Return the score as text and positions: on an axis, or on the whole scale."""
    words, note = words_of(score.scale), ""
    if score.missing:
        note = f"{plural(score.tasks, 'task')}, {plural(score.missing, 'sample')} missing"
        if score.worst is not None and score.best is not None:
            note += f": {words.range(score.worst, score.best)}"
    mark = value_mark(words, score.value, score.low, score.high, note)
    if axis is None:
        return mark
    start, width = axis.position(score.low), axis.width(score.low, score.high)
    return replace(mark, dot=axis.position(score.value), bar_from=start, bar_width=width)


def value_mark(words: ScaleWords, value: float, low: float, high: float, note: str = "") -> ScoreMark:
    """Return a value with its range as text and positions on its scale."""
    return ScoreMark(
        value=words.value(value),
        range=words.range(low, high),
        sort=f"{value:.6g}",
        dot=words.position(value),
        bar_from=words.position(low),
        bar_width=words.width(low, high),
        note=note,
    )


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


def score_cell(score: RowScore | None) -> Cell:
    """Return a cell with the score and no range; without a score, it is empty."""
    return Cell() if score is None else Cell(words_of(score.scale).value(score.value), f"{score.value:.6f}")


AnyScore = TypeVar("AnyScore", Score, RowScore)

#: Kinds whose order is known; rows do not record an order. Other kinds follow in order of their names.
_ORDER = ("typical", "edge", "large")


@dataclass(frozen=True, slots=True)
class KindScores(Generic[AnyScore]):
    """The scores of one kind of tests, over all tasks that have tests of it."""

    kind: str
    passes: AnyScore  #: share of samples that pass the tests of the kind
    fails_only: AnyScore  #: share of samples that fail these tests, and pass those of all other kinds


def kind_scores(scores: Iterable[AnyScore]) -> tuple[KindScores[AnyScore], ...]:
    """Return the scores by kind of tests; empty if no task has kinds, because then they are unknown."""
    found = {score.metric: score for score in scores if not score.category}
    kinds = [metric.removeprefix(PASSES) for metric in found if metric.startswith(PASSES)]
    return tuple(
        KindScores(kind, found[f"{PASSES}{kind}"], found[f"{FAILS_ONLY}{kind}"])
        for kind in sorted(
            kinds, key=lambda kind: (_ORDER.index(kind) if kind in _ORDER else len(_ORDER), kind)
        )
        if f"{FAILS_ONLY}{kind}" in found
    )


def is_by_kind(metric: str) -> bool:
    """Whether a metric belongs to a kind of tests."""
    return metric.startswith((PASSES, FAILS_ONLY))


def failed_kinds(kinds: Mapping[str, Status]) -> str:
    """Return which kinds of tests a sample failed: ``large``, ``edge and large`` or ``all kinds``.

    It is empty for a sample that passed, and for a task with fewer than two kinds.
    """
    failed = [kind for kind, status in kinds.items() if status != Status.PASSED]
    if not failed or len(kinds) == 1:
        return ""
    return "all kinds" if len(failed) == len(kinds) else join_names(failed)


def category_words(category: str) -> str:
    """Return a category without its keys: ``algorithm easy`` for ``subset:algorithm/level:easy``.

    Contexts of figures lose theirs, too: ``category:domain:rainfall`` is ``rainfall``.
    """
    values = (part.partition(":")[2] for part in category.split("/"))
    return " ".join(map(bare_category, values))


def value_text(score: Score | RowScore) -> str:
    """Format a score, its interval and its tasks: ``91.3 % (88.3–93.6), 438 tasks``."""
    words = words_of(score.scale)
    span = words.range(score.low, score.high)
    missing = f", {plural(score.missing, 'sample')} missing" if score.missing else ""
    value = f"{words.value(score.value)}{words.short_unit}"
    return f"{value} ({span}), {plural(score.tasks, 'task')}{missing}"


def cut_share(row: Row) -> float | None:
    """Return the share of answers that the limit of tokens cut off; None if that is not known."""
    run, made = row.run, row.run.generation
    if run.cut is not None:
        return len(run.cut) / row.result.completions.count
    if made is None or made.finishes.keys() <= {"unknown"}:
        return None
    return made.finishes.get(CUT_AT_LIMIT, 0) / sum(made.finishes.values())


def loses_place(row: Row) -> bool:
    """Whether too many answers were cut off for a place.

    Its score then says how far the limit reached, more than what the model can do. A protocol whose authors
    counted cut answers keeps the place of a model that does not think.
    """
    if (cut_share(row) or 0) <= CUT_LIMIT:
        return False
    protocol = suite_of(row.result.suite).asked.protocols.get(row.result.protocol)
    thinks = row.result.submission.reasoning or (row.run.endings and row.run.endings.tokens_thinking)
    return bool(thinks) or protocol is None or not protocol.within(row.result.setting).cut_is_part


def score_if_cut_passed(row: Row) -> RowScore | None:
    """Return the row's score, had each cut answer passed; None if none was cut, or if it is not recorded."""
    scores = () if row.run.endings is None else row.run.endings.if_cut_passed
    ranks = ranking_metric(row.result.suite, row.result.dataset)
    return next((score for score in scores if score.metric == ranks), None)


def upper_words(row: Row, *, short: bool = False) -> str:
    """Return ``up to 17.1, had all cut answers passed``, or without the condition; empty if not recorded."""
    best, why = score_if_cut_passed(row), "" if short else ", had all cut answers passed"
    return "" if best is None else f"up to {row_words(row).value(best.value)}{why}"


def cut_words(row: Row, *, short: bool = False) -> str:
    """Return ``cut 12.8 %; up to 17.1, had all cut answers passed``; empty if none is known to be cut.

    ``short`` is ``cut 12.8 %; up to 17.1``.
    """
    if not (share := cut_share(row)):
        return ""
    return "; ".join(filter(None, [f"cut {percent(share)} %", upper_words(row, short=short)]))


def outcome_line(outcomes: Sequence[Outcome]) -> str:
    """Count the outcomes by status: ``154 passed, 6 wrong answer, 4 timeout``."""
    missing = sum(isinstance(outcome, MissingSample) for outcome in outcomes)
    parts = [f"{number} {status.replace('_', ' ')}" for status, number in count_statuses(outcomes).items()]
    return ", ".join(parts + ([f"{missing} missing"] if missing else []))


def error_type_line(outcomes: Sequence[Outcome]) -> str:
    """Count failed outcomes by error type: ``3 wrong-answer, 1 time-limit``; empty if none has one."""
    return ", ".join(f"{number} {kind}" for kind, number in count_error_types(outcomes).items())


def flag_line(flags: Iterable[Sequence[str]]) -> str:
    """Count answers by flag, the most frequent first: ``2 shadows list, 1 calls input()``; or empty."""
    counts = Counter(flag for named in flags for flag in named)
    return ", ".join(f"{number} {flag}" for flag, number in counts.most_common())
