"""Each format of referenced answers has an importer; its errors name the address."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.references import FORMATS, ReferencedAnswers
from benchmark.suites import importers
from benchmark.suites.importers import IMPORTERS, published_verdicts, read_referenced, recorded_reference

BASE = f"https://raw.githubusercontent.com/owner/repo/{'3a09ad07' * 5}/output"


def line(task: str, **more: object) -> str:
    record = {"task_id": task, "test": "assert f() == 1", "starter_code": "def f():", "prompt": "def f():\n"}
    answer = {"response": f"answer to {task}", "completion": "graded", "passed": True, "model": "m"}
    return json.dumps({**record, **answer, **more}) + "\n"


def referenced(
    folder: Path, files: dict[str, str], answers: str = "code-vision-outputs"
) -> ReferencedAnswers:
    """Write the files below ``folder``, one of them gzipped, and return a reference to them."""
    found = []
    for number, (name, text) in enumerate(files.items()):
        path = folder / "output" / (name if number else f"{name}.gz")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if number else gzip.compress(text.encode()))
        found.append({"url": f"{BASE}/{name}", "sha256": hashlib.sha256(text.encode()).hexdigest()})
    return ReferencedAnswers.model_validate({"format": answers, "files": found})


def results(subset: str, model: str = "m") -> str:
    return f"{subset}/{model}/samples.jsonl_results.jsonl"


MATH, ALGORITHM, OF_N = results("MATH"), results("Algorithm"), results("Algorithm", "n")


def test_every_format_has_an_importer() -> None:
    assert set(IMPORTERS) == set(FORMATS)


def test_the_whole_answers_of_all_subsets_are_read_and_nothing_else(tmp_path: Path) -> None:
    files = {results("HumanEval-V"): line("HumanEval-0"), results("MATH"): line("1. Sum") + line("2. Sum")}
    found = read_referenced(referenced(tmp_path, files), tmp_path)
    assert [(each.task_id, each.draw, each.text) for each in found] == [
        (task, 0, f"answer to {task}") for task in ("HumanEval-0", "1. Sum", "2. Sum")
    ]


def test_the_first_line_of_a_task_counts_and_its_row_says_so(tmp_path: Path) -> None:
    text = line("1. Sum", response="first") + line("2. Sum") + line("1. Sum", response="second", passed=False)
    reference = referenced(tmp_path, {MATH: text})
    assert [(each.task_id, each.text) for each in read_referenced(reference, tmp_path)] == [
        ("1. Sum", "first"), ("2. Sum", "answer to 2. Sum"),
    ]  # fmt: skip
    assert recorded_reference(reference, tmp_path).doubled == ["1. Sum"]
    assert published_verdicts(reference, tmp_path) == {"1. Sum": (True, ""), "2. Sum": (True, "")}


def test_a_model_s_folders_may_differ_in_upper_and_lower_case(tmp_path: Path) -> None:
    files = {MATH: line("a"), results("Algorithm", "M"): line("b")}
    assert len(read_referenced(referenced(tmp_path, files), tmp_path)) == 2


def test_prediction_files_are_read_together(tmp_path: Path) -> None:
    files = {
        name: json.dumps({"task_id": name[0], "completion": "x"}) + "\n" for name in ("a.jsonl", "b.jsonl")
    }
    found = read_referenced(referenced(tmp_path, files, "sightbench"), tmp_path)
    assert [each.task_id for each in found] == ["a", "b"]


@pytest.mark.parametrize("answers", FORMATS)
def test_files_that_are_too_large_together_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: str
) -> None:
    """Each file alone is within the limit, packed and unpacked."""
    names = (results("HumanEval-V"), results("MATH"), results("Algorithm"))
    files = dict(zip(names, (line("HumanEval-0"), line("1. Sum"), line("2. Sum")), strict=True))
    reference = referenced(tmp_path, files, answers)
    monkeypatch.setattr(importers, "JSONL_LIMIT", 2 * len(line("HumanEval-0")))
    with pytest.raises(BadInput, match="with the files before it, has more than") as refused:
        read_referenced(reference, tmp_path)
    assert refused.value.file == f"{BASE}/{names[2]}"


def test_generation_files_of_mmcode_s_authors_are_prediction_files(tmp_path: Path) -> None:
    lines = [
        {"task_id": "cf_1_A", "run_id": run, "output": "code", "full_response": f"r{run}"} for run in (2, 1)
    ]
    files = {"gpt4v.jsonl": "".join(json.dumps(line) + "\n" for line in lines)}
    found = read_referenced(referenced(tmp_path, files, "sightbench"), tmp_path)
    assert [(each.task_id, each.draw, each.text) for each in found] == [
        ("cf_1_A", 1, "r2"),
        ("cf_1_A", 0, "r1"),
    ]


@pytest.mark.parametrize(
    ("files", "named", "problem"),
    [
        ({results("Other"): line("a")}, results("Other"), "'Other' is not a subset"),
        ({MATH: line("a"), OF_N: line("b")}, OF_N, "has answers of m and of n"),
        ({MATH: line("a"), ALGORITHM: line("a", passed=False)}, ALGORITHM, "'a' is already in"),
        ({MATH: "no JSON\n"}, MATH, "line 1"),
        ({MATH: line("a", response=None)}, MATH, "response"),
    ],
    ids=["subset", "two models", "a task twice", "no JSON", "no text"],
)
def test_a_file_that_cannot_be_converted_is_refused_by_its_address(
    tmp_path: Path, files: dict[str, str], named: str, problem: str
) -> None:
    reference = referenced(tmp_path, files)
    with pytest.raises(BadInput) as caught:
        read_referenced(reference, tmp_path)
    assert caught.value.file == f"{BASE}/{named}"
    assert problem in str(caught.value)
