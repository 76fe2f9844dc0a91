"""Failed answers get the error type that the rule states, and hostile answers can forge nothing else."""

from collections.abc import Iterator

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Check, FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import ERROR_TYPES, Status, Verdict
from benchmark.judging.checks import compare
from benchmark.judging.judge import Judge

_SUM = StdioCheck(cases=(StdioCase(input="2\n3 4\n", output="7\n"),))
_LIMITS = Limits(seconds=0.2, memory_mb=64)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    judge.close()


def _judge(judge: Judge, program: str, check: Check = _SUM, suite: str = "custom") -> Verdict:
    task = Task(id="t", suite=suite, check=check, entry_point="f", limits=_LIMITS)
    outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    assert isinstance(outcome, Verdict), outcome
    return outcome


_READ = "n = int(input())\nvalues = list(map(int, input().split()))\n"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (_READ + "print(sum(values))", ""),
        ("while True:\n    pass", "time-limit"),
        ("a = bytearray(1 << 30)", "memory"),
        (_READ + "a = list(range(10 ** 9))", "memory"),
        ("print(1", "syntax"),
        (_READ + "eval('1 +')", "syntax"),
        # A line that reads standard input.
        ("n, m, k = map(int, input().split())", "input-parsing"),
        ("n = int(input())\na, b, c = map(int, input().split())", "input-parsing"),
        ("n = int(input())\nx = int(input())", "input-parsing"),
        ("for i in range(9):\n    input()", "input-parsing"),
        ("import sys\nread = sys.stdin.readline\nn = int(read())\nm = int(read())", "input-parsing"),
        ("import sys\nn, m = map(int, sys.stdin.read().split())", "input-parsing"),
        ("from sys import stdin\nx = int(stdin.readline().split()[1])", "input-parsing"),
        ("import sys\nfor line in sys.stdin:\n    a, b = map(int, line.split())", "input-parsing"),
        ("import sys\nx = [int(line) for line in sys.stdin]", "input-parsing"),
        ("def read():\n    return input()\nread()\nn = int(read())", "input-parsing"),
        (
            "import io, os\ninput = io.BytesIO(os.read(0, 99)).readline\nx = int(input() + b'+')",
            "input-parsing",
        ),
        ("n = input().spilt()", "input-parsing"),
        # A line that parses text that came from it.
        ("import sys\ndata = sys.stdin.read().split()\nn = int(data[0])\nm = int(data[7])", "input-parsing"),
        ("import sys\ndata = sys.stdin.read().split()\nx = data[7]", "input-parsing"),
        ("import sys\nlines = sys.stdin.readlines()\na, b, c = lines[1].split()", "input-parsing"),
        ("import sys\nlines = sys.stdin.readlines()\nfor a, b in lines:\n    pass", "input-parsing"),
        (
            "import sys\nit = iter(sys.stdin.read().split())\nfor i in range(9):\n    int(next(it))",
            "input-parsing",
        ),
        ("def ints(text):\n    return [int(x) for x in text]\nints(input() + ' ')", "input-parsing"),
        ("rows = []\nfor i in range(2):\n    rows.append(input())\nn = int(rows[1])", "input-parsing"),
        ("import sys\nt = sys.stdin.read()\nt = t.split('\\n')\nx = float(\n    t[1]\n)", "input-parsing"),
        # Numbers that were converted from it are no longer input text.
        (_READ + "x = values[7]", "access"),
        (_READ + "print(values[n])", "access"),
        (_READ + "x = values[0].size", "access"),
        (_READ + "{}[n]", "access"),
        ("grid = [input(), input()]\nif grid[0][9] == '#':\n    pass", "access"),
        (_READ + "x = n + 'a'", "type"),
        (_READ + "x = len(n)", "type"),
        (_READ + "x = n // 0", "math"),
        (_READ + "x = 2.0 ** 10000", "math"),
        (_READ + "import math\nx = math.sqrt(-n)", "math"),
        (_READ + "import math\nx = math.factorial(-n)", "math"),
        ("import math\nx = math.log(int(input()) - 2)", "math"),
        (_READ + "print(total)", "name"),
        ("x = int(inptu())", "name"),
        ("n = int(input(prompt))", "name"),
        ("class Odd(KeyError):\n    pass\nraise Odd", "access"),
        (_READ + "print('7.')", "output-format"),
        (_READ + "print('Case #1: 7')", "output-format"),
        (_READ + "print(7.0)", "output-format"),
        (_READ + "print([7])", "output-format"),
        (_READ + "print('\\n7')", "output-format"),
        (_READ + "print(8)", "wrong-answer"),
        (_READ + "print(7, 7)", "wrong-answer"),
        (_READ, "wrong-answer"),
        ("", "empty"),
        ("def f(n):\n    f(n + 1)\nf(0)", "other-error"),
        (_READ + "print(7)\nimport sys\nsys.exit(1)", "other-error"),
        (_READ + "assert n == 3", "other-error"),
        (_READ + "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "other-error"),
        (_READ + "x = int('one')", "other-error"),
        ("import not_there", "other-error"),
        ("while True:\n    print('x' * 10 ** 6)", "other-error"),
    ],
)
def test_a_failed_program_has_the_error_type_of_the_rule(judge: Judge, program: str, expected: str) -> None:
    verdict = _judge(judge, program)
    assert verdict.error_type == expected, verdict
    assert (verdict.error_type == "") is (verdict.status is Status.PASSED)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("def f(x):\n    return x", ""),
        ("def f(x):\n    return x + 1", "wrong-answer"),
        ("def f(x):\n    return int(input())", "input-parsing"),
        ("def f(x):\n    return [][x]", "access"),
        ("def f(x):\n    return x + ''", "type"),
        ("def f(x):\n    return x / 0", "math"),
        ("def f(x):\n    return y", "name"),
        ("def f(x)\n    return x", "syntax"),
        ("def f(x):\n    raise Exception", "other-error"),
        ("", "empty"),
    ],
)
def test_functions_have_error_types_in_mmcode_only(judge: Judge, program: str, expected: str) -> None:
    check = FunctionCheck(tests=("assert f(1) == 1",))
    assert _judge(judge, program, check, "mmcode").error_type == expected
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
