import json
import re
from functools import partial
from pathlib import Path

import pytest

from benchmark.analysis.ledger_report import ledger_until
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.names import DRY_RUN
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validate_record
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import read_counted
from benchmark.results.layout import README_TEXT
from benchmark.results.ledger import (
    Retraction,
    check_rows_folder,
    read_retractions,
    read_row,
    read_rows,
    read_withdrawn,
    retraction_of,
)
from benchmark.results.owners import OwnersRecord, add_owners, comparable_logins, read_owners
from benchmark.results.row import Row, row_age
from benchmark.results.status import RunName, RunStatus, newest_by_run, read_heads, read_statuses
from tests.case_files import table
from tests.conftest import MakeRow, Sightbench
from tests.run_statuses import run_status


@pytest.fixture
def row(make_row: MakeRow) -> Row:
    return make_row("acme-vl", "P", name="ACME VL \U0001f5bc", tasks=["HumanEval-0"])


def test_a_row_is_unchanged_after_writing_and_reading(row: Row, tmp_path: Path) -> None:
    assert read_row(add_record(tmp_path, row)) == row


def test_writing_a_row_twice_changes_nothing(row: Row, tmp_path: Path) -> None:
    path = add_record(tmp_path, row)
    before = path.stat().st_mtime_ns
    later = row.model_copy(update={"run": row.run.model_copy(update={"seconds": 9.0})})
    assert add_record(tmp_path, later) == path
    assert path.stat().st_mtime_ns == before
    assert read_row(path).run.seconds == 2.5


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
    path = add_record(tmp_path, row)
    path.write_text(edit(path.read_text()))
    with pytest.raises(BadInput, match=message) as caught:
        read_rows(tmp_path)
    assert str(path) in caught.value.render()
    with pytest.raises(BadInput):
        add_record(tmp_path, row)


def test_a_row_copied_to_another_folder_is_refused(row: Row, tmp_path: Path) -> None:
    path = add_record(tmp_path, row)
    other = tmp_path / "code-vision" / "rebuilt" / "acme-vl-2" / path.name
    other.parent.mkdir()
    other.write_bytes(path.read_bytes())
    with pytest.raises(BadInput, match="path does not match its content"):
        read_rows(tmp_path)


def test_the_row_of_a_dry_run_counts_nowhere(tmp_path: Path, make_row: MakeRow) -> None:
    """Somebody copies the row of a dry run to the branch of results."""
    dry = make_row(DRY_RUN)
    path = dry.path(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(dry.to_bytes())
    cached = partial(read_counted, cache=tmp_path / "cache")  # the second time, the cache has the row
    for read in (read_rows, partial(read_counted, cache=None), cached, cached):
        with pytest.raises(BadInput, match="which belongs on the branch results-dry"):
            read(tmp_path)


def test_a_row_of_a_newer_suite_version_comes_after_older_ones_of_the_same_second(tmp_path, make_row) -> None:
    for number in range(8):
        for version in (2, 1):
            add_record(tmp_path, make_row(f"acme-{number}", version=version))
    assert [row.result.versions.suite for row in read_rows(tmp_path)] == [1] * 8 + [2] * 8


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


def test_a_head_has_the_row_s_run_and_request(tmp_path: Path, make_row) -> None:
    other, asked = make_row("b"), make_row("a")
    asked = asked.model_copy(update={"run": asked.run.model_copy(update={"request": "e" * 64})})
    for row in (other, asked):
        add_record(tmp_path, row)
    first, second = read_heads(tmp_path)
    assert first.run == RunName("a", "code-vision", "rebuilt", "flowchart", "cool-1", "upstream")
    assert str(first.run) == "a: code-vision/rebuilt, flowchart, cool-1, upstream"
    assert (first.id, first.request) == (asked.id, "e" * 64)
    assert (second.run.slug, second.request) == ("b", None)
    assert [head.run.slug for head in read_heads(tmp_path, ["b", "nobody", "../x"])] == ["b"]


def test_a_missing_folder_has_no_heads(tmp_path: Path) -> None:
    assert read_heads(tmp_path / "none") == ()


@pytest.mark.parametrize(
    "content", [b"{", b"[" * 100_000, b'{"id": "x"}', b"\xff"], ids=["cut", "deep", "short", "bytes"]
)
def test_an_unreadable_row_is_an_error(content: bytes, tmp_path: Path, make_row) -> None:
    path = add_record(tmp_path, make_row("a"))
    path.write_bytes(content)
    with pytest.raises(BadInput, match=path.name):
        read_heads(tmp_path)


@pytest.mark.parametrize("cost", ["-2.0", "-1e-9", "NaN", "Infinity", "-Infinity"])
def test_the_cost_of_a_row_is_a_number_of_at_least_0(cost: str, tmp_path: Path, make_row) -> None:
    path = add_record(tmp_path, make_row("a", trust="verified", cost_usd=2.0))
    text = path.read_text(encoding="utf-8")
    assert text.count('"cost_usd": 2.0') == 1
    path.write_text(text.replace('"cost_usd": 2.0', f'"cost_usd": {cost}'), encoding="utf-8")
    with pytest.raises(BadInput):
        read_row(path)


def record(slug: str = "acme-1", **accounts: int) -> OwnersRecord:
    listed = comparable_logins(list(accounts))
    return OwnersRecord(
        slug=slug, listed=listed, accounts=accounts, commit="c" * 40, when="2026-11-01T00:00:00Z"
    )


def test_owners_are_added_and_the_newest_count(tmp_path: Path) -> None:
    folder = tmp_path / "owners"
    assert read_owners(folder, "acme-1") is None
    names = [add_owners(folder, record(bob=number)).name for number in range(1, 12)]
    assert names[:3] == ["acme-1.json", "acme-1+2.json", "acme-1+3.json"]
    assert names[-1] == "acme-1+11.json"
    newest = read_owners(folder, "acme-1")
    assert set(newest.accounts.values()) == {11}


def test_a_slug_that_continues_another_has_files_of_its_own(tmp_path: Path) -> None:
    add_owners(tmp_path, record("acme", bob=1))
    add_owners(tmp_path, record("acme.2", eve=2))
    add_owners(tmp_path, record("acme-2", eve=3))
    found = read_owners(tmp_path, "acme")
    assert set(found.accounts.values()) == {1}


@pytest.mark.parametrize(
    "change", [{"slug": "other"}, {"accounts": {"bob": 0}}, {"accounts": {"bob": "1"}}, {"more": 1}]
)
def test_a_changed_file_is_an_error_and_not_no_owners(tmp_path: Path, change: dict[str, object]) -> None:
    path = add_owners(tmp_path, record(bob=1))
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **change}), encoding="utf-8")
    with pytest.raises(BadInput):
        read_owners(tmp_path, "acme-1")


