"""The schema of a copied table, and the tables in the folder ``tables``.

A number that is not clearly legible in the source is null in ``rows``. If it follows from arithmetic or from
another table, ``readings`` has it with the reason.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, model_validator

from benchmark.analysis.catalog import suite_order
from benchmark.files.edge import Name, Record, Slug, validate_record
from benchmark.files.wording import refusal

_Text = Annotated[str, Field(max_length=500)]
_Tasks = Annotated[int, Field(ge=1)]
#: What sources call the benchmark of a suite. Other benchmarks have names that are nearly the same:
#: HumanEval-Visual draws pictures of its own, and GSM8K-V, MBPP-V and MATH-V are sets of conversations.
_NAMED: Mapping[str, tuple[str, ...]] = {
    "humaneval-v": ("HumanEval-V",),
    "mmcode": ("MMCode",),
    "code-vision": ("Code-Vision", "CodeVision", "LCB-Vision"),
    "mathopeval": ("MathOPEval",),
    "evalplus": ("HumanEval+ and MBPP+",),
}
#: Numbers of tasks of whole sets and of their parts. "HumanEval-V" of 164 tasks is a part of Code-Vision.
_SIZES: Mapping[str, tuple[int, ...]] = {
    "humaneval-v": (253, 108),
    "mmcode": (263,),
    "code-vision": (438, 164, 149, 125, 148),
    "evalplus": (378, 164),
}
_PERCENT = 100


class TableSource(Record):
    """The source of the numbers."""

    citation: _Text
    place: Name = Field(description="place in the source, such as Table 2")
    url: Annotated[str, Field(pattern=r"^https://[!-~]+$", max_length=500)]


class ReportedColumn(Record):
    """A column of a table."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    title: Name
    kind: Literal["text", "number"]
    unit: Annotated[str, Field(max_length=50)] = Field(
        default="", description="%, points, B (billions), tasks"
    )
    decimals: Annotated[int, Field(ge=0, le=6)] | None = Field(
        default=1, description="decimals that the source prints; null if their number differs"
    )
    tasks: _Tasks | None = Field(
        default=None, description="if each value is a share of tasks, one sample each: how many tasks"
    )
    means: bool = Field(default=False, description="whether values are means, which are no share of tasks")


class InferredCell(Record):
    """The value that a cell without a legible number must have."""

    row: Annotated[int, Field(ge=0, description="number of the row, from 0")]
    column: str
    value: float
    why: _Text


class OddCell(Record):
    """A share that no number of tasks gives, such as 5.0 % of 263; the source prints it."""

    row: Annotated[int, Field(ge=0, description="number of the row, from 0")]
    column: str


