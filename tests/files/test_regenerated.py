"""Unused entries of caches are removed, and no other files."""

import os
import time
from pathlib import Path

import pytest

from benchmark.files.atomic import write_atomic
from benchmark.files.regenerated import DAY, KEPT_DAYS, entry_path, prune, read

OLD = (KEPT_DAYS + 1) * DAY


def aged(path: Path, seconds: float) -> Path:
    then = time.time() - seconds
    os.utime(path, (then, then))
    return path


def make_entry(folder: Path, digest: str, seconds: float) -> Path:
    path = entry_path(folder, digest)
    write_atomic(path, b"{}")
    return aged(path, seconds)


def test_an_entry_that_was_not_used_for_long_is_removed(tmp_path: Path) -> None:
    old, new = make_entry(tmp_path, "a" * 64, OLD), make_entry(tmp_path, "b" * 32, OLD - 2 * DAY)
    assert prune(tmp_path) == 1
    assert (old.exists(), new.exists()) == (False, True)


def test_reading_an_entry_keeps_it(tmp_path: Path) -> None:
    path = make_entry(tmp_path, "a" * 64, OLD)
    assert read(path) == b"{}"
    assert prune(tmp_path) == 0


@pytest.mark.parametrize(
    "name",
    [f"{'a' * 64}.json", "notes.txt", f"{'a' * 64}.made-again.json.gz", "sheet.made-again.json", ".x.part"],
)
def test_a_file_with_another_name_is_kept(tmp_path: Path, name: str) -> None:
    """Files of rows are named by a digest too, and a user may give their folder as a cache."""
    path = tmp_path / name
    path.write_bytes(b"{}")
    aged(path, OLD)
    folder = entry_path(tmp_path, "c" * 64)
    folder.mkdir()
    aged(folder, OLD)
    assert prune(tmp_path) == 0
    assert path.exists()
    assert folder.is_dir()


def test_a_temporary_file_of_a_killed_process_is_removed_after_a_day(tmp_path: Path) -> None:
    parts = [tmp_path / f".{'a' * 64}.made-again.json.x{number}_y.part" for number in range(2)]
    for part, seconds in zip(parts, (60, 2 * DAY), strict=True):
        part.write_bytes(b"")
        aged(part, seconds)
    assert prune(tmp_path) == 1
    assert [part.exists() for part in parts] == [True, False]


def test_a_missing_folder_has_no_entries(tmp_path: Path) -> None:
    assert prune(tmp_path / "none") == 0
