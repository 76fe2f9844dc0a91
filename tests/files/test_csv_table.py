from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.csv_table import csv_bytes, csv_lines, read_csv, write_csv


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tables_of_all_spreadsheets_are_read(tmp_path: Path, delimiter: str, mark: str, end: str) -> None:
    lines = [["a", " b c "], ["1", '"x, y; z\tö"'], ["", ""], ['"two\nlines"', "2"]]
    text = mark + end.join(delimiter.join(cells) for cells in lines) + end
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode())
    found = read_csv(path)
    assert found.columns == ("a", "b c")
    assert found.rows == (("1", "x, y; z\tö"), ("two\nlines", "2"))
    assert found.column("b c") == ("x, y; z\tö", "2")
    assert found.lines[0] == 2


def test_a_written_table_has_no_formulas_and_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    hostile = ["=1+1", "+1", "-1", "@x", "\t=1", 'a "quote"', "long " * 40_000, "\ud800", "plain"]
    write_csv(path, ["n", "text"], [{"n": number, "text": text} for number, text in enumerate(hostile)])
    cells = read_csv(path).column("text")
    assert cells[:4] == ("'=1+1", "'+1", "'-1", "'@x")
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert cells[6] == ("long " * 40_000).strip()
    assert cells[8] == "plain"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a,b\n\xff,1\n", "line 2: byte 4 (0xff) is not valid UTF-8"),
        (b"\xff\xfea\x00", "is UTF-16"),
        (b"a,b\n1,2,3\n", "line 2: has 3 cells, but the header has 2"),
        (b'a,b\n1,"2\n', "line 2: is not valid CSV"),
        (b"\n\n", "has no row below the header"),
    ],
)
def test_a_file_that_is_not_a_table_is_refused_with_its_line(tmp_path, data, message) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        read_csv(path)
    assert message in str(caught.value)


def test_a_block_of_lines_is_written_as_single_lines_are() -> None:
    texts = ["a", "", "=1", "x,y", 'a "quote"', "two\nlines", " s", "\ud800", None, 1, 2.5]
    columns = [
        [1] * len(texts),
        texts,
        ["", *texts[1:]],
        ["x,y"] * len(texts),
        [*texts[::-1]],
        [""] * len(texts),
    ]
    names = [str(number) for number in range(len(columns))]
    rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    assert csv_bytes(names, ()) + csv_lines(columns, lambda value: value) == csv_bytes(names, rows)
    assert csv_lines([["a", "a"], [1, 1]], lambda value: value) == b"a,1\na,1\n"
    assert csv_lines([[], []], lambda value: value) == b""
