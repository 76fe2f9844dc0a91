"""Both formats of prediction files are read and written without loss, and they must answer all tasks."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.sample import Completion
from benchmark.core.task import FunctionCheck, Task
from benchmark.files import bounded, upstream_json
from benchmark.files.atomic import gzip_bytes
from benchmark.files.predictions import (
    check_filled,
    completions_digest,
    match_to_tasks,
    prediction_record,
    read_predictions,
    write_predictions,
)
from tests.processes import run
from tests.sampling import first_of, gate_of

STRANGE = (
    Completion(task_id="t/1", draw=0, text="\ud800 \x00 \x1b[31m \u2028 😀 é \r\n"),
    Completion(
        task_id="9. Palindrome Number",
        draw=0,
        text="",
        finish_reason="other",
        finish_detail="RECITATION",
        tokens_in=1,
        tokens_out=2,
        tokens_thinking=0,
        tokens_cached=3,
        call_draws=8,
        looks=((2.0, 0.1, 0.0, 0.5, 1.0, 2.5), ()),
        dropped=("temperature",),
        cost_usd=0.25,
        seconds=1.5,
        model="m",
        resolved_model="m-2025",
        fingerprint="fp",
        request_id="r",
        parameters={"temperature": 0.2, "stop": ["\n"], "seed": 2**60},
    ),
)


@pytest.mark.parametrize("name", ["p.jsonl", "p.jsonl.gz"])
def test_written_predictions_are_read_back_and_rewritten_with_the_same_bytes(tmp_path, name) -> None:
    path = tmp_path / name
    write_predictions(path, STRANGE)
    first = path.read_bytes()
    assert read_predictions(path) == STRANGE
    write_predictions(path, STRANGE)
    assert path.read_bytes() == first
    assert (first[:2] == b"\x1f\x8b") == name.endswith(".gz")


def test_unknown_fields_of_a_completion_are_left_out() -> None:
    assert list(prediction_record(STRANGE[0])) == ["task_id", "draw", "completion"]


def test_the_format_is_detected_by_content_and_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(gzip_bytes(b'[{"qid": "q1", "predictions": ["a"]}]'))
    assert read_predictions(path) == (Completion(task_id="q1", draw=0, text="a"),)


def test_upstream_s_examples_are_read_like_json(shared_data: Path) -> None:
    for name, count in (("example_pred_sample_20.json", 20), ("example_pred_sample_6.json", 6)):
        path = shared_data / "humaneval_v" / name
        [record] = json.loads(path.read_text(encoding="utf-8"))
        found = read_predictions(path)
        assert [completion.text for completion in found] == record["predictions"]
        assert {completion.task_id for completion in found} == {record["qid"]}
        assert [completion.draw for completion in found] == list(range(count))


@pytest.mark.parametrize("size", [1, 7, 64])
def test_strings_that_span_blocks_are_read_completely(tmp_path, monkeypatch, size) -> None:
    monkeypatch.setattr(bounded, "_CHUNK", size)
    records = [
        {"qid": "q1", "predictions": ['a"\\' * 9, "é😀" * 30, ""]},
        {"predictions": ["x"], "qid": "q2"},
    ]
    path = tmp_path / "p.json"
    path.write_text(json.dumps(records, indent=1, ensure_ascii=False), encoding="utf-8")
    assert [(found.task_id, found.draw, found.text) for found in read_predictions(path)] == [
        (str(record["qid"]), draw, text)
        for record in records
        for draw, text in enumerate(record["predictions"])
    ]


@gate_of("files")
def test_a_completion_may_have_ten_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    answers = (
        Completion(task_id="a", draw=0, text="x" * 10_000_000),
        Completion(task_id="b", draw=0, text="é" * 5_000_000),
    )
    write_predictions(path, answers)
    assert read_predictions(path) == answers


def test_a_completion_too_long_for_a_line_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="line 1: would be longer than 16 MiB"):
        write_predictions(tmp_path / "p.jsonl", [Completion(task_id="a", draw=0, text="x" * (17 << 20))])
    assert list(tmp_path.iterdir()) == []


@gate_of("files")
def test_a_string_over_16_mib_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(b'[{"qid": "q", "predictions": ["' + b"x" * (17 << 20) + b'"]}]')
    with pytest.raises(BadInput, match=r"longer than 16 MiB"):
        read_predictions(path)


def test_predictions_that_need_too_much_memory_are_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(upstream_json, "MEMORY_LIMIT", 10_000)
    path = tmp_path / "p.json"
    path.write_bytes(b'[{"qid": "q", "predictions": [' + b'"",' * 20 + b'""]}]')
    with pytest.raises(BadInput, match="of memory"):
        read_predictions(path)


HOSTILE = {
    "lists": (b"[", b"[],"),
    "brackets": (b"[", b"["),
    "empty-answers": (b'[{"qid":"q","predictions":[', b'"",'),
    "keys": (b"[{", b'"qid":"q",'),
    "one-line": (b'{"task_id":"t","completion":"","parameters":{"a":[', b"[],"),
}


@gate_of("files")
@pytest.mark.parametrize(
    "name",
    first_of(["one-line", "lists", "brackets", "keys", "empty-answers"], 2, "gate"),
)
def test_a_hostile_file_is_refused_in_little_memory(tmp_path: Path, name: str) -> None:
    start, repeated = HOSTILE[name]
    path = tmp_path / "hostile"
    path.write_bytes(start + repeated * (15_000_000 // len(repeated)))
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from benchmark.core.errors import BadInput\n"
        "from benchmark.files.predictions import read_predictions\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))\n"
        "try: read_predictions(Path(sys.argv[1]))\n"
        "except BadInput as error: print(error)\n"
    )
    done = run([sys.executable, "-c", program, path], timeout=60, check=True)
    assert done.stdout.startswith(f"{path}: line 1")


def test_the_digest_depends_on_task_draw_and_text_but_not_on_the_order() -> None:
    digest = completions_digest(STRANGE)
    assert completions_digest(reversed(STRANGE)) == digest
    bare = [Completion(task_id=full.task_id, draw=full.draw, text=full.text) for full in STRANGE]
    assert completions_digest(bare) == digest
    assert completions_digest(STRANGE[:1]) != digest


def test_an_excused_sample_may_be_absent(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    write_predictions(path, [Completion(task_id="a", draw=draw, text="") for draw in (0, 2)])
    with pytest.raises(BadInput, match="has 2 completion"):
        read_predictions(path)
    assert len(read_predictions(path, {("a", 1)})) == 2
    with pytest.raises(BadInput, match="has 2 completion"):
        read_predictions(path, {("b", 0)})


def test_draws_continue_over_records_with_a_prompt(tmp_path: Path) -> None:
    """HumanEval-V's second version writes one record per description."""
    calls = [("q1", ["a", "b"]), ("q2", ["c"]), ("q1", ["d"]), ("q2", ["e", "f"])]
    path = tmp_path / "p.json"
    path.write_text(json.dumps([{"qid": qid, "prompt": "p", "predictions": texts} for qid, texts in calls]))
    found = {completion.key: completion.text for completion in read_predictions(path)}
    assert found == {
        ("q1", 0): "a", ("q1", 1): "b", ("q2", 0): "c", ("q1", 2): "d", ("q2", 1): "e", ("q2", 2): "f",
    }  # fmt: skip


