"""Answers are run and compared as by MMCode's published judge, with its surprises.

The expected results were found with the published code itself, run in the sandbox.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from benchmark.core.sample import Answer, Completion, RawSample, Sample
from benchmark.core.suite import ExtractionRule, JudgedExtraction
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.extracting import raw_samples
from benchmark.suites.mmcode.call_based import call_check
from benchmark.suites.mmcode.upstream import judged, program

_SUM = Task(
    id="sum",
    suite="mmcode",
    check=StdioCheck(cases=(StdioCase(input="2\n3 4\n", output="7\n"),), compare="exact"),
)
_READ = "n = int(input())\nvalues = list(map(int, input().split()))\n"


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    judge.close()


def _verdict(judge: Judge, task: Task, code: str) -> Verdict:
    sample = Sample(task=judged(task), draw=0, answer=Answer(code=code, program=program(task, code)))
    outcome: Outcome = judge.judge(sample)
    assert isinstance(outcome, Verdict), outcome
    return outcome


WHOLE_PROGRAMS = {
    "plain": (_READ + "print(sum(values))", True),
    "wrong": (_READ + "print(8)", False),
    "no newline, and space": (_READ + "print(f' {sum(values)} ', end='')", True),
    "twice the same word": (_READ + "print(7, 7)", True),
    "rounded": (_READ + "print(7.0001)", True),
    "main guard": (
        (
            "def main():\n    input()\n    print(sum(map(int, input().split())))\n"
            'if __name__ == "__main__":\n    main()'
        ),
        True,
    ),
    "imports are there": ("input()\nprint(reduce(lambda a, b: a + b, map(int, input().split())))", False),
    "imports in front": ("input()\nprint(int(np.sum(list(map(int, input().split())))) + floor(0.5))", True),
    "global is not the module's": (
        (
            "total = 0\ndef add(x):\n    global total\n    total += x\n"
            "input()\nfor x in input().split():\n    add(int(x))\nprint(total)"
        ),
        False,
    ),
    "text in several lines": (
        'input()\nx = """\na"""\nprint(sum(map(int, input().split())) + x.count("\t"))',
        False,
    ),
    "exit of sys": (_READ + "print(sum(values))\nsys.exit(1)", True),
    "SystemExit": (_READ + "print(sum(values))\nraise SystemExit", True),
    "exit": (_READ + "print(sum(values))\nexit()", False),
    "os._exit": (_READ + "import os\nprint(sum(values))\nos._exit(0)", False),
    "exception after the output": (_READ + "print(sum(values))\n1 / 0", False),
    "sys.stdin": ("import sys\ndata = sys.stdin.read().split()\nprint(int(data[1]) + int(data[2]))", True),
    "loop over sys.stdin": (
        "import sys\nfor line in sys.stdin:\n    pass\nprint(sum(map(int, line.split())))",
        True,
    ),
    "readline of sys.stdin": (
        "import sys\nread = sys.stdin.readline\nread()\nprint(sum(map(int, read().split())))",
        True,
    ),
    "stdin by name": (
        "from sys import stdin\nstdin.readline()\nprint(sum(map(int, stdin.readline().split())))",
        True,
    ),
    "stdin by name, lines keep no line feed": (
        "from sys import stdin\nlines = stdin.readlines()\nprint(len(lines) + 4)",
        True,
    ),
    "stdin by name, beyond the end": (
        "from sys import stdin\nfor i in range(3):\n    stdin.readline()\nx = stdin.readline()\nprint(7)",
        False,
    ),
    "buffer": (
        "import sys\ndata = sys.stdin.buffer.read().split()\nprint(int(data[1]) + int(data[2]))",
        False,
    ),
    "reads in a line of imports": (
        "import sys; input = sys.stdin.readline\ninput()\nprint(sum(map(int, input().split())))",
        False,
    ),
    "stdout by name": ("from sys import stdout\n" + _READ + "stdout.write(str(sum(values)))", False),
    "sys.stdout": ("import sys\n" + _READ + "sys.stdout.write(str(sum(values)))", True),
    "open": ("open('anything').readline()\nprint(7)", True),
    "open zero": ("data = open(0).read().split()\nprint(int(data[1]) + int(data[2]))", True),
    "os.write": (_READ + "import os\nos.write(1, b'7')", False),
    "only imports": ("import sys", False),
    "star import inside": ("x = 1\nfrom math import *\nprint(7)", False),
    "future import": ("from __future__ import annotations\nprint(7)", False),
    "resource": ("import resource\nprint(7)", False),
    "thread": (
        "import threading\ndef main():\n    " + _READ.replace("\n", "\n    ") + "print(sum(values))\n"
        "t = threading.Thread(target=main)\nt.start()\nt.join()",
        True,
    ),
    "syntax": ("print(7", False),
    "reads too much": ("print(7)\nfor i in range(4):\n    input()", False),
    "empty output": (_READ, False),
}


@pytest.mark.parametrize("name", WHOLE_PROGRAMS)
def test_a_whole_program_runs_as_in_the_published_judge(judge: Judge, name: str) -> None:
    code, passes = WHOLE_PROGRAMS[name]
    verdict = _verdict(judge, _SUM, code)
    assert (verdict.status is Status.PASSED) is passes, verdict
    assert bool(verdict.error_type) is not passes


@pytest.mark.parametrize(
    ("code", "error_type"),
    [
        ("n, m, k = map(int, input().split())", "input-parsing"),
        (f"{_READ}values[9]", "access"),
        (f"{_READ}1 / 0", "math"),
        ("from sys import stdin\nwhile True:\n    stdin.readline()", "input-parsing"),
        ("x = sys.stdin.buffer.read()", "input-parsing"),
        ("x = 1\nfrom math import *", "syntax"),
        ("import sys", "name"),
        (f"{_READ}print(8)", "wrong-answer"),
        (f"{_READ}print([7])", "output-format"),
    ],
)
def test_error_types_are_found_inside_the_program_that_upstream_makes(
    judge: Judge, code: str, error_type: str
) -> None:
    assert _verdict(judge, _SUM, code).error_type == error_type


#: Programs with another result under ``own``, which runs the answer as it is and compares tokens.
OTHERWISE_UNDER_OWN = {
    *("twice the same word", "rounded", "imports in front", "exit of sys", "open"),
    *("global is not the module's", "text in several lines", "star import inside", "future import"),
    *("buffer", "stdin by name, lines keep no line feed", "stdin by name, beyond the end"),
    *("reads in a line of imports", "stdout by name", "os.write", "exit", "resource"),
}


@pytest.mark.gate
@pytest.mark.parametrize("name", WHOLE_PROGRAMS)
def test_our_own_rule_differs_where_the_readme_says_so(judge: Judge, name: str) -> None:
    code, passes = WHOLE_PROGRAMS[name]
    task = replace(_SUM, check=replace(_SUM.check, compare="tokens"), limits=Limits(seconds=1))
    outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code=code, program=code)))
    assert isinstance(outcome, Verdict)
    assert (outcome.status is Status.PASSED) is (passes is not (name in OTHERWISE_UNDER_OWN)), outcome


CALLS = {
    "equal": ([[1, 2]], [[2, 1]], "def f(a, b): return [b, a]", True),
    "tuple": ([[1, 2]], [[2, 1]], "def f(a, b): return b, a", True),
    "one element": ([[1, 2]], [[3]], "def f(a, b): return a + b", True),
    "one element, as it is": ([[1, 2]], [[3]], "def f(a, b): return [a + b]", True),
    "first of several": ([[1, 2]], [[3, 4]], "def f(a, b): return 3", True),
    "second of several": ([[1, 2]], [[3, 4]], "def f(a, b): return 4", False),
    "tuples inside": ([[1, 2]], [[[[1, 2]]]], "def f(a, b): return [(a, b)]", True),
    "tuples inside, not wrapped": (
        [[1, 2]],
        [[[1, 2], [3, 4]]],
        "def f(a, b): return [(1, 2), (3, 4)]",
        False,
    ),
    "keys": ([[{"1": 2}]], [2], "def f(d): return d[1]", True),
    "keys drop other arguments": ([[{"1": 2}, 3]], [2], "def f(d): return d[1]", True),
    "keys that are words": ([[{"a": 2}]], [2], "def f(d): return d['a']", True),
    "keys of the result": ([[1]], [{"1": 2}], "def f(n): return {1: 2}", True),
    "keys of the result stay words": ([[1]], [{"1": 2}], "def f(n): return {'1': 2}", False),
    "keys of the result, wrapped": ([[1]], [[{"1": 2}]], "def f(n): return {1: 2}", True),
    "one wrong": ([[1], [2]], [1, 2], "def f(n): return 1", False),
    "exception": ([[1], [2]], [1, 2], "def f(n): return {1: 1}[n]", False),
    "class": ([[1], [2]], [1, 2], "class Solution:\n    def f(self, n): return n", True),
    "class keeps its state": (
        [[1], [2]],
        [1, 3],
        "class Solution:\n    n = 0\n    def f(self, n):\n        self.n += n\n        return self.n",
        True,
    ),
    "class that is only named": ([[1]], [1], "# class Solution\ndef f(n): return n", False),
    "main guard": ([[1]], [1], "if __name__ == '__main__':\n    def f(n): return n", True),
    "imports": ([[[3, 1]]], [1], "def f(a: List[int]): return heappop(a) if heapify(a) is None else 0", True),
}


@pytest.mark.parametrize(
    "starter",
    ["", pytest.param("class Solution:\n    def f(self, n):\n        ", marks=pytest.mark.gate)],
    ids=["function", "method"],
)
@pytest.mark.parametrize("name", CALLS)
def test_a_call_is_judged_as_in_the_published_judge(judge: Judge, name: str, starter: str) -> None:
    inputs, outputs, code, passes = CALLS[name]
    check, entry = call_check("f", inputs, outputs, starter)
    task = Task(id="t", suite="mmcode", check=check, entry_point=entry, starter_code=starter)
    verdict = _verdict(judge, task, code)
    assert (verdict.status is Status.PASSED) is passes, verdict


def _extract(_task: Task, text: str) -> Answer:
    return Answer(code=text, program=text)


def test_only_a_rule_that_brings_its_own_form_of_tasks_changes_how_they_are_judged() -> None:
    completion = Completion(task_id="sum", draw=0, text="print(7)")
    tasks = {"sum": _SUM, "other": Task(id="other", check=FunctionCheck(tests=("assert f(1) == 1",)))}
    (own,) = raw_samples(tasks, [completion], ExtractionRule("own", _extract).extract)
    rule = JudgedExtraction(extract=_extract, judged=judged)
    (theirs,) = raw_samples(tasks, iter([completion]), ExtractionRule("upstream", rule).extract)
    assert own.task is _SUM
    assert isinstance(theirs.task.check, StdioCheck)
    limits = theirs.task.limits
    assert (theirs.task.check.compare, limits.seconds, limits.together) == ("tolerant", 20.0, 21.0)
    assert isinstance(theirs, RawSample)
    assert theirs.extraction(theirs.task, "x").code == "x"
    assert judged(tasks["other"]) is tasks["other"]
