"""The judge with real processes in the real sandbox."""

import sys
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Check, ChoiceCheck, FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import ERROR_TYPES, MissingSample, Status, Verdict
from benchmark.files.tasks import read_tasks
from benchmark.judging.checks import compare
from benchmark.judging.judge import Judge
from tests.case_files import read_cases, table
from tests.judged import sample_of, verdict_of
from tests.sampling import first_of

CASES = sorted((Path(__file__).parents[1] / "cases" / "judging").iterdir())


@pytest.mark.parametrize("case", first_of(CASES, 40, "gate"), ids=lambda path: path.name)
def test_a_case_gets_the_verdict_it_deserves(case: Path, judge: Judge) -> None:
    """``expected.txt`` has the status and then fragments of the detail, one per line.

    If the tests have kinds, ``kinds.txt`` has a line with the kind and its status for each of them, in order.
    """
    (task,) = read_tasks(case / "task.jsonl")
    status, *fragments = (case / "expected.txt").read_text().splitlines()
    program = (case / "answer.py").read_bytes().decode("utf-8", "surrogatepass")
    verdict = verdict_of(judge, task, program)
    assert verdict.status == status, verdict
    for fragment in fragments:
        assert fragment in verdict.detail
    kinds = case / "kinds.txt"
    lines = kinds.read_text().splitlines() if kinds.exists() else []
    assert [f"{kind} {status}" for kind, status in verdict.kinds.items()] == lines


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this interpreter accepts the syntax")
@table("judging")
def test_syntax_of_a_newer_python_is_named(program: str, error: str, judge: Judge) -> None:
    newer = "; this is syntax of Python 3.12, and answers run in Python 3.11"
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("assert f(1) == 1",)))
    verdict = verdict_of(judge, task, program)
    assert verdict.status is Status.SYNTAX_ERROR
    assert error in verdict.detail
    assert verdict.detail.endswith(newer)
    wrong = judge.judge(sample_of(task, f"{program}print 'x'\n"))
    assert isinstance(wrong, Verdict)
    assert wrong.status is Status.SYNTAX_ERROR
    assert "Python 3.12" not in wrong.detail


def test_a_failed_kind_ends_only_itself_and_costs_no_further_tests() -> None:
    begun: list[int] = []
    judge = Judge(begun=lambda: begun.append(1))
    kinds = ("typical", "typical", "large", "typical", "large")
    tests = (
        "assert f(1) == 2",
        "assert f(2) == 2",
        "assert f(3) == 3",
        "assert f(4) == 4",
        "assert f(5) == 5",
    )
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=tests, kinds=kinds))
    verdict = judge.judge(sample_of(task, "def f(x):\n    return x\n"))
    judge.close()
    assert isinstance(verdict, Verdict)
    assert verdict.kinds == {"typical": Status.WRONG_ANSWER, "large": Status.PASSED}
    assert (verdict.status, verdict.detail) == (Status.WRONG_ANSWER, "assert f(1) == 2; f(1) gave 1")
    assert len(begun) == 3  # the sandbox is ready; the two large tests begin


def test_a_broken_test_of_one_kind_makes_the_whole_sample_missing(judge: Judge) -> None:
    check = FunctionCheck(tests=("assert f(1) == 2", "import not_there"), kinds=("typical", "large"))
    task = Task(id="t", entry_point="f", check=check)
    outcome = judge.judge(sample_of(task, "def f(x):\n    return x\n"))
    assert isinstance(outcome, MissingSample)
    assert "not_there" in outcome.reason


def test_usage_near_a_limit_in_any_kind_is_judged_again(judge: Judge) -> None:
    """The kinds that fail first do not hide that a later one came near its limit."""
    program = (
        "import time\ndef f(x):\n    while x and time.process_time() < 0.18:\n        pass\n    return x\n"
    )
    check = FunctionCheck(
        tests=("assert f(0) == 1", "assert f(1) == 1", "assert f(0) == 0"), kinds=("typical", "large", "edge")
    )
    task = Task(id="t", entry_point="f", check=check, limits=Limits(seconds=0.2))
    verdict = verdict_of(judge, task, program)
    assert verdict.status is Status.WRONG_ANSWER
    assert verdict.near_limit


