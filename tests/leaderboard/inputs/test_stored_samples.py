import gzip
import hashlib
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.stored_samples import StoredVerdict, median_seconds, stored_verdicts
from benchmark.results.row import RowFile


def test_a_verdict_has_the_fields_of_its_line(tmp_path: Path) -> None:
    texts = {"detail": 'f("\n") \\ é', "exception": "E", "error_type": "input-parsing"}
    kinds = {"status": "passed", "large": "timeout"}
    slow = {"task_id": 'a "b"', "draw": 3, "status": "timeout", **texts, "kinds": kinds, "cpu_seconds": 1e-05}
    lines = [json.dumps(slow), json.dumps(slow, ensure_ascii=False), '{"task_id": "c", "status": "passed"}']
    path = tmp_path / "verdicts.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    one, other, passed = stored_verdicts(path)
    assert one == other == StoredVerdict('a "b"', 3, "timeout", kinds=kinds, **texts)
    assert passed == StoredVerdict("c", 0, "passed", "", "")
    assert [*stored_verdicts(path, passed=False)] == [one, other]


def test_a_wrong_escape_is_named(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text('\n{"task_id": "a", "draw": 0, "status": "timeout", "detail": "\\x"}\n')
    with pytest.raises(BadInput, match="line 2: is not a JSON object"):
        [*stored_verdicts(path)]


def write_lines(folder: Path, lines: list[str]) -> tuple[Path, RowFile]:
    data = gzip.compress("\n".join(lines).encode(), mtime=0)
    path = folder / "x.completions.jsonl.gz"
    path.write_bytes(data)
    return path, RowFile(
        name="x.completions.jsonl.gz", sha256=hashlib.sha256(data).hexdigest(), bytes=len(data)
    )


def test_the_median_uses_recorded_seconds_only(tmp_path: Path) -> None:
    records = [
        {"seconds": 4.0},
        {"seconds": 1},
        {"completion": '"seconds": 99'},
        {"seconds": None, "parameters": {"seconds": 9}},
        {"seconds": 100.0},
    ]
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
