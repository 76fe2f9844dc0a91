"""What stands beside a row is what the row names, or pages say so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.leaderboard.rows.unsound_files import unsound_files
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import row_path
from benchmark.results.row import Row


@pytest.fixture
def row(tmp_path: Path, make_row: Callable[..., Row], with_files: Callable[..., Row]) -> Row:
    return with_files(tmp_path, make_row("acme-1", "PW"), ["right", "wrong"])


def found(row: Row, folder: Path) -> list[str]:
    return list(unsound_files([count_row(row)], folder))


def test_files_of_the_row_are_sound(row: Row, tmp_path: Path) -> None:
    assert found(row, tmp_path) == []


@pytest.mark.parametrize("what", ["completions", "verdicts"])
def test_an_absent_file_is_named(row: Row, tmp_path: Path, what: str) -> None:
    row_path(tmp_path, row).with_name(f"{row.id}.{what}.jsonl.gz").unlink()
    assert found(row, tmp_path) == [f"the {what} of acme-1, row {row.id[:12]}, are not beside it"]


def test_an_absent_file_over_the_limit_is_an_asset(row: Row, tmp_path: Path) -> None:
    row_path(tmp_path, row).with_name(f"{row.id}.verdicts.jsonl.gz").unlink()
    assert row.run.verdicts_file is not None
    large = row.run.verdicts_file.model_copy(update={"bytes": 2_000_000})
    row = row.model_copy(update={"run": row.run.model_copy(update={"verdicts_file": large})})
    assert found(row, tmp_path) == []


def test_a_file_of_another_row_is_named(row: Row, tmp_path: Path) -> None:
    path = row_path(tmp_path, row).with_name(f"{row.id}.completions.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    (note,) = found(row, tmp_path)
    assert note.endswith("are not those that it was made from: their SHA-256 differs")
