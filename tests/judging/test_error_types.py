"""Failed answers get the error type that the rule states, and hostile answers can forge nothing else."""

import pytest

from benchmark.core.task import Check, FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import ERROR_TYPES, Status, Verdict
from benchmark.judging.checks import compare
from benchmark.judging.judge import Judge
from tests.case_files import read_cases
from tests.judged import verdict_of

_SUM = StdioCheck(cases=(StdioCase(input="2\n3 4\n", output="7\n"),))
_LIMITS = Limits(seconds=0.2, memory_mb=64)


def _judge(judge: Judge, program: str, check: Check = _SUM, suite: str = "custom") -> Verdict:
    task = Task(id="t", suite=suite, check=check, entry_point="f", limits=_LIMITS)
    return verdict_of(judge, task, program)


CASES = read_cases("programs/error_types.yaml")


def cases(kind: str) -> pytest.MarkDecorator:
    found = [(program, error) for error, programs in CASES[kind].items() for program in programs]
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


def test_an_analysis_of_the_output_that_fails_leaves_the_answer_wrong(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
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
