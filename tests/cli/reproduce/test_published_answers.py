"""Tests of `sightbench reproduce code-vision results --from`, which judge a few real answers."""

import random
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.suites.code_vision.import_files import write_imported
from benchmark.suites.code_vision.importer import ImportedRuns, PublishedRun, read_published_outputs
from tests.jsonl import write_jsonl
from tests.sampling import gate_of


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["reproduce", "code-vision", "results", "--from", *map(str, arguments), "--workers", "2"])
    return int(ended.value.code or 0)


def folder_with(folder: Path, answers: list[dict[str, object]]) -> Path:
    """Write a file in the authors' layout, with one model's answers to problems of our own."""
    path = folder / "MATH" / "m-1" / "samples.jsonl_results.jsonl"
    path.parent.mkdir(parents=True)
    problem = {"test": "assert add(1) == 2", "starter_code": "def add(x: int) -> int:", "prompt": "Add one."}
    write_jsonl(path, ({"task_id": str(n), **problem, **answer} for n, answer in enumerate(answers)))
    return folder


@gate_of("published")
def test_all_verdicts_agree_with_the_published_ones(tmp_path, capsys) -> None:
    right, wrong = "def add(x):\n    return x + 1", "def add(x):\n    return x"
    cut = f"{right}\n\nn = int(input())"
    passed, failed = {"passed": True, "result": "passed"}, {"passed": False, "result": "failed: "}
    answers = [
        {"response": right, "completion": right, **passed},
        {"response": wrong, "completion": wrong, **failed},
        {"response": f"```python\n{cut}\n```", "completion": right + "\n", **passed},
    ]
    assert run(folder_with(tmp_path, answers)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "3 of 3 verdicts agree"
    assert lines[-2] == "3 of 3 graded texts equal what upstream's rule gives"
    assert "m-1    math        3       66.7           66.7      33.3       0" in lines
    (rules,) = (line for line in lines if line.startswith("  m-1 math 2: "))
    assert "own rule runtime error" in rules
    assert run(tmp_path, "--limit", 2) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 of 2 verdicts agree"
    assert "upstream: everything from the first line with input( on cut" in rules


@gate_of("published")
def test_a_verdict_that_differs_is_shown_with_its_reason(tmp_path, capsys) -> None:
    right, wrong = "def add(x):\n    return x + 1", "def add(x):\n    return 41"
    answers = [
        {"response": wrong, "completion": "pass", "passed": True, "result": "passed"},
        {"response": right, "completion": right, "passed": False, "result": "OK"},
    ]
    assert run(folder_with(tmp_path, answers)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["1 of 2 graded texts equal what upstream's rule gives", "0 of 2 verdicts agree"]
    assert "  m-1 math 1: published failed ('OK'); here passed" in lines
    (line,) = (found for found in lines if found.startswith("  m-1 math 0: "))
    assert line.startswith("  m-1 math 0: published passed; here wrong answer (")


@gate_of("published")
def test_a_verdict_that_is_not_the_same_in_all_runs_is_shown(tmp_path, capsys) -> None:
    right = "def add(x):\n    return x + 1"
    random_ = "import os\n\ndef add(x):\n    return os.urandom(8).hex()"
    answers = [
        {"response": right, "completion": right, "passed": True, "result": "passed"},
        {"response": random_, "completion": random_, "passed": False, "result": "failed: "},
    ]
    assert run(folder_with(tmp_path, answers), "--rounds", 2, "--load", 2) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "2 of 2 verdicts agree"
    assert "1 of 2 verdicts are the same in all runs" in lines
    (unsteady,) = (line for line in lines if line.startswith("  m-1 math 1 draw 0, upstream rule: "))
    assert unsteady.count("wrong_answer: ") == 2
    (loaded,) = (line for line in lines if line.startswith("run 2: "))
    assert loaded.startswith("run 2: with 2 other busy processes, ")


@gate_of("published")
def test_verdicts_agree_on_a_sample_of_the_published_answers(shared_data, tmp_path, capsys) -> None:
    """Judges three random answers of each model and subset; `nox -s replicate` judges all."""
    imported = read_published_outputs([shared_data / "codevision"])
    picked = random.Random(20250222)  # noqa: S311 - a seeded sample
    runs = []
    for published_run in imported.runs:
        places = sorted(picked.sample(range(len(published_run.completions)), 3))
        runs.append(
            PublishedRun(
                subset=published_run.subset,
                model=published_run.model,
                completions=tuple(published_run.completions[place] for place in places),
                published=tuple(published_run.published[place] for place in places),
            )
        )
    needed = {(run.subset, completion.task_id) for run in runs for completion in run.completions}
    tasks = {
        subset: tuple(task for task in every if (subset, task.id) in needed)
        for subset, every in imported.tasks.items()
    }
    write_imported(ImportedRuns(tasks=tasks, runs=tuple(runs)), tmp_path)
    assert run(tmp_path, "--seconds", 5) == 0
    printed = capsys.readouterr().out
    assert "54 of 54 graded texts equal what upstream's rule gives\n54 of 54 verdicts agree\n" in printed
    assert len(printed.split("\n\n")[0].splitlines()) == 1 + 18


def test_files_that_contradict_each_other_are_refused(tmp_path, capsys) -> None:
    answers = [{"response": "", "completion": "", "passed": False}] * 2
    write_imported(read_published_outputs([folder_with(tmp_path / "in", answers)]), tmp_path / "out")
    write_imported(read_published_outputs([folder_with(tmp_path / "one", answers[:1])]), tmp_path / "other")
    name = "published-math-m-1.jsonl.gz"
    (tmp_path / "out" / name).write_bytes((tmp_path / "other" / name).read_bytes())
    assert run(tmp_path / "out") == 2
    assert "its samples differ from those of published-" in capsys.readouterr().err
