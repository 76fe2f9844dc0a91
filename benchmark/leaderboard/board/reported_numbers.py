"""Numbers of the papers' leading tables, by model: what home shows of suites without a judged model.

A number that is a share of a known number of tasks gets a range, Wilson's on that many tasks. It is ours, not
the paper's, and pages say so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from benchmark.analysis.reported.table import ReportedColumn, ReportedTable, reported_tables
from benchmark.analysis.score_cells import PERCENT, ScoreAxis, ScoreMark, value_mark
from benchmark.analysis.wording import clean, plural
from benchmark.scoring.metrics import wilson

#: Columns with the number for all tasks, of which a table is shown by that which most of its models have.
_TOTALS = ("pass@1", "V2C:pass@1", "V2C-CoT:pass@1", "total", "mean", "average")
#: What a model gets, in tables that say so: only numbers of models that see the picture are compared.
_SEEN = {"inputs": "vision + language"}
_NO_MODELS = {"AVG"}  #: what a line of a paper is called that has the mean of the others
#: Parts of names that some sources leave out.
_LEFT_OUT = re.compile(r"\(.*|\b(?:instruct|chat|128k)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReportedNumber:
    """The number of a model in a paper."""

    name: str  #: of the model, with the version that the paper names in brackets
    weights: str  #: ``open``, ``closed``, or empty
    parameters: float | None  #: billions
    value: float  #: in [0, 1]
    tasks: int | None  #: that the value is a share of; None if that is not known

    @property
    def key(self) -> str:
        """The name without what sources write differently, and the size."""
        return model_key(self.name) + ("" if self.parameters is None else f" {self.parameters:g}")

    @property
    def ends(self) -> tuple[float, float]:
        """The range that we compute, or twice the value if the number of tasks is not known."""
        return wilson(self.value, self.tasks) if self.tasks else (self.value, self.value)

    def mark(self, axis: ScoreAxis) -> ScoreMark:
        """Return the number on an axis; without a number of tasks it has no range."""
        low, high = self.ends
        return ScoreMark(
            value=PERCENT.value(self.value),
            range=value_mark(PERCENT, self.value, low, high).range if self.tasks else "",
            sort=f"{self.value:.6f}",
            dot=axis.position(self.value),
            bar_from=axis.position(low),
            bar_width=axis.width(low, high) if self.tasks else "",
        )


def model_key(name: str) -> str:
    """Return a name without what sources write differently: ``phi35vision`` for Phi-3.5 Vision Instruct."""
    return re.sub(r"[^a-z0-9]+", "", _LEFT_OUT.sub("", name.replace("-", " ")).lower())


def leading_table(suite: str) -> ReportedTable | None:
    """Return the suite's newest table of its authors that has a number for all tasks."""
    tables = (table for table in reported_tables() if table.suite == suite and table.leads)
    return next((table for table in tables if _total(table) is not None), None)


def reported_about(table: ReportedTable) -> str:
    """Return the part, setting and number of tasks of a table's numbers."""
    total = _total(table)
    setting = total.title.removesuffix(", %") if total is not None and ":" in total.id else ""
    tasks = "" if table.tasks is None else plural(table.tasks, "task")
    return ", ".join(filter(None, [table.part, tasks, setting]))


def _total(table: ReportedTable) -> ReportedColumn | None:
    columns = [column for column in table.columns if column.id in _TOTALS]
    return max(
        columns, key=lambda column: sum(row[column.id] is not None for row in table.rows), default=None
    )


@cache
def reported_numbers(suite: str) -> tuple[ReportedNumber, ...]:
    """Return the numbers of :func:`leading_table`, the highest first; none without such a table."""
    table = leading_table(suite)
    return () if table is None else tuple(sorted(_numbers(table), key=lambda number: -number.value))


def _numbers(table: ReportedTable) -> Iterator[ReportedNumber]:
    if (total := _total(table)) is None:
        return
    for row in table.values():
        value, name = row[total.id], clean(str(row["model"]))
        if value is None or name in _NO_MODELS or not all(row.get(k, v) == v for k, v in _SEEN.items()):
            continue
        size = row.get("parameters_b")
        yield ReportedNumber(
            name=name,
            weights={"open": "open", "proprietary": "closed"}.get(str(row.get("type")), ""),
            parameters=float(size) if isinstance(size, int | float) else None,
            value=float(value) / 100,
            tasks=total.tasks,
        )
