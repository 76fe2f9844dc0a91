import gzip
import hashlib
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.stored_samples import median_seconds
from benchmark.results.row import RowFile


def write_lines(folder: Path, lines: list[str]) -> tuple[Path, RowFile]:
    data = gzip.compress("\n".join(lines).encode(), mtime=0)
    path = folder / "x.completions.jsonl.gz"
    path.write_bytes(data)
    return path, RowFile(
        name="x.completions.jsonl.gz", sha256=hashlib.sha256(data).hexdigest(), bytes=len(data)
    )


def test_the_median_uses_recorded_seconds_only(tmp_path: Path) -> None:
    records = [{"seconds": 4.0}, {"seconds": 1}, {"completion": '"seconds": 99'}, {"seconds": 100.0}]
    path, file = write_lines(tmp_path, [json.dumps(record) for record in records])
    assert median_seconds(path, file, None) == 4.0


def test_a_file_without_seconds_and_a_missing_file_give_none(tmp_path: Path) -> None:
    path, file = write_lines(tmp_path, ["{}", ""])
    assert median_seconds(path, file, tmp_path / "cache") is None
    assert median_seconds(path, file, tmp_path / "cache") is None
    assert median_seconds(tmp_path / "elsewhere", file, None) is None


def test_a_cached_median_is_not_computed_again(tmp_path: Path) -> None:
    path, file = write_lines(tmp_path, ['{"seconds": 2.5}'])
    assert median_seconds(path, file, tmp_path / "cache") == 2.5
    path.write_bytes(b"")
    assert median_seconds(path, file, tmp_path / "cache") == 2.5


@pytest.mark.parametrize("line", ["{", "[]"])
def test_an_unreadable_line_of_completions_is_named(tmp_path: Path, line: str) -> None:
    path, file = write_lines(tmp_path, ["{}", line])
    with pytest.raises(BadInput, match="line 2"):
        median_seconds(path, file, None)


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ('{"task_id": "a", "completion": "x", "seconds": 2.5, "model": "m"}', 2.5),
        ('{"task_id": "a", "completion": ", \\"seconds\\": 9}", "seconds": 3}', 3.0),
        ('{"task_id": "a", "seconds": 4.0, "parameters": {"x": 1, "seconds": 9}}', 4.0),
        ('{"task_id": "a", "parameters": {"x": 1, "seconds": 9}}', None),
        ('{"task_id": "a", "parameters": {"x": 1, "seconds": 9}, "model": "m"}', None),
        ('{"task_id": "a", "completion": ", \\"seconds\\": 9, \\"x\\": 1}"}', None),
        ('{"task_id": "a", "seconds": null, "model": "m"}', None),
        ('{"task_id": "a", "seconds": 1e-05, "dropped": []}', 0.0),
        ('{"task_id": "a", "seconds": 5, "seconds": 6}', 6.0),
    ],
)
def test_only_seconds_of_the_line_itself_count(tmp_path: Path, line: str, seconds: float | None) -> None:
    path, file = write_lines(tmp_path, [line])
    decoded = json.loads(line).get("seconds")
    assert (decoded if decoded is None else round(decoded, 3)) == seconds
    assert median_seconds(path, file, None) == seconds
