"""The schema of a copied table, and the tables in the folder ``tables``.

A number that is not clearly legible in the source is null in ``rows``. If it follows from arithmetic or from
another table, ``readings`` has it with the reason.
"""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, model_validator

from benchmark.analysis.catalog import suite_order
from benchmark.files.edge import Name, Record, Slug, validate_record
from benchmark.files.wording import refusal

_Text = Annotated[str, Field(max_length=500)]


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


class InferredCell(Record):
    """The value that a cell without a legible number must have."""

    row: Annotated[int, Field(ge=0, description="number of the row, from 0")]
    column: str
    value: float
    why: _Text


class ReportedTable(Record):
    """A table of a paper or of its authors' leaderboard."""

    schema_: Literal["sightbench/reported/1"] = Field(default="sightbench/reported/1", alias="schema")
    name: Slug
    suite: Slug
    dataset: Slug
    title: Name
    leads: bool = Field(default=False, description="whether the page of its suite shows the table, too")
    source: TableSource
    about: _Text = Field(description="what the numbers are: number of tasks, and how samples were drawn")
    columns: Annotated[list[ReportedColumn], Field(min_length=1)]
    rows: list[dict[str, str | float | None]] = Field(
        description="values by id of the column; rows are in the order of the source"
    )
    readings: list[InferredCell] = Field(default_factory=list)
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

    def reading(self, row: int, column: str) -> InferredCell | None:
        """Return the value that an empty cell must have, if it is known."""
        return next(
            (reading for reading in self.readings if (reading.row, reading.column) == (row, column)), None
        )

    def values(self) -> Iterator[dict[str, str | float | None]]:
        """Yield the rows with inferred values filled in."""
        for number, row in enumerate(self.rows):
            found = {reading.column: reading.value for reading in self.readings if reading.row == number}
            yield {name: found.get(name, value) for name, value in row.items()}


@cache
def reported_tables() -> tuple[ReportedTable, ...]:
    """Return all tables: suites in the order of their tabs, and the leading table of a suite first.

    Raises:
        BadInput: if a file is not a valid table.
    """
    found = [
        validate_record(ReportedTable, json.loads(file.read_bytes()), file.name)
        for file in files(__package__).joinpath("tables").iterdir()
        if file.name.endswith(".json")
    ]
    found.sort(key=lambda table: ("-table-" not in table.name, table.name))  # leaderboards after papers
    return tuple(sorted(found, key=lambda table: (suite_order(table.suite), not table.leads)))
