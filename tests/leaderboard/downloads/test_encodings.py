"""Tests of the encodings CSV, JSON and Parquet."""

import csv
import io
import json

import pytest

from benchmark.files.edge import Record
from benchmark.leaderboard.downloads.encodings import table_csv, to_csv, to_json, to_parquet
from benchmark.results.row import Trust
from tests.case_files import read_cases


class Line(Record):
    name: str
    number: float | None
    count: int
    flag: bool | None
    trust: Trust = "judged"


HOSTILE = read_cases("texts/formulas.yaml")


def cells(data: bytes, delimiter: str = ",") -> list[list[str]]:
    return [*csv.reader(io.StringIO(data.decode()), delimiter=delimiter)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_taken_for_a_formula(text: str, delimiter: str) -> None:
    """Spreadsheets may split cells at commas, semicolons or tabs."""
    lines = cells(to_csv(Line, [Line(name=text, number=-0.5, count=1, flag=None)]), delimiter)
    found = [cell.strip() for cell in lines[1]]
    formulas = [cell for cell in found if cell.startswith(("=", "+", "@", "\uff1d", "-1", "\t"))]
    assert formulas == []


def test_a_text_stays_on_one_line_of_limited_length() -> None:
    text = 'a "b",\r\nc\x00\x1b[2J' + "y" * 10_000
    (_, line) = cells(to_csv(Line, [Line(name=text, number=None, count=2, flag=True)]))
    assert line[0].startswith('a "b",  c\ufffd\ufffd[2Jyyy')
    assert len(line[0]) == 1000
    assert line[1:] == ["", "2", "true", "judged"]


def test_negative_numbers_are_not_changed() -> None:
    assert cells(table_csv(["x"], [{"x": -0.25}])) == [["x"], ["-0.25"]]


def test_json_is_ascii_and_keeps_the_text() -> None:
    row = Line(name="\u202e</script>\x1bé", number=0.1, count=3, flag=False)
    data = to_json({"schema": "x/1", "title": "Ä"}, [row, row])
    assert data.isascii()
    assert b"\x1b" not in data
    assert b"<" not in data
    assert json.loads(data) == {"schema": "x/1", "title": "Ä", "rows": [row.model_dump()] * 2}
    assert json.loads(to_json({"a": 1}, [])) == {"a": 1, "rows": []}


def test_parquet_has_types_and_metadata() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    rows = [
        Line(name="a", number=None, count=1, flag=None),
        Line(name="=b", number=0.5, count=2, flag=True, trust="verified"),
    ]
    data = to_parquet(Line, rows, {"licence": "Apache-2.0"})
    table = parquet.read_table(io.BytesIO(data))
    assert table.to_pylist() == [dict(row) for row in rows]
    assert [str(field.type) for field in table.schema] == ["string", "double", "int64", "bool", "string"]
    assert table.schema.metadata[b"licence"] == b"Apache-2.0"
    assert to_parquet(Line, rows, {"licence": "Apache-2.0"}) == data
