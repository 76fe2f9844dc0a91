"""People say whether reasoning is valid, and whether the scores of a judge are reasonable."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmark.review.agree import ReviewReport, review
from benchmark.review.labels import read_labels
from benchmark.review.sheet import read_key

Run = Callable[..., Any]


@pytest.fixture
def verdicts(tmp_path: Path) -> Path:
    """Verdicts of 120 samples: half passed, and of the others every tenth has no answer."""
    lines = [
        {
            "task_id": f"t{task}",
            "draw": 0,
            "status": "passed" if task < 60 else "no_answer" if task % 10 == 0 else "wrong_answer",
            "points": 10 if task < 60 else 1 + task % 9,
        }
        for task in range(120)
    ]
    path = tmp_path / "m.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
    return path


def report(key: Path, *sheets: Path) -> ReviewReport:
    found_key = read_key(key)
    return review(found_key, read_labels(sheets, found_key))


def shares(found: ReviewReport, stratum: str) -> dict[str, float]:
    return {entry.name: entry.share.value for entry in found.kinds if entry.stratum == stratum}


def test_errors_of_format_are_labelled_and_right_answers_split_by_their_reasoning(
    in_process: Run, verdicts: Path, tmp_path: Path
) -> None:
    """The paper's study: 50 right outputs, 33 with valid reasoning, and 50 wrong ones."""
    done = in_process("review", "sample", verdicts, "--asked", "reasoning", "--each", "50", "--out", "s.csv")
    assert done.returncode == 0, done.stderr
    assert "right: 50 of 60" in done.stdout
    assert "wrong: 50 of 60" in done.stdout
    rows = read(tmp_path / "s.csv")
    formats = [row for row in rows if row["status"] == "no_answer"]
    assert formats
    assert all(row["label"] == ("format" if row in formats else "") for row in rows)
    right = [row for row in rows if row["status"] == "passed"]
    for number, row in enumerate(right):
        row["label"] = "valid" if number < 33 else "Invalid"
    for row in rows:
        row["label"] = row["label"] or "perception"
    found = report(tmp_path / "s.key.json", write(tmp_path / "anna.csv", rows))
    assert shares(found, "all")["valid"] == 0.33
    assert shares(found, "all")["invalid"] == 0.17
    assert shares(found, "right") == {"valid": 0.66, "invalid": 0.34}
    assert shares(found, "wrong")["format"] == len(formats) / 50
    assert set(shares(found, "wrong")) == {"perception", "instruction", "format", "reasoning"}
    (pair,) = found.agreement
    assert (pair.b, pair.alike.samples, pair.alike.value) == ("the judge", len(formats), 1)


def test_a_label_of_a_right_answer_is_refused_for_a_wrong_one(
    in_process: Run, verdicts: Path, tmp_path: Path
) -> None:
    in_process("review", "sample", verdicts, "--asked", "reasoning", "--each", "2", "--out", "s.csv")
    rows = [{**row, "label": "valid"} for row in read(tmp_path / "s.csv")]
    done = in_process("review", "score", tmp_path / "s.key.json", write(tmp_path / "anna.csv", rows))
    assert done.returncode == 2
    assert "'valid' is not a label of a wrong answer\n" in done.stderr
    assert "fix: write perception or instruction or format or reasoning" in done.stderr


CRITERIA = ("consistency", "justification", "alignment", "context")


