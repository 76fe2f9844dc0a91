"""`sightbench review sample` draws a stratified sample that depends only on its seed."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from benchmark.review.agree import review
from benchmark.review.sheet import read_key, read_labels
from tests.jsonl import write_jsonl
from tests.rubric_rows import rubric_scores

CHECK = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}


def sheet(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def key(path: Path) -> dict:
    return json.loads(path.with_suffix(".key.json").read_text(encoding="utf-8"))


@pytest.fixture
def verdicts(tmp_path: Path) -> list[Path]:
    """Verdicts of two models on 60 tasks: the first fails every third task, the second every second."""

    def verdict(task: int, every: int) -> dict[str, object]:
        failed = {"status": "wrong_answer", "detail": f"=1+1 {task}"}
        found = {"status": "passed", "detail": ""} if task % every else failed
        return {"task_id": f"t{task}", "draw": 0, "points": 1 + task % 10, **found}

    return [
        write_jsonl(tmp_path / f"{model}.jsonl", (verdict(task, every) for task in range(60)))
        for model, every in (("alpha", 3), ("beta", 2))
    ]


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    kinds = [("delete", "bar"), ("delete", "line"), ("annotate", "bar"), ("annotate", "line")]
    return write_jsonl(
        tmp_path / "tasks.jsonl",
        [
            {
                "id": f"t{task}",
                "check": CHECK,
                "stem": f"s{task // 2}",
                "prompt": f"Task {task} ![image](1.png)",
                "images": [f"figures/{task}.png"],
                "categories": [f"operation:{kinds[task % 4][0]}", f"type:{kinds[task % 4][1]}"],
            }
            for task in range(60)
        ],
    )


def test_a_sample_has_the_same_number_of_right_and_wrong_answers(in_process, verdicts, tmp_path) -> None:
    done = in_process(
        "review", "sample", *verdicts, "--by", "outcome", "--each", "20", "--out", "s.csv", code=0
    )
    assert "right: 20 of 70" in done.stdout
    assert "wrong: 20 of 50" in done.stdout
    found = key(tmp_path / "s.csv")
    assert Counter((sample["stratum"], sample["status"]) for sample in found["samples"]) == {
        ("right", "passed"): 20,
        ("wrong", "wrong_answer"): 20,
    }
    assert found["strata"] == [
        {"name": "right", "population": 70, "drawn": 20},
        {"name": "wrong", "population": 50, "drawn": 20},
    ]


def test_a_sample_has_the_same_number_of_each_pair_of_categories(
    in_process, verdicts, tasks: Path, tmp_path: Path
) -> None:
    options = ("--tasks", tasks, "--by", "operation", "--by", "type", "--each", "5", "--asked", "points")
    in_process("review", "sample", *verdicts, *options, "--out", "s.csv", code=0)
    found = key(tmp_path / "s.csv")
    assert Counter(sample["stratum"] for sample in found["samples"]) == {
        f"{operation}, {kind}": 5 for operation in ("delete", "annotate") for kind in ("bar", "line")
    }
    assert {sample["stem"][0] for sample in found["samples"]} == {"s"}
    first = sheet(tmp_path / "s.csv")[0]
    assert (first["prompt"], first["pictures"]) == (
        f"Task {first['task'][1:]} ![image](1.png)", f"figures/{first['task'][1:]}.png"
    )  # fmt: skip


def test_a_sample_can_have_the_same_tasks_for_two_models(in_process, verdicts, tmp_path: Path) -> None:
    options = ("--only", "wrong", "--same", "--each", "5", "--asked", "errors")
    done = in_process("review", "sample", *verdicts, *options, "--out", "s.csv")
    assert "all: 5 of 10" in done.stdout  # both models fail every sixth task
    found = key(tmp_path / "s.csv")["samples"]
    by_model = {
        model: sorted(sample["task_id"] for sample in found if sample["model"] == model)
        for model in ("alpha", "beta")
    }
    assert len(by_model["alpha"]) == 5
    assert by_model["alpha"] == by_model["beta"]
    assert all(int(task[1:]) % 6 == 0 for task in by_model["alpha"])


def test_the_sheet_hides_the_model_and_what_the_judge_said_and_is_never_overwritten(
    in_process, verdicts, tmp_path: Path
) -> None:
    in_process("review", "sample", *verdicts, "--each", "3", "--out", "s.csv")
    assert list(sheet(tmp_path / "s.csv")[0]) == ["sample", "task", "draw", "label", "comment"]
    text = (tmp_path / "s.csv").read_text()
    assert "alpha" not in text
    assert "passed" not in text
    done = in_process("review", "sample", *verdicts, "--seed", "2", "--out", "s.csv", code=2)
    assert "exists, and may contain labels" in done.stderr
    assert (tmp_path / "s.csv").read_text() == text


def test_a_sheet_for_kinds_of_errors_shows_the_verdict_and_no_formulas(
    in_process, verdicts, tmp_path: Path
) -> None:
    options = ("--only", "wrong", "--each", "3", "--asked", "errors", "--kind", "Logic", "--kind", "Reading")
    in_process("review", "sample", *verdicts, *options, "--out", "s.csv")
    rows = sheet(tmp_path / "s.csv")
    assert {row["status"] for row in rows} == {"wrong_answer"}
    assert all(row["detail"].startswith("'=1+1") for row in rows)
    assert key(tmp_path / "s.csv")["kinds"] == ["Logic", "Reading"]


def test_a_sheet_shows_the_answers(in_process, verdicts, tmp_path: Path) -> None:
    options: list[object] = []
    for name in ("one", "two"):
        lines = ({"task_id": f"t{task}", "completion": f'{name},\n"{task}"'} for task in range(60))
        options += ["--predictions", write_jsonl(tmp_path / f"{name}-answers.jsonl", lines)]
    in_process("review", "sample", *verdicts, *options, "--each", "4", "--out", "s.csv")
    of_model = {"alpha": "one", "beta": "two"}
    for row, sample in zip(sheet(tmp_path / "s.csv"), key(tmp_path / "s.csv")["samples"], strict=True):
        assert row["answer"] == f'{of_model[sample["model"]]},\n"{sample["task_id"][1:]}"'


def test_a_seed_draws_the_same_samples_for_any_order_of_files(in_process, verdicts, tmp_path: Path) -> None:
    lines = verdicts[0].read_text().splitlines()
    sample = ("review", "sample", "--by", "model", "--each", "7", "--out")
    in_process(*sample, "one.csv", *verdicts)
    verdicts[0].write_text("\n".join(reversed(lines)) + "\n")
    in_process(*sample, "two.csv", *reversed(verdicts))
    in_process(*sample, "three.csv", *verdicts, "--seed", "1")
    one, two, three = ((tmp_path / f"{name}.csv").read_bytes() for name in ("one", "two", "three"))
    assert one == two
    assert one != three


def test_a_stratum_with_too_few_samples_is_drawn_completely_with_a_note(in_process, verdicts) -> None:
    done = in_process("review", "sample", verdicts[0], "--by", "outcome", "--each", "30", "--out", "s.csv")
    assert "wrong: 20 of 20; fewer than 30" in done.stdout


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    """Verdicts of 120 samples: half passed, and of the others every tenth has no answer."""
    lines = [{"status": "passed", "points": 10}] * 60
    for task in range(60, 120):
        lines.append({"status": "wrong_answer" if task % 10 else "no_answer", "points": 1 + task % 9})
    numbered = ({"task_id": f"t{task}", "draw": 0, **line} for task, line in enumerate(lines))
    return write_jsonl(tmp_path / "m.jsonl", numbered)


def test_right_and_wrong_answers_are_split_by_kinds_of_reasoning(in_process, graded, tmp_path) -> None:
    """The paper's study: 50 right outputs, 33 with valid reasoning, and 50 wrong ones."""
    kinds = ("valid", "invalid", "perception", "instruction", "format", "reasoning")
    named = [word for kind in kinds for word in ("--kind", kind)]
    options = ("--asked", "errors", "--by", "outcome", "--each", "50", *named)
    done = in_process("review", "sample", graded, *options, "--out", "s.csv", code=0)
    assert "right: 50 of 60" in done.stdout
    assert "wrong: 50 of 60" in done.stdout
    rows = sheet(tmp_path / "s.csv")
    assert [*rows[0]] == ["sample", "task", "draw", "status", "points", "label", "comment"]
    labels = iter(["valid"] * 33 + ["Invalid"] * 17)
    given = [f"{row['sample']},{next(labels) if row['status'] == 'passed' else 'format'}\n" for row in rows]
    (tmp_path / "anna.csv").write_text("sample,label\n" + "".join(given))
    found = read_key(tmp_path / "s.key.json")
    shares = {
        (share.stratum, share.name): share.share.value
        for share in review(found, read_labels([tmp_path / "anna.csv"], found)).shares
    }
    assert (shares["all", "valid"], shares["all", "invalid"]) == (0.33, 0.17)
    assert (shares["right", "valid"], shares["right", "invalid"]) == (0.66, 0.34)
    assert (shares["wrong", "format"], shares["wrong", "valid"]) == (1, 0)


def test_the_scores_and_reasons_of_another_judge_are_reviewed(in_process, graded, tmp_path) -> None:
    scores = {f"t{task}": [7 if task % 2 else None] for task in range(120)}
    (tmp_path / "r.json").write_bytes(rubric_scores(scores).to_bytes())
    replies = [
        {"task_id": f"t{task}", "draw": 0, "completion": f"{step} of {task}", "step": step}
        for task in range(110)
        for step in ("elements", "score", "again-1")
    ]
    kinds = ("--kind", "reasonable", "--kind", "inconsistent", "--asked", "errors")
    given = ("--scores", tmp_path / "r.json", "--replies", write_jsonl(tmp_path / "r.jsonl", replies), *kinds)
    in_process("review", "sample", graded, *given, "--each", "100", "--out", "s.csv", code=0)
    rows = sheet(tmp_path / "s.csv")
    assert len(rows) == 55  # of 60 with points
    assert {row["points"] for row in rows} == {"7"}
    assert all(row["detail"] == f"again-1 of {row['task'][1:]}" for row in rows)
