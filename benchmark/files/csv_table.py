"""CSV tables with a header line, as spreadsheets write them."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, decode, read_bytes

LIMIT = 64 * MIB  #: maximum bytes of a table
_DELIMITERS = (",", ";", "\t")
_SPECIAL = re.compile(r'[,"\r\n]')  #: a cell without these needs no quotation marks
#: A spreadsheet runs a cell that starts with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table of texts without surrounding spaces; every row has one cell per column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]  #: line number in the file where each row ends

    def column(self, name: str) -> tuple[str, ...]:
        """Return the cells of a column.

        Raises:
            KeyError: if there is no column of that name.
        """
        if name not in self.columns:
            raise KeyError(name)
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows)


def read_csv(path: Path) -> CsvTable:
    """Read a table; the delimiter is the comma, semicolon or tab that is most frequent in the header.

    Raises:
        BadInput: if the file is unreadable, has no header or no row, a column name is empty or repeated, or
            a row has a wrong number of cells.
    """
    text = decode(read_bytes(path, LIMIT), path, 1)
    delimiter = max(_DELIMITERS, key=text.partition("\n")[0].count)
    csv.field_size_limit(LIMIT)  # models' answers can be longer than the default of 128 KiB
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    try:
        for cells in reader:
            row = tuple(cell.strip() for cell in cells)
            if not any(row):
                continue
            if not columns:
                columns = _check_header(path, row, reader.line_num)
                continue
            if len(row) != len(columns):
                problem = f"has {len(row)} cells, but the header has {len(columns)}"
                fix = "put quotes around cells that contain the delimiter"
                raise BadInput(path, f"line {reader.line_num}", problem, fix)
            rows.append(row)
            lines.append(reader.line_num)
    except csv.Error as error:
        raise BadInput(
            path, f"line {reader.line_num}", f"is not valid CSV: {error}", "save it again as CSV"
        ) from None
    if not rows:
        raise BadInput(path, "", "has no row below the header", "write the header and at least one row")
    return CsvTable(columns, tuple(rows), tuple(lines))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write a table; text that a spreadsheet would run as a formula gets an apostrophe in front."""
    write_atomic(path, csv_bytes(columns, rows))


def csv_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """Return the bytes of a table as :func:`write_csv` writes them."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column, "")) for column in columns])
    return text.getvalue().encode("utf-8", "backslashreplace")


def csv_lines(columns: Iterable[Sequence[object]], plain: Callable[[object], object]) -> bytes:
    """Return the bytes of many lines without a header; each different value of a column is encoded once.

    Args:
        columns: the cells by column, each of one type; all columns are equally long.
        plain: makes a plain value of a cell's value.
    """
    written: list[Sequence[str]] = []
    before = ""  # columns with one value throughout, which are written as one cell
    size = 0
    for column in columns:
        if (size := len(column)) and column.count(column[0]) == size:
            before += f"{_written_cell(_cell(plain(column[0])))},"
            continue
        known = {value: _written_cell(_cell(plain(value))) for value in set(column)}
        cells = [known[value] for value in column]
        written.append([before + cell for cell in cells] if before else cells)
        before = ""
    if before:
        written.append([before[:-1]] * size)
    lines = map(",".join, zip(*written, strict=True))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")


@lru_cache(8192)
def _written_cell(text: str) -> str:
    """Return a cell of a table with several columns, in quotation marks where it needs them."""
    if not _SPECIAL.search(text):
        return text
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow((text, ""))
    return line.getvalue()[: -len(",\n")]


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _check_header(path: Path, columns: tuple[str, ...], line: int) -> tuple[str, ...]:
    for number, name in enumerate(columns, 1):
        if not name:
            raise BadInput(path, f"line {line}", f"column {number} has no name", "name every column")
        if name in columns[: number - 1]:
            raise BadInput(
                path, f"line {line}", f"column {quote_value(name)} is repeated", "give it another name"
            )
    return columns
