"""A model's rows of one table by date: what its score did, drawn as dots and listed beside.

Rows of another version of the suite, or of other tasks, are drawn as rings: their scores are not of the same
question.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from benchmark.analysis.groups import score_of
from benchmark.analysis.score_cells import ScoreMark, score_mark
from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.facts import day
from benchmark.results.row import Row, RowScore

#: Rows of the list; the drawing has all of them.
LISTED_ROWS = 40
_LEFT, _RIGHT = 7.0, 98.0  #: percent of the drawing's width, between labels and edge


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPoint:
    """One row, as a dot of the drawing and a line of the list."""

    day: str
    row: str  #: first digits of its id
    mark: ScoreMark
    same: bool  #: answers the newest row's question
    said: str  #: in what it differs from the one before
    x: str
    y: str
    top: str
    bottom: str


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All rows of a table with a score."""

    events: tuple[HistoryPoint, ...]  #: oldest first
    lines: tuple[tuple[HistoryPoint, HistoryPoint], ...]  #: dots that a line joins

    @property
    def listed(self) -> tuple[HistoryPoint, ...]:
        """Newest first."""
        return self.events[: -LISTED_ROWS - 1 : -1]

    @property
    def unlisted(self) -> int:
        """Older rows, which the list leaves out."""
        return len(self.events) - len(self.listed)


def history(rows: Sequence[Row]) -> History | None:
    """The history of a model's rows, newest first; None where fewer than two have a score."""
    scored = [(row, score) for row in reversed(rows) if (score := score_of(row)) is not None]
    if len(scored) < 2:  # noqa: PLR2004 - one dot has no history
        return None
    first, last = (date.fromisoformat(row.run.started[:10]) for row, _ in (scored[0], scored[-1]))
    events = []
    for number, (row, score) in enumerate(scored):
        passed = (date.fromisoformat(row.run.started[:10]) - first).days
        along = passed / (last - first).days if last > first else number / (len(scored) - 1)
        events.append(_event(row, score, scored[number - 1][0] if number else None, scored[-1][0], along))
    joined = [(one, other) for one, other in pairwise(events) if one.same and other.same]
    return History(events=tuple(events), lines=tuple(joined))


def _event(row: Row, score: RowScore, before: Row | None, newest: Row, along: float) -> HistoryPoint:
    return HistoryPoint(
        day=day(row.run.started),
        row=row.id[:12],
        mark=score_mark(score),
        same=_question(row) == _question(newest),
        said="" if before is None else _changes(row, before),
        x=f"{_LEFT + along * (_RIGHT - _LEFT):.2f}%",
        y=_y_position(score.value),
        top=_y_position(score.high),
        bottom=_y_position(score.low),
    )


def _y_position(fraction: float) -> str:
    return f"{100 * (1 - min(max(fraction, 0.0), 1.0)):.2f}%"


def _question(row: Row) -> tuple[int, str]:
    return row.result.versions.suite, row.result.tasks.digest


def _changes(row: Row, before: Row) -> str:
    """``suite 1 → 2, other tasks``: what else changed beside the date."""
    now, then = row.result, before.result
    served = [one.run.generation.models if one.run.generation else {} for one in (row, before)]
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
