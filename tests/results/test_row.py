"""Rows keep their bytes and ids while their schema grows, and refuse fields that contradict themselves."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.branch_record import parse_record
from benchmark.results.ledger import row_files
from benchmark.results.row import Row, row_id

ROOT = Path(__file__).resolve().parents[2]
#: What rows of 2026 may have more than older ones, all of it filled.
NEWER: dict[str, Any] = {
    "judge_serial": "5d41402abc4b",
    "code": "0123456789ab",
    "sampling": {
        "sent": {"temperature": 0.0, "top_p": 0.95, "n": 1, "stop": ["\nclass"], "effort": "low"},
        "dropped": {"top_p": 2},
        "ignored": {"temperature": 3},
        "local": {"stop": 3},
    },
    "cut": ["task-1#0"],
    "recovered": {
        "answers": 3,
        "passed": 2,
        "steps": {"reasoning": 2, "body": 2},
        "without": [
            {"metric": "pass@1", "value": 0.0, "low": 0.0, "high": 0.5, "tasks": 3, "samples": 3},
        ],
    },
    "kept": {"task-0": ["4-17"], "task-1": [""], "task-2": ["2-3,8-20"]},
}


def parsed(row: Row, run: dict[str, Any]) -> Row:
    document = json.loads(row.to_bytes())
    document["run"] |= run
    return parse_record(Row, json.dumps(document).encode(), Path("row.json"))


@pytest.mark.gate
def test_shipped_rows_keep_their_bytes_and_ids() -> None:
    paths = list(row_files(ROOT / "recorded"))
    assert len(paths) >= 25
    for path in paths:
        row = parse_record(Row, path.read_bytes(), path)
        assert (row.to_bytes(), row_id(row.result)) == (path.read_bytes(), path.stem)


def test_newer_fields_are_read_back_and_leave_the_id_alone(make_row) -> None:
    row = make_row()
    assert not {*NEWER, "stems"} & {*json.loads(row.to_bytes())["run"], *json.loads(row.to_bytes())["result"]}
    newer = parsed(row, NEWER)
    assert newer.id == row.id
    written = json.loads(newer.to_bytes())["run"]
    missing = {"scale": "fraction", "missing": 0, "category": ""}
    assert written["recovered"].pop("without") == [NEWER["recovered"]["without"][0] | missing]
    assert {name: written[name] for name in NEWER} == NEWER | {"recovered": written["recovered"]}


def test_an_empty_list_of_cut_answers_is_not_an_unknown_one(make_row) -> None:
    assert parsed(make_row(), {"cut": []}).run.cut == []
    assert "cut" in json.loads(parsed(make_row(), {"cut": []}).to_bytes())["run"]
    assert parsed(make_row(), {}).run.cut is None


def test_joined_stems_belong_to_the_result(make_row) -> None:
    row = make_row()
    joined = row.result.model_copy(update={"stems": "joined"})
    assert row_id(joined) != row.id
    assert row_id(joined.model_copy(update={"stems": ""})) == row.id


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        ({"judge_serial": "Judge 4"}, "judge_serial: must be a-z and 0-9"),
        ({"code": "abc"}, "code: does not match"),
        ({"sampling": {"sent": {"temperature": True}}}, "sent.temperature"),
        ({"sampling": {"sent": {"Top-P": 1}}}, "does not match"),
        ({"sampling": {"dropped": {"seed": 0}}}, "dropped.seed: must be at least 1"),
        ({"sampling": {"ignored": {"top_k": 1}}}, "ignored.top_k: was not sent"),
        ({"sampling": {"applied": {}}}, "applied"),
        ({"cut": ["task-9#0"]}, "run.cut: task-9#0 is not a sample"),
        ({"cut": ["task-0#1"]}, "run.cut: task-0#1 is not a sample"),
        ({"cut": ["task-0"]}, "does not match"),
        ({"cut": ["task-0#0", "task-0#0"]}, "run.cut: task-0#0 is repeated"),
        ({"recovered": {"answers": 1, "passed": 2, "steps": {"body": 1}, "without": []}}, "passed: is more"),
        ({"recovered": {"answers": 1, "passed": 0, "steps": {}, "without": []}}, "answers: must be from"),
        ({"recovered": {"answers": 1, "passed": 0, "steps": {"body": 2}, "without": []}}, "answers: must be"),
        ({"kept": {"task-0": ["4-17"]}}, "run.kept: has other samples"),
        ({"kept": {f"task-{n}": ["1-2", "1-2"] for n in range(3)}}, "run.kept: has other samples"),
        ({"kept": {f"task-{n}": ["0-2"] for n in range(3)}}, "does not match"),
    ],
)
def test_a_contradiction_is_refused(make_row, run: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput) as error:
        parsed(make_row(), run)
    assert problem in str(error.value)
