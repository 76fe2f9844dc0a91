"""Tables that people keep: CSV with a head, from any spreadsheet."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, decode, read_bytes

LIMIT = 64 * MIB  #: bytes of a table
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # spreadsheets write it
_DELIMITERS = (",", ";", "\t")
#: What makes a spreadsheet compute a cell instead of showing it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Cells as text, without spaces around them; every row has one for each column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]  #: number of each row's last line in the file

    def column(self, name: str) -> tuple[str, ...]:
        """One column.

        Raises:
            KeyError: when there is none of that name.
        """
        if name not in self.columns:
            raise KeyError(name)
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows)


def read_csv(path: Path) -> CsvTable:
    """Read a table; its delimiter (comma, semicolon or tab) is the one that its head has most of.

    Raises:
        BadInput: for an unreadable file, no head or no row, a column name that is empty or comes twice, and a
            row of another length.
    """
    data = read_bytes(path, LIMIT, byte_order_mark=True).removeprefix(_BYTE_ORDER_MARK)
    text = decode(data, path, 1)
    delimiter = max(_DELIMITERS, key=text.partition("\n")[0].count)
    csv.field_size_limit(LIMIT)  # answers of models are longer than the default of 128 KiB
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
                columns = _checked_head(path, row, reader.line_num)
                continue
            if len(row) != len(columns):
                problem = f"has {len(row)} cells, the head has {len(columns)}"
                fix = "put cells that hold commas into quotes"
                raise BadInput(path, f"line {reader.line_num}", problem, fix)
            rows.append(row)
            lines.append(reader.line_num)
    except csv.Error as error:
        raise BadInput(
            path, f"line {reader.line_num}", f"is no CSV: {error}", "save it again as CSV"
        ) from None
    if not rows:
        raise BadInput(path, "", "holds no row below its head", "write the head and at least one row")
    return CsvTable(columns, tuple(rows), tuple(lines))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write a table; cells that a spreadsheet would compute get an apostrophe in front."""
    write_atomic(path, csv_bytes(columns, rows))


def csv_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """The same without a file."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column, "")) for column in columns])
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _checked_head(path: Path, columns: tuple[str, ...], line: int) -> tuple[str, ...]:
    for number, name in enumerate(columns, 1):
        if not name:
            raise BadInput(path, f"line {line}", f"column {number} has no name", "name every column")
        if name in columns[: number - 1]:
            raise BadInput(path, f"line {line}", f"column {shown(name)} comes twice", "give it another name")
    return columns