def test_all_cases_of_a_program_may_share_a_limit(judge: Judge) -> None:
    program = "import time\nwhile time.process_time() < 0.05:\n    pass\nprint(1)\n"
    check = StdioCheck(cases=(StdioCase(input="", output="1"),) * 4)
    for together, status in ((0.12, Status.TIMEOUT), (20.0, Status.PASSED)):
        task = Task(id="t", check=check, limits=Limits(seconds=2, together=together))
        verdict = verdict_of(judge, task, program)
        assert verdict.status is status
        assert ("for all tests together 0.12 s" in verdict.detail) is (status is Status.TIMEOUT)


@table("judging")
def test_a_broken_test_is_never_a_wrong_answer(test: str, preamble: str, reason: str, judge: Judge) -> None:
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=(test,), preamble=preamble))
    outcome = judge.judge(sample_of(task, "def f(x):\n    return x\n"))
    assert isinstance(outcome, MissingSample)
    assert reason in outcome.reason


def test_starter_code_that_fails_is_the_fault_of_the_task(judge: Judge) -> None:
    check = FunctionCheck(tests=("assert f(LIMIT) == 3",))
    task = Task(id="t", entry_point="f", check=check, starter_code="import nothing_here as n\nLIMIT = n.x\n")
    outcome = judge.judge(sample_of(task, "def f(x):\n    return x\n"))
    assert isinstance(outcome, MissingSample)
    assert "the starter code fails: ModuleNotFoundError" in outcome.reason


@pytest.mark.parametrize("kinds", [(), ("typical", "large")])
def test_an_empty_answer_needs_no_sandbox_and_is_none_in_each_kind(kinds: tuple[str, ...]) -> None:
    check = FunctionCheck(tests=("assert f(1) == 1",) * 2, kinds=kinds)
    outcome = verdict_of(Judge(), Task(id="t", entry_point="f", check=check), "  \n")
    assert outcome.status is Status.NO_ANSWER
    assert outcome.kinds == dict.fromkeys(kinds, Status.NO_ANSWER)


@pytest.mark.parametrize(
    ("answer", "status", "detail"),
    [
        ("B", Status.PASSED, ""),
        ("C", Status.WRONG_ANSWER, "answered C"),
        ("E", Status.WRONG_ANSWER, "answered E, but the options are A to D"),
        ("", Status.NO_ANSWER, "no letter of an option"),
    ],
)
def test_a_choice_is_judged_without_a_sandbox(answer: str, status: Status, detail: str) -> None:
    def fail() -> None:
        raise AssertionError("a sandbox is started")

    task = Task(id="t", check=ChoiceCheck(answer="B"))
    verdict = Judge(starting=fail).judge(sample_of(task, answer))
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.detail) == (status, detail)
    assert verdict.parses is None


def test_an_answer_without_a_letter_says_what_was_looked_for() -> None:
    answer = Answer(code="", program="", failure="no letter A to D that stands alone")
    task = Task(id="t", check=ChoiceCheck(answer="B"))
    verdict = Judge().judge(Sample(task=task, draw=0, answer=answer))
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.detail) == (Status.NO_ANSWER, "no letter A to D that stands alone")


def test_a_detail_names_no_call_of_a_thread_because_their_order_varies(judge: Judge) -> None:
    test = (
        "import threading\nfound = {}\n"
        "thread = threading.Thread(target=lambda: found.setdefault(1, f(1)))\n"
        "thread.start()\nthread.join()\nassert found == {1: 2}"
    )
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=(test,)))
    verdict = verdict_of(judge, task, "def f(x):\n    return 7\n")
    assert (verdict.status, verdict.detail) == (Status.WRONG_ANSWER, "assert found == {1: 2}")


