"""Real problems of MMCode go through import and prompts, and programs published for them are judged."""

import gzip
import hashlib
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Limits, Picture, StdioCase, StdioCheck, Task
from benchmark.core.verdict import ERROR_TYPES, MissingSample, Status
from benchmark.files.tasks import read_tasks, write_tasks
from benchmark.generation.prompts.picture import inspect_picture
from benchmark.judging.judge import Judge
from benchmark.suites.mmcode import upstream
from benchmark.suites.mmcode.problem_import import import_problems
from benchmark.suites.mmcode.suite import SUITE as MMCODE
from tests.case_files import read_text
from tests.judged import verdict_of
from tests.sampling import gate_of

TRAPEZOIDS, TREE = "ac_abc045_a", "cf_1092_F"


def _record(shared_data: Path, problem: str) -> dict[str, Any]:
    return json.loads((shared_data / "mmcode" / f"{problem}.json").read_text(encoding="utf-8"))


def _task(record: dict[str, Any], tests: slice = slice(None)) -> Task:
    pairs = zip(record["input_output"]["inputs"], record["input_output"]["outputs"], strict=True)
    cases = tuple(StdioCase(input=text, output=output) for text, output in list(pairs)[tests])
    check = StdioCheck(cases=cases, compare="tokens")
    return Task(id=record["problem_id"], suite="mmcode", check=check, limits=Limits(seconds=10))


def _predictions(path: Path, programs: list[tuple[str, str]]) -> Path:
    draws: dict[str, int] = {}
    lines = []
    for task_id, program in programs:
        draw = draws[task_id] = draws.get(task_id, -1) + 1
        lines.append({"task_id": task_id, "draw": draw, "completion": f"```python\n{program}\n```"})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@gate_of("published")
def test_a_published_program_passes_all_65_tests(shared_data: Path, judge: Judge) -> None:
    record = _record(shared_data, TREE)
    task = _task(record)
    assert isinstance(task.check, StdioCheck)
    assert len(task.check.cases) == 65
    program = record["published_run"]["code"]
    assert verdict_of(judge, task, program).status is Status.PASSED
    assert verdict_of(judge, task, program.replace("max(cost)", "min(cost)")).error_type == "wrong-answer"
    theirs = upstream.program(task, program)
    assert verdict_of(judge, upstream.judged(task), theirs).status is Status.PASSED


@gate_of("published")
def test_nine_of_seventeen_accepted_programs_fail_the_tests_of_their_problem(
    shared_data: Path, judge: Judge
) -> None:
    """The suite's README says so; the shared data say how many tests each program passes."""
    record = _record(shared_data, TRAPEZOIDS)
    task, solutions = _task(record), record["listed_solutions"]
    passed = [verdict_of(judge, task, each["code"]).status is Status.PASSED for each in solutions]
    assert passed == [each["tests_passed_here"] == 104 for each in solutions]
    assert (len(passed), sum(passed)) == (17, 8)


def test_a_task_without_cases_is_never_a_pass(tmp_path: Path, judge: Judge, in_process) -> None:
    line = {"id": "t", "check": {"kind": "stdio", "cases": []}}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    _predictions(tmp_path / "p.jsonl", [("t", "print(1)")])
    done = in_process("evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl")
    assert done.returncode == 2
    assert "check.cases: must have at least 1 entry" in done.stderr
    task = Task(id="t", check=StdioCheck(cases=()))
    outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code="x", program="x")))
    assert isinstance(outcome, MissingSample)
    assert outcome.reason == "the task has no test"


def _contest_problems(shared_data: Path, source: str, *names: str) -> list[dict[str, Any]]:
    with gzip.open(
        shared_data / "mmcode_like" / f"{source}_problems.jsonl.gz", "rt", encoding="utf-8"
    ) as file:
        every = map(json.loads, file)
        return [record for record in every if any(record["problem_id"].endswith(name) for name in names)]


def _contest_task(record: dict[str, Any], cases: list[StdioCase], **how: Any) -> Task:
    check = StdioCheck(cases=tuple(cases), **how)
    return Task(id=record["problem_id"], suite="mmcode", check=check, limits=Limits(seconds=10))


def _cases(record: dict[str, Any]) -> list[StdioCase]:
    return [StdioCase(input=test["input"], output=test["output"]) for test in record["tests"]]


_BULLSEYE = read_text("mmcode/bullseye.py")
_CAKE = "n, h, v = map(int, input().split())\nprint(max(h, n - h) * max(v, n - v) * 4)\n"


