"""After a fix, a suite has a higher version, and stored completions are judged again."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.core.task import Task
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import add_row, make_row, record_evaluation
from benchmark.pipeline.rows.rescore import outdated_rows
from benchmark.results.branch import publish
from benchmark.results.ledger import read_rows
from benchmark.results.row import Row
from tests.conftest import MakeRow

from ..conftest import IDENTITY, SmallDataset, Suites

pytestmark = pytest.mark.gate

COMMAND = ("rescore", "--suite", "code-vision", "--rows", "rows", "--workers", 1)


@pytest.fixture
def fixed_tasks(small: SmallDataset, make_task: Callable[..., Task]) -> tuple[Task, ...]:
    """The tasks of a new version: the wrong test of a-2 is corrected, b-1 is removed."""
    tasks = {task.id: task for task in small.tasks}
    return tasks["a-1"], make_task("a-2", "assert f(2) == 6", stem="a", level="easy"), tasks["b-2"]


@pytest.fixture
def old(tmp_path: Path, judged: Evaluation) -> Path:
    return record_evaluation(tmp_path / "rows", judged, IDENTITY)


def _passed(row: Row) -> list[str]:
    return [task for task, statuses in row.result.statuses.items() if statuses == ["passed"]]


def test_stored_completions_give_a_row_of_the_new_suite_version(
    tmp_path: Path,
    old: Path,
    fixed_tasks: tuple[Task, ...],
    suite_is: Suites,
    in_process,
) -> None:
    suite_is(2, fixed_tasks)
    before = {path: path.read_bytes() for path in old.parent.iterdir()}
    done = in_process(*COMMAND, code=0)
    assert "code-vision version 2: 1 row to judge again" in done.stdout
    assert "pass@1 0.25 → 0.666667" in done.stdout
    first, second = read_rows(tmp_path / "rows")
    assert first.id == old.stem
    assert _passed(first) == ["a-1"]
    assert _passed(second) == ["a-1", "a-2"]
    assert (second.result.versions.suite, second.result.tasks.count) == (2, 3)
    assert {path: path.read_bytes() for path in before} == before
    (group,) = group_rows([first, second])["code-vision"]
    assert group.newest == (second,)
    again = in_process(*COMMAND)
    assert "0 rows to judge again" in again.stdout
    assert len(read_rows(tmp_path / "rows")) == 2
    assert in_process("verify", second.path(tmp_path / "rows"), "--workers", 1).returncode == 0


@pytest.mark.gate
@pytest.mark.parametrize("in_workflow", [True, False])
def test_a_rescored_row_keeps_its_origin_and_names_the_new_judge(
    tmp_path: Path,
    judged: Evaluation,
    fixed_tasks: tuple[Task, ...],
    monkeypatch,
    *,
    suite_is,
    in_process,
    in_workflow,
) -> None:
    """A row stays ``verified`` only if a workflow judges it; on somebody's machine it becomes ``judged``."""
    row, files = make_row(judged, IDENTITY)
    origin = {"trust": "verified", "links": {"Paper": "https://example.org/1"}, "request": "1" * 64}
    add_row(tmp_path / "rows", row.model_copy(update={"run": row.run.model_copy(update=origin)}), files)
    suite_is(2, fixed_tasks)
    for name in ("GITHUB_RUN_ID", "GITHUB_REPOSITORY", "GITHUB_SHA", "GITHUB_SERVER_URL"):
        monkeypatch.delenv(name, raising=False)
    if in_workflow:
        monkeypatch.setenv("GITHUB_RUN_ID", "12")
        monkeypatch.setenv("GITHUB_REPOSITORY", "octo/bench")
    assert in_process(*COMMAND).returncode == 0
    new = read_rows(tmp_path / "rows")[-1].run
    assert (new.trust, new.request) == ("verified" if in_workflow else "judged", "1" * 64)
    run = {"CI run": "https://github.com/octo/bench/actions/runs/12"} if in_workflow else {}
    assert new.links == {"Paper": "https://example.org/1", **run}


def test_a_row_that_cannot_be_judged_again_is_named_and_left_unchanged(
    tmp_path: Path,
    old: Path,
    small: SmallDataset,
    make_task,
    *,
    suite_is: Suites,
    in_process,
) -> None:
    suite_is(2, (*small.tasks, make_task("c-1")))
    done = in_process(*COMMAND, code=1)
    assert "not judged again: row " in done.stdout
    assert "has no completions for 1 new tasks of its suite, such as 'c-1'" in done.stdout
    next(old.parent.glob("*.completions.jsonl.gz")).unlink()
    done = in_process(*COMMAND, code=1)
    assert "does not exist" in done.stdout
    assert len(read_rows(tmp_path / "rows")) == 1


@pytest.mark.gate
def test_rows_are_added_to_a_branch(
    tmp_path: Path,
    old: Path,
    fixed_tasks: tuple[Task, ...],
    *,
    suite_is: Suites,
    remote: Path,
    in_process,
) -> None:
    def write(checkout: Path) -> str:
        (checkout / "results" / old.parent.relative_to(tmp_path / "rows")).mkdir(parents=True)
        for path in old.parent.iterdir():
            (checkout / "results" / path.relative_to(tmp_path / "rows")).write_bytes(path.read_bytes())
        return "Add a row"

    publish(str(remote), write, folder=tmp_path / "publish")
    suite_is(2, fixed_tasks)
    options = ("rescore", "--suite", "code-vision", "--remote", remote, "--workers", 1)
    done = in_process(*options, code=0)
    assert f"{old.stem[:12]} acme-vl, rebuilt" in done.stdout
    (new, changed) = re.findall(r"^  (\w{12}): (.+)", done.stdout, re.MULTILINE)[0]
    assert "pass@1 0.25 → 0.666667" in changed
    assert in_process("results", "check", "--remote", remote).returncode == 0
    _, before, after = in_process("results", "list", "--remote", remote).stdout.splitlines()
    assert before.startswith(f"{old.stem[:12]} ")
    assert before.rstrip().endswith("superseded")
    assert re.fullmatch(rf"{new} .* 2 +\S+ +\w+ *", after)
    assert "0 rows to judge again" in in_process(*options).stdout


def test_only_the_newest_row_of_a_question_is_judged_again(make_row: MakeRow) -> None:
    rows = [
        make_row("a", started="2026-01-01T00:00:00Z"),
        make_row("a", "PPP", started="2026-01-02T00:00:00Z"),
        make_row("a", dataset="official", started="2026-01-03T00:00:00Z"),
        make_row("done", started="2026-01-04T00:00:00Z"),
        make_row("done", version=2, started="2026-01-05T00:00:00Z"),
        make_row("paper", trust="reported", started="2026-01-06T00:00:00Z"),
    ]
    assert outdated_rows(rows, 2) == (rows[1], rows[2])
    assert outdated_rows(rows, 1) == ()


def test_a_dry_run_changes_nothing(tmp_path, old, small, suite_is, in_process) -> None:
    suite_is(2, small.tasks)
    done = in_process(*COMMAND, "--dry-run")
    assert f"{old.stem[:12]} acme-vl, rebuilt" in done.stdout
    assert len(read_rows(tmp_path / "rows")) == 1
    other = in_process(*COMMAND, "--dry-run", "--slug", "other")
    assert "0 rows to judge again" in other.stdout