@pytest.mark.parametrize(
    "name", ["acme+1.json", "acme+0.json", "Acme.json", "acme+2", "+2.json", "a+2+3.json"]
)
def test_other_names_do_not_belong_in_the_folder(tmp_path: Path, name: str) -> None:
    owners = record(name.partition("+")[0].lower().removesuffix(".json") or "a")
    with pytest.raises(BadInput, match="the file's path does not match its content"):
        owners.check_path(tmp_path / name)


DATE = "2026-03-01T00:00:00Z"


def _withdraw(row: Row, **changes: str) -> Retraction:
    given = {
        "reason": "The answers were those of another model.",
        "date": DATE,
        "by": "maintainer",
        "link": "",
    }
    return retraction_of(row, **{**given, **changes}, named="options")


@pytest.fixture
def rows(tmp_path: Path, make_row) -> tuple[Row, Row]:
    found = make_row("a"), make_row("b")
    for row in found:
        add_record(tmp_path, row)
    return found


def test_a_withdrawn_row_does_not_count_and_is_listed_separately(tmp_path, rows) -> None:
    kept, gone = rows
    path = add_record(tmp_path, _withdraw(gone))
    assert path == tmp_path / "retractions" / f"{gone.id}.json"
    assert read_rows(tmp_path) == (kept,)
    assert [counted.row for counted in read_counted(tmp_path, None)] == [
        kept.model_copy(update={"result": kept.result.model_copy(update={"statuses": {}})})
    ]
    (withdrawn,) = read_withdrawn(tmp_path)
    assert (withdrawn.row, withdrawn.retraction.by) == (gone, "maintainer")


@pytest.mark.parametrize(
    ("instant", "counts", "gone"),
    [("2026-02-03T04:05:05Z", 0, 0), ("2026-02-28T23:59:59Z", 2, 0), (DATE, 1, 1)],
)
def test_a_withdrawn_row_counts_before_its_date(tmp_path, rows, instant, counts, gone) -> None:
    add_record(tmp_path, _withdraw(rows[1]))
    now, withdrawn = read_counted(tmp_path, tmp_path / "cache"), read_withdrawn(tmp_path)
    assert (len(now), len(withdrawn)) == (1, 1)
    then, gone_then = ledger_until(now, withdrawn, instant)
    assert (len(then), len(gone_then)) == (counts, gone)
    assert [entry.row.id for entry in then] == [row.id for row in sorted(rows[:counts], key=row_age)]


@table("results")
def test_a_retraction_with_a_wrong_field_is_refused(make_row, change: dict[str, str], problem: str) -> None:
    with pytest.raises(ManyBadInputs, match=problem):
        _withdraw(make_row("a"), **change)


def test_an_unreadable_retraction_is_an_error(tmp_path: Path, rows: tuple[Row, Row]) -> None:
    path = add_record(tmp_path, _withdraw(rows[1]))
    path.write_text("{", "ascii")
    for read in (read_rows, read_withdrawn, read_retractions):
        with pytest.raises(BadInput, match="not valid JSON"):
            read(tmp_path)
    with pytest.raises(BadInput, match="not valid JSON"):
        add_record(tmp_path, _withdraw(rows[1]))


def test_a_renamed_retraction_is_refused(tmp_path: Path, rows: tuple[Row, Row]) -> None:
    path = add_record(tmp_path, _withdraw(rows[1]))
    path.rename(path.with_name(f"{rows[0].id}.json"))
    with pytest.raises(BadInput, match="the file's path does not match its content"):
        read_retractions(tmp_path)


def add(directory: Path, **changes: object) -> Path:
    status = run_status(**changes)
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
    assert len(read_statuses(tmp_path, ["acme-1"])) == 3
    assert read_statuses(tmp_path / "none") == ()


def test_equal_statuses_have_the_same_file(tmp_path: Path) -> None:
    assert add(tmp_path) == add(tmp_path)
    assert add(tmp_path, reason="another") != add(tmp_path)
    assert add(tmp_path).name.startswith("20260506T070809Z-")


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
        validate_record(RunStatus, {**json.loads(run_status().to_bytes()), field: value}, "status.json")
