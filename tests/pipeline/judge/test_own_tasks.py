"""Tests that faults of a user's own tasks are found, with file, line, field and fix, and are bad input.

``tests/cases/own_tasks`` has one task per file, and what is said about it; nothing about a sound one.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.sample import Completion
from benchmark.pipeline import evaluate as conductor
from benchmark.pipeline import sources
from benchmark.pipeline.identity import GivenIdentity
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.own_tasks import check_tasks
from tests.case_files import FOLDER, read_cases
from tests.jsonl import read_jsonl, write_jsonl

Image = pytest.importorskip("PIL.Image", reason="pictures need pillow")
NAMES = sorted(path.stem for path in (FOLDER / "own_tasks").glob("*.yaml"))
CASES = {name: read_cases(f"own_tasks/{name}.yaml") for name in NAMES}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Check all tasks in one run; return what is said about each, by name."""
    file = tmp_path_factory.mktemp("own") / "tasks.jsonl"
    Image.new("RGB", (2, 2)).save(file.parent / "good.png")
    (file.parent / "text.png").write_text("not a picture")
    write_jsonl(file, [CASES[name]["task"] for name in NAMES])
    source = sources.from_files([file])
    with pytest.raises(BadInput) as caught:
        check_tasks(source.tasks, source.places, LocalPool(2))
    said = dict.fromkeys(NAMES, "")
    for problem in caught.value.problems:
        assert problem.file == str(file)
        number = int(problem.place.partition(":")[0].removeprefix("line "))
        said[NAMES[number - 1]] += problem.render() + "\n"
    return said


@pytest.mark.gate
@pytest.mark.parametrize("name", NAMES)
def test_a_fault_of_a_task_is_named_with_its_line_field_and_fix(name: str, found: Mapping[str, str]) -> None:
    for words in CASES[name]["says"]:
        assert words in found[name]
    lines = found[name].splitlines()
    faults = sum(line.startswith("error: ") for line in lines)
    assert faults == bool(CASES[name]["says"]), found[name]
    assert sum(line.startswith("  fix: ") for line in lines) == faults


def _write(folder: Path, *names: str, answer: str = "def f(x):\n    return 2 * x\n") -> list[str]:
    tasks = [{key: value for key, value in CASES[name]["task"].items() if key != "images"} for name in names]
    write_jsonl(folder / "t.jsonl", tasks)
    write_jsonl(folder / "p.jsonl", [{"task_id": name, "completion": answer} for name in names])
    return ["evaluate", "--tasks", "t.jsonl", "--predictions", "p.jsonl", "--verdicts", "v.jsonl"]


@pytest.mark.gate
def test_evaluate_refuses_a_reference_that_fails_before_it_judges_an_answer(in_process, tmp_path) -> None:
    command = _write(tmp_path, "sound-function", "reference-is-wrong")
    done = in_process(*command, code=2)
    assert "error: t.jsonl: line 2: reference: does not pass its own check: wrong answer" in done.stderr
    assert done.stdout == ""
    assert not [*tmp_path.glob("v.jsonl*")]
    # A part of the tasks needs only the references of that part.
    write_jsonl(tmp_path / "p.jsonl", read_jsonl(tmp_path / "p.jsonl")[:1])
    assert "1 passed" in in_process(*command, "--partial", code=0).stdout


@pytest.mark.gate
@pytest.mark.parametrize("has_reference", [True, False])
def test_evaluate_words_an_unknown_name_as_the_check_of_tasks_does(
    has_reference: bool, in_process, tmp_path: Path
) -> None:
    command = _write(tmp_path, name := "test-uses-an-unknown-name")
    if not has_reference:
        tasks = read_jsonl(tmp_path / "t.jsonl")
        write_jsonl(tmp_path / "t.jsonl", [{**tasks[0], "reference": ""}])
    (words,) = CASES[name]["says"]
    for said in (in_process(*command, code=2), in_process("tasks", "--check", "t.jsonl", code=2)):
        assert f"error: t.jsonl: line 1: {words}" in said.stderr


@pytest.mark.gate
@pytest.mark.parametrize("name", ["test-imports-what-is-not-there", "name-that-nothing-binds"])
def test_a_broken_test_is_bad_input_of_own_tasks_and_our_failure_of_bundled_ones(
    name: str, in_process, tmp_path: Path
) -> None:
    """The first is found with the first answer; the second is a dead end, behind a right result."""
    if name in CASES:
        task = {key: value for key, value in CASES[name]["task"].items() if key != "reference"}
    else:
        (task,) = map(json.loads, (FOLDER / "broken-tests" / name / "task.jsonl").read_text().splitlines())
    write_jsonl(tmp_path / "t.jsonl", [task])
    write_jsonl(tmp_path / "p.jsonl", [{"task_id": name, "completion": "def f(x):\n    return x\n"}])
    command = ("evaluate", "--tasks", "t.jsonl", "--predictions", "p.jsonl", "--verdicts", "v.jsonl")
    done = in_process(*command, code=2)
    assert "error: t.jsonl: line 1: check.tests: " in done.stderr
    assert "fix: correct " in done.stderr
    assert len(read_jsonl(tmp_path / "v.jsonl")) == 1
    assert not (tmp_path / "v.jsonl.partial").exists(), "a run with the corrected task could not begin"
    with pytest.raises(OurFailure):
        _evaluate_as_bundled(tmp_path / "t.jsonl", "def f(x):\n    return x\n")


@pytest.mark.gate
def test_an_answer_that_passes_a_bundled_test_that_was_called_broken_is_our_failure(tmp_path: Path) -> None:
    check = {"kind": "function", "tests": ["if f(1) != 2:\n    raise SystemExit('wrong')"]}
    task = {"id": "f", "entry_point": "f", "check": check, "reference": "def f(x):\n    return x\n"}
    write_jsonl(tmp_path / "t.jsonl", [task])
    with pytest.raises(OurFailure, match="passes the test of task 'f', which was called broken for 'f#1'"):
        _evaluate_as_bundled(
            tmp_path / "t.jsonl", "def f(x):\n    return 2 * x\n", "def f(x):\n    return 7\n"
        )


def _evaluate_as_bundled(file: Path, *codes: str) -> None:
    """Evaluate answers to the only task of a file as if a suite had it."""
    source = sources.from_files([file])
    bundled = sources.TaskSource(tasks=source.tasks, suite_id="custom", dataset="custom", suite=None)
    answers = conductor.Answers(
        paths=(Path("p.jsonl"),),
        completions=[
            Completion(task_id=source.tasks[0].id, draw=draw, text=code) for draw, code in enumerate(codes)
        ],
    )
    job = conductor.read(answers, bundled, GivenIdentity(), "own", options=False)
    conductor.evaluate(job, LocalPool(1), conductor.Outputs())
