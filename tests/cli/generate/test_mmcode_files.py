"""Generation files in the form of MMCode's authors, written and read."""

import json
from pathlib import Path

import pytest

from benchmark.files.predictions import read_predictions
from tests.case_files import read_text

_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PIXEL = f"data:image/png;base64,{_PNG}"
OWN = read_text("programs/own_model_of_programs.py")


def task(name: str) -> dict[str, object]:
    check = {"kind": "stdio", "cases": [{"input": "", "output": "1\n"}], "compare": "tokens"}
    text = f"Task {name}: ![image](1.png) as shown."
    return {"id": name, "suite": "mmcode", "prompt": text, "images": [PIXEL], "check": check}


@pytest.mark.gate
def test_a_generation_file_is_written_and_judged(tmp_path, in_process, monkeypatch) -> None:
    for name in ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    Path("tasks.jsonl").write_text("".join(json.dumps(task(name)) + "\n" for name in ("b", "a")))
    Path("mine.py").write_text(OWN)
    given = ["--model_name", "mine.py", "--tasks", "tasks.jsonl", "--sample_num", "2"]
    in_process("generate", *given, "--prediction_file", "p.jsonl", code=0)
    lines = [json.loads(line) for line in Path("p.jsonl").read_text().splitlines()]
    assert [(line["task_id"], line["run_id"]) for line in lines] == [("b", 2), ("b", 1), ("a", 2), ("a", 1)]
    assert all(list(line) == ["task_id", "run_id", "prompt", "output", "full_response"] for line in lines)
    assert lines[0]["full_response"] == "So:\n```python\nprint(1)\n```"
    assert lines[0]["output"] == "\nprint(1)\n"
    assert "Task b: " in lines[0]["prompt"]
    read = read_predictions(Path("p.jsonl"))
    assert [(each.task_id, each.draw) for each in read] == [("b", 1), ("b", 0), ("a", 1), ("a", 0)]
    in_process("generate", *given, "--prediction_file", "p.jsonl", code=0)
    assert [json.loads(line) for line in Path("p.jsonl").read_text().splitlines()] == lines
    in_process("generate", *given, "--prediction_file", "q.jsonl", "--setting", "image-replacement", code=0)
    captions = json.loads(Path("q.jsonl.stage-1.json").read_text())
    assert [entry["qid"] for entry in captions] == ["b", "a"]
    [first, *_] = [json.loads(line) for line in Path("q.jsonl").read_text().splitlines()]
    assert captions[0]["predictions"][1] in first["prompt"]
    in_process(
        "evaluate", "--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--extraction", "upstream",
        "--verdicts", "v.jsonl",
    code=0)  # fmt: skip
    statuses = [json.loads(line)["status"] for line in Path("v.jsonl").read_text().splitlines()]
    assert statuses == ["passed"] * 4


def test_lines_are_written_for_mmcode_only(tmp_path, in_process, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tasks.jsonl").write_text(json.dumps({**task("a"), "suite": "custom"}) + "\n")
    Path("mine.py").write_text(OWN)
    given = ["--model_name", "mine.py", "--tasks", "tasks.jsonl", "--prediction_file", "p.jsonl"]
    done = in_process("generate", *given, code=2)
    assert "--prediction_file: 'p.jsonl' does not end in .json" in done.stderr
    assert ".jsonl is for mmcode" in done.stderr
