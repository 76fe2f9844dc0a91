"""Tests of `evaluate --prediction_file` with file names of HumanEval-V's second version."""

import json
from pathlib import Path

import pytest

from .conftest import Sightbench


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    task = {
        "id": "q1",
        "suite": "humaneval-v",
        "entry_point": "solution",
        "starter_code": "def solution(n):\n",
        "check": {"kind": "function", "tests": "assert solution(2) == 4"},
    }
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task) + "\n", encoding="utf-8")
    return tmp_path / "tasks.jsonl"


@pytest.mark.gate
def test_a_row_takes_setting_and_protocol_from_the_file_name(
    tmp_path: Path, tasks: Path, in_process: Sightbench
) -> None:
    right, wrong = (f"```python\ndef solution(n):\n    return {code}\n```" for code in ("2 * n", "n"))
    calls = [{"qid": "q1", "prompt": "d", "predictions": [text]} for text in (right, wrong) * 3]
    (tmp_path / "acme_V2T2C-4o_T2C_sample_6.json").write_text(json.dumps(calls), encoding="utf-8")
    command = ["--prediction_file", "acme_V2T2C-4o_T2C_sample_6.json", "--extraction", "upstream-v2"]
    done = in_process("evaluate", *command, "--tasks", tasks, "--rows", "rows", "--workers", "1")
    assert done.returncode == 0, done.stderr
    (row,) = (tmp_path / "rows").rglob("*.json")
    result = json.loads(row.read_text(encoding="utf-8"))["result"]
    assert (result["setting"], result["protocol"]) == ("V2T2C-4o", "sampled-6")
    assert (result["submission"]["name"], result["extraction"]) == ("acme", "upstream-v2")
    assert result["statuses"] == {"q1": ["passed", "wrong_answer"] * 3}
    scores = {score["metric"]: score["value"] for score in result["scores"] if not score["category"]}
    assert scores["pass@1"] == 0.5
    assert scores["pass@3"] == pytest.approx(1 - 1 / 20)
    assert scores["parsing_success"] == 1.0
    executed = json.loads((tmp_path / "acme_V2T2C-4o_T2C_sample_6_executed.json").read_text(encoding="utf-8"))
    assert [result["passed"] for result in executed[0]["results"]] == [1, 0] * 3
    verified = in_process("verify", row, "--tasks", tasks, "--workers", "1")
    assert verified.returncode == 0, verified.stderr + verified.stdout


def test_a_file_of_descriptions_is_refused(tmp_path: Path, tasks: Path, in_process: Sightbench) -> None:
    name = "acme_V2T_sample_1.json"
    (tmp_path / name).write_text(json.dumps([{"qid": "q1", "prompt": "p", "predictions": ["A tree."]}]))
    done = in_process("evaluate", "--prediction_file", name, "--tasks", tasks)
    assert done.returncode == 2
    assert f"{name}: contains descriptions, not programs, according to its name" in done.stderr
