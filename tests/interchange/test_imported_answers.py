"""Tests of `sightbench import answers`."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.sample import Completion
from benchmark.files.predictions import read_predictions
from tests.conftest import Sightbench


def put(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def texts(path: Path) -> list[tuple[str, int, str]]:
    return [(answer.task_id, answer.draw, answer.text) for answer in read_predictions(path)]


def sample(identifier: object = "a", epoch: int = 1, **changes: Any) -> dict[str, Any]:
    """Return a sample of an Inspect log with the parts that matter here, and others."""
    content = [
        {"type": "reasoning", "reasoning": "I think."},
        {"type": "text", "text": "attachment://1f"},
        {"type": "text", "text": "Done."},
    ]
    message = {"role": "assistant", "content": content}
    output = {
        "model": "m-1-2026",
        "choices": [{"message": message, "stop_reason": "max_tokens"}],
        "usage": {"input_tokens": 5, "output_tokens": 3, "total_tokens": 8, "reasoning_tokens": 1},
        "time": 0.5,
    }
    attachments = {"1f": "print(1)"}
    whole = {"id": identifier, "epoch": epoch, "input": "?", "output": output, "attachments": attachments}
    return whole | {"events": [{"value": float("nan")}]} | changes


def log(*samples: dict[str, Any]) -> dict[str, Any]:
    return {"version": 2, "status": "success", "eval": {"model": "acme/m-1"}, "samples": [*samples]}


def as_zip(path: Path, *samples: dict[str, Any]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", json.dumps({**log(), "samples": None}))
        for record in samples:
            file.writestr(f"samples/{record['id']}_epoch_{record['epoch']}.json", json.dumps(record))
    return path


@pytest.mark.parametrize("form", ["log.json", "log.eval"])
def test_the_last_reply_of_each_sample_of_a_log_is_read_without_its_reasoning(
    in_process: Sightbench, tmp_path: Path, form: str
) -> None:
    samples = (sample("a"), sample(7), sample("a", 2), sample(7, 2))
    path = tmp_path / form
    if form == "log.eval":
        as_zip(path, *samples)
    else:
        put(path, log(*samples))
    done = in_process("import", "inspect", path, "--out", "out.jsonl")
    assert (done.returncode, done.stdout) == (0, "out.jsonl: 4 answers to 2 tasks\n")
    first, *_ = found = read_predictions(tmp_path / "out.jsonl")
    assert [answer.key for answer in found] == [("a", 0), ("a", 1), ("7", 0), ("7", 1)]
    assert first == Completion(
        task_id="a",
        draw=0,
        text="print(1)\nDone.",
        finish_reason="length",
        tokens_in=5,
        tokens_out=3,
        tokens_thinking=1,
        seconds=0.5,
        model="acme/m-1",
        resolved_model="m-1-2026",
    )


def test_a_row_that_was_exported_as_a_log_gives_its_answers_back(in_process, tmp_path, kept_row) -> None:
    path = kept_row("PW")
    assert in_process("export", "rows", "--format", "inspect", path, "--out", "logs").returncode == 0
    (exported,) = (tmp_path / "logs").iterdir()
    assert in_process("import", "answers", "inspect", exported, "--out", "out.jsonl.gz").returncode == 0
    kept = texts(path.with_name(f"{path.stem}.completions.jsonl.gz"))
    assert texts(tmp_path / "out.jsonl.gz") == [
        (task, draw, text.replace("\ud800", "\ufffd")) for task, draw, text in kept
    ]


def test_samples_of_evalplus_are_read_from_lines_and_from_folders(in_process, tmp_path) -> None:
    lines = put(
        tmp_path / "samples.jsonl",
        {"task_id": "HumanEval/0", "solution": "cut", "raw_solution": "whole", "_identifier": "x"},
        {"task_id": "HumanEval/1", "completion": "    return 1\n"},
        {"task_id": "HumanEval/0", "solution": "second"},
        {"task_id": "HumanEval/1", "solution": "other", "raw_solution": None},
    )
    assert in_process("import", "answers", "evalplus", lines, "--out", "out.jsonl").returncode == 0
    assert texts(tmp_path / "out.jsonl") == [
        ("HumanEval/0", 0, "whole"),
        ("HumanEval/0", 1, "second"),
        ("HumanEval/1", 0, "    return 1\n"),
        ("HumanEval/1", 1, "other"),
    ]
    for task in ("HumanEval_0", "HumanEval_10"):
        (tmp_path / "folder" / task).mkdir(parents=True)
        for draw in range(2):
            (tmp_path / "folder" / task / f"{draw}.py").write_text(f"{draw}", encoding="utf-8")
    assert in_process("import", "answers", "evalplus", "folder", "--out", "from.jsonl").returncode == 0
    assert texts(tmp_path / "from.jsonl")[1:3] == [("HumanEval/0", 1, "1"), ("HumanEval/10", 0, "0")]


def line(doc_id: int, *replies: str, **changes: Any) -> dict[str, Any]:
    doc = {"id": f"task-{doc_id}", "question": "?"}
    whole = {"doc_id": doc_id, "doc": doc, "target": "x", "resps": [[*replies]], "filter": "none"}
    return whole | {"filtered_resps": ["cut"], "exact_match": 0.0} | changes


def test_samples_of_lm_eval_are_read_before_their_filters_and_once(in_process, tmp_path) -> None:
    again = line(0, "one", "two", filter="strict")
    path = put(tmp_path / "s.jsonl", line(0, "one", "two"), again, line(1, "three", "four"))
    assert in_process("import", "answers", "lm-eval", path, "--out", "out.jsonl").returncode == 0
    assert texts(tmp_path / "out.jsonl") == [
        ("task-0", 0, "one"),
        ("task-0", 1, "two"),
        ("task-1", 0, "three"),
        ("task-1", 1, "four"),
    ]
    named = put(tmp_path / "n.jsonl", line(0, "one", doc={"number": 12}))
    assert (
        in_process("import", "answers", "lm-eval", named, "--id-field", "number", "--out", "n.out").returncode
        == 0
    )
    assert texts(tmp_path / "n.out") == [("12", 0, "one")]


ERROR = {"message": "out of memory", "traceback": "…"}
PAIRS = [[["-1.5", "True"]], [["-2.5", "False"]]]


#: Command, content of the file, and parts of the message and of the fix.
WRONG: tuple[tuple[str, list[Any], str, str], ...] = (
    ("inspect", [log()], "samples: the log has no samples", "--no-log-samples"),
    (
        "inspect",
        [log(sample(error=ERROR))],
        "samples[0]: sample 'a', epoch 1 ended without an answer: 'out of memory'",
        "inspect eval-retry",
    ),
    (
        "inspect",
        [log(sample()) | {"status": "error"}],
        "status: the run has not ended: 'error'",
        "inspect eval-retry",
    ),
    ("inspect", [log(sample(), sample())], "samples[1]: 'a#0' is already in", "name each sample once"),
    ("inspect", [log(sample(), sample(epoch=3))], "task 'a' has no draw 1; each task", "generate"),
    ("inspect", [{"results": {}}], "eval: is missing, so this is not a log", "name a log"),
    ("inspect", [log(sample(epoch=0))], "samples[0]: epoch", ""),
    (
        "evalplus",
        [{"task_id": "a"}],
        "line 1: has none of the fields raw_solution,",
        "`solution`",
    ),
    ("evalplus", [{"solution": "x"}], "line 1: task_id", ""),
    (
        "evalplus",
        [{"task_id": "a", "solution": ["x", "y"]}],
        "line 1: solution: must be text",
        "repeat task_id on a line per program",
    ),
    (
        "evalplus",
        [{"task_id": "a", "raw_solution": None, "solution": None}],
        "line 1: raw_solution: must be text, got None",
        "write the program in `solution`",
    ),
    ("lm-eval", [line(0, resps=PAIRS)], "resps: has log-likelihoods of several", "generate_until"),
    ("lm-eval", [{"doc_id": 0, "doc": {}}], "resps: is missing or empty", "--log_samples"),
    ("lm-eval", [line(0, resps=[[]])], "line 1: resps: is missing or empty", "--log_samples"),
    ("lm-eval", [line(0, "x", doc={"text": "?"})], "doc: has none of the fields task_id", "--id-field"),
    ("lm-eval", [line(0, "x"), line(0, "y")], "'task-0#0' is already in", "name each sample once"),
)


@pytest.mark.parametrize("case", WRONG, ids=[f"{case[0]}: {case[2]}" for case in WRONG])
def test_a_wrong_file_is_refused_with_place_and_fix(in_process, tmp_path, case) -> None:
    command, content, message, fix = case
    path = put(tmp_path / "wrong.json", *content)
    done = in_process("import", "answers", command, path, "--out", "out.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert f"{path}" in done.stderr
    assert fix in done.stderr.partition("\n  fix: ")[2]
    assert not (tmp_path / "out.jsonl").exists()


def test_a_damaged_or_unfinished_log_is_refused(in_process: Sightbench, tmp_path: Path) -> None:
    whole = as_zip(tmp_path / "log.eval", sample()).read_bytes()
    (tmp_path / "half.eval").write_bytes(whole[: len(whole) // 2])
    done = in_process("import", "answers", "inspect", "half.eval", "--out", "out.jsonl")
    assert (done.returncode, "half.eval: is not a zip file" in done.stderr) == (2, True)
    with zipfile.ZipFile(tmp_path / "begun.eval", "w") as file:
        file.writestr("_journal/start.json", "{}")
    done = in_process("import", "answers", "inspect", "begun.eval", "--out", "out.jsonl")
    assert (done.returncode, "begun.eval: header.json: is missing" in done.stderr) == (2, True)


def test_an_existing_file_with_other_content_is_kept(in_process: Sightbench, tmp_path: Path) -> None:
    path = put(tmp_path / "s.jsonl", line(0, "one"))
    for said in ("1 answer to 1 task\n", "1 answer to 1 task, unchanged\n"):
        done = in_process("import", "answers", "lm-eval", path, "--out", "out.jsonl")
        assert (done.returncode, done.stdout) == (0, f"out.jsonl: {said}")
    put(path, line(0, "two"))
    done = in_process("import", "answers", "lm-eval", path, "--out", "out.jsonl")
    assert (done.returncode, "out.jsonl: exists with other content" in done.stderr) == (2, True)
    assert texts(tmp_path / "out.jsonl") == [("task-0", 0, "one")]