@pytest.mark.parametrize(
    ("source", "name", "program", "wrong", "error_type"),
    [
        ("gcj", "bullseye", _BULLSEYE, ("<= t", "< t"), "wrong-answer"),
        ("gcj", "bullseye", _BULLSEYE, ("Case #{case}: ", ""), "output-format"),
        ("gcj", "bullseye", _BULLSEYE, ("int(input()) + 1", "9999"), "input-parsing"),
        ("rmrc", "pieceofcake2", _CAKE, ("n - h", "h - n"), "wrong-answer"),
        ("rmrc", "pieceofcake2", _CAKE, (" * 4)", ", 4)"), "wrong-answer"),
        ("rmrc", "pieceofcake2", _CAKE, ("v = map", "v, w = map"), "input-parsing"),
    ],
)
def test_a_right_program_passes_contest_tests_of_real_length_and_a_wrong_one_does_not(  # noqa: PLR0917
    shared_data: Path,
    judge: Judge,
    source: str,
    name: str,
    program: str,
    wrong: tuple[str, str],
    error_type: str,
) -> None:
    (record,) = _contest_problems(shared_data, source, name)
    cases = _cases(record)
    if error_type == "wrong-answer":  # once per problem is enough
        right = verdict_of(judge, _contest_task(record, cases, compare="floats"), program)
        assert right.status is Status.PASSED
    assert wrong[0] in program
    verdict = verdict_of(judge, _contest_task(record, cases, compare="tokens"), program.replace(*wrong))
    assert verdict.error_type == error_type, verdict


def test_inputs_reach_the_program_byte_for_byte(shared_data: Path, judge: Judge) -> None:
    """The longest input of the contest problems has 400 kB; some inputs have no line feed at the end."""
    records = _contest_problems(shared_data, "gcj", "_recalculating", "session_1_hex")
    texts = [test["input"] for record in records for test in record["tests"]]
    assert max(map(len, texts)) > 390_000
    assert any(not text.endswith("\n") for text in texts)
    texts += ["a\r\nb\r", "\ufeff\u00e9\U0001f600\0\x1a", ""]
    cases = [StdioCase(input=text, output=hashlib.sha256(text.encode()).hexdigest()) for text in texts]
    program = "import hashlib, sys\nprint(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())"
    for stdin in ("file", "pipe"):
        task = _contest_task(records[0], cases, compare="tokens", stdin=stdin)
        assert verdict_of(judge, task, program).status is Status.PASSED


