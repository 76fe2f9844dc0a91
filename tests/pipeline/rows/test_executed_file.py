"""HumanEval-V's result files, as each version of its script writes and reads them."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.sample import Answer, Completion
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files.predictions import read_prompts
from benchmark.pipeline.rows.executed_file import (
    Dialect,
    dialect_of,
    executed_scores,
    is_finished,
    read_executed,
    write_executed,
)
from tests.case_files import read_cases

from ..conftest import evaluation_of

TASK = Task(id="q1", entry_point="solution", check=FunctionCheck(tests=("",)), limits=Limits(seconds=2.0))
UNKNOWN = "line 7: undefined-variable: Undefined variable 'unknown'"
MESSAGES = (UNKNOWN, "line 9: not-callable: f is not callable; line 3: odd: text")
OUTCOMES: tuple[Outcome, ...] = (
    Verdict(task_id="q1", draw=0, status=Status.PASSED, parses=True),
    Verdict(task_id="q1", draw=1, status=Status.TIMEOUT, detail="more than 2 s", parses=True),
    Verdict(task_id="q1", draw=2, status=Status.SYNTAX_ERROR, detail=f"pylint: {UNKNOWN}", parses=False),
    Verdict(task_id="q1", draw=3, status=Status.RUNTIME_ERROR, detail="missing: x", exception="missing"),
    MissingSample(task_id="q1", draw=4, reason="the sandbox did not start"),
)
#: Words of each version for the outcomes.
WORDS: dict[Dialect, list[str]] = read_cases("texts/words_of_outcomes.yaml")


def completion(draw: int) -> Completion:
    return Completion(task_id="q1", draw=draw, text=f"text {draw}")


def written(path: Path, dialect: Dialect) -> list[dict[str, Any]]:
    answers = [Answer(code=f"code {draw}", program="") for draw in range(5)]
    evaluation = dataclasses.replace(
        evaluation_of(TASK, answers, OUTCOMES),
        completions=tuple(map(completion, range(5))),
        extraction="upstream-v2",
        lint_messages={"q1#2": MESSAGES},
    )
    write_executed(path, evaluation, {("q1", 0): "Look."}, dialect)
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("dialect", ["v1", "v2"])
def test_a_file_has_the_keys_types_and_words_of_its_version(dialect: Dialect, tmp_path: Path) -> None:
    (item,) = written(tmp_path / "x_executed.json", dialect)
    assert item["qid"] == "q1"
    assert item["predictions"] == [f"text {draw}" for draw in range(5)]
    assert item["processed_predictions"] == [f"code {draw}" for draw in range(5)]
    assert [result["result"] for result in item["results"]] == WORDS[dialect]
    assert [result["passed"] for result in item["results"]] == [True, False, False, False, False]
    assert {type(result["passed"]) for result in item["results"]} == {bool}
    assert [result["task_id"] for result in item["results"]] == [0, 1, 2, 3, 4]
    if dialect == "v1":
        assert "prompts" not in item
        assert all("qid" not in result for result in item["results"])
    else:
        assert item["prompts"] == ["Look.", "", "", "", ""]
        assert {result["qid"] for result in item["results"]} == {"q1"}


@pytest.mark.parametrize("dialect", ["v1", "v2"])
def test_scores_of_a_file_keep_the_parsing_rate(dialect: Dialect, tmp_path: Path) -> None:
    """An answer whose exception is named ``missing`` still counts; a failure of ours does not."""
    written(tmp_path / "x_executed.json", dialect)
    scores = {score.metric: score for score in executed_scores(read_executed(tmp_path / "x_executed.json"))}
    assert (scores["pass@1"].value, scores["pass@1"].samples) == (0.25, 4)
    assert (scores["parsing_success"].value, scores["parsing_success"].samples) == (
        pytest.approx(2 / 3, abs=1e-6),
        3,
    )


@pytest.mark.parametrize("words", ["pylint fail:\nx", "Pylint syntax check failed:\nx"])
def test_upstreams_own_file_has_a_parsing_rate(words: str, tmp_path: Path) -> None:
    results = [
        {"task_id": 0, "passed": True, "result": "passed"},
        {"task_id": 1, "passed": 0, "result": words},
        {"task_id": 2, "passed": False, "result": ""},
        {"task_id": 3, "passed": False, "result": "failed: "},
    ]
    texts = ["a", "b", "c", "d"]
    item = {"qid": "q1", "predictions": texts, "results": results, "concatenated_predictions": texts}
    (tmp_path / "x_executed.json").write_text(json.dumps([item]), encoding="utf-8")
    items = read_executed(tmp_path / "x_executed.json")
    scores = {score.metric: score.value for score in executed_scores(items)}
    assert scores == {"pass@1": 0.25, "pass@3": 0.75, "parsing_success": 0.75}
    assert is_finished(items, None, "upstream-v2")


def test_a_file_is_finished_only_for_its_completions_and_rule(tmp_path: Path) -> None:
    written(tmp_path / "x_executed.json", "v2")
    items = read_executed(tmp_path / "x_executed.json")
    judged = [completion(draw) for draw in range(4)]
    assert is_finished(items, judged, "upstream-v2")
    assert is_finished(items, None, "upstream-v2")
    assert not is_finished(items, judged, "own")
    assert not is_finished(items, [*judged, completion(4)], "upstream-v2")  # has no verdict
    assert not is_finished(items, judged[:3], "upstream-v2")


def test_the_dialect_follows_the_data_set_and_the_rule() -> None:
    assert dialect_of("official-v1", "own") == "v1"
    assert dialect_of("mine", "upstream") == "v1"
    assert dialect_of("official-v2", "upstream-v2") == "v2"
    assert dialect_of("open", "own") == "v2"


def test_prompts_of_a_list_are_read_per_prediction(tmp_path: Path) -> None:
    records = [
        {"qid": "q1", "prompt": "first", "predictions": ["a", "b"]},
        {"qid": "q1", "prompt": "second", "predictions": ["c"]},
        {"qid": "q2", "predictions": ["d"]},
    ]
    (tmp_path / "x.json").write_text(json.dumps(records), encoding="utf-8")
    assert read_prompts(tmp_path / "x.json") == {
        ("q1", 0): "first",
        ("q1", 1): "first",
        ("q1", 2): "second",
    }
    (tmp_path / "x.jsonl").write_text('{"task_id": "q1", "completion": "a"}\n', encoding="utf-8")
    assert read_prompts(tmp_path / "x.jsonl") == {}
