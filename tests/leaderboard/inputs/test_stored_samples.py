import gzip
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.stored_samples import StoredVerdict, stored_verdicts

USUAL = {"task_id": "a b", "draw": 3, "status": "timeout", "detail": 'f("\n") \\ é', "exception": "E"}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"error_type": "input-parsing", "cpu_seconds": 1e-05, "wall_seconds": 2.5, "memory_mb": 40.0},
        {"points": 2.5, "near_limit": True, "judged_again": True},
        {"detail": "", "exception": ""},
        {"kinds": {"status": "passed", "large": "timeout"}},
        {"parts": {"x": 0.5}},
        {"task_id": 'quoted "a"'},
        {"status": "passed", "detail": ""},
        {"status": "passed", "detail": "odd"},
    ],
)
def test_a_verdict_is_the_same_with_and_without_decoding_the_whole_line(tmp_path: Path, more) -> None:
    record = USUAL | more
    lines = [
        json.dumps(record),
        json.dumps(record, ensure_ascii=False),
        json.dumps(dict(reversed(record.items()))),
    ]
    path = tmp_path / "verdicts.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    one, other, decoded = stored_verdicts(path)
    assert one == other == decoded
    assert decoded == StoredVerdict(
        record["task_id"],
        3,
        record["status"],
        record["detail"],
        record["exception"],
        record.get("kinds", {}),
        record.get("error_type", ""),
    )
    assert len([*stored_verdicts(path, passed=False)]) == (0 if record["status"] == "passed" else 3)


def test_a_wrong_escape_is_named(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text('\n{"task_id": "a", "draw": 0, "status": "timeout", "detail": "\\x"}\n')
    with pytest.raises(BadInput, match="line 2: is not a JSON object"):
        [*stored_verdicts(path)]
