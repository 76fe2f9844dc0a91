"""Wrong files of nightly runs on the branch: each is one clear finding of ``results check``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.sample import Completion
from benchmark.files.atomic import gzip_bytes
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import prediction_record
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import Panel, completions_name

from .pushed import COMPLETIONS, COUNTED, FILE, TEXTS, GitIn, bundle, check, edited, placed, push

Wrong = Callable[[Panel, dict[str, bytes]], dict[str, bytes]]


FOLDER = "nightly/panels/code-vision/open/acme-1"
NO_PLACE = "does not belong on this branch; use nightly/<kind>"
ELSEWHERE = f"restore the file, or move it to {FOLDER}/"


def _moved(change: Callable[[str], str]) -> Wrong:
    """Return a wrong push: the file of the panel at another path."""
    return lambda _, files: {change(name): data for name, data in [*files.items()][:1]}


def _bytes(change: Callable[[bytes], bytes]) -> Wrong:
    """Return a wrong push: the file of the panel with other bytes."""
    return lambda _, files: {name: change(data) for name, data in [*files.items()][:1]}


def _edited(change: Callable[[dict[str, Any]], object], *, new_id: bool = True) -> Wrong:
    """Return a wrong push: the panel with another content."""
    return lambda panel, _: edited(panel, change, new_id=new_id)


WRONG: dict[str, tuple[Wrong, str]] = {
    "no kind": (lambda _, _files: {"nightly/panel/a.json": b"{}"}, f"{NO_PLACE}/…/<date>.<id>.json"),
    "no folders": (_moved(lambda name: f"nightly/panels/{Path(name).name}"), ELSEWHERE),
    "no date in the name": (lambda panel, _: {f"{FOLDER}/{panel.id}.json": b"{}"}, NO_PLACE),
    "other folder": (_moved(lambda name: name.replace("acme-1", "acme-2")), ELSEWHERE),
    "other night in the name": (_moved(lambda name: name.replace("11-20", "11-21")), ELSEWHERE),
    "edited": (
        _edited(lambda value: value["result"].update(stage=2), new_id=False),
        "is not the digest of the panel's content",
    ),
    "other schema": (
        _edited(lambda value: value.update(schema="sightbench/panel/2")),
        "schema: sightbench/panel/2 is newer than sightbench/panel/1, the newest version that",
    ),
    "unknown field": (
        _edited(lambda value: value["run"].update(costs=1)),
        "run.costs: unknown field; did you mean cost_usd?",
    ),
    "status": (
        _edited(lambda value: value["result"]["statuses"].update({"task-0": ["P"]})),
        "or 'missing', got 'P'; use one of these",
    ),
    "digest": (
        _edited(lambda value: value["result"]["tasks"].update(digest="abc")),
        "result.tasks.digest: does not match ^[0-9a-f]{64}$, got 'abc'",
    ),
    "date": (
        _edited(lambda value: value["result"].update(date="2026-11-31")),
        "result.date: is not an existing date, got '2026-11-31'; use a date of the calendar",
    ),
    "truncated": (_bytes(lambda data: data[:300]), "not valid JSON"),
    "other bytes": (
        _bytes(lambda data: data.replace(b'","', b'", "', 1)),
        "is not written as RFC 8785 JSON and a line end; restore the file",
    ),
    "no completions": (
        _edited(lambda value: value["run"].update(completions_file=FILE)),
        "is missing, but its panel names it; add the file again",
    ),
    "stray completions": (
        lambda panel, files: {**files, f"{FOLDER}/{completions_name(panel)}": TEXTS},
        "does not belong to any valid panel that names it",
    ),
    "completions in another folder": (
        lambda panel, files: {**files, f"nightly/models/openai/{completions_name(panel)}": TEXTS},
        "does not belong on this branch",
    ),
    "signature of nothing": (
        lambda panel, _: {bundle(panel.path(Path(NIGHTLY))): b"{}"},
        "is the signature of a panel that does not exist",
    ),
}


@pytest.fixture
def night(make_night) -> Panel:
    return make_night(completions_file=FILE, completions=COUNTED, resolved_models={})


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_one_clear_finding(remote, tmp_path, git_in, make_night, *, case) -> None:
    wrong, problem = WRONG[case]
    panel = make_night()
    files = wrong(panel, placed(panel))
    push(remote, tmp_path, git_in, files)
    (finding,) = check(remote, tmp_path / "check").findings
    assert problem in finding.problem
    assert finding.place.startswith("nightly/")


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda data: data[:-1], "bytes, but its panel says"),
        (lambda data: data[:-1] + b"?", "has another SHA-256 than its panel says"),
    ],
)
def test_other_completions_are_found(remote, tmp_path, git_in, night, *, spoil, problem) -> None:
    beside = night.path(Path(NIGHTLY)).with_name(completions_name(night)).as_posix()
    push(remote, tmp_path, git_in, {**placed(night), beside: spoil(TEXTS)})
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.place == beside
    assert problem in finding.problem


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        (COMPLETIONS[:2], "task 'task-2', draw 0 is only in one of this file and result.statuses"),
        (
            [*COMPLETIONS, Completion(task_id="task-3", draw=0, text="x")],
            "task 'task-3', draw 0 is only in one",
        ),
        (
            [*COMPLETIONS[:2], Completion(task_id="task-2", draw=0, text="y")],
            "has 3 completions with ",
        ),
    ],
)
def test_completions_of_other_samples_are_found_even_if_the_panel_names_the_file(
    remote, tmp_path, git_in, make_night, *, kept, problem
) -> None:
    data = gzip_bytes(dump_records(Path("completions"), map(prediction_record, kept)))
    described = {"sha256": sha256_hex(data), "bytes": len(data)}
    panel = make_night(completions_file=described, completions=COUNTED, resolved_models={})
    beside = panel.path(Path(NIGHTLY)).with_name(completions_name(panel))
    push(remote, tmp_path, git_in, {**placed(panel), beside.as_posix(): data})
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.place == beside.as_posix()
    assert finding.problem.startswith(problem)


def test_a_second_panel_of_a_night_is_found(remote: Path, tmp_path: Path, git_in: GitIn, make_night) -> None:
    push(remote, tmp_path, git_in, {**placed(make_night()), **placed(make_night(salt="again"))})
    push(remote, tmp_path, git_in, placed(make_night(stage=2)))  # another stage is no duplicate
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.problem.startswith("2026-11-20.")
    assert "is another panel of this night for the same series; keep one" in finding.problem


def test_evidence_that_is_not_on_the_branch_is_found(remote, tmp_path, git_in, make_event) -> None:
    push(remote, tmp_path, git_in, placed(make_event(panels=["7" * 64])))
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.problem.startswith(f"panels: nightly/panels has no valid file with the id {'7' * 64}")
