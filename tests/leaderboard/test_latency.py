import gzip
import hashlib
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.latency import median_seconds
from benchmark.results.row import RowFile


def written(folder: Path, lines: list[str]) -> tuple[Path, RowFile]:
    data = gzip.compress("\n".join(lines).encode(), mtime=0)
    path = folder / "x.completions.jsonl.gz"
    path.write_bytes(data)
    return path, RowFile(
        name="x.completions.jsonl.gz", sha256=hashlib.sha256(data).hexdigest(), bytes=len(data)
    )


def test_the_median_over_what_is_recorded(tmp_path: Path) -> None:
    records = [{"seconds": 4.0}, {"seconds": 1}, {"completion": '"seconds": 99'}, {"seconds": 100.0}]
    path, file = written(tmp_path, [json.dumps(record) for record in records])
    assert median_seconds(path, file, None) == 4.0


def test_nothing_recorded_and_no_file_are_no_seconds(tmp_path: Path) -> None:
    path, file = written(tmp_path, ["{}", ""])
    assert median_seconds(path, file, tmp_path / "cache") is None
    assert median_seconds(path, file, tmp_path / "cache") is None
    assert median_seconds(tmp_path / "elsewhere", file, None) is None


def test_what_was_found_is_not_read_again(tmp_path: Path) -> None:
    path, file = written(tmp_path, ['{"seconds": 2.5}'])
    assert median_seconds(path, file, tmp_path / "cache") == 2.5
    path.write_bytes(b"")
    assert median_seconds(path, file, tmp_path / "cache") == 2.5


@pytest.mark.parametrize("line", ["{", "[]"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, line: str) -> None:
    path, file = written(tmp_path, ["{}", line])
    with pytest.raises(BadInput, match="line 2"):
        median_seconds(path, file, None)
