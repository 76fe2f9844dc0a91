"""Rows with other fields, whose ids stay; ``row_id`` gives the id of the changed content."""

from typing import Any

from benchmark.results.ledger import WithdrawnRow, retraction_of
from benchmark.results.row import Row


def with_result(row: Row, **fields: Any) -> Row:
    """Return a row whose result has other fields."""
    return row.model_copy(update={"result": row.result.model_copy(update=fields)})


def with_run(row: Row, **fields: Any) -> Row:
    """Return a row whose run has other fields."""
    return row.model_copy(update={"run": row.run.model_copy(update=fields)})


def with_score(row: Row, **fields: Any) -> Row:
    """Return a row whose first score has other fields."""
    first, *others = row.result.scores
    return with_result(row, scores=[first.model_copy(update=fields), *others])


def with_draws(row: Row, draws: int, **fields: Any) -> Row:
    """Return a row whose completions have so many draws."""
    return with_result(row, completions=row.result.completions.model_copy(update={"draws": draws}), **fields)


def withdrawn(row: Row, date: str, **words: str) -> WithdrawnRow:
    """Return a row that was withdrawn."""
    given = {"reason": "Copied.", "by": "me", "link": "", "named": "test"} | words
    return WithdrawnRow(row, retraction_of(row, date=date, **given))
