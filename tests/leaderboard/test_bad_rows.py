"""Invalid rows are errors; build/test_build.py checks that odd rows are shown with their faults."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.results.row import Row

MakeRow = Callable[..., Row]
#: Changes the JSON object of a row in place.
Change = Callable[[Any], object]
Sightbench = Callable[..., subprocess.CompletedProcess[str]]


def _changed_row_bytes(row: Row, change: Change) -> bytes:
    record = json.loads(row.to_bytes())
    change(record)
    return json.dumps(record).encode()


@pytest.mark.gate
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda row: row.update(schema="sightbench/row/2"), "schema: sightbench/row/2 is newer than"),
        pytest.param(
            lambda row: row.update(schema=None),
            "schema: must be 'sightbench/row/1'",
            marks=pytest.mark.weekly,
        ),
        pytest.param(lambda row: row.update(more=1), "more", marks=pytest.mark.weekly),
        pytest.param(lambda row: row["result"].pop("scores"), "result.scores", marks=pytest.mark.weekly),
        (lambda row: row["result"]["statuses"].update({"task-0": ["perfect"]}), "'perfect'"),
        pytest.param(lambda row: row["result"].update(protocol="other"), "id: ", marks=pytest.mark.weekly),
        pytest.param(
            lambda row: row["run"].update(started="yesterday"), "run.started", marks=pytest.mark.weekly
        ),
    ],
    ids=[
        "later version",
        "no version",
        "unknown field",
        "missing field",
        "unknown status",
        "edited",
        "no date",
    ],
)
def test_an_invalid_row_is_an_error_and_keeps_the_last_site(
    tmp_path: Path, make_row, in_process: Sightbench, change: Change, message: str
) -> None:
    row = make_row()
    path = row.path(tmp_path / "rows")
    path.parent.mkdir(parents=True)
    path.write_bytes(_changed_row_bytes(row, change))
    (tmp_path / "site" / "assets").mkdir(parents=True)
    (tmp_path / "site" / "assets" / "sb.css").write_text("of the last build")
    options = ("--rows", "rows", "--submissions", "none", "--out", "site", "--cache", "cache", "--web")
    done = in_process("site", *options)
    assert done.returncode == 2, done.stderr
    assert path.name in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "site").rglob("*") if path.is_file()] == ["sb.css"]