@pytest.fixture
def failures(shared_data: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """Verdicts of failing programs on two real problems, as `sightbench evaluate` writes them."""
    trapezoids, tree = _record(shared_data, TRAPEZOIDS), _record(shared_data, TREE)
    write_tasks(tmp_path / "tasks.jsonl", [_task(trapezoids, slice(7, 8)), _task(tree, slice(1))])
    ceiling = trapezoids["listed_solutions"][0]["code"]
    published = tree["published_run"]["code"]
    return [
        (TRAPEZOIDS, ceiling),
        (TRAPEZOIDS, "a, b, h = map(int, input().split())\nprint((a + b) * h // 2)"),
        (TRAPEZOIDS, "sum = int(input()) + int(input())\nprint('area =', sum * int(input()) // 2)"),
        (TREE, published.replace("max(cost)", "min(cost)")),
        (TREE, published.replace("dfs1(0, -1, 0)", "dfs1(0, -1)")),
        (TREE, published.replace("cost = [", "cots = [")),
    ]


@gate_of("published")
def test_error_types_and_static_flags_are_counted_and_are_kinds_for_people(
    tmp_path: Path, failures: list[tuple[str, str]], in_process
) -> None:
    """The paper's analysis of errors: people choose from the kinds without knowing what the rule says."""
    _predictions(tmp_path / "p.jsonl", failures)
    arguments = ("evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl", "--verdicts", "v.jsonl")
    done = in_process(*arguments)
    assert done.returncode == 0, done.stderr
    assert "error types: 1 input-parsing, 1 type, 1 name, 1 output-format, 2 wrong-answer\n" in done.stdout
    assert "static flags: 1 shadows sum\n" in done.stdout
    assert json.loads(in_process(*arguments, "--json").stdout)["flags"] == {
        f"{TRAPEZOIDS}#2": ["shadows sum"]
    }
    verdicts = [json.loads(line) for line in (tmp_path / "v.jsonl").read_text().splitlines()]
    assert [verdict["error_type"] for verdict in verdicts[:3]] == [
        "wrong-answer",
        "input-parsing",
        "output-format",
    ]
    command = ("review", "sample", "v.jsonl", "--only", "wrong", "--each", "6", "--asked", "errors")
    done = in_process(*command, "--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--out", "sheet.csv")
    assert done.returncode == 0, done.stderr
    assert f"kinds of errors to choose from: {', '.join(ERROR_TYPES)}\n" in done.stdout
    key = json.loads((tmp_path / "sheet.key.json").read_text(encoding="utf-8"))
    assert key["kinds"] == list(ERROR_TYPES)
    assert {sample["error_type"] for sample in key["samples"]} == {each["error_type"] for each in verdicts}
    assert "error_type" not in (tmp_path / "sheet.csv").read_text(encoding="utf-8").splitlines()[0]


def test_a_verdict_whose_error_type_contradicts_its_status_is_refused(tmp_path: Path, in_process) -> None:
    verdict = {"task_id": "t", "draw": 0, "status": "passed", "detail": "", "error_type": "name"}
    (tmp_path / "a.jsonl").write_text(json.dumps(verdict) + "\n", encoding="utf-8")
    for command in (
        ("review", "sample", "a.jsonl", "--out", "u.csv"),
        ("evaluate", "--score-only", "a.jsonl"),
    ):
        assert "status is passed, but error_type is name" in in_process(*command, code=2).stderr


def test_a_statement_whose_picture_is_lost_is_repaired_and_reported(
    tmp_path: Path, shared_data: Path
) -> None:
    source = shared_data / "mmcode"
    report = import_problems(source, tmp_path / "a")
    assert (report.kept, report.left_out) == (["cf_1092_F"], {"ac_abc045_a": "it has no picture"})
    kept = import_problems(source, tmp_path / "b", keep_pictureless=True)
    assert (kept.kept, kept.pictures) == (["ac_abc045_a", "cf_1092_F"], 1)
    assert kept.repaired["ac_abc045_a"] == "1 marker without a picture removed; it has no picture"
    trapezoid, tree = read_tasks(tmp_path / "b" / "tasks.jsonl.gz")
    assert isinstance(trapezoid.check, StdioCheck)
    assert (len(trapezoid.check.cases), trapezoid.level, trapezoid.limits.seconds) == (104, "easy", 10.0)
    assert trapezoid.check.cases[2].input == "4\n4\n7"  # without a line end, as it was
    assert [isinstance(part, Picture) for part in tree.parts] == [False, True, False]
    (turn,) = MMCODE.prompt("sightbench", "vision+language").turns(tree, 0, "")
    shown = [part for part in turn.parts if isinstance(part, Picture)]
    assert inspect_picture(shown[0], tmp_path / "b", tree.id, None).width > 100


@pytest.mark.weekly
def test_the_archive_of_contest_problems_goes_through_import_and_prompts(
    tmp_path: Path, shared_data: Path
) -> None:
    report = import_problems(shared_data / "mmcode_like", tmp_path / "out", test=20)
    assert (report.read, len(report.kept), report.pictures, report.test) == (81, 77, 133, 20)
    assert Counter(reason.split(": ")[0] for reason in report.left_out.values()) == {
        "picture 1 is not a PNG, JPEG, GIF, WebP or BMP picture": 3,  # SVG
        "picture 3 is too large a picture": 1,
    }
    assert not report.repaired
    tasks = read_tasks(tmp_path / "out" / "tasks.jsonl.gz")
    assert {task.subset for task in read_tasks(tmp_path / "out" / "tasks-test.jsonl.gz")} == {"test"}
    assert {task.limits.seconds for task in tasks} <= {10.0, 25.0, 50.0, 60.0}
    for task in tasks:
        pictures = [part for part in task.parts if isinstance(part, Picture)]
        for setting in ("vision+language", "language-only", "caption-cot"):
            (turn,) = MMCODE.prompt("sightbench", setting).turns(task, 0, "")
            shown = [part for part in turn.parts if isinstance(part, Picture)]
            assert len(shown) == (0 if setting == "language-only" else len(pictures))
        for picture in pictures:
            assert inspect_picture(picture, tmp_path / "out", task.id, None).width > 0


SYNTHETIC = read_text("programs/import_a_large_set.py")


@pytest.mark.weekly
def test_memory_does_not_grow_with_the_size_of_a_set(tmp_path: Path) -> None:
    """With 3,548 problems, 6,145 pictures and 652 MiB, 183 MiB were measured."""
    done = subprocess.run(
        [sys.executable, "-c", SYNTHETIC, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    kept, test, size, kibibytes = json.loads(done.stdout)
    assert (kept, test) == (700, 50)
    assert size > 400 << 20
    assert kibibytes < 350 << 10
