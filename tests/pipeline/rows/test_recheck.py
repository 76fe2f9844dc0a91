"""``sightbench verify`` without judging: ids, paths and digests of one row or of all rows."""

import dataclasses
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.verdict import Status
from benchmark.files.atomic import gzip_bytes
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import make_row, record_evaluation
from benchmark.pipeline.rows.recheck import DatasetCache, recheck
from benchmark.pipeline.rows.verify import OFFICIAL_PYTHON
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch_record import add_record
from benchmark.results.ledger import read_row
from benchmark.results.releases import release_of
from benchmark.results.row import RowFile, RowSubmission
from benchmark.sandbox.host.probe import guest_python
from tests.conftest import MakeRow

from ..conftest import IDENTITY, SmallDataset, Suites

UNSIGNED = AttestationChecker(None)
_HERE, _OFFICIAL = guest_python(), OFFICIAL_PYTHON
_OTHER = f"note: 1 row judged with Python {_HERE}; official rows are judged with Python {_OFFICIAL}\n"
ONE_ROW = "1 row checked: 0 attested, 1 unattested, 0 judged again, 0 wrong\n"
if _HERE != _OFFICIAL:
    ONE_ROW = _OTHER + ONE_ROW


@pytest.fixture
def row(tmp_path: Path, judged: Evaluation, small: SmallDataset, suite_is: Suites) -> Path:
    """A row whose tasks are those of the suite on this machine."""
    suite_is(1, small.tasks)
    return record_evaluation(tmp_path / "rows", judged, IDENTITY)


@pytest.mark.gate
def test_a_correct_row_with_correct_files_has_no_problems(row: Path, tmp_path: Path, in_process) -> None:
    found = recheck(tmp_path / "rows", row, DatasetCache(), None, UNSIGNED)
    assert (found.problems, found.notes) == ((), ())
    done = in_process("verify", "rows")
    assert (done.returncode, done.stdout) == (
        0,
        ONE_ROW,
    )
    printed = in_process("verify", row, "--no-judge").stdout
    assert "id and digests are right; nothing was judged" in printed
    assert "pass@1 " in printed


def _edited_row(row: Path) -> None:
    row.write_text(row.read_text("utf-8").replace("ACME VL", "ACME XL"), "utf-8")


def _cut(row: Path) -> None:
    row.write_text("{", "utf-8")


def _no_completions(row: Path) -> None:
    next(row.parent.glob("*.completions.jsonl.gz")).unlink()


def _renamed(row: Path) -> None:
    row.rename(row.with_name(f"{'0' * 64}.json"))


def _forged(row: Path, kind: str, change: Callable[[str], str]) -> None:
    """Change the content of a file and its digest in the row, so that only the content shows the change."""
    file = next(row.parent.glob(f"*.{kind}.jsonl.gz"))
    data = gzip_bytes(change(gzip.decompress(file.read_bytes()).decode()).encode())
    file.write_bytes(data)
    earlier = read_row(row)
    described = RowFile(name=file.name, sha256=sha256_hex(data), bytes=len(data))
    run = earlier.run.model_copy(update={f"{kind}_file": described})
    row.write_bytes(earlier.model_copy(update={"run": run}).model_dump_json(by_alias=True).encode())


def _forged_completions(row: Path) -> None:
    _forged(row, "completions", lambda text: text.replace("x * 2", "x * 4"))


def _forged_verdicts(row: Path) -> None:
    _forged(row, "verdicts", lambda text: text.replace("wrong_answer", "timeout"))


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (_edited_row, "is not the digest of the row's content"),
        (_cut, "not valid JSON"),
        (_no_completions, "does not exist"),
        (_renamed, "the file's path does not match its content"),
        (_forged_completions, "the digest of its completions differs"),
        (_forged_verdicts, "task 'a-2': has statuses ['timeout'], but the row has ['wrong_answer']"),
    ],
)
def test_a_changed_file_is_found_and_other_rows_are_still_checked(
    row: Path, in_process, make_row: MakeRow, *, spoil: Callable[[Path], None], problem: str
) -> None:
    add_record(row.parents[3], make_row("zeta", dataset="official"))
    spoil(row)
    done = in_process("verify", "rows", code=1)
    assert problem in done.stdout
    assert "official/zeta" in done.stdout  # a note says that its tasks are not on this machine
    assert done.stdout.endswith("2 rows checked: 0 attested, 2 unattested, 0 judged again, 1 wrong\n")


