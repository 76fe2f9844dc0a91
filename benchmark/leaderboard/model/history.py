"""A model's rows in one table by date, drawn as dots and listed next to the drawing.

Rows on other tasks, or of another version of the suite, are drawn as rings, because their scores cannot be
compared with the newest one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.score_cells import ScoreMark, score_mark
from benchmark.analysis.wording import clean
from benchmark.leaderboard.inputs.facts import day
from benchmark.results.row import Row, RowScore

#: Maximum number of rows in the list; the drawing shows all rows.
LISTED_ROWS = 40
_LEFT, _RIGHT = 7.0, 98.0  #: positions of the first and the last dot, in percent of the drawing's width


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPoint:
    """One row, as a dot of the drawing and a line of the list."""

    day: str
    row: str  #: first digits of its id
    mark: ScoreMark
    same: bool  #: whether it has the tasks and the suite version of the newest row
    changes: str  #: what else changed since the row before, such as ``suite 1 → 2, other tasks``
    x: str
    y: str
    top: str  #: upper end of the interval
    bottom: str  #: lower end of the interval


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreHistory:
    """All rows of a model in a table that have a score."""

    events: tuple[HistoryPoint, ...]  #: oldest first
    lines: tuple[tuple[HistoryPoint, HistoryPoint], ...]  #: pairs of dots that a line connects

    @property
    def listed(self) -> tuple[HistoryPoint, ...]:
        """The rows in the list, newest first."""
        return self.events[: -LISTED_ROWS - 1 : -1]

    @property
    def unlisted(self) -> int:
        """The number of older rows that the list leaves out."""
        return len(self.events) - len(self.listed)


def history(rows: Sequence[Row]) -> ScoreHistory | None:
    """Return the history of a model's rows, given newest first; None if fewer than two have a score."""
    scored = [(row, score) for row in reversed(rows) if (score := score_of(row)) is not None]
    if len(scored) < 2:  # noqa: PLR2004 - one dot is not a history
        return None
    first, last = (date.fromisoformat(row.run.started[:10]) for row, _ in (scored[0], scored[-1]))
    events = []
    for number, (row, score) in enumerate(scored):
        passed = (date.fromisoformat(row.run.started[:10]) - first).days
        along = passed / (last - first).days if last > first else number / (len(scored) - 1)
        events.append(_event(row, score, scored[number - 1][0] if number else None, scored[-1][0], along))
    joined = [(earlier, later) for earlier, later in pairwise(events) if earlier.same and later.same]
    return ScoreHistory(events=tuple(events), lines=tuple(joined))


def _event(row: Row, score: RowScore, before: Row | None, newest: Row, along: float) -> HistoryPoint:
    words = words_of(score.scale)
    return HistoryPoint(
        day=day(row.run.started),
        row=row.id[:12],
        mark=score_mark(score),
        same=_question(row) == _question(newest),
        changes="" if before is None else _changes(row, before),
        x=f"{_LEFT + along * (_RIGHT - _LEFT):.2f}%",
        y=_y_position(words.along(score.value)),
        top=_y_position(words.along(score.high)),
        bottom=_y_position(words.along(score.low)),
    )


def _y_position(fraction: float) -> str:
    return f"{100 * (1 - min(max(fraction, 0.0), 1.0)):.2f}%"


def _question(row: Row) -> tuple[int, str]:
    return row.result.versions.suite, row.result.tasks.digest


def _changes(row: Row, before: Row) -> str:
    """Return what else changed since the row before: ``suite 1 → 2, other tasks``."""
    now, then = row.result, before.result
    served = [each.run.generation.models if each.run.generation else {} for each in (row, before)]
    parts = (
        f"suite {then.versions.suite} → {now.versions.suite}"
        if now.versions.suite != then.versions.suite
        else "",
        f"judge {then.versions.judge} → {now.versions.judge}"
        if now.versions.judge != then.versions.judge
        else "",
        "other tasks" if now.tasks.digest != then.tasks.digest else "",
        "same answers" if now.completions.digest == then.completions.digest else "",
        f"answered by {clean(', '.join(sorted(served[0])))}"
        if all(served) and set(served[0]) != set(served[1])
        else "",
    )
    return ", ".join(part for part in parts if part)
