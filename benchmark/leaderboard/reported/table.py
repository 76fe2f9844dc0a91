"""The schema of a copied table, and the tables that are here.

A number that cannot be read for certain in the text it was copied from is null in ``rows``; where arithmetic
or another table settles it, ``readings`` has it with the reason.

History of the format:
    sightbench/reported/1: first version.
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
    """Where the numbers stand."""

    citation: _Text
    place: Name = Field(description="such as Table 2")
    url: Annotated[str, Field(pattern=r"^https://[!-~]+$", max_length=500)]


class ReportedColumn(Record):
    """What a column holds."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    title: Name
    kind: Literal["text", "number"]
    unit: Annotated[str, Field(max_length=50)] = Field(
        default="", description="%, points, B (billions), tasks"
    )
    decimals: Annotated[int, Field(ge=0, le=6)] = Field(default=1, description="as the source prints them")


class InferredCell(Record):
    """What a cell that is null must have been."""

    row: Annotated[int, Field(ge=0, description="from 0")]
    column: str
    value: float
    why: _Text


class ReportedTable(Record):
    """One table of a paper or of its authors."""

    schema_: Literal["sightbench/reported/1"] = Field(default="sightbench/reported/1", alias="schema")
    name: Slug
    suite: Slug
    dataset: Slug
    title: Name
    leads: bool = Field(default=False, description="stands on the page of its suite, too")
    source: TableSource
    about: _Text = Field(description="what the numbers are: of how many tasks, drawn how")
    columns: Annotated[list[ReportedColumn], Field(min_length=1)]
    rows: list[dict[str, str | float | None]] = Field(
        description="by id of the column, in the source's order"
    )
    readings: list[InferredCell] = Field(default_factory=list)
    notes: list[_Text] = Field(default_factory=list)

    @model_validator(mode="after")
    def _agrees(self) -> "ReportedTable":
        kinds = {column.id: column.kind for column in self.columns}
        for number, row in enumerate(self.rows):
            if [*row] != [*kinds]:
                raise refusal(f"row {number} has other columns than the table", "give each column once")
            for name, value in row.items():
                if value is not None and isinstance(value, str) != (kinds[name] == "text"):
                    raise refusal(
                        f"{name} of row {number} is no {kinds[name]}", "text or a number", show=False
                    )
        for one in self.readings:
            inside = one.row < len(self.rows) and kinds.get(one.column) == "number"
            if not inside or self.rows[one.row][one.column] is not None:
                raise refusal(f"a reading of {one.column}, row {one.row}, has no empty cell", "remove it")
        return self

    def reading(self, row: int, column: str) -> InferredCell | None:
        """What an empty cell must have been, where that is known."""
        return next((one for one in self.readings if (one.row, one.column) == (row, column)), None)

    def values(self) -> Iterator[dict[str, str | float | None]]:
        """The rows with their readings put in."""
        for number, row in enumerate(self.rows):
            found = {one.column: one.value for one in self.readings if one.row == number}
            yield {name: found.get(name, value) for name, value in row.items()}


@cache
def reported_tables() -> tuple[ReportedTable, ...]:
    """All tables, suites in the order of their tabs; the one that leads its suite first.

    Raises:
        BadInput: for a file that is no such table.
    """
    found = [
        validate_record(ReportedTable, json.loads(file.read_bytes()), file.name)
        for file in files(__package__).joinpath("tables").iterdir()
        if file.name.endswith(".json")
    ]
    return tuple(sorted(found, key=lambda one: (suite_order(one.suite), not one.leads, *_order(one.name))))


def _order(name: str) -> tuple[bool, str]:
    """Tables of the paper stand before leaderboards."""
    return "-table-" not in name, name