def test_tasks_that_changed_without_a_new_version_are_found(
    row: Path, tmp_path: Path, small: SmallDataset, make_task, suite_is: Suites
) -> None:
    suite_is(1, (*small.tasks[:3], make_task("b-2", "assert f(2) == 5", stem="b", level="hard")))
    found = recheck(tmp_path / "rows", row, DatasetCache(), None, UNSIGNED)
    assert found.problems == ("result.tasks.digest: differs from the tasks of the same suite version here",)
    suite_is(2, small.tasks)
    assert recheck(tmp_path / "rows", row, DatasetCache(), None, UNSIGNED).notes == (
        "its tasks are of suite version 1, but this machine has version 2",
    )


def test_files_kept_elsewhere_are_downloaded_and_compared(row: Path, tmp_path: Path) -> None:
    files = {path.name: path.read_bytes() for path in row.parent.glob("*.gz")}
    for name in files:
        (row.parent / name).unlink()
    fetched = []

    def fetch(tag: str, file: RowFile) -> bytes:
        fetched.append((tag, file.name))
        return files[file.name]

    assert recheck(tmp_path / "rows", row, DatasetCache(), fetch, UNSIGNED).problems == ()
    assert fetched == [(release_of(read_row(row)), name) for name in sorted(files)]
    files = dict.fromkeys(files, b"other")
    problems = recheck(tmp_path / "rows", row, DatasetCache(), fetch, UNSIGNED).problems
    assert [problem.partition(": ")[2] for problem in problems] == [
        "does not have the SHA-256 that the row records"
    ] * 2


def test_a_missing_large_file_is_a_note_and_not_a_problem(row: Path, tmp_path: Path) -> None:
    earlier = read_row(row)
    assert earlier.run.completions_file is not None
    large = earlier.run.completions_file.model_copy(update={"bytes": 2_000_000})
    run = earlier.run.model_copy(update={"completions_file": large})
    row.write_bytes(earlier.model_copy(update={"run": run}).model_dump_json(by_alias=True).encode())
    _no_completions(row)
    found = recheck(tmp_path / "rows", row, DatasetCache(), None, UNSIGNED)
    assert found.problems == ()
    assert "is an asset of a release" in found.notes[0]


@pytest.mark.gate
def test_all_rows_are_judged_again_on_request(row, tmp_path, judged, in_process) -> None:
    """One row is as published, the other has a forged verdict."""
    forged, files = make_row(
        dataclasses.replace(
            judged,
            outcomes=tuple(
                dataclasses.replace(outcome, status=Status.PASSED) if outcome.task_id == "a-2" else outcome
                for outcome in judged.outcomes
            ),
        ),
        dataclasses.replace(IDENTITY, submission=RowSubmission(slug="forged", name="Forged")),
    )
    path = add_record(tmp_path / "rows", forged)
    for name, data in files.items():
        (path.parent / name).write_bytes(data)
    assert in_process("verify", "rows").returncode == 0
    done = in_process("verify", "rows", "--judge", "--workers", 1, code=1)
    assert "a-2#0: passed → wrong_answer" in done.stdout
    assert f"4 of 4 statuses agree with row {row.stem[:12]}" in done.stdout
    assert "2 rows checked: 0 attested, 2 unattested, 2 judged again, 1 wrong" in done.stdout


@pytest.mark.gate
def test_a_branch_of_a_repository_is_checked_in_the_same_way_as_a_folder(
    row: Path, tmp_path: Path, remote: Path, in_process
) -> None:
    from benchmark.results.branch import publish

    def write(checkout: Path) -> str:
        (checkout / "results").mkdir()
        for path in row.parent.iterdir():
            place = read_row(row).path(checkout / "results").parent
            place.mkdir(parents=True, exist_ok=True)
            (place / path.name).write_bytes(path.read_bytes())
        return "Add a row"

    publish(str(remote), write, folder=tmp_path / "publish")
    done = in_process("verify", "--remote", remote)
    assert (done.returncode, done.stdout) == (
        0,
        ONE_ROW,
    )


def test_the_note_of_a_row_on_a_fresh_set_asks_for_the_task_file(tmp_path: Path, make_row) -> None:
    row = make_row("a", suite="humaneval-v", dataset="fresh-000000000000")
    found = recheck(tmp_path, add_record(tmp_path, row), DatasetCache(), None, UNSIGNED)
    assert found.problems == ()
    name = "humaneval-v fresh-000000000000"
    note = found.notes[-1]
    assert note.startswith(f"its tasks are not on this machine: {name}; they were made from a secret seed")
    assert note.endswith("ROW --tasks FILE")
