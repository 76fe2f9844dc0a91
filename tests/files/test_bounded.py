"""Files of any size and kind are read within limits, or refused with their name."""

import gzip
import os
import random
import zlib
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files import bounded
from benchmark.files.bounded import MIB, read_bytes, read_chunks, read_lines
from tests.sampling import gate_of


@pytest.mark.parametrize("seed", range(4))
def test_gzip_is_read_like_python_s_gzip_module(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - seeded on purpose
    kinds = (b"", b"ab\n" * rng.randrange(1, 90_000), rng.randbytes(rng.randrange(1, 200_000)))
    members = [rng.choice(kinds) for _ in range(5)]
    path = tmp_path / "x.gz"
    path.write_bytes(
        b"".join(gzip.compress(member, mtime=0) for member in [b"start", *members]) + b"\0" * 600
    )
    assert read_bytes(path) == b"start" + b"".join(members)


def test_gzip_is_detected_by_content_and_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "plain.gz"
    path.write_bytes(b"plain")
    assert read_bytes(path) == b"plain"


WHOLE = gzip.compress(repr([number**9 for number in range(200)]).encode(), mtime=0)
FLIPPED = WHOLE[:-6] + bytes([WHOLE[-6] ^ 1]) + WHOLE[-5:]  # in the checksum


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        *((WHOLE[:kept], "the file was cut off") for kept in (2, 5, 11, 200, -9, -8, -1)),
        (FLIPPED, "broken gzip"),
        (WHOLE + b"garbage", "broken gzip"),
    ],
)
def test_damaged_gzip_is_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=problem):
        read_bytes(path)


@pytest.mark.parametrize("packed", [False, True])
def test_a_byte_order_mark_in_front_of_text_is_left_out(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "x"
    data = "\ufeffé\n\ufeff\n".encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    assert read_bytes(path).decode() == "é\n\ufeff\n"
    assert [line.data.decode() for line in read_lines(path)] == ["é", "\ufeff"]
    path.write_bytes(b"\xef\xbb\xbf")
    with pytest.raises(BadInput, match="is empty"):
        read_bytes(path)


@gate_of("files")
def test_a_gzip_bomb_is_refused_when_it_exceeds_the_limit(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(b"x" * MIB) for _ in range(40)) + packer.flush()
    path = tmp_path / "bomb.gz"
    path.write_bytes(bomb)
    chunks: list[bytes] = []
    with pytest.raises(BadInput, match="decompresses to more than the limit of 2 MiB"):
        chunks.extend(read_chunks(path, 2 * MIB))
    assert sum(map(len, chunks)) <= 2 * MIB
    with pytest.raises(BadInput, match="line 1: longer than 16 MiB"):
        list(read_lines(path))


def test_gzip_with_too_many_empty_members_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "_MEMBERS_LIMIT", 100)
    path = tmp_path / "members.gz"
    path.write_bytes(gzip.compress(b"") * 200)
    with pytest.raises(BadInput, match="more than 100 gzip members"):
        read_bytes(path)


def test_a_plain_file_over_the_limit_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as stream:
        stream.truncate(257 * MIB)  # a sparse file, which takes no space
    with pytest.raises(BadInput, match="has 257 MiB, more than the limit of 256 MiB"):
        next(read_chunks(path, bounded.JSON_LIMIT))


def test_too_many_lines_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "LINES_LIMIT", 100)
    path = tmp_path / "lines"
    path.write_bytes(b"\n" * 102)
    with pytest.raises(BadInput, match="more than 100 lines"):
        list(read_lines(path))


def test_lines_have_their_number_and_offset(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    long = b"x" * 200_000
    path.write_bytes(b"a\r\n\n" + long + b"\nlast")
    lines = [(line.number, line.offset, line.data) for line in read_lines(path)]
    assert lines == [(1, 0, b"a"), (2, 3, b""), (3, 4, long), (4, 200_005, b"last")]


@pytest.mark.parametrize("make", ["missing", "folder", "pipe", "nul", "loop", "locked", "empty", "device"])
def test_a_path_that_is_not_a_readable_file_is_refused(tmp_path: Path, make: str) -> None:
    path = tmp_path / "x"
    match make:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "nul":
            path = Path(f"{tmp_path}/a\0b")
        case "loop":
            path.symlink_to(path)
        case "locked":
            if os.geteuid() == 0:
                pytest.skip("root reads everything")
            path.touch(0o000)
        case "empty":
            path.touch()
        case "device":
            path = Path("/dev/zero")
    with pytest.raises(BadInput) as caught:
        read_bytes(path)
    assert caught.value.problem
    assert caught.value.exit_code == 2
