"""Missing and changed files of rows are reported."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.leaderboard.inputs.sources import unsound_files
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row


@pytest.fixture
def row(tmp_path: Path, make_row: Callable[..., Row], with_files: Callable[..., Row]) -> Row:
    return with_files(tmp_path, make_row("acme-1", "PW"), ["right", "wrong"])


def notes_on(row: Row, folder: Path) -> list[str]:
    return list(unsound_files([count_row(row)], folder))


def test_unchanged_files_are_not_reported(row: Row, tmp_path: Path) -> None:
    assert notes_on(row, tmp_path) == []


@pytest.mark.parametrize("what", ["completions", "verdicts"])
def test_a_missing_file_is_reported(row: Row, tmp_path: Path, what: str) -> None:
    row.path(tmp_path).with_name(f"{row.id}.{what}.jsonl.gz").unlink()
    assert notes_on(row, tmp_path) == [
        f"the {what} of acme-1, row {row.id[:12]}, are missing: their file is not next to the row"
    ]


def test_a_missing_large_file_is_not_reported(row: Row, tmp_path: Path) -> None:
    row.path(tmp_path).with_name(f"{row.id}.verdicts.jsonl.gz").unlink()
    assert row.run.verdicts_file is not None
    large = row.run.verdicts_file.model_copy(update={"bytes": 2_000_000})
    row = row.model_copy(update={"run": row.run.model_copy(update={"verdicts_file": large})})
    assert notes_on(row, tmp_path) == []


def test_a_changed_file_is_reported(row: Row, tmp_path: Path) -> None:
    path = row.path(tmp_path).with_name(f"{row.id}.completions.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    (note,) = notes_on(row, tmp_path)
    assert note.endswith("have changed: their SHA-256 differs from the one in the row")
