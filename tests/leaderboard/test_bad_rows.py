"""Invalid rows are errors, and odd rows are shown with their faults; no row is dropped silently."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.results.ledger import row_bytes, row_path, write_row
from benchmark.results.row import Row, RowFile, row_id

MakeRow = Callable[..., Row]
#: Changes the JSON object of a row in place.
Change = Callable[[Any], object]
Site = Callable[[], subprocess.CompletedProcess[str]]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A function that runs ``sightbench site`` on ``tmp_path/rows``, into ``tmp_path/site``."""

    def run() -> subprocess.CompletedProcess[str]:
        command = [
            "site",
            "--rows",
            "rows",
            "--submissions",
            "none",
            "--out",
            "site",
            "--cache",
            "cache",
            "--web",
        ]
        return subprocess.run(
            [sys.executable, "-m", "benchmark", *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def _changed_row_bytes(row: Row, change: Change) -> bytes:
    record = json.loads(row_bytes(row))
    change(record)
    return json.dumps(record).encode()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda row: row.update(schema="sightbench/row/2"), "schema: must be 'sightbench/row/1'"),
        (lambda row: row.update(schema=None), "schema: must be 'sightbench/row/1'"),
        (lambda row: row.update(more=1), "more"),
        (lambda row: row["result"].pop("scores"), "result.scores"),
        (lambda row: row["result"]["statuses"].update({"task-0": ["perfect"]}), "'perfect'"),
        (lambda row: row["result"].update(protocol="other"), "id: "),
        (lambda row: row["run"].update(started="yesterday"), "run.started"),
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
    tmp_path: Path, make_row: MakeRow, site: Site, change: Change, message: str
) -> None:
    row = make_row()
    path = row_path(tmp_path / "rows", row)
    path.parent.mkdir(parents=True)
    path.write_bytes(_changed_row_bytes(row, change))
    (tmp_path / "site" / "assets").mkdir(parents=True)
    (tmp_path / "site" / "assets" / "sb.css").write_text("of the last build")
    done = site()
    assert done.returncode == 2, done.stderr
    assert path.name in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "site").rglob("*") if path.is_file()] == ["sb.css"]


def test_an_odd_ledger_is_shown_completely_with_its_faults(
    tmp_path: Path, make_row: MakeRow, site: Site
) -> None:
    """The ledger has an unknown suite, missing files, and scores that differ from the verdicts."""
    rows = tmp_path / "rows"
    write_row(rows, make_row("lonely", "PPW", name="Lonely", suite="new-suite", dataset="first"))
    whole = make_row("gone-files", "PW", name="Gone Files")
    files = {
        f"{kind}_file": RowFile(name=f"{whole.id}.{kind}.jsonl.gz", sha256="0" * 64, bytes=10)
        for kind in ("completions", "verdicts")
    }
    write_row(rows, whole.model_copy(update={"run": whole.run.model_copy(update=files)}))
    record = json.loads(row_bytes(make_row("two-tongued", "PP", name="Two Tongued")))
    record["result"]["scores"][0]["value"] = 0.5
    result = make_row().result.model_validate(record["result"])
    write_row(rows, make_row("x").model_copy(update={"id": row_id(result), "result": result}))
    done = site()
    assert done.returncode == 0, done.stderr
    assert "the completions of gone-files" in done.stderr
    assert "two-tongued has the pass@1 score 0.5000, but its verdicts give 1.0000" in done.stderr
    built = tmp_path / "site"
    alone = (built / "suite" / "new-suite" / "index.html").read_text(encoding="utf-8")
    assert "Lonely" in alone
    assert "66.7" in alone
    for slug in ("lonely", "gone-files", "two-tongued"):
        assert (built / "model" / slug / "index.html").is_file()
    home = (built / "suite" / "code-vision" / "index.html").read_text(encoding="utf-8")
    assert "Gone Files" in home
    assert "Two Tongued" in home