def test_nothing_is_left_for_the_next_sample(judge: Judge) -> None:
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("assert f() == []",)))
    program = (
        "import os, sys\n"
        "def f():\n"
        "    places = os.listdir('/tmp') + os.listdir('/dev/shm') + sorted(sys.modules)\n"
        "    seen = [name for name in places if 'litter' in name]\n"
        "    open('/tmp/litter', 'w').close()\n"
        "    sys.modules['litter'] = sys\n"
        "    return seen\n"
    )
    for _ in range(2):
        verdict = verdict_of(judge, task, program)
        assert verdict.status is Status.PASSED, verdict


_SUM = StdioCheck(cases=(StdioCase(input="2\n3 4\n", output="7\n"),))
_LIMITS = Limits(seconds=0.5, memory_mb=64)


def _judge(judge: Judge, program: str, check: Check = _SUM, suite: str = "custom") -> Verdict:
    task = Task(id="t", suite=suite, check=check, entry_point="f", limits=_LIMITS)
    return verdict_of(judge, task, program)


ERRORS = read_cases("programs/error_types.yaml")


def cases(kind: str) -> pytest.MarkDecorator:
    found = [(program, error) for error, programs in ERRORS[kind].items() for program in programs]
    return pytest.mark.parametrize(("program", "expected"), found)


@cases("program")
def test_a_failed_program_has_the_error_type_of_the_rule(judge: Judge, program: str, expected: str) -> None:
    verdict = _judge(judge, program)
    assert (verdict.error_type or "none") == expected, verdict
    assert (verdict.error_type == "") is (verdict.status is Status.PASSED)


@cases("function")
def test_functions_have_error_types_in_mmcode_only(judge: Judge, program: str, expected: str) -> None:
    check = FunctionCheck(tests=("assert f(1) == 1",))
    assert (_judge(judge, program, check, "mmcode").error_type or "none") == expected
    assert _judge(judge, program, check).error_type == ""


@pytest.mark.parametrize(
    "report",
    [
        '{"stage": "run", "type": "NameError", "bases": ["NameError"], "text": "", "line": 1}',
        '{"stage": "run", "type": "X", "bases": "NameError", "text": [], "line": true}',
        '{"stage": "run", "type": "X", "bases": [["NameError"], {}, 7], "text": {}, "line": -1}',
        '{"stage": "run", "type": "X", "bases": ["EOFError"], "text": "", "line": 1e300}',
        '{"stage": "run", "type": "X", "bases": ["ValueError"], "text": "", "line": 4611686018427387904}',
        '{"stage": "run", "type": "X", "bases": ["Y"], "error_type": "passed", "status": "passed"}',
        '{{"stage": "run", "bases": {}, "text": "{}", "line": 3}}'.format(["ValueError"] * 99, "y" * 10**5),
        '"passed"',
        "[]",
    ],
)
def test_a_forged_report_changes_only_the_error_type(judge: Judge, report: str) -> None:
    program = (
        "import gc, os, socket, struct\n"
        "from sys import stdout\n"
        f"body = ('{{\"error\": ' + {report.replace(chr(39), chr(34))!r} + '}}').encode()\n"
        "channel = next(o for o in gc.get_objects() if isinstance(o, socket.socket))\n"
        "channel.sendall(struct.pack('>I', len(body)) + body)\n"
        "print(7)\nstdout.flush()\nos._exit(1)\n"
    )
    verdict = _judge(judge, program)
    assert verdict.status is Status.RUNTIME_ERROR, verdict
    assert verdict.error_type in ERROR_TYPES
    assert len(verdict.detail) <= 2048


def test_an_analysis_of_the_output_that_fails_leaves_the_answer_wrong(judge, monkeypatch) -> None:
    def fail(*_: object) -> bool:
        raise MemoryError

    monkeypatch.setattr(compare, "differs_only_in_layout", fail)
    assert _judge(judge, "print(8)").error_type == "wrong-answer"


def test_a_traceback_that_the_answer_hides_leaves_the_type_of_the_exception(judge: Judge) -> None:
    program = (
        "class Hidden(KeyError):\n    __traceback__ = property(lambda self: 1 / 0)\n"
        "    __class__ = int\n    __str__ = lambda self: 7\nraise Hidden"
    )
    assert _judge(judge, program).error_type == "access"
