"""Tests of the encodings CSV, JSON and Parquet."""

import csv
import gzip
import io
import json
from operator import itemgetter

import pytest
from pydantic import ValidationError

from benchmark.leaderboard.downloads.encodings import FORMATS, DownloadColumn, TableKind, table_csv
from benchmark.results.row import Trust
from tests.case_files import read_cases

TYPES = {"name": str, "number": float | None, "count": int, "flag": bool | None, "trust": Trust}
KIND = TableKind(
    schema="x",
    about="Lines.",
    line="Line",
    about_line="A line.",
    columns=tuple(DownloadColumn(name, kind, itemgetter(name)) for name, kind in TYPES.items()),
)


def line(**values: object) -> dict[str, object]:
    return {"trust": "judged", **values}


def encoded(ending: str, *lines: dict[str, object], head: dict[str, str] | None = None) -> bytes:
    file = FORMATS[ending][1](KIND, head or {"schema": "x/1"})
    for each in lines:
        file.add(KIND.block([each]))
    return file.content()


HOSTILE = read_cases("texts/formulas.yaml")


def cells(data: bytes, delimiter: str = ",") -> list[list[str]]:
    return [*csv.reader(io.StringIO(data.decode()), delimiter=delimiter)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_taken_for_a_formula(text: str, delimiter: str) -> None:
    """Spreadsheets may split cells at commas, semicolons or tabs."""
    lines = cells(encoded("csv", line(name=text, number=-0.5, count=1, flag=None)), delimiter)
    found = [cell.strip() for cell in lines[1]]
    formulas = [cell for cell in found if cell.startswith(("=", "+", "@", "\uff1d", "-1", "\t"))]
    assert formulas == []


def test_a_text_stays_on_one_line_of_limited_length() -> None:
    text = 'a "b",\r\nc\x00\x1b[2J' + "y" * 10_000
    (_, found) = cells(encoded("csv", line(name=text, number=None, count=2, flag=True)))
    assert found[0].startswith('a "b",  c\ufffd\ufffd[2Jyyy')
    assert len(found[0]) == 1000
    assert found[1:] == ["", "2", "true", "judged"]


def test_negative_numbers_are_not_changed() -> None:
    assert cells(table_csv(["x"], [{"x": -0.25}])) == [["x"], ["-0.25"]]


def test_json_is_ascii_and_keeps_the_text() -> None:
    row = line(name="\u202e</script>\x1bé", number=0.1, count=3, flag=False)
    head = {"schema": "x/1", "title": "Ä"}
    data = encoded("json", row, row, head=head)
    assert data.isascii()
    assert b"\x1b" not in data
    assert b"<" not in data
    assert json.loads(data) == {**head, "rows": [row] * 2}
    assert json.loads(encoded("json")) == {"schema": "x/1", "rows": []}


def test_parquet_has_types_and_metadata() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    rows = [
        line(name="a", number=None, count=1, flag=None),
        line(name="=b", number=0.5, count=2, flag=True, trust="verified"),
    ]
    head = {"licence": "Apache-2.0"}
    data = encoded("parquet", *rows, head=head)
    table = parquet.read_table(io.BytesIO(data))
    assert table.to_pylist() == rows
    assert [str(field.type) for field in table.schema] == ["string", "double", "int64", "bool", "string"]
    assert table.schema.metadata[b"licence"] == b"Apache-2.0"
    assert encoded("parquet", *rows, head=head) == data


def test_a_gzipped_file_has_the_content_of_the_plain_one() -> None:
    rows = [line(name=name, number=0.5, count=2, flag=True) for name in "abc"]
    assert gzip.decompress(encoded("csv.gz", *rows)) == encoded("csv", *rows)
    assert encoded("csv.gz", *rows) == encoded("csv.gz", *rows)


def test_a_value_of_another_type_than_its_column_is_refused() -> None:
    with pytest.raises(ValidationError, match="count"):
        encoded("csv", line(name="a", number=0.5, count="2", flag=True))
