"""Statuses are added and never changed; the newest status of a run counts."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validate_record
from benchmark.results.status import RunStatus, newest_by_run, read_statuses

SAID = {
    "schema": "sightbench/status/1",
    "slug": "acme",
    "suite": "code-vision",
    "dataset": "rebuilt",
    "setting": "flowchart",
    "protocol": "cool-1",
    "prompt": "sightbench",
    "request": "a" * 64,
    "config": "b" * 64,
    "state": "failed",
    "stage": "generate",
    "reason": "rate limit",
    "when": "2026-11-20T12:00:00Z",
}


def add(directory: Path, **changes: object) -> Path:
    status = RunStatus.model_validate({**SAID, **changes})
    path = status.path(directory)
    write_atomic(path, status.to_bytes())
    return path


def test_the_newest_status_of_a_run_counts(tmp_path: Path) -> None:
    add(tmp_path, when="2026-11-21T12:00:00Z", reason="second")
    add(tmp_path, reason="first")
    add(tmp_path, setting="text", reason="another run")
    add(tmp_path, slug="other")
    found = read_statuses(tmp_path)
    assert sorted(status.reason for status in newest_by_run(found).values()) == [
        "another run",
        "rate limit",
        "second",
    ]
    assert len(read_statuses(tmp_path, ["acme"])) == 3
    assert read_statuses(tmp_path / "none") == ()


def test_equal_statuses_have_the_same_file(tmp_path: Path) -> None:
    assert add(tmp_path) == add(tmp_path)
    assert add(tmp_path, reason="another") != add(tmp_path)
    assert add(tmp_path).name.startswith("20261120T120000Z-")


def test_an_edited_status_is_an_error(tmp_path: Path) -> None:
    path = add(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"rate limit", b"all passed"))
    with pytest.raises(BadInput, match=rf"{path.name}: the file's path does not match its content"):
        read_statuses(tmp_path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("slug", "../acme"),
        ("state", "passed"),
        ("stage", "attack"),
        ("reason", "two\nlines"),
        ("reason", "x" * 501),
        ("when", "yesterday"),
        ("request", "short"),
        ("run_id", "1/../2"),
        ("cost_usd", -1.0),
        ("more", "x"),
    ],
)
def test_an_error_names_the_wrong_field_of_a_status(field: str, value: object) -> None:
    with pytest.raises(BadInput, match=field):
        validate_record(RunStatus, json.loads(json.dumps({**SAID, field: value})), "status.json")
