"""The run file next to a verdict file says what was judged; later commands find it there."""

import hashlib
import json
from pathlib import Path

import pytest

from benchmark.files.run_file import read_run
from tests.case_files import read_cases
from tests.conftest import Sightbench
from tests.jsonl import read_jsonl, write_jsonl

TASKS = read_cases("evaluate/tasks.yaml")
ANSWERS = {
    "double": "def double(x):\n    return 2 * x\n",
    "stack": "class Stack(list):\n    push = list.append\n",
    "sum": "print(1)\n",
}
EVALUATE = ("evaluate", "--workers", "1", "--verdicts", "out/v.jsonl")
INPUTS = ("--tasks", "tasks.jsonl", "--predictions", "p.jsonl")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "tasks.jsonl", [task | {"stem": "one"} for task in TASKS])
    write_jsonl(
        tmp_path / "p.jsonl", ({"task_id": name, "completion": text} for name, text in ANSWERS.items())
    )
    return tmp_path


@pytest.mark.gate
def test_a_run_file_names_what_was_judged_relative_to_its_folder(files, in_process: Sightbench) -> None:
    in_process(*EVALUATE, *INPUTS, "--costs", "--name", "Acme VL", code=0)
    record = json.loads((files / "out/v.jsonl.run.json").read_text())
    assert record["schema"] == "sightbench/run/1"
    for kind, name in (("predictions", "p.jsonl"), ("tasks", "tasks.jsonl")):
        digest = hashlib.sha256((files / name).read_bytes()).hexdigest()
        assert record[kind] == [{"path": f"../{name}", "sha256": digest}]
    assert (record["name"], record["extraction"], record["costs"]) == ("Acme VL", "own", True)
    assert {path.name for path in (files / "out").iterdir()} == {"v.jsonl", "v.jsonl.run.json"}
    moved = files / "moved"
    moved.mkdir()
    for name in ("out", "p.jsonl", "tasks.jsonl"):
        (files / name).rename(moved / name)
    run = read_run(moved / "out/v.jsonl")
    assert run is not None
    assert [file.path for file in run.tasks] == [str(moved / "tasks.jsonl")]


@pytest.mark.gate
def test_scores_of_stored_verdicts_know_the_stems_without_naming_the_tasks(files, in_process) -> None:
    in_process(*EVALUATE, *INPUTS, code=0)
    score = ("evaluate", "--score-only", "out/v.jsonl")
    assert "v: 3 tasks, 1 stem, 3 samples" in in_process(*score, code=0).stdout
    (files / "out/v.jsonl.run.json").unlink()
    assert "v: 3 tasks, 3 stems, 3 samples" in in_process(*score, code=0).stdout


@pytest.mark.gate
def test_an_interrupted_run_continues_without_naming_its_files(files, in_process) -> None:
    in_process(*EVALUATE, *INPUTS, "--costs", "--name", "Acme VL", code=0)
    whole = (files / "out/v.jsonl").read_bytes()
    (files / "out/v.jsonl.run.json").rename(files / "out/v.jsonl.partial.run.json")
    done = in_process(*EVALUATE, "--resume", code=0)
    assert "pass@1" in done.stdout
    kept = [{**line, **dict.fromkeys(("cpu_seconds", "wall_seconds", "memory_mb"))} for line in
            (json.loads(text) for text in whole.splitlines())]  # fmt: skip
    again = [{**line, **dict.fromkeys(("cpu_seconds", "wall_seconds", "memory_mb"))} for line in
             read_jsonl(files / "out/v.jsonl")]  # fmt: skip
    assert again == kept
    run = read_run(files / "out/v.jsonl")
    assert run is not None
    assert run.name == "Acme VL"
    assert not (files / "out/v.jsonl.partial.run.json").exists()
    refused = in_process(*EVALUATE, "--resume", code=2)
    assert "no interrupted run of out/v.jsonl" in refused.stderr


@pytest.mark.gate
@pytest.mark.parametrize("name", ["p.jsonl", "tasks.jsonl"])
def test_a_file_that_changed_since_is_named(files, in_process, name: str) -> None:
    in_process(*EVALUATE, *INPUTS, code=0)
    (files / "out/v.jsonl.run.json").rename(files / "out/v.jsonl.partial.run.json")
    with (files / name).open("a") as file:
        file.write("\n")
    refused = in_process(*EVALUATE, "--resume", code=2)
    assert f"error: {files / name}: has changed since v.jsonl.partial was made from it" in refused.stderr
    (files / name).unlink()
    assert "is not there, and v.jsonl.partial" in in_process(*EVALUATE, "--resume", code=2).stderr


@pytest.mark.gate
def test_changed_tasks_are_not_scored_with_old_verdicts(files, in_process) -> None:
    in_process(*EVALUATE, *INPUTS, code=0)
    path = files / "tasks.jsonl"
    path.write_text(path.read_text().replace('"one"', '"two"'))
    refused = in_process("evaluate", "--score-only", "out/v.jsonl", code=2)
    assert f"error: {path}: has changed since v.jsonl was made from it" in refused.stderr
    done = in_process("evaluate", "--score-only", "out/v.jsonl", "--tasks", path, code=0)
    assert "1 stem" in done.stdout


@pytest.mark.gate
def test_a_run_file_that_is_not_one_is_refused_with_its_field(files, in_process) -> None:
    in_process(*EVALUATE, *INPUTS, code=0)
    path = files / "out/v.jsonl.run.json"
    path.write_text(path.read_text().replace("sightbench/run/1", "sightbench/run/9"))
    refused = in_process("evaluate", "--score-only", "out/v.jsonl", code=2)
    assert "out/v.jsonl.run.json: schema:" in refused.stderr


@pytest.mark.gate
def test_a_file_that_holds_no_verdicts_is_not_replaced(files, in_process) -> None:
    (files / "out").mkdir(exist_ok=True)
    for text in ("my notes\n", '{"task_id": "double", "completion": "x"}\n', "<html>\n", "\x1f\x8b"):
        (files / "out/v.jsonl").write_text(text, encoding="latin-1")
        refused = in_process(*EVALUATE, *INPUTS, code=2)
        assert "out/v.jsonl: exists, and is no verdict file" in refused.stderr
        assert (files / "out/v.jsonl").read_text(encoding="latin-1") == text
    (files / "out/v.jsonl").unlink()
    for _ in range(2):
        in_process(*EVALUATE, *INPUTS, code=0)
