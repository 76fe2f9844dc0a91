"""Correlations between the columns of a table, for `sightbench analyse correlations`."""

import itertools
import math
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.csv_table import CsvTable
from benchmark.files.edge import Record
from benchmark.scoring.correlation import Correlation, pearson, spearman

_DECIMALS = 6
_MINIMUM = 2  #: columns of a table, and rows of a pair, that a correlation needs

#: A column's values in the order of the rows; None for an empty cell.
Column = tuple[float | None, ...]


class Coefficient(Record):
    """A correlation coefficient; all fields are null if it cannot be computed."""

    value: float | None
    low: float | None = Field(
        description="lower end of the 95 % interval; null for fewer than four rows, and at 1 and -1"
    )
    high: float | None = Field(
        description="upper end of the 95 % interval; null for fewer than four rows, and at 1 and -1"
    )
    p: float | None = Field(description="p-value; null if it cannot be computed")


class ColumnPair(Record):
    """Two columns over the rows in which both have a number."""

    a: str
    b: str
    rows: int = Field(description="rows in which both columns have a number")
    pearson: Coefficient
    spearman: Coefficient
    note: str = Field(description="why there is no coefficient; empty if there is one")


class Average(Record):
    """The mean correlation of a column with all others."""

    column: str
    pearson: float | None = Field(description="null if one of the correlations cannot be computed")
    spearman: float | None = Field(description="null if one of the correlations cannot be computed")


class Correlations(Record):
    """The correlations of all pairs of columns."""

    schema_: Literal["sightbench/correlations/1"] = Field(default="sightbench/correlations/1", alias="schema")
    columns: list[str]
    left_out: list[str] = Field(description="columns that hold text")
    rows: int
    pairs: list[ColumnPair]
    averages: list[Average]


def number_columns(table: CsvTable, path: Path, wanted: Sequence[str]) -> tuple[dict[str, Column], list[str]]:
    """Return the columns of numbers by name, and the names of the columns that hold text.

    Args:
        table: the table as read.
        path: where the table was read from, for messages.
        wanted: names of columns, or ``column=new name``; if empty, all columns that hold numbers.

    Raises:
        BadInput: for an unknown column, a wanted column of text, a cell that is not a finite number, and
            fewer than two columns.
    """
    names = dict(_split_option(given, table.columns) for given in wanted)
    names = names or {name: name for name in table.columns}
    found: dict[str, Column] = {}
    text: list[str] = []
    for name, new in names.items():
        if name not in table.columns:
            fix = f"use one of: {', '.join(table.columns)}"
            raise BadInput("--column", "", f"{quote_value(name)} is not a column of {path}", fix)
        cells = table.column(name)
        if not wanted and not any(_is_number(cell) for cell in cells):
            text.append(name)
            continue
        if new in found:
            fix = "give one of the two a new name, as in --column 'column=new name'"
            raise BadInput("--column", "", f"{quote_value(new)} is given twice", fix)
        found[new] = tuple(
            _number(cell, path, line, name) for cell, line in zip(cells, table.lines, strict=True)
        )
    if len(found) < _MINIMUM:
        problem = f"{'only one column holds' if found else 'no column holds'} numbers"
        raise BadInput(path, "", problem, "use a table with at least two columns of numbers")
    return found, text


def correlations(columns: Mapping[str, Column], left_out: Sequence[str]) -> Correlations:
    """Correlate all pairs of columns, each over the rows in which both have a number."""
    pairs = [_pair(a, b, columns[a], columns[b]) for a, b in itertools.combinations(columns, 2)]
    return Correlations(
        columns=list(columns),
        left_out=list(left_out),
        rows=len(next(iter(columns.values()))),
        pairs=pairs,
        averages=[
            Average(
                column=name,
                pearson=_mean([pair.pearson.value for pair in pairs if name in (pair.a, pair.b)]),
                spearman=_mean([pair.spearman.value for pair in pairs if name in (pair.a, pair.b)]),
            )
            for name in columns
        ],
    )


def _pair(a: str, b: str, first: Column, second: Column) -> ColumnPair:
    both = [(x, y) for x, y in zip(first, second, strict=True) if x is not None and y is not None]
    xs, ys = [x for x, _ in both], [y for _, y in both]
    constant = [name for name, values in ((a, xs), (b, ys)) if len(set(values)) == 1]
    note = ""
    if len(both) < _MINIMUM:
        note = "no row has a number in both" if not both else "only one row has a number in both"
    elif constant:
        note = f"{' and '.join(constant)} {'does' if len(constant) == 1 else 'do'} not vary"
    found = None if note else _coefficients(xs, ys)
    if found is None:
        nothing = Coefficient(value=None, low=None, high=None, p=None)
        found = (nothing, nothing)
        note = note or "the numbers are too large or too similar to be correlated"
    return ColumnPair(a=a, b=b, rows=len(both), pearson=found[0], spearman=found[1], note=note)


def _coefficients(xs: Sequence[float], ys: Sequence[float]) -> tuple[Coefficient, Coefficient] | None:
    """Return both coefficients, or None if the numbers are too large or too similar to compute them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scipy warns about results that are nan; they are checked below
        first, second = pearson(xs, ys), spearman(xs, ys)
    if not math.isfinite(first.value) or not math.isfinite(second.value):
        return None
    return _coefficient(first), _coefficient(second)


def _coefficient(found: Correlation) -> Coefficient:
    return Coefficient(
        value=round(found.value, _DECIMALS),
        low=None if found.low is None else round(found.low, _DECIMALS),
        high=None if found.high is None else round(found.high, _DECIMALS),
        p=None if found.p is None else float(f"{found.p:.6g}"),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(math.fsum(known) / len(known), _DECIMALS) if len(known) == len(values) else None


def _split_option(given: str, columns: Sequence[str]) -> tuple[str, str]:
    if given in columns:  # a name may hold an equals sign
        return given, given
    name, equals, new = given.rpartition("=")
    return (name, new) if equals and new else (given, given)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _number(cell: str, path: Path, line: int, column: str) -> float | None:
    if not cell:
        return None
    try:
        value = float(cell.replace("_", "?"))  # Python accepts 1_000, other programs do not
    except ValueError:
        fix = "write a number, or leave the cell empty if the number is unknown"
        raise BadInput(
            path, f"line {line}, column {column}", f"{quote_value(cell)} is not a number", fix
        ) from None
    if not math.isfinite(value):
        fix = "leave the cell empty if the number is unknown"
        raise BadInput(path, f"line {line}, column {column}", f"{quote_value(cell)} is not finite", fix)
    return value
