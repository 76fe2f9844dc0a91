"""Private files are not written into a clone of the repository, whichever clone runs the code."""

import json
from pathlib import Path

import pytest
import yaml

from benchmark.core.errors import BadInput
from benchmark.files.outside import check_outside

PRIVATE = "fresh-private-0123456789ab"
TASK = {
    "id": "a-1", "suite": "code-vision", "dataset": PRIVATE, "prompt": "Double x.", "entry_point": "f",
    "check": {"kind": "function", "tests": ["assert f(2) == 4"]}, "limits": {"seconds": 1.0},
}  # fmt: skip


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder that looks like another clone of the repository."""
    mark = tmp_path / "clone" / "benchmark" / "files" / "outside.py"
    mark.parent.mkdir(parents=True)
    mark.touch()
    return tmp_path / "clone"


def test_own_and_other_clones_are_refused(clone: Path, tmp_path: Path) -> None:
    check_outside(tmp_path / "pack", "--out")
    (tmp_path / "link").symlink_to(clone)
    for place in (clone, clone / "a" / "b", tmp_path / "link" / "c", Path(__file__)):
        with pytest.raises(BadInput, match="so it could be published with it"):
            check_outside(place, "--out")


def test_commands_write_no_answers_to_private_tasks_into_a_clone(
    in_process, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", "not-a-key")
    (tmp_path / "tasks.jsonl").write_text(json.dumps(TASK) + "\n")
    (tmp_path / "answers.jsonl").write_text('{"task_id": "a-1", "draw": 0, "completion": "x"}\n')
    model = {
        "provider": "openai", "model": "acme", "base_url": "http://127.0.0.1:9/v1",
        "api_key_env": "SIGHTBENCH_KEY_ACME", "price": {"input": 1, "output": 1, "date": "2025-01-31"},
    }  # fmt: skip
    public = {"suite": "code-vision", "dataset": "open", "setting": "text", "protocol": "cool-1"}
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "submission.yaml").write_text(
        yaml.safe_dump(
            {"slug": "acme", "name": "Acme", "owners": ["octocat"], "runs": [{**public, "model": model}]}
        )
    )
    tasks = ("--tasks", "tasks.jsonl")
    for option, arguments in (
        (
            "--verdicts",
            ("evaluate", *tasks, "--predictions", "answers.jsonl", "--verdicts", clone / "v.jsonl"),
        ),
        ("--out", ("generate", "acme", *tasks, "--out", clone / "answers.jsonl")),
        (
            "--debug-http",
            ("generate", "acme", *tasks, "--out", "a.jsonl", "--debug-http", clone / "log.jsonl"),
        ),
        ("--into", ("review", "solve", "ab", "--dataset", PRIVATE, "--into", clone)),
        ("--out", ("review", "tasks", *tasks, "--out", clone / "sheet.csv")),
        ("--out", ("review", "sample", "answers.jsonl", *tasks, "--out", clone / "sheet.csv")),
    ):
        done = in_process(*arguments)
        assert done.returncode == 2
        assert f"{option}: " in done.stderr
        assert "so it could be published with it" in done.stderr
    assert [path.name for path in clone.iterdir()] == ["benchmark"]
