import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.layout import README_TEXT
from benchmark.results.ledger import check_rows_folder, read_row, read_rows, write_row
from benchmark.results.row import (
    Row,
    RowCompletions,
    RowMachine,
    RowPrompt,
    RowResult,
    RowRun,
    RowSubmission,
    RowTasks,
    RowVersions,
    row_id,
)

Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def row() -> Row:
    result = RowResult(
        suite="code-vision",
        dataset="rebuilt",
        setting="flowchart",
        protocol="cool-1",
        prompt=RowPrompt(name="upstream"),
        extraction="own",
        submission=RowSubmission(slug="acme-vl", name="ACME VL \U0001f5bc"),
        tasks=RowTasks(count=1, digest="0" * 64),
        completions=RowCompletions(count=1, draws=1, digest="1" * 64),
        statuses={"HumanEval-0": ["passed"]},
        scores=[],
        versions=RowVersions(suite=1, judge=1, guest={"python": "3.11"}),
    )
    run = RowRun(
        started="2026-11-20T08:00:00Z",
        seconds=1.5,
        cpu_seconds=0.1,
        machine=RowMachine(system="Linux x86_64", python="3.11.7", cpus=2),
    )
    return Row(id=row_id(result), result=result, run=run)


def test_a_row_is_unchanged_after_writing_and_reading(row: Row, tmp_path: Path) -> None:
    assert read_row(write_row(tmp_path, row)) == row


def test_a_row_s_id_does_not_depend_on_when_and_where_it_was_judged(row: Row) -> None:
    moved = row.model_copy(update={"run": row.run.model_copy(update={"started": "2027-01-01T00:00:00Z"})})
    assert row_id(moved.result) == row.id


def test_writing_a_row_twice_changes_nothing(row: Row, tmp_path: Path) -> None:
    path = write_row(tmp_path, row)
    before = path.stat().st_mtime_ns
    later = row.model_copy(update={"run": row.run.model_copy(update={"seconds": 9.0})})
    assert write_row(tmp_path, later) == path
    assert path.stat().st_mtime_ns == before
    assert read_row(path).run.seconds == 1.5


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda text: text[:-20], "not valid JSON"),
        (lambda text: text.replace("passed", "won"), r"statuses"),
        (lambda text: text.replace("passed", "timeout"), "not the digest of the row's content"),
        (lambda text: text.replace('"run"', '"runs"'), "run: this field is required"),
        (lambda text: text.replace("row/1", "row/9"), "schema"),
        (lambda text: text.replace('"code-vision"', '"../code-vision"'), "result.suite: must be a-z"),
        (lambda text: text.replace('"cpus": 2', '"cpus": "2"'), "run.machine.cpus: must be a whole number"),
        (lambda text: re.sub("20[0-9-]{8}T", "2026-02-30T", text), "run.started: is not an existing date"),
        (lambda text: re.sub("T[0-9:]{8}Z", "T25:61:61Z", text), "run.started: is not an existing date"),
        (lambda _: "", "is empty"),
    ],
)
def test_an_error_names_the_unreadable_row(row: Row, tmp_path: Path, edit, message: str) -> None:
    path = write_row(tmp_path, row)
    path.write_text(edit(path.read_text()))
    with pytest.raises(BadInput, match=message) as caught:
        read_rows(tmp_path)
    assert str(path) in caught.value.render()
    with pytest.raises(BadInput):
        write_row(tmp_path, row)


def test_a_renamed_row_is_refused(row: Row, tmp_path: Path) -> None:
    path = write_row(tmp_path, row)
    path.rename(path.with_name(f"{'a' * 64}.json"))
    with pytest.raises(BadInput, match="the file's path does not match its content"):
        read_rows(tmp_path)


def test_a_row_copied_to_another_folder_is_refused(row: Row, tmp_path: Path) -> None:
    path = write_row(tmp_path, row)
    other = tmp_path / "code-vision" / "rebuilt" / "acme-vl-2" / path.name
    other.parent.mkdir()
    other.write_bytes(path.read_bytes())
    with pytest.raises(BadInput, match="path does not match its content"):
        read_rows(tmp_path)


def test_a_row_of_a_newer_suite_version_comes_after_older_ones_of_the_same_second(
    tmp_path: Path, make_row: Callable[..., Row]
) -> None:
    for number in range(8):
        for version in (2, 1):
            write_row(tmp_path, make_row(f"acme-{number}", version=version))
    assert [row.result.versions.suite for row in read_rows(tmp_path)] == [1] * 8 + [2] * 8


def test_a_missing_ledger_has_no_rows(tmp_path: Path) -> None:
    assert read_rows(tmp_path / "none") == ()


def test_a_row_s_path_has_suite_data_set_and_slug(row: Row, tmp_path: Path) -> None:
    path = row.path(tmp_path)
    assert path == tmp_path / "code-vision" / "rebuilt" / "acme-vl" / f"{row.id}.json"
    assert json.loads(write_row(tmp_path, row).read_text())["schema"] == "sightbench/row/1"


def test_a_branch_without_rows_needs_no_folder_of_rows(tmp_path: Path, in_process: Sightbench) -> None:
    (tmp_path / "README.md").write_text(README_TEXT)
    rows = tmp_path / "results"
    check_rows_folder(rows)
    assert "there is no row of a model" in in_process("rank", "--rows", str(rows)).stdout
    assert in_process("rank", "--leaderboard", "--rows", str(rows)).returncode == 0


@pytest.mark.parametrize(
    ("name", "readme"), [("rows", README_TEXT), ("results", "# Another\n"), ("results", "")]
)
def test_another_missing_folder_of_rows_is_a_mistake(tmp_path: Path, name: str, readme: str) -> None:
    if readme:
        (tmp_path / "README.md").write_text(readme)
    with pytest.raises(BadInput, match="is not a folder of rows"):
        check_rows_folder(tmp_path / name)
