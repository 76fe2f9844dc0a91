"""Tests of `sightbench evaluate` from outside: input files, exit codes and output."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmark.core.sample import Sample
from benchmark.core.verdict import MissingSample, Verdict
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.judge.parsing import LintProcess
from benchmark.results.ledger import read_row
from benchmark.results.row import row_id
from tests.case_files import read_cases
from tests.conftest import Sightbench
from tests.jsonl import read_jsonl, write_jsonl

TASKS = read_cases("evaluate/tasks.yaml")
ANSWERS = {
    "double": "Here:\n```python\ndef double(x):\n    return 2 * x\n```",
    "stack": "class Stack(list):\n    push = list.append\n",
    "sum": "```\nprint(sum(map(int, input().split())) + 1)\n```",
}


def write_answers(folder: Path, texts: Mapping[str, str]) -> None:
    write_jsonl(folder / "p.jsonl", ({"task_id": name, "completion": text} for name, text in texts.items()))


def forge(path: Path, metric: str) -> Path:
    """Copy a row with another score of a metric, and the id that fits; return its path."""
    row = read_row(path)
    scores = [
        score.model_copy(update={"value": 0.5}) if (score.metric, score.category) == (metric, "") else score
        for score in row.result.scores
    ]
    result = row.result.model_copy(update={"scores": scores})
    forged = row.model_copy(update={"result": result, "id": row_id(result)})
    forged_path = path.with_name(f"{forged.id}.json")
    forged_path.write_text(forged.model_dump_json(by_alias=True))
    return forged_path


@pytest.fixture
def files(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "tasks.jsonl", TASKS)
    write_answers(tmp_path, ANSWERS)
    upstream = [{"qid": name, "predictions": [text]} for name, text in ANSWERS.items()]
    (tmp_path / "up.json").write_text(json.dumps(upstream))
    return tmp_path


#: Judges everything in one process, because a second one costs more than judging three samples.
EVALUATE = ("evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--workers", "1")
LINTED_ROW = (*EVALUATE, "--rows", "r", "--lint", "--verdicts", "v.jsonl")


@pytest.mark.gate
def test_parsing_success_is_reported_and_verified_by_linting_again(files, in_process) -> None:
    done = in_process(*LINTED_ROW, code=0)
    assert "parsing success" in done.stdout
    found = {line["task_id"]: line["parses"] for line in read_jsonl(files / "v.jsonl")}
    assert found == dict.fromkeys(ANSWERS, True)
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
    again = in_process(*verify, forge(path, "parsing_success"), code=1)
    assert any(line.startswith("parsing_success: 0.5 (") for line in again.stdout.splitlines()), again.stdout


@pytest.mark.gate
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
    write_jsonl(files / "tasks.jsonl", tasks)
    write_answers(files, {f"q-{number}": text for number, text in enumerate(texts)})
    done = in_process(*LINTED_ROW, code=0)
    assert "parsing success" not in done.stdout
    found = read_jsonl(files / "v.jsonl")
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


@pytest.mark.gate
def test_a_linter_that_fails_says_why_and_makes_no_row(files, in_process, monkeypatch) -> None:
    def broken(_: LintProcess, sample: Sample, _installed: object) -> MissingSample:
        return MissingSample(task_id=sample.task.id, draw=sample.draw, reason="lint: it broke")

    monkeypatch.setattr(LintProcess, "lint", broken)
    done = in_process(*LINTED_ROW, code=3)
    assert "not linted: 3 (first: 'double#0'): lint: it broke" in done.stdout
    assert "3 of 3 samples were not linted, so no row is made" in done.stderr
    assert not list((files / "r").rglob("*.json"))
    assert len(read_verdicts(files / "v.jsonl")) == 3


F_IS_DOUBLE = "def f(x):\n    return 2 * x\n"
DEAD_END = "assert f(1) == 2\nassert f(2) == expected"


@pytest.mark.gate
@pytest.mark.parametrize(
    ("task", "message", "fix"),
    [
        (
            {"check": {"kind": "function", "tests": [DEAD_END]}},
            "the test of task 'f' fails for every answer that gets to its line 2: NameError: name 'expected'",
            "fix: correct that line of the test",
        ),
        (
            {
                "check": {"kind": "function", "tests": ["if f(1) != 2:\n    raise SystemExit('wrong')"]},
                "reference": "def f(x):\n    return x\n",
            },
            "cannot judge any answer to 'f': line 2: SystemExit: wrong",
            "fix: correct it, or the reference",
        ),
    ],
    ids=["a dead end", "a wrong reference"],
)
def test_a_test_that_answers_show_to_be_broken_ends_the_run_without_a_row(
    task, message, fix, files: Path, in_process: Sightbench
) -> None:
    write_jsonl(files / "tasks.jsonl", [{"id": "f", "entry_point": "f", **task}])
    texts = [F_IS_DOUBLE, "def f(x):\n    return 7\n"]
    lines = [{"task_id": "f", "draw": draw, "completion": text} for draw, text in enumerate(texts)]
    write_jsonl(files / "p.jsonl", lines)
    done = in_process(*EVALUATE, "--rows", "r", code=2)
    assert f"error: tasks.jsonl: line 1: check.tests: {message}" in " ".join(done.stderr.split())
    assert fix in done.stderr
    assert not list((files / "r").rglob("*.json"))


@pytest.mark.gate
def test_wrong_answers_that_exit_in_a_test_end_no_run(files: Path, in_process: Sightbench) -> None:
    check = {"kind": "function", "tests": ["if f(1) != 2:\n    raise SystemExit('wrong')"]}
    write_jsonl(files / "tasks.jsonl", [{"id": "f", "entry_point": "f", "check": check}])
    write_answers(files, {"f": "def f(x):\n    return 7\n"})
    in_process(*EVALUATE, "--verdicts", "v.jsonl", code=0)
    (verdict,) = read_verdicts(files / "v.jsonl")
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.dead_end) == ("wrong_answer", "")


@pytest.mark.gate
def test_an_empty_answer_does_not_count_as_parsing(files: Path, in_process: Sightbench) -> None:
    write_answers(files, ANSWERS | {"stack": "", "sum": " \n"})
    done = in_process(*EVALUATE, "--verdicts", "v.jsonl", "--lint", code=0)
    assert "warning: p.jsonl: 2 replies were empty, of 3\n" in done.stderr
    assert [
        verdict.parses for verdict in read_verdicts(files / "v.jsonl") if isinstance(verdict, Verdict)
    ] == [True, False, False]


def test_a_template_that_nobody_filled_in_is_not_judged(files: Path, in_process: Sightbench) -> None:
    write_answers(files, dict.fromkeys(ANSWERS, ""))
    done = in_process(*EVALUATE, "--verdicts", "v.jsonl", code=2)
    assert "error: p.jsonl: completion: all 3 completions are empty\n  fix: put what" in done.stderr
    assert not [*files.glob("v.jsonl*")]


@pytest.mark.gate
def test_a_hand_written_task_file_works_for_function_class_and_stdio(files, in_process) -> None:
    done = in_process(*EVALUATE, "--verdicts", "v.jsonl", "--rows", "rows", "--categories", code=0)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "pass@1 66.7 12.9–96.4 33.3 3 3 0" in lines
    assert "execution success 100.0 28.1–100.0 0.0 3 3 0" in lines
    assert "easy 100.0 0.0–100.0 1 1 0" in lines
    assert "outcomes: 2 passed, 1 wrong answer" in lines
    names = [" ".join(re.findall(r"[^\W\d]\S*", line)) for line in done.stdout.splitlines()[1:6]]
    assert names == ["pass@1", "execution success", "pass@1 by level", "easy", "hard"]
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
        "v.jsonl.run.json",
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
    write_jsonl(tmp_path / "tasks.jsonl", tasks)
    write_answers(tmp_path, {name: f"def f(x):\n    {body}" for name, body in bodies.items()})
    return tmp_path


@pytest.mark.gate
def test_tasks_with_kinds_of_tests_are_judged_and_scored_kind_by_kind(files_of_kinds, in_process) -> None:
    done = in_process(*EVALUATE, "--verdicts", "v.jsonl", code=0)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "pass@1 33.3 3.6–87.1 33.3 3 3 0" in lines
    assert "typical 66.7 12.9–96.4 0.0 0.0–71.9 3" in lines
    assert "edge 66.7 12.9–96.4 0.0 0.0–71.9 3" in lines
    assert "large 33.3 3.6–87.1 33.3 3.6–87.1 3" in lines
    verdicts = read_jsonl(files_of_kinds / "v.jsonl")
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
def test_scores_by_kind_of_tests_are_verified_by_judging_again(files_of_kinds, in_process) -> None:
    assert in_process(*EVALUATE, "--rows", "rows").returncode == 0
    (path,) = (files_of_kinds / "rows").rglob("*[0-9a-f].json")
    verify = ("verify", "--tasks", "tasks.jsonl", "--workers", "1")
    assert in_process(*verify, path).returncode == 0
    again = in_process(*verify, forge(path, "fails_only:large"), code=1)
    assert "fails_only:large: 0.5 (" in again.stdout


@pytest.mark.gate
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
def test_costs_are_written_to_a_verdict_file_only_with_the_option(files, in_process) -> None:
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


@pytest.mark.gate
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
    write_jsonl(executed / "t.jsonl", tasks)
    assert in_process(*command, "--tasks", "t.jsonl").stdout == named.stdout
    write_jsonl(executed / "t.jsonl", tasks[:1])
    unknown = in_process(*command, "--tasks", "t.jsonl", code=2)
    assert "task 'beetle-walk-2' is not in the given set of tasks" in unknown.stderr


def test_file_names_keep_their_dots(files: Path, in_process: Sightbench) -> None:
    results = [{"qid": "q1", "task_id": 0, "passed": 1, "result": "passed"}]
    item = {"qid": "q1", "predictions": ["x"], "results": results, "concatenated_predictions": ["y"]}
    (files / "gpt-4.1_executed.json").write_text(json.dumps([item]))
    done = in_process("evaluate", "--prediction_file", "gpt-4.1.json", "--score_only")
    assert done.stdout.splitlines()[1].split()[:2] == ["pass@1", "100.0"]


def test_a_row_cannot_claim_a_protocol_that_was_not_followed(files: Path, in_process: Sightbench) -> None:
    write_jsonl(files / "tasks.jsonl", [{**TASKS[0], "suite": "code-vision", "dataset": "mine"}])
    answer = {"task_id": "double", "completion": ANSWERS["double"]}
    write_jsonl(files / "p.jsonl", ({**answer, "draw": draw} for draw in range(5)))
    arguments = ["evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--rows", "rows"]
    done = in_process(*arguments, "--protocol", "greedy", code=2)
    assert "--protocol: there are 5 draws per task, but the protocol greedy has 1" in done.stderr


@pytest.mark.gate
def test_missing_tasks_need_partial_and_make_no_row(files: Path, in_process: Sightbench) -> None:
    write_answers(files, {"double": ANSWERS["double"]})
    refused = in_process(*EVALUATE, code=2)
    assert "has no completion for 2 of 3 tasks: 'stack', 'sum'" in refused.stderr
    in_process(*EVALUATE, "--partial", code=0)
    in_process(*EVALUATE, "--partial", "--rows", "rows", code=2)
    assert not (files / "rows").exists()


@pytest.mark.gate
def test_unusual_answers_are_judged_like_any_other(files: Path, in_process: Sightbench) -> None:
    unusual = {
        "lone-surrogate": "\ud800",
        "NUL": "```python\ndef double(x):\n    return '\x00'\n```",
        "long": "x" * 2_000_000,
        "empty": "",
        "terminal-escape": "\u202e\x1b[31m",
    }
    write_jsonl(files / "tasks.jsonl", ({**TASKS[0], "id": name} for name in unusual))
    write_answers(files, unusual)
    in_process(*EVALUATE, "--verdicts", "v.jsonl", code=0)
    verdicts = read_verdicts(files / "v.jsonl")
    assert {verdict.task_id for verdict in verdicts} == set(unusual)
    assert {verdict.status for verdict in verdicts} <= {"syntax_error", "no_answer", "runtime_error"}
    assert "\x1b" not in (files / "v.jsonl").read_text()
