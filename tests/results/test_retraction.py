"""A withdrawn row is kept, but does not count from the date of its retraction on."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import (
    Retraction,
    read_retractions,
    read_rows,
    read_withdrawn,
    retraction_of,
    write_row,
)
from benchmark.results.row import Row

DATE = "2026-03-01T00:00:00Z"


def _withdraw(row: Row, **changes: str) -> Retraction:
    given = {
        "reason": "The answers were those of another model.",
        "date": DATE,
        "by": "maintainer",
        "link": "",
    }
    return retraction_of(row, **{**given, **changes}, named="options")


@pytest.fixture
def rows(tmp_path: Path, make_row) -> tuple[Row, Row]:
    found = make_row("a"), make_row("b")
    for row in found:
        write_row(tmp_path, row)
    return found


def test_a_withdrawn_row_does_not_count_and_is_listed_separately(tmp_path, rows) -> None:
    kept, gone = rows
    path = add_record(tmp_path, _withdraw(gone))
    assert path == tmp_path / "retractions" / f"{gone.id}.json"
    assert read_rows(tmp_path) == (kept,)
    assert [counted.row for counted in read_counted(tmp_path, None)] == [
        kept.model_copy(update={"result": kept.result.model_copy(update={"statuses": {}})})
    ]
    (withdrawn,) = read_withdrawn(tmp_path)
    assert (withdrawn.row, withdrawn.retraction.by) == (gone, "maintainer")


@pytest.mark.parametrize(("as_of", "counts"), [("2026-02-28T23:59:59Z", 2), (DATE, 1), (None, 1)])
def test_a_withdrawn_row_counts_before_its_date(tmp_path, rows, as_of, counts) -> None:
    add_record(tmp_path, _withdraw(rows[1]))
    assert len(read_counted(tmp_path, tmp_path / "cache", as_of=as_of)) == counts
    assert len(read_withdrawn(tmp_path, as_of)) == 2 - counts


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"reason": ""}, "reason: must have at least 1 character"),
        ({"reason": "two\nlines"}, "reason: must be one printable line"),
        ({"reason": "right\u202eleft"}, "reason: must be one printable line"),
        ({"date": "yesterday"}, "date: does not match"),
        ({"by": ""}, "by: must have at least 1 character"),
        ({"link": "javascript:alert(1)"}, "link: must be a complete https address"),
    ],
)
def test_a_retraction_with_a_wrong_field_is_refused(make_row, change: dict[str, str], problem: str) -> None:
    with pytest.raises(ManyBadInputs, match=problem):
        _withdraw(make_row("a"), **change)


def test_an_unreadable_retraction_is_an_error(tmp_path: Path, rows: tuple[Row, Row]) -> None:
    path = add_record(tmp_path, _withdraw(rows[1]))
    path.write_text("{", "ascii")
    for read in (read_rows, read_withdrawn, read_retractions):
        with pytest.raises(BadInput, match="not valid JSON"):
            read(tmp_path)
    with pytest.raises(BadInput, match="not valid JSON"):
        add_record(tmp_path, _withdraw(rows[1]))


def test_a_renamed_retraction_is_refused(tmp_path: Path, rows: tuple[Row, Row]) -> None:
    path = add_record(tmp_path, _withdraw(rows[1]))
    path.rename(path.with_name(f"{rows[0].id}.json"))
    with pytest.raises(BadInput, match="the file's path does not match its content"):
        read_retractions(tmp_path)