class ReportedTable(Record):
    """A table of a paper or of a leaderboard."""

    schema_: Literal["sightbench/reported/1"] = Field(default="sightbench/reported/1", alias="schema")
    name: Slug
    suite: Slug
    dataset: Slug = Field(description="the official data set; of others' numbers the most probable one")
    date: Annotated[str, Field(pattern=r"^20\d\d(-\d\d(-\d\d)?)?$")] = Field(
        description="when the numbers were published: a year, a month or a day"
    )
    by: Literal["authors", "others"] = Field(description="whether the suite's own authors measured")
    named: Name = Field(description="what the source calls the benchmark")
    tasks: _Tasks | None = Field(description="number of tasks of the set; null if it is not stated")
    title: Name
    part: Annotated[str, Field(max_length=200)] = Field(
        default="", description="the part of the suite that the numbers are about; empty for all of it"
    )
    leads: bool = Field(
        default=False, description="whether home and the suite's page show it: the authors' newest numbers"
    )
    source: TableSource
    about: _Text = Field(description="what the numbers are, and how samples were drawn")
    sure: _Text = Field(default="", description="how sure the numbers and their conditions are")
    columns: Annotated[list[ReportedColumn], Field(min_length=1)]
    rows: list[dict[str, str | float | None]] = Field(
        description="values by id of the column; rows are in the order of the source"
    )
    readings: list[InferredCell] = Field(default_factory=list)
    odd: list[OddCell] = Field(default_factory=list)
    notes: list[_Text] = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_cells(self) -> "ReportedTable":
        kinds = {column.id: column.kind for column in self.columns}
        for number, row in enumerate(self.rows):
            if [*row] != [*kinds]:
                fix = "give each row the columns of the table, in their order"
                raise refusal(f"row {number} has other columns than the table", fix)
            for name, value in row.items():
                if value is not None and isinstance(value, str) != (kinds[name] == "text"):
                    raise refusal(
                        f"{name} of row {number} is not a {kinds[name]}",
                        "write text in quotes and numbers without",
                        show=False,
                    )
        for reading in self.readings:
            inside = reading.row < len(self.rows) and kinds.get(reading.column) == "number"
            if not inside or self.rows[reading.row][reading.column] is not None:
                raise refusal(
                    f"the reading of {reading.column} in row {reading.row} fills no empty cell",
                    "remove it, or set the cell to null",
                )
        return self

    @model_validator(mode="after")
    def _check_source(self) -> "ReportedTable":
        names, sizes = _NAMED[self.suite], _SIZES.get(self.suite, ())
        if self.named not in names:
            fix = f"leave the table out, unless it means {' or '.join(names)}"
            raise refusal(f"{self.named} is another benchmark than {self.suite}", fix)
        if self.by == "authors":
            return self
        if self.leads:
            raise refusal("numbers of others do not lead", "let a table of the suite's authors lead")
        if not self.sure:
            raise refusal("does not say how sure the numbers are", "say in sure what was read, and where")
        for column in self.columns:
            if column.tasks is not None and column.tasks not in sizes:
                fix = f"sets of {self.suite} and their parts have {', '.join(map(str, sizes))} tasks"
                raise refusal(f"{column.id} is about {column.tasks} tasks, as another benchmark is", fix)
            if column.unit == "%" and not (column.tasks or column.means or self.tasks is None):
                raise refusal(f"{column.id} has neither tasks nor means", "say how many tasks were asked")
        return self

    @model_validator(mode="after")
    def _check_shares(self) -> "ReportedTable":
        known = {(cell.row, cell.column) for cell in self.odd}
        for row, column in sorted(known.symmetric_difference(self._odd_shares())):
            raise refusal(
                f"{column} of row {row} is {'a' if (row, column) in known else 'no'} share of the tasks",
                "compare it with the source, and name in odd what no number of tasks gives",
            )
        return self

    def reading(self, row: int, column: str) -> InferredCell | None:
        """Return the value that an empty cell must have, if it is known."""
        return next(
            (reading for reading in self.readings if (reading.row, reading.column) == (row, column)), None
        )

    def _odd_shares(self) -> Iterator[tuple[int, str]]:
        """Yield row and column of each share that no number of tasks gives."""
        for column in self.columns:
            if column.means or column.unit != "%" or not (column.tasks or self.by == "others"):
                continue
            # Where the number of tasks is not stated, a task may have been left out for want of an answer.
            all_sizes = [size - less for size in _SIZES[self.suite] for less in (0, 1)]
            for number, row in enumerate(self.rows):
                value = row[column.id]
                sizes = [column.tasks] if column.tasks else all_sizes
                if isinstance(value, float) and not any(_is_share(value, n, column.decimals) for n in sizes):
                    yield number, column.id

    def odd_values(self) -> Iterator[str]:
        """Yield each share that no number of tasks gives, with its row, such as ``5.0 % for GPT-4o``."""
        decimals = {column.id: column.decimals for column in self.columns}
        for cell in self.odd:
            row = self.rows[cell.row]
            value, digits = row[cell.column], decimals[cell.column]
            yield f"{value if digits is None else f'{value:.{digits}f}'} % for {row[self.columns[0].id]}"

    @property
    def measured_by(self) -> str:
        """Who measured, such as ``others: SVRepair (arXiv:2602.06090)``."""
        return "the suite's authors" if self.by == "authors" else f"others: {self.source.citation}"

    def values(self) -> Iterator[dict[str, str | float | None]]:
        """Yield the rows with inferred values filled in."""
        for number, row in enumerate(self.rows):
            found = {reading.column: reading.value for reading in self.readings if reading.row == number}
            yield {name: found.get(name, value) for name, value in row.items()}


def _is_share(value: float, tasks: int, decimals: int | None) -> bool:
    """Whether a number of tasks gives a percentage as it is printed: rounded, or cut after the last digit."""
    digits = len(repr(value).partition(".")[2]) if decimals is None else decimals
    nearest = round(value / _PERCENT * tasks)
    for passed in range(max(0, nearest - 1), min(tasks, nearest + 1) + 1):
        exact = _PERCENT * passed / tasks
        cut = math.floor(exact * 10**digits) / 10**digits
        if math.isclose(value, round(exact, digits)) or math.isclose(value, cut):
            return True
    return False


@cache
def reported_tables() -> tuple[ReportedTable, ...]:
    """Return all tables: suites in the order of their tabs, of each its leading table first, others' last.

    Raises:
        BadInput: if a file is not a valid table.
    """
    found = [
        validate_record(ReportedTable, json.loads(file.read_bytes()), file.name)
        for file in files(__package__).joinpath("tables").iterdir()
        if file.name.endswith(".json")
    ]

    def place(table: ReportedTable) -> tuple[tuple[int, str], bool, bool, bool, str]:
        is_leaderboard = "-table-" not in table.name  # leaderboards after papers
        name = re.sub(r"\d+", lambda digits: digits[0].zfill(4), table.name)  # Table 2 before Table 10
        return suite_order(table.suite), not table.leads, table.by == "others", is_leaderboard, name

    return tuple(sorted(found, key=place))
