"""The efforts of one model as a line: scores against tokens and against dollars, and the same as text."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from types import SimpleNamespace

from markupsafe import Markup

from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import Cell, ScaleWords, dataset_words, score_mark
from benchmark.analysis.wording import plural
from benchmark.core.names import BUDGET, effort_words
from benchmark.leaderboard.inputs.facts import cost_cell, tokens_cell
from benchmark.leaderboard.parts.plot import decade_ticks, line, shape
from benchmark.results.row import Row, RowScore

#: The efforts of a model in their order; ``adaptive`` has no place in it.
_EFFORTS = ("off", "between_tools", "minimal", "low", "medium", "high", "xhigh", "max")
_LEFT, _RIGHT = 10.0, 95.0  #: range of positions across, percent of the width


def effort_order(effort: str) -> tuple[int, int]:
    """Return a sort key: efforts, then budgets, then what has no order; a line joins those with one first."""
    if effort.endswith(BUDGET):
        return 1, int(effort.removesuffix(BUDGET))
    return (0, _EFFORTS.index(effort)) if effort in _EFFORTS else (2, 0)


def joined(rows: Sequence[Row]) -> tuple[tuple[int, int], ...]:
    """Return which rows a line joins, by index: neighbours in the order of the efforts of one submission."""
    found: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for number, row in enumerate(rows):
        kind, place = effort_order(row.result.submission.effort)
        if (kind, place) < (2,) and not _is_ignored(row):  # what comes behind has no order
            found[row.result.submission.slug, kind].append((place, number))
    return tuple((a, b) for same in found.values() for (_, a), (_, b) in pairwise(sorted(same)))


def _is_ignored(row: Row) -> bool:
    """Whether the model thought although it was told not to, at least for some answers."""
    return row.run.sampling is not None and "thinking" in row.run.sampling.ignored


def _name(row: Row, default: str) -> str:
    return (effort_words(row.result.submission.effort) or default) + ", ignored" * _is_ignored(row)


def effort_view(group: RowGroup, slug: str) -> SimpleNamespace | None:
    """Return the efforts of a submission in a table, the least first; None if fewer than two have a score."""
    found = ((row, score_of(row)) for row in group.every_model if row.result.submission.slug == slug)
    scored = [(row, score) for row, score in found if score is not None]
    scored.sort(key=lambda each: effort_order(each[0].result.submission.effort))
    if len(scored) < 2:  # noqa: PLR2004 - one point is not a line
        return None
    words = dataset_words(group.key.suite, group.key.dataset)
    return SimpleNamespace(
        words=words,
        lines=tuple(
            SimpleNamespace(
                name=_name(row, "the vendor's default"),
                mark=score_mark(score),
                tokens=tokens_cell(row).text,
                cost=cost_cell(row).text,
            )
            for row, score in scored
        ),
        drawings=(
            _drawing("mean tokens of an answer", scored, words, tokens_cell, "{:,.10g}"),
            _drawing("dollars for 1,000 tasks", scored, words, cost_cell, "${:,.10g}"),
        ),
    )


def _drawing(
    title: str,
    scored: Sequence[tuple[Row, RowScore]],
    words: ScaleWords,
    cell: Callable[[Row], Cell],
    tick: str,
) -> SimpleNamespace:
    """Return a drawing against what ``cell`` has; efforts for which that is unknown or 0 are not in it.

    ``tick`` is the format of a number on its axis.
    """
    known = [(row, score, amount) for row, score in scored if (amount := float(cell(row).sort or 0)) > 0]
    absent = len(scored) - len(known)
    return SimpleNamespace(
        title=title,
        drawing=shape("svg", "past", *_shapes(known, words, tick), aria_hidden="true") if known else "",
        absent=f"{plural(absent, 'effort')} not drawn: {title} not known, or 0." if absent else "",
    )


def _shapes(known: Sequence[tuple[Row, RowScore, float]], words: ScaleWords, tick: str) -> Iterator[Markup]:
    """Yield the grid, the line between ordered efforts, and each effort with its range and its name."""
    for at, word in enumerate(reversed(words.ticks)):
        yield line("g", (0, "100%"), (f"{25 * at}%",) * 2)
        yield shape("text", "", word, x=0, y=f"{25 * at}%", dy=-4)
    low, high = (math.log10(end(amount for *_, amount in known)) for end in (min, max))
    if high - low < 1:  # show at least one decade, with the points in its middle
        low, high = (low + high - 1) / 2, (low + high + 1) / 2

    def x(amount: float) -> str:
        return f"{_LEFT + (_RIGHT - _LEFT) * (math.log10(amount) - low) / (high - low):.2f}%"

    def y(value: float) -> str:
        return f"{100 * (1 - min(max(words.along(value), 0.0), 1.0)):.2f}%"

    for amount in decade_ticks(low, high):
        yield shape("text", "", tick.format(amount), x=x(amount), y="100%", dy=18, text_anchor="middle")
    for a, b in joined([row for row, *_ in known]):
        (_, one, first), (_, other, second) = known[a], known[b]
        yield line("j", (x(first), x(second)), (y(one.value), y(other.value)))
    for row, score, amount in known:
        yield line("w", (x(amount), x(amount)), (y(score.high), y(score.low)))
        yield shape("circle", "", cx=x(amount), cy=y(score.value))
        name = _name(row, "default")
        yield shape("text", "", name, x=x(amount), y=y(score.high), dy=-6, text_anchor="middle")
