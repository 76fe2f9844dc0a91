"""Correlations between the columns of a table, for `sightbench analyse correlations`."""

import itertools
import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.csv_table import CsvTable
from benchmark.scoring.correlation import Correlation, pearson, spearman

_MINIMUM = 2  #: columns of a table, and rows of a pair, that a correlation needs

#: A column's values in the order of the rows; None for an empty cell.
Column = tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnPair:
    """Two columns over the rows in which both have a number; coefficients are None if there are none."""

    a: str
    b: str
    rows: int  #: rows in which both columns have a number
    pearson: Correlation | None = None
    spearman: Correlation | None = None
    note: str = ""  #: why there is no coefficient


def number_columns(table: CsvTable, path: Path, wanted: Sequence[str]) -> tuple[dict[str, Column], list[str]]:
    """Return the ``wanted`` columns, or all of numbers, by name, and the names of those that hold no number.

    Raises:
        BadInput: for an unknown column, a wanted column of text, a cell that is not a finite number, and
            fewer than two columns.
    """
    text = [name for name in table.columns if not any(map(_is_number, table.column(name)))]
    found: dict[str, Column] = {}
    for name in wanted or [name for name in table.columns if name not in text]:
        if name not in table.columns:
            fix = f"use one of: {', '.join(table.columns)}"
            raise BadInput("--column", "", f"{quote_value(name)} is not a column of {path}", fix)
        cells = zip(table.column(name), table.lines, strict=True)
        found[name] = tuple(_number(cell, path, line, name) for cell, line in cells)
    if len(found) < _MINIMUM:
        problem = f"{'only one column holds' if found else 'no column holds'} numbers"
        raise BadInput(path, "", problem, "use a table with at least two columns of numbers")
    return found, text


def correlations(columns: Mapping[str, Column]) -> list[ColumnPair]:
    """Correlate all pairs of columns, each over the rows in which both have a number."""
    return [_pair(a, b, columns[a], columns[b]) for a, b in itertools.combinations(columns, 2)]


def average(pairs: Sequence[ColumnPair], column: str) -> tuple[float | None, float | None]:
    """Return a column's mean Pearson's and Spearman's correlation with all others; None if one is missing."""
    own = [pair for pair in pairs if column in (pair.a, pair.b)]
    return _mean([pair.pearson for pair in own]), _mean([pair.spearman for pair in own])


def _pair(a: str, b: str, first: Column, second: Column) -> ColumnPair:
    both = [(x, y) for x, y in zip(first, second, strict=True) if x is not None and y is not None]
    xs, ys = [x for x, _ in both], [y for _, y in both]
    constant = [name for name, values in ((a, xs), (b, ys)) if len(set(values)) == 1]
    if len(both) < _MINIMUM:
        note = "no row has a number in both" if not both else "only one row has a number in both"
    elif constant:
        note = f"{' and '.join(constant)} {'does' if len(constant) == 1 else 'do'} not vary"
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scipy warns about results that are nan; they are checked below
            found = pearson(xs, ys), spearman(xs, ys)
        if all(math.isfinite(one.value) for one in found):
            return ColumnPair(a=a, b=b, rows=len(both), pearson=found[0], spearman=found[1])
        note = "the numbers are too large or too similar to be correlated"
    return ColumnPair(a=a, b=b, rows=len(both), note=note)


def _mean(found: Sequence[Correlation | None]) -> float | None:
    known = [one.value for one in found if one is not None]
    return math.fsum(known) / len(known) if len(known) == len(found) else None


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _number(cell: str, path: Path, line: int, column: str) -> float | None:
    if not cell:
        return None
    place, fix = f"line {line}, column {column}", "leave the cell empty if the number is unknown"
    try:
        value = float(cell.replace("_", "?"))  # Python accepts 1_000, other programs do not
    except ValueError:
        raise BadInput(
            path, place, f"{quote_value(cell)} is not a number", f"write a number, or {fix}"
        ) from None
    if not math.isfinite(value):
        raise BadInput(path, place, f"{quote_value(cell)} is not finite", fix)
    return value
