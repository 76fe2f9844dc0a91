"""A file is written completely or not at all, and unused entries of caches are removed."""

import gzip
import os
import random
import time
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from benchmark.core.errors import BadInput
from benchmark.files import regenerated
from benchmark.files.atomic import compress_for, gzip_bytes, gzip_pieces, write_atomic
from benchmark.files.regenerated import DAY, KEPT_DAYS, entry_path, prune, read


def test_a_new_file_replaces_the_old_one_and_folders_are_created(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.json"
    write_atomic(path, b"old")
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in path.parent.iterdir()] == ["file.json"]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


@pytest.mark.parametrize(
    ("error", "raised"), [(OSError("full"), BadInput), (KeyboardInterrupt(), KeyboardInterrupt)]
)
def test_a_failure_leaves_only_the_old_file(tmp_path, monkeypatch, error, raised) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(_handle: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(raised):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["folder", "file/below", "file/below/more", "pipe"])
def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match=r"cannot be written: |is not a regular file"):
        write_atomic(tmp_path / name, b"data")
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == ["file", "folder", "pipe"]
    assert (tmp_path / "pipe").is_fifo()


def test_gzip_bytes_have_no_time_and_no_file_name() -> None:
    data = gzip_bytes(b"text")
    assert data[3:8] == bytes(5)  # flags and time
    assert gzip.decompress(data) == b"text"
    assert compress_for(Path("x.jsonl"), b"text") == b"text"
    assert compress_for(Path("x.jsonl.gz"), b"text") == data


def test_pieces_are_compressed_to_the_same_bytes_as_the_whole() -> None:
    generator = random.Random(1)  # noqa: S311 - not a secret
    pieces = [generator.randbytes(50).hex().encode() * generator.randrange(40) for _ in range(300)]
    whole = b"".join(pieces)
    assert b"".join(gzip_pieces(pieces)) == gzip_bytes(whole) == zlib.compress(whole, 6, wbits=31)
    assert b"".join(gzip_pieces([])) == gzip_bytes(b"")


def test_a_file_is_written_from_pieces_or_not_at_all(tmp_path: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield b"new"
        raise ValueError

    path = tmp_path / "file"
    write_atomic(path, iter([b"a", b"b"]))
    with pytest.raises(ValueError):  # noqa: PT011 - raised above
        write_atomic(path, failing())
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"ab"]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


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


def test_a_value_is_made_once_for_its_content_and_this_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, form = count(1), TypeAdapter(list[int])

    def value(content: str, folder: Path | None = tmp_path) -> list[int]:
        return regenerated.once(folder, [content], form, lambda: [next(made)])

    assert [value("a"), value("a"), value("b"), value("a")] == [[1], [1], [2], [1]]
    for entry in tmp_path.iterdir():
        entry.write_bytes(entry.read_bytes()[:-1])  # a power failure
    assert [value("a"), value("a"), value("a", None)] == [[3], [3], [4]]
    monkeypatch.setattr(regenerated, "_makers", lambda: "other code")
    assert [value("a"), value("a")] == [[5], [5]]
