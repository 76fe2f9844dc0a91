"""A file is written completely or not at all."""

import gzip
import os
import random
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.atomic import compress_for, gzip_bytes, gzip_pieces, write_atomic


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
def test_a_failure_leaves_only_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, raised: type[BaseException]
) -> None:
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