def test_a_score_is_reasonable_if_all_criteria_are_met(
    in_process: Run, verdicts: Path, tmp_path: Path
) -> None:
    """The paper's study: 92 of 100 scores are reasonable."""
    done = in_process("review", "sample", verdicts, "--asked", "scores", "--each", "100", "--out", "s.csv")
    assert done.returncode == 0, done.stderr
    rows = read(tmp_path / "s.csv")
    assert [*rows[0]] == ["sample", "task", "draw", "points", "detail", *CRITERIA, "comment"]
    assert all(row["points"] for row in rows)
    anna = [
        {**row, **dict.fromkeys(CRITERIA, "yes"), **({"alignment": "no"} if number < 8 else {})}
        for number, row in enumerate(rows)
    ]
    bert = [{**row, "context": "no" if number == 99 else row["context"]} for number, row in enumerate(anna)]
    sheets = (write(tmp_path / "anna.csv", anna), write(tmp_path / "bert.csv", bert))
    found = report(tmp_path / "s.key.json", *sheets)
    by_who = {entry.name: entry.share.value for entry in found.ratings}
    assert by_who == {"anna": 0.92, "bert": 0.91, "average of people": 0.915}
    assert {entry.name: entry.share.value for entry in found.criteria} == {
        "consistency": 1, "justification": 1, "alignment": 0.92, "context": 0.995
    }  # fmt: skip
    (pair,) = found.agreement
    assert pair.alike.value == 0.99
    assert pair.kappa.value == pytest.approx(1 - 0.01 / (0.08 * 0.91 + 0.92 * 0.09), abs=1e-6)
    printed = in_process("review", "score", tmp_path / "s.key.json", *sheets).stdout
    assert "reasonable, %" in printed
    assert "criterion" in printed


def test_a_line_with_some_criteria_is_refused(in_process: Run, verdicts: Path, tmp_path: Path) -> None:
    in_process("review", "sample", verdicts, "--asked", "scores", "--each", "3", "--out", "s.csv")
    rows = read(tmp_path / "s.csv")
    rows[1] = {**rows[1], "consistency": "yes"}
    rows[2] = {**rows[2], **dict.fromkeys(CRITERIA, "maybe")}
    done = in_process("review", "score", tmp_path / "s.key.json", write(tmp_path / "anna.csv", rows))
    assert "anna.csv: line 3: justification: has no label\n" in done.stderr
    assert "anna.csv: line 4: consistency: 'maybe' is not a valid label\n" in done.stderr


def test_verdicts_without_points_have_no_scores_to_review(in_process: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"task_id": "t1", "draw": 0, "status": "passed"}\n', encoding="utf-8")
    done = in_process("review", "sample", path, "--asked", "scores", "--out", "s.csv")
    assert "a verdict has no points, so there is no score to review" in done.stderr


def test_the_scores_and_reasons_of_another_judge_are_reviewed(
    in_process: Run, verdicts: Path, tmp_path: Path
) -> None:
    scores = {f"t{task}": [7 if task % 2 else None] for task in range(120)}
    rubric = {"schema": "sightbench/rubric/1", "result": {"scores": scores}}
    (tmp_path / "r.json").write_text(json.dumps(rubric), encoding="utf-8")
    replies = [
        {"task_id": f"t{task}", "draw": 0, "completion": f"{step} of {task}", "step": step}
        for task in range(110)
        for step in ("elements", "score", "again-1")
    ]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(line) + "\n" for line in replies), encoding="utf-8")
    given = ("--scores", tmp_path / "r.json", "--replies", tmp_path / "r.jsonl", "--asked", "scores")
    done = in_process("review", "sample", verdicts, *given, "--each", "100", "--out", "s.csv")
    assert done.returncode == 0, done.stderr
    rows = read(tmp_path / "s.csv")
    assert len(rows) == 55  # of 60 with points
    assert {row["points"] for row in rows} == {"7"}
    assert all(row["detail"] == f"again-1 of {row['task'][1:]}" for row in rows)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--asked", "errors", "--scores", "m.jsonl"], "--scores: cannot be used with --asked errors"),
        (
            ["--asked", "scores", "--replies", "m.jsonl"],
            "--scores: has 0 files, but there are 1 verdict files",
        ),
        (
            ["--asked", "scores", "--scores", "o.jsonl"],
            "has points for task 't999', draw 0, which has no verdict",
        ),
        (
            ["--asked", "scores", "--scores", "m.jsonl", "--replies", "m.jsonl"],
            "m.jsonl: line 1: is not a judge's reply",
        ),
    ],
)
def test_scores_that_do_not_belong_to_the_verdicts_are_refused(
    in_process: Run, verdicts: Path, tmp_path: Path, options: list[str], message: str
) -> None:
    other = '{"task_id": "t999", "draw": 0, "status": "passed", "points": 5}\n'
    (tmp_path / "o.jsonl").write_text(other, encoding="utf-8")
    done = in_process("review", "sample", verdicts, *options, "--out", "s.csv")
    assert done.returncode == 2
    assert message in done.stderr