def test_a_repeated_task_without_a_prompt_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(2 * [{"qid": "q1", "predictions": ["a"]}]))
    with pytest.raises(BadInput, match="'q1', draw 0 is already at"):
        read_predictions(path)


@pytest.mark.parametrize("name", ["cost_usd", "seconds", "tokens_in", "tokens_out"])
def test_numbers_whose_sum_could_overflow_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "p.jsonl"
    value = 1e308 if name in ("cost_usd", "seconds") else 10**300
    path.write_text(json.dumps({"task_id": "t", "completion": "", name: value}) + "\n")
    with pytest.raises(BadInput, match=f"line 1: {name}: must be at most"):
        read_predictions(path)


TASKS = [
    Task(id=f"t{number}", check=FunctionCheck(tests=("assert f",)), entry_point="f") for number in range(8)
]
FILE = Path("p.jsonl")


def answers(**draws: int) -> list[Completion]:
    return [
        Completion(task_id=task, draw=draw, text="") for task, count in draws.items() for draw in range(count)
    ]


def test_missing_tasks_are_listed_and_counted() -> None:
    with pytest.raises(BadInput) as caught:
        match_to_tasks(FILE, answers(t7=1, t6=1), TASKS, partial=False)
    message = caught.value.render()
    assert "p.jsonl: has no completion for 6 of 8 tasks: 't0', 't1', 't2', 't3', 't4', …" in message
    assert "--partial" not in caught.value.fix
    with pytest.raises(BadInput, match="has no completion") as caught:
        match_to_tasks(FILE, answers(t7=1, t6=1), TASKS, partial=False, option=True)
    assert caught.value.fix.endswith(", or pass --partial and get no row")
    match_to_tasks(FILE, answers(t7=1, t6=1), TASKS, partial=True)


