"""Tests of `sightbench results` on a bare repository on disk."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.leaderboard.downloads.tables import table_contents, verdict_tables
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import sources_of
from benchmark.results.branch import publish
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, RowFile
from tests.conftest import GitIn, MakeRow
from tests.run_statuses import run_status

ROWS = Path("results")


@pytest.fixture
def row(make_row: MakeRow) -> Row:
    """Return a row with one file next to it."""
    made = make_row("acme-1")
    data = b"completions"
    name = f"{made.id}.completions.jsonl.gz"
    file = RowFile(name=name, sha256=sha256_hex(data), bytes=len(data))
    return made.model_copy(update={"run": made.run.model_copy(update={"completions_file": file})})


def _write(checkout: Path, row: Row) -> Path:
    path = add_record(checkout / ROWS, row)
    if row.run.completions_file is not None:
        (path.parent / row.run.completions_file.name).write_bytes(b"completions")
    return path


@pytest.fixture
def published(remote: Path, row: Row, tmp_path: Path) -> Path:
    """Add a row to the remote, and return the remote."""

    def write(checkout: Path) -> str:
        _write(checkout, row)
        return "Add a row"

    publish(str(remote), write, folder=tmp_path / "publish")
    return remote


def test_a_branch_is_created_once_and_passes_the_check(in_process, tmp_path: Path, git_in: GitIn) -> None:
    git_in(tmp_path, "init", "--quiet", "--bare", "new.git")
    first = in_process("results", "init", "--remote", "new.git")
    assert (first.returncode, first.stdout) == (0, "branch results: created\n")
    again = in_process("results", "init", "--remote", "new.git")
    assert (again.returncode, again.stdout) == (0, "branch results: already exists\n")
    checked = in_process("results", "check", "--remote", "new.git", code=0)
    assert "1 commit, 0 rows (0 unattested), no problems" in checked.stdout


@pytest.mark.gate
def test_a_remote_of_the_clone_can_be_named(in_process, published, tmp_path, git_in) -> None:
    git_in(tmp_path, "init", "--quiet", ".")
    git_in(tmp_path, "remote", "add", "origin", str(published))
    assert in_process("results", "check").returncode == 0
    done = in_process("results", "check", "--remote", "upstream", code=2)
    assert "--remote: 'upstream' is neither a folder nor a remote of the clone in this folder" in done.stderr


def _beside(path: Path) -> Path:
    return next(path.parent.glob("*.gz"))


def _link(path: Path) -> None:
    (path.parents[4] / "status").mkdir()
    (path.parents[4] / "status" / "link").symlink_to("/etc/passwd")


def _added(path: Path, name: str, record: dict[str, str]) -> None:
    """Add a file to the branch."""
    file = path.parents[4] / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(record), "ascii")


DAY, MOVED = "2026-01-01T00:00:00Z", "the file's path does not match its content"
STATUS = json.loads(run_status().to_bytes())
RETRACTION = {
    "schema": "sightbench/retraction/1",
    "date": DAY,
    "row": "2" * 64,
    "reason": "r",
    "by": "me",
    "suite": "a",
    "dataset": "b",
    "slug": "c",
}
SPOILT: tuple[tuple[Callable[[Path], object], str], ...] = (
    (
        lambda path: path.write_bytes(path.read_bytes().replace(b'"passed"', b'"timeout"', 1)),
        "is not the digest of the row's content",
    ),
    (lambda path: path.parent.rename(path.parent.with_name("other")), MOVED),
    (lambda path: path.rename(path.with_name(f"{'0' * 64}.json")), MOVED),
    (lambda path: _beside(path).write_bytes(b"Completions"), "has another SHA-256 than its row says"),
    (lambda path: _beside(path).write_bytes(b"completions and more"), "has 20 bytes, but its row says 11"),
    (lambda path: _beside(path).unlink(), "is missing, but its row names it"),
    (
        lambda path: (path.parent / f"{'1' * 64}.verdicts.jsonl.gz").write_bytes(b"x"),
        "does not belong to any valid row that names it",
    ),
    (lambda path: _added(path, "run.sh", {}), "run.sh: does not belong on this branch"),
    (_link, "status/link: is not a plain file"),
    (lambda path: _added(path, "status/a/20260101.json", {"slug": "a"}), "suite: this field is required"),
    (lambda path: _added(path, "status/b/20260101T000000Z-0123456789ab.json", STATUS), MOVED),
    (
        lambda path: _added(path, f"results/retractions/{'2' * 64}.json", RETRACTION),
        "withdraws a row that does not exist",
    ),
)


@pytest.mark.parametrize(("spoil", "problem"), SPOILT)
def test_a_wrong_push_by_hand_is_found(
    in_process, remote: Path, row: Row, tmp_path: Path, git_in: GitIn, *, spoil, problem: str
) -> None:
    """The wrong file is in the first commit of the row, so that the history alone does not show it."""
    clone = tmp_path / "clone"
    git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(remote), str(clone))
    spoil(_write(clone, row))
    git_in(clone, "add", "--all")
    git_in(clone, "commit", "--quiet", "-m", "By hand")
    git_in(clone, "push", "--quiet", "origin", "HEAD:results")
    done = in_process("results", "check", "--remote", remote, code=1)
    assert problem in done.stdout
    assert "commit " not in done.stdout
    assert "error: branch results at " in done.stderr


@pytest.mark.gate
def test_a_deleted_row_is_found_and_named(in_process, published, row, tmp_path, git_in) -> None:
    clone = tmp_path / "clone"
    git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(published), str(clone))
    git_in(clone, "rm", "--quiet", "-r", "results")
    git_in(clone, "commit", "--quiet", "-m", "Clean up")
    git_in(clone, "push", "--quiet", "origin", "HEAD:results")
    done = in_process("results", "check", "--remote", published, code=1)
    assert f"deletes {row.path(ROWS)}" in done.stdout


@pytest.mark.gate
def test_a_rewritten_branch_is_found_by_the_commit_of_an_earlier_check(
    in_process, published: Path, tmp_path: Path, git_in: GitIn, make_row
) -> None:
    options = ("results", "check", "--remote", published, "--seen", "seen.txt")
    assert in_process(*options).returncode == 0
    seen = (tmp_path / "seen.txt").read_text("ascii")
    clone = tmp_path / "clone"
    git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(published), str(clone))
    git_in(clone, "reset", "--quiet", "--hard", "HEAD~1")
    _write(clone, make_row("acme-1", "PPP"))
    git_in(clone, "add", "--all")
    git_in(clone, "commit", "--quiet", "-m", "Add a row")
    git_in(clone, "push", "--quiet", "--force", "origin", "HEAD:results")
    done = in_process(*options, code=1)
    assert f"{seen[:12]}: was on the branch and is missing now: the history was rewritten" in done.stdout
    assert (tmp_path / "seen.txt").read_text("ascii") == seen  # the next check finds it, too
    (tmp_path / "seen.txt").write_text("HEAD\n", "ascii")
    assert in_process(*options).returncode == 2


@pytest.mark.gate
def test_a_row_is_withdrawn_on_the_branch_once(in_process, published: Path, row: Row, git_in: GitIn) -> None:
    options = ("results", "retract", row.id[:12], "--remote", published, "--by", "jane")
    done = in_process(*options, "--reason", "The answers were copied.", code=0)
    assert done.stdout.startswith(f"pushed results/retractions/{row.id}.json as ")
    message = git_in(published, "log", "-1", "--format=%B", "results")
    assert message.startswith(f"Withdraw row {row.id[:12]}\n\nThe answers were copied.\n\nBy jane.")
    assert in_process(*options, "--reason", "Another.").stdout == "already withdrawn\n"
    assert in_process("results", "check", "--remote", published).returncode == 0
    (_, listed) = in_process("results", "list", "--remote", published).stdout.splitlines()
    assert re.search(r"withdrawn [\d-]{10}: The answers were copied\.$", listed.rstrip())


@pytest.fixture
def local(tmp_path: Path, make_row) -> Iterator[list[Row]]:
    """Write three rows to a folder; the last one supersedes the first."""
    rows = [
        make_row("a"),
        make_row("b", started="2026-02-04T00:00:00Z"),
        make_row("a", tasks=["new", "task-1", "task-2"], version=2, started="2026-05-01T00:00:00Z"),
    ]
    for row in rows:
        add_record(tmp_path / "rows", row)
    return rows


def test_the_list_of_rows_says_which_are_superseded_or_withdrawn(in_process, local: list[Row]) -> None:
    where = ("--rows", "rows")
    in_process("results", "retract", local[1].id, *where, "--by", "jane", "--reason", "Copied.", code=0)
    lines = in_process("results", "list", *where).stdout.splitlines()[1:]
    assert [line.split()[:2] for line in lines] == [
        [row.id[:12], row.result.submission.slug] for row in local
    ]
    assert [line.split("judged")[1].strip()[:9] for line in lines] == ["supersede", "withdrawn", ""]
    assert "Copied." in lines[1]
    assert len(in_process("results", "list", *where, "--slug", "b").stdout.splitlines()) == 2
    assert in_process("results", "list", *where, "--slug", "none").stdout == "no rows\n"


def test_the_export_has_the_files_of_the_site(in_process, make_row, tmp_path: Path) -> None:
    rows = [make_row("a", "PWM"), make_row("b", "PPW"), make_row("c", suite="mmcode")]
    for made in rows:
        add_record(tmp_path / ROWS, made)
    sources = sources_of(map(count_row, rows), SiteConfig(rows=ROWS), ranked=False)
    tables = sorted(verdict_tables(sources), key=lambda table: table.path)
    done = in_process("export", "rows", ROWS, "--format", "tables", "--out", "out")
    written = {f"data/{path.relative_to('out')}": path.read_bytes() for path in Path("out").rglob("*.*")}
    assert written == {
        path: data for table in tables for path, data in table_contents(table, sources).items()
    }
    assert f"out/{tables[0].path.removeprefix('data/')}.csv.gz: 6 lines" in done.stdout.splitlines()
    Path("empty").mkdir()
    assert in_process("export", "rows", "empty", "--format", "tables", "--out", "out").stdout == "no rows\n"
    done = in_process("export", "rows", ROWS, "--format", "tables", "--model-id", "a/b", "--out", "out")
    assert "--model-id: cannot be used with tables" in done.stderr
