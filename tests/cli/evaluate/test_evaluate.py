"""Tests of `sightbench evaluate` from outside: input files, exit codes and output."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmark.core.sample import Sample
from benchmark.core.verdict import MissingSample, Verdict
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.judge.parsing import LintProcess
from benchmark.pipeline.judge.shards import shard_of
from benchmark.results.ledger import read_row
from benchmark.results.row import row_id
from tests.conftest import Sightbench

TASKS = [
    {
        "id": "double",
        "entry_point": "double",
        "starter_code": "def double(x):",
        "level": "easy",
        "check": {"kind": "function", "tests": ["assert double(2) == 4", "assert double(0) == 0"]},
    },
    {
        "id": "stack",
        "entry_point": "Stack",
        "level": "hard",
        "check": {"kind": "function", "tests": "s = Stack()\ns.push(1)\nassert s.pop() == 1"},
    },
    {
        "id": "sum",
        "level": "hard",
        "check": {"kind": "stdio", "cases": [{"input": "1 2\n", "output": "3\n"}], "compare": "tokens"},
    },
]
ANSWERS = {
    "double": "Here:\n```python\ndef double(x):\n    return 2 * x\n```",
    "stack": "class Stack(list):\n    push = list.append\n",
    "sum": "```\nprint(sum(map(int, input().split())) + 1)\n```",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    lines = "".join(json.dumps(task) + "\n" for task in TASKS)
    (tmp_path / "tasks.jsonl").write_text(lines)
    lines = "".join(
        json.dumps({"task_id": name, "completion": text}) + "\n" for name, text in ANSWERS.items()
    )
    (tmp_path / "p.jsonl").write_text(lines)
    upstream = [{"qid": name, "predictions": [text]} for name, text in ANSWERS.items()]
    (tmp_path / "up.json").write_text(json.dumps(upstream))
    return tmp_path


#: Judges everything in one process, because a second one costs more than judging three samples.
EVALUATE = ("evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--workers", "1")
LINTED_ROW = (*EVALUATE, "--rows", "r", "--lint", "--verdicts", "v.jsonl")


@pytest.mark.gate
def test_parsing_success_is_reported_and_verified_by_linting_again(
    files: Path, in_process: Sightbench
) -> None:
    done = in_process(*LINTED_ROW, code=0)
    assert "parsing success" in done.stdout
    found = {line["task_id"]: line for line in map(json.loads, (files / "v.jsonl").read_text().splitlines())}
    assert {task: line["parses"] for task, line in found.items()} == dict.fromkeys(ANSWERS, True)
    (path,) = (files / "r").rglob("*[0-9a-f].json")
    row = read_row(path)
    parsing = {
        score.category: score.value for score in row.result.scores if score.metric == "parsing_success"
    }
    assert parsing == {"": 1.0, "level:easy": 1.0, "level:hard": 1.0}
    assert "pylint" in row.result.versions.guest
    verify = ("verify", "--tasks", "tasks.jsonl", "--workers", "1")
    again = in_process(*verify, path, code=0)
    assert "linting: 3 of 3" in again.stderr

    scores = [
        score.model_copy(update={"value": 0.5})
        if (score.metric, score.category) == ("parsing_success", "")
        else score
        for score in row.result.scores
    ]
    result = row.result.model_copy(update={"scores": scores})
    forged = row.model_copy(update={"result": result, "id": row_id(result)})
    (path.parent / f"{forged.id}.json").write_text(forged.model_dump_json(by_alias=True))
    again = in_process(*verify, path.parent / f"{forged.id}.json", code=1)
    assert any(line.startswith("parsing_success: 0.5 (") for line in again.stdout.splitlines()), again.stdout


def test_choices_are_judged_recorded_and_verified(files: Path, in_process: Sightbench) -> None:
    tasks = [
        {"id": f"q-{number}", "stem": "q", "prompt": "Which?\nA. 1\nB. 2", "check": check}
        for number, check in enumerate(
            [
                *({"kind": "choice", "answer": answer} for answer in "ABC"),
                {"kind": "choice", "answer": "F", "options": 6},
            ]
        )
    ]
    texts = ["A bar is missing, so A.", "<think>B</think>\\boxed{E}", "I cannot say.", "**F**"]
    lines = [{"task_id": f"q-{number}", "completion": text} for number, text in enumerate(texts)]
    (files / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    (files / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = in_process(*LINTED_ROW, code=0)
    assert "parsing success" not in done.stdout
    found = [json.loads(line) for line in (files / "v.jsonl").read_text().splitlines()]
    assert [(line["status"], line["detail"]) for line in found] == [
        ("passed", ""),
        ("wrong_answer", "answered E, but the options are A to D"),
        ("no_answer", "no letter A to D that stands alone"),
        ("passed", ""),
    ]
    assert not any("parses" in line for line in found)
    (path,) = (files / "r").rglob("*[0-9a-f].json")
    scores = {score.metric: score.value for score in read_row(path).result.scores if not score.category}
    assert (scores["pass@1"], scores["execution_success"]) == (0.5, 0.75)
    in_process("verify", "--tasks", "tasks.jsonl", "--workers", "1", "--judge", path, code=0)


def test_a_linter_that_fails_says_why_and_makes_no_row(
    files: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: LintProcess, sample: Sample, _installed: object) -> MissingSample:
        return MissingSample(task_id=sample.task.id, draw=sample.draw, reason="lint: it broke")

    monkeypatch.setattr(LintProcess, "lint", broken)
    done = in_process(*LINTED_ROW, code=3)
    assert "not linted: 3 (first: 'double#0'): lint: it broke" in done.stdout
    assert "3 of 3 samples were not linted, so no row is made" in done.stderr
    assert not list((files / "r").rglob("*.json"))
    assert len(read_verdicts(files / "v.jsonl")) == 3


def test_an_empty_answer_does_not_count_as_parsing(files: Path, in_process: Sightbench) -> None:
    (files / "p.jsonl").write_text(
        "".join(json.dumps({"task_id": name, "completion": ""}) + "\n" for name in ANSWERS)
    )
    in_process(*EVALUATE, "--verdicts", "v.jsonl", "--lint", code=0)
    assert [
        verdict.parses for verdict in read_verdicts(files / "v.jsonl") if isinstance(verdict, Verdict)
    ] == [False] * 3


@pytest.mark.gate
def test_a_hand_written_task_file_works_for_function_class_and_stdio(
    files: Path, in_process: Sightbench
) -> None:
    done = in_process(*EVALUATE, "--verdicts", "v.jsonl", "--rows", "rows", code=0)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "pass@1 66.7 12.9–96.4 3 3 0" in lines
    assert "execution success 100.0 28.1–100.0 3 3 0" in lines
    assert "easy 100.0 0.0–100.0 1 1 0" in lines
    assert "outcomes: 2 passed, 1 wrong answer" in lines
    names = [line.split("  ")[0] or line.split()[0] for line in done.stdout.splitlines()[1:5]]
    assert names == ["pass@1", "easy", "hard", "execution success"], "categories are below their metric"
    statuses = {verdict.task_id: verdict.status for verdict in read_verdicts(files / "v.jsonl")}
    assert statuses == {"double": "passed", "stack": "passed", "sum": "wrong_answer"}
    (row,) = (files / "rows" / "custom" / "custom" / "p").glob("*.json")
    verified = in_process("verify", row, "--tasks", "tasks.jsonl", "--workers", "1", code=0)
    first, *others = verified.stdout.splitlines()
    assert ": unattested: no signature is next to the row" in first
    assert any(line.startswith("3 of 3 statuses agree") for line in others)
    assert sorted(path.name for path in files.iterdir()) == [
        "p.jsonl",
        "rows",
        "tasks.jsonl",
        "up.json",
        "v.jsonl",
    ]


@pytest.fixture
def files_of_kinds(tmp_path: Path) -> Path:
    """Answers to tasks with kinds of tests: one is right, one fails only the large test, one fails all."""
    check = {
        "kind": "function",
        "tests": ["assert f(2) == 4", "assert f(0) == 0", "assert f(10**6) == 2 * 10**6"],
        "kinds": ["typical", "edge", "large"],
    }
    bodies = {"a": "return 2 * x", "b": "return 2 * x if x < 1000 else None", "c": "return None"}
    tasks = [{"id": name, "entry_point": "f", "check": check} for name in bodies]
    answers = [{"task_id": name, "completion": f"def f(x):\n    {body}"} for name, body in bodies.items()]
    for path, records in (("tasks.jsonl", tasks), ("p.jsonl", answers)):
        (tmp_path / path).write_text("".join(json.dumps(record) + "\n" for record in records))
    return tmp_path


def test_tasks_with_kinds_of_tests_are_judged_and_scored_kind_by_kind(
    files_of_kinds: Path, in_process: Sightbench
) -> None:
    done = in_process(*EVALUATE, "--verdicts", "v.jsonl", code=0)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "pass@1 33.3 3.6–87.1 3 3 0" in lines
    assert "typical 66.7 12.9–96.4 0.0 0.0–71.9 3" in lines
    assert "edge 66.7 12.9–96.4 0.0 0.0–71.9 3" in lines
    assert "large 33.3 3.6–87.1 33.3 3.6–87.1 3" in lines
    verdicts = [json.loads(line) for line in (files_of_kinds / "v.jsonl").read_text().splitlines()]
    assert [list(verdict["kinds"].values()) for verdict in verdicts] == [
        ["passed", "passed", "passed"],
        ["passed", "passed", "wrong_answer"],
        ["wrong_answer"] * 3,
    ]
    assert list(verdicts[1]["kinds"]) == ["typical", "edge", "large"]
    scored = in_process(
        "evaluate", "--score-only", "v.jsonl", "--tasks", "tasks.jsonl", "--metric", "fails_only:large"
    )
    assert "fails only:large" in scored.stdout, scored.stderr


@pytest.mark.gate
def test_scores_by_kind_of_tests_are_verified_by_judging_again(
    files_of_kinds: Path, in_process: Sightbench
) -> None:
    assert in_process(*EVALUATE, "--rows", "rows").returncode == 0
    (path,) = (files_of_kinds / "rows").rglob("*[0-9a-f].json")
    verify = ("verify", "--tasks", "tasks.jsonl", "--workers", "1")
    assert in_process(*verify, path).returncode == 0
    row = read_row(path)
    scores = [
        score.model_copy(update={"value": 0.5}) if score.metric == "fails_only:large" else score
        for score in row.result.scores
    ]
    result = row.result.model_copy(update={"scores": scores})
    forged = row.model_copy(update={"id": row_id(result), "result": result})
    (path.parent / f"{forged.id}.json").write_text(forged.model_dump_json(by_alias=True))
    again = in_process(*verify, path.parent / f"{forged.id}.json", code=1)
    assert "fails_only:large: 0.5 (" in again.stdout


@pytest.mark.usefixtures("files")
def test_json_is_one_document(in_process: Sightbench) -> None:
    done = in_process(*EVALUATE, "--json")
    report = json.loads(done.stdout)
    assert report["schema"] == "sightbench/evaluation/1"
    assert report["outcomes"] == {"passed": 2, "wrong_answer": 1}
    assert report["scores"][0]["metric"] == "pass@1"
    assert 1 <= report["time_factor"] <= 3
    assert (report["judged_again"], report["not_judged_again"]) == (0, 0)


@pytest.mark.gate
def test_costs_are_written_to_a_verdict_file_only_with_the_option(
    files: Path, in_process: Sightbench
) -> None:
    arguments = ["evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--verdicts"]
    written = []
    for name, *options in (
        ["a.jsonl"],
        ["b.jsonl", "--workers", "1"],
        ["c.jsonl", "--workers", "1", "--costs"],
    ):
        in_process(*arguments, name, *options, code=0)
        written.append((files / name).read_bytes())
    assert written[0] == written[1]
    assert b"seconds" not in written[0]
    assert all(
        verdict.cpu_seconds > 0
        for verdict in read_verdicts(files / "c.jsonl")
        if isinstance(verdict, Verdict)
    )


def test_upstream_s_options_write_and_read_upstream_s_file(files: Path, in_process: Sightbench) -> None:
    judging = ("--prediction_file", "up.json", "--tasks", "tasks.jsonl", "--workers", "1")
    in_process("evaluate", *judging, code=0)
    executed = json.loads((files / "up_executed.json").read_text())
    assert [item["qid"] for item in executed] == ["double", "stack", "sum"]
    assert executed[0]["results"] == [{"qid": "double", "task_id": 0, "passed": True, "result": "passed"}]
    assert executed[2]["results"][0]["passed"] is False
    assert executed[0]["processed_predictions"] == ["def double(x):\n    return 2 * x"]
    assert "assert double(0)" not in (files / "up_executed.json").read_text()
    scored = in_process("evaluate", "--prediction_file", "up.json", "--score_only", code=0)
    assert scored.stdout.splitlines()[1].split()[:3] == ["pass@1", "66.7", "12.9–96.4"]


@pytest.fixture
def executed(tmp_path: Path) -> Path:
    """Write a result file on six tasks of two families of the open data set, all tasks of one solved."""
    results = [{"task_id": 0, "passed": True, "result": "passed"}]
    lost = [{"task_id": 0, "passed": False, "result": "failed"}]
    names = [f"{name}-{number}" for name in ("beetle-walk", "bin-days") for number in (1, 2, 3)]
    items = [
        {"qid": name, "predictions": ["x"], "results": results if name.startswith("beetle") else lost}
        for name in names
    ]
    (tmp_path / "open_executed.json").write_text(json.dumps(items))
    return tmp_path


def test_a_named_suite_gives_a_result_file_its_families(executed: Path, in_process: Sightbench) -> None:
    """Two families have a wider range than six tasks."""
    command = ("evaluate", "--prediction_file", "open.json", "--score_only")
    alone = in_process(*command)
    assert alone.stdout.splitlines()[1].split()[:3] == ["pass@1", "50.0", "15.6–84.4"]
    assert "note: no tasks are named, so every task counts as its own stem" in alone.stderr
    named = in_process(*command, "--suite", "humaneval-v", "--dataset", "open")
    assert named.stdout.splitlines()[1].split()[:3] == ["pass@1", "50.0", "3.2–96.8"]
    assert named.stderr == ""
    tasks = [
        {"id": f"{name}-{number}", "stem": name, "check": TASKS[2]["check"]}
        for name in ("beetle-walk", "bin-days")
        for number in (1, 2, 3)
    ]
    (executed / "t.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    assert in_process(*command, "--tasks", "t.jsonl").stdout == named.stdout
    (executed / "t.jsonl").write_text(json.dumps(tasks[0]) + "\n")
    unknown = in_process(*command, "--tasks", "t.jsonl", code=2)
    assert "task 'beetle-walk-2' is not in the given set of tasks" in unknown.stderr


def test_file_names_keep_their_dots(files: Path, in_process: Sightbench) -> None:
    results = [{"qid": "q1", "task_id": 0, "passed": 1, "result": "passed"}]
    item = {"qid": "q1", "predictions": ["x"], "results": results, "concatenated_predictions": ["y"]}
    (files / "gpt-4.1_executed.json").write_text(json.dumps([item]))
    done = in_process("evaluate", "--prediction_file", "gpt-4.1.json", "--score_only")
    assert done.stdout.splitlines()[1].split()[:2] == ["pass@1", "100.0"]
    (files / "gpt-4.1_executed.json").write_text(json.dumps([{**item, "results": []}]))
    assert in_process("evaluate", "--prediction_file", "gpt-4.1.json", "--score_only").returncode == 2


def test_a_row_cannot_claim_a_protocol_that_was_not_followed(files: Path, in_process: Sightbench) -> None:
    tasks = [{**TASKS[0], "suite": "code-vision", "dataset": "mine"}]
    (files / "tasks.jsonl").write_text(json.dumps(tasks[0]) + "\n")
    lines = [{"task_id": "double", "draw": draw, "completion": ANSWERS["double"]} for draw in range(5)]
    (files / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    arguments = ["evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--rows", "rows"]
    done = in_process(*arguments, "--protocol", "greedy", code=2)
    assert "--protocol: there are 5 draws per task, but the protocol greedy has 1" in done.stderr


def test_missing_tasks_need_partial_and_make_no_row(files: Path, in_process: Sightbench) -> None:
    (files / "p.jsonl").write_text(json.dumps({"task_id": "double", "completion": ANSWERS["double"]}) + "\n")
    refused = in_process(*EVALUATE, code=2)
    assert "has no completion for 2 of 3 tasks: 'stack', 'sum'" in refused.stderr
    in_process(*EVALUATE, "--partial", code=0)
    in_process(*EVALUATE, "--partial", "--rows", "rows", code=2)
    assert not (files / "rows").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--suite", "code-vision"],
            "error: --tasks: cannot be used with --suite",
        ),
        (
            ["--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--resume"],
            "error: --resume: needs --verdicts",
        ),
        (
            ["--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--costs"],
            "error: --costs: needs --verdicts",
        ),
        (
            ["--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--extraction", "upstream"],
            "error: --extraction: custom has no extraction rule 'upstream'",
        ),
        (
            ["--prediction_file", "up.json", "--suite", "chartmimic"],
            "error: --suite: 'chartmimic' has no data set here",
        ),
        (["--prediction_file", "up.json", "--score_only"], "error: up_executed.json:"),
        (["--score_only"], "error: --score_only: needs --prediction_file"),
        (["--prediction_file", "up.json", "--score_only", "--json"], "error: --json: cannot be used with"),
        (
            ["--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--rows", "r", "--slug", "../x"],
            "error: --slug: '../x' is not a slug",
        ),
    ],
)
def test_bad_options_get_one_message_and_exit_code_2(
    arguments: list[str], message: str, files: Path, in_process: Sightbench
) -> None:
    before = sorted(files.rglob("*"))
    done = in_process("evaluate", *arguments, code=2)
    assert done.stderr.startswith(message)
    assert done.stderr.count("error:") == 1
    assert "Traceback" not in done.stderr
    assert sorted(files.rglob("*")) == before


@pytest.mark.gate
def test_unusual_answers_are_judged_like_any_other(files: Path, in_process: Sightbench) -> None:
    unusual = {
        "lone surrogate": "\ud800",
        "NUL": "```python\ndef double(x):\n    return '\x00'\n```",
        "long": "x" * 2_000_000,
        "empty": "",
        "terminal escape": "\u202e\x1b[31m",
    }
    names = [name.replace(" ", "-") for name in unusual]
    for path, records in (
        ("tasks.jsonl", [{**TASKS[0], "id": name} for name in names]),
        (
            "p.jsonl",
            [
                {"task_id": name, "completion": text}
                for name, text in zip(names, unusual.values(), strict=True)
            ],
        ),
    ):
        (files / path).write_text("".join(json.dumps(record) + "\n" for record in records))
    in_process(*EVALUATE, "--verdicts", "v.jsonl", code=0)
    verdicts = read_verdicts(files / "v.jsonl")
    assert {verdict.task_id for verdict in verdicts} == set(names)
    assert {verdict.status for verdict in verdicts} <= {"syntax_error", "no_answer", "runtime_error"}
    assert "\x1b" not in (files / "v.jsonl").read_text()


@pytest.mark.gate
def test_an_interrupted_run_continues_where_it_stopped(files: Path, in_process: Sightbench) -> None:
    check = {"kind": "function", "tests": "assert f() == 1"}
    tasks = [{"id": f"t{number}", "entry_point": "f", "check": check} for number in range(16)]
    # One sample takes long, and is in the second shard; the only worker judges the first shard before.
    slow = next(task["id"] for task in tasks if shard_of("custom", str(task["id"]), 0, 2) == 1)
    lines = [
        {
            "task_id": task["id"],
            "completion": f"import time\ndef f():\n    time.sleep({task['id'] == slow} * 2)\n    return 1",
        }
        for task in tasks
    ]
    for name, records in (("tasks.jsonl", tasks), ("p.jsonl", lines)):
        (files / name).write_text("".join(json.dumps(record) + "\n" for record in records))
    arguments = ["evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--verdicts", "v.jsonl"]
    command = [sys.executable, "-m", "benchmark", *arguments, "--workers", "1"]
    partial = files / "v.jsonl.partial"
    process = subprocess.Popen(
        command, cwd=files, start_new_session=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not (partial.exists() and partial.read_text().count("\n")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in stderr
    judged = len(read_verdicts(partial))
    assert 0 < judged < 16
    assert not (files / "v.jsonl").exists()
    in_process(*arguments, "--resume", code=0)
    assert {verdict.status for verdict in read_verdicts(files / "v.jsonl")} == {"passed"}
    assert not partial.exists()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--verdicts", "p.jsonl"], "--verdicts: 'p.jsonl' is one of the files to read"),
        (["--verdicts", "./tasks.jsonl"], "--verdicts: 'tasks.jsonl' is one of the files to read"),
        (["--verdicts", "."], "--verdicts: '.' is not a regular file"),
        (["--name", "<b>"], "options: '--name': has markup ('<'), got '<b>'"),
        (["--setting", "a/b"], "options: '--setting': must be letters and digits"),
        (["--protocol", "a b"], "options: '--protocol': must be letters and digits"),
        (["--dataset", "rebuilt"], "--dataset: cannot be used with --tasks"),
    ],
)
def test_options_that_would_destroy_a_file_or_have_no_effect_are_refused_before_judging(
    files: Path, in_process: Sightbench, options: list[str], problem: str
) -> None:
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    done = in_process(*EVALUATE, *options, code=2)
    assert problem in done.stderr
    assert "judging" not in done.stderr
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"results": [{"task_id": 0, "passed": 7, "result": "x"}]}, "passed"),
        ({"results": [{"task_id": -1, "passed": 1, "result": "x"}]}, "task_id"),
    ],
)
def test_an_invalid_executed_file_is_refused(
    edit: dict[str, object], message: str, files: Path, in_process: Sightbench
) -> None:
    item = {"qid": "q1", "predictions": ["x"], **edit}
    (files / "up_executed.json").write_text(json.dumps([item]))
    done = in_process("evaluate", "--prediction_file", "up.json", "--score_only", code=2)
    assert message in done.stderr


def test_a_task_that_comes_twice_in_an_executed_file_is_refused(files: Path, in_process: Sightbench) -> None:
    item = {"qid": "q1", "predictions": ["x"], "results": [{"task_id": 0, "passed": 1, "result": "passed"}]}
    (files / "up_executed.json").write_text(json.dumps([item, item]))
    done = in_process("evaluate", "--prediction_file", "up.json", "--score_only", code=2)
    assert "entry 2: qid: 'q1' appears twice" in done.stderr