def test_unequal_draws_are_refused_unless_partial() -> None:
    match_to_tasks(FILE, answers(**{task.id: 2 for task in TASKS}), TASKS, partial=False)
    completions = answers(**{task.id: 2 for task in TASKS[1:]}, t0=1)
    with pytest.raises(BadInput, match=r"1 task\(s\) with fewer than 2 completions: 't0'"):
        match_to_tasks(FILE, completions, TASKS, partial=False)
    match_to_tasks(FILE, completions, TASKS, partial=True)


def test_unknown_tasks_are_refused_even_when_partial() -> None:
    with pytest.raises(BadInput, match=r"1 unknown task id\(s\): 'q\\x1b1'"):
        match_to_tasks(FILE, answers(**{"q\x1b1": 1}), TASKS, partial=True)


def test_all_problems_are_reported_together() -> None:
    with pytest.raises(ManyBadInputs) as caught:
        match_to_tasks(FILE, answers(t0=2, t1=1, q=1), TASKS, partial=False)
    assert len(caught.value.problems) == 3


def test_a_template_that_nobody_filled_in_is_refused_and_many_empty_answers_are_noted() -> None:
    def answers(*texts: str, reason: str | None = None) -> list[Completion]:
        return [
            Completion(task_id=f"t{number}", draw=0, text=text, finish_reason=reason)
            for number, text in enumerate(texts)
        ]

    for reason in (None, "stop"):
        with pytest.raises(BadInput, match=r"p.jsonl: completion: all 2 completions are empty") as caught:
            check_filled("p.jsonl", answers("", " \n", reason=reason))
        assert caught.value.fix == "put what the model answered into each line"
    assert check_filled("p.jsonl", answers("", "x")) == "p.jsonl: 1 reply was empty, of 2"
    asked = [replace(each, tokens_out=5) for each in answers("", "")]
    with pytest.raises(BadInput) as caught:
        check_filled("p.jsonl", asked)
    assert caught.value.fix == "look at the model's server"
    for reason in ("length", "refusal", "content_filter"):  # these are counted, but not as empty
        ended = answers("", "", reason=reason)
        assert check_filled("p.jsonl", ended) == ""
        assert check_filled("p.jsonl", [*ended, *answers("", "")]) == "p.jsonl: 2 replies were empty, of 4"
    thought = [replace(each, tokens_thinking=5) for each in answers("", "", "", reason="stop")]
    said = check_filled("p.jsonl", [*thought, *answers("", "x")])
    assert said == "p.jsonl: 1 reply was empty; 3 had reasoning only, of 5"
    assert check_filled("p.jsonl", answers("", *"abcd")) == ""
    assert check_filled("p.jsonl", []) == ""
