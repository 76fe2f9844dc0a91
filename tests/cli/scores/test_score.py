import json
from pathlib import Path

import pytest

from benchmark.results.ledger import write_row

CHECK = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write verdicts on two draws of three tasks in two stems; one sample is missing, two are graded."""
    tasks = [
        {"id": "q1-1", "stem": "q1", "subset": "math", "level": "easy", "check": CHECK},
        {"id": "q1-2", "stem": "q1", "subset": "math", "level": "hard", "check": CHECK},
        {"id": "q2-1", "stem": "q2", "subset": "text", "check": CHECK},
    ]
    verdicts = [
        {"task_id": "q1-1", "draw": 0, "status": "passed", "points": 9, "parses": True},
        {"task_id": "q1-1", "draw": 1, "status": "timeout", "points": 2, "parses": True},
        {"task_id": "q1-2", "draw": 0, "status": "passed", "parses": False},
        {"task_id": "q1-2", "draw": 1, "missing": "it broke"},
        {"task_id": "q2-1", "draw": 0, "status": "wrong_answer"},
        {"task_id": "q2-1", "draw": 1, "status": "wrong_answer"},
    ]
    plain = [{"task_id": "a", "draw": 0, "status": "passed"}]
    for name, records in (("tasks", tasks), ("verdicts", verdicts), ("plain", plain)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def scores(output: str) -> dict[tuple[str, str], dict[str, object]]:
    return {(score["metric"], score["category"]): score for score in json.loads(output)["scores"]}


@pytest.mark.usefixtures("files")
def test_every_metric_comes_with_its_denominators(in_process) -> None:
    done = in_process("evaluate", "--score-only", "verdicts.jsonl", "--tasks", "tasks.jsonl", "--json")
    report = json.loads(done.stdout)
    assert (report["tasks"], report["stems"], report["samples"], report["missing"]) == (3, 2, 5, 1)
    assert report["outcomes"] == {"passed": 2, "wrong_answer": 2, "timeout": 1}
    found = scores(done.stdout)
    first = found["pass@1", ""]
    assert (first["value"], first["tasks"], first["samples"], first["missing"]) == (0.5, 3, 5, 1)
    assert (first["worst"], first["best"]) == (round(1 / 3, 6), 0.5)
    assert found["pass@1", "subset:math/level:easy"]["value"] == 0.5
    assert found["execution_success", "subset:text"]["value"] == 1.0
    assert found["points", ""]["value"] == 5.5
    assert found["points", ""]["scale"] == "points"
    assert found["parsing_success", ""]["value"] == 0.5  # all that the verdicts allow
    assert ("pass@3", "") not in found


@pytest.mark.usefixtures("files")
def test_only_the_chosen_metrics_are_printed(in_process) -> None:
    options = ("--metric", "parsing_success", "--metric", "share:timeout", "--json")
    found = scores(in_process("evaluate", "--score-only", "verdicts.jsonl", *options).stdout)
    assert set(found) == {("parsing_success", ""), ("share:timeout", "")}
    assert found["parsing_success", ""]["value"] == 0.5


@pytest.mark.usefixtures("files")
def test_the_table_counts_tasks_stems_and_samples(in_process) -> None:
    output = in_process("evaluate", "--score-only", "verdicts.jsonl", "--tasks", "tasks.jsonl").stdout
    assert "verdicts: 3 tasks, 2 stems, 5 samples, 1 missing" in output
    assert "33.3–50.0" in output


def test_a_file_without_any_verdict_has_no_score_and_the_output_says_so(in_process, tmp_path: Path) -> None:
    (tmp_path / "lost.jsonl").write_text(
        '{"task_id": "a", "draw": 0, "missing": "it broke"}', encoding="utf-8"
    )
    done = in_process("evaluate", "--score-only", "lost.jsonl")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "lost: 1 task, 1 stem, 0 samples, 1 missing",
        "note: no tasks are named, so every task counts as its own stem",
        "no score: every sample is missing",
    ]


def test_a_row_is_scored_from_its_statuses(in_process, tmp_path: Path, make_row) -> None:
    path = write_row(tmp_path / "rows", make_row("a", "PPWM"))
    found = scores(in_process("evaluate", "--score-only", path, "--json").stdout)
    assert found["pass@1", ""]["value"] == round(2 / 3, 6)
    assert (found["pass@1", ""]["worst"], found["pass@1", ""]["best"]) == (0.5, 0.75)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["verdicts.jsonl", "--metric", "pass@2"], "--metric: pass@2 needs 2 samples per task"),
        (["plain.jsonl", "--metric", "points"], "plain.jsonl: has no samples for points"),
        (["verdicts.jsonl", "--metric", "mean"], "--metric: 'mean' is not a known metric"),
        (["nothing.jsonl"], "nothing.jsonl: no such file"),
        (["tasks.jsonl"], "tasks.jsonl: line 1: task_id: this field is required"),
        (["verdicts.jsonl", "--tasks", "tasks.jsonl", "--suite", "x"], "--tasks: cannot be used with"),
        (["verdicts.jsonl", "--dataset", "open"], "--dataset: needs --suite"),
        (
            ["verdicts.jsonl", "--suite", "code-vision"],
            "verdicts.jsonl: task 'q1-1' is not in the given set of tasks",
        ),
    ],
)
def test_input_that_cannot_be_scored_gives_one_message(in_process, options: list[str], message: str) -> None:
    done = in_process("evaluate", "--score-only", *options)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_row_with_all_samples_missing_has_no_score(in_process, tmp_path: Path) -> None:
    (tmp_path / "v.jsonl").write_text('{"task_id": "a", "draw": 0, "missing": "why"}\n', encoding="utf-8")
    report = json.loads(in_process("evaluate", "--score-only", "v.jsonl", "--json").stdout)
    assert (report["samples"], report["missing"], report["scores"]) == (0, 1, [])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--score-only", "v.jsonl", "--rows", "r"], "--rows: cannot be used with --score-only"),
        (
            ["--score-only", "v.jsonl", "--prediction_file", "p.json"],
            "--prediction_file: cannot be used with",
        ),
        (["--predictions", "p.jsonl", "--metric", "pass@1"], "--metric: needs --score-only"),
    ],
)
def test_only_names_of_tasks_and_metrics_go_with_scoring(
    in_process, options: list[str], message: str
) -> None:
    done = in_process("evaluate", *options)
    assert done.returncode == 2
    assert f"error: {message}" in done.stderr
