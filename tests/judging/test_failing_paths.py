"""A test may fail in any way when its answer is wrong: the answer gets a verdict, and is never missing.

Tests are drawn by a seed from ways to fail (exits, imports, unbound names, arguments that cannot be sent,
syntax errors, classes of exceptions), and from places where that happens. Each is judged with answers that
are right, wrong, crash, lie or return odd objects, with a reference and without. All tests here are sound:
the right answer passes. Those that fail before they use the answer are broken for every answer.
"""

import dataclasses
import random
import signal
from collections.abc import Iterator

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.judging.judge import Judge
from tests.judged import sample_of
from tests.sampling import gate_of

#: Statements that fail in a test, whatever they are told.
FAILURES = (
    *("sys.exit('wrong')", "sys.exit(1)", "exit(3)", "raise SystemExit('wrong')", "raise SystemExit"),
    *("import no_such_module", "from math import wrong_answer", "from json.nothing import x"),
    *("no_such_name", "no_such_name.fail()", "print(f'{{no_such_name}}')"),
    *("eval('1 +')", "exec('def')", "raise SyntaxError('wrong')", "compile('(', 't', 'exec')"),
    *(
        "{call_with}(object())",
        "{call_with}(threading.Lock())",
        "{call_with}(sys)",
        "{call_with}(iter)(object()); fail()",
    ),
    *("assert False", "assert False, no_such_name", "raise AssertionError('wrong')", "raise Wrong('wrong')"),
    *("raise ValueError", "raise KeyboardInterrupt", "raise GeneratorExit", "raise StopIteration"),
    *("raise MemoryError", "raise RecursionError", "raise NotImplementedError", "raise OSError(5, 'x')"),
    *("raise BaseException('wrong')", "fail()", "{{}}['wrong']", "1 / 0", "None.wrong", "int('wrong')"),
)
#: Conditions that hold for every answer except the right one, which returns 5.
WRONG = (
    *("{call} != 5", "not {call} == 5", "{call} not in (5,)", "repr({call}) != '5'", "[{call}] != [5]"),
    *("(got := {call}) != 5 or type(got) is not int", "{call} is not True and {call} != 5"),
)
#: Where a test fails: ``{wrong}`` is the condition, and ``{fail}`` the statement.
PLACES = (
    "if {wrong}:\n    {fail}",
    "is_wrong = {wrong}\nif is_wrong:\n    {fail}",
    "while {wrong}:\n    {fail}",
    "for _ in [1] * ({wrong}):\n    {fail}",
    "try:\n    assert not ({wrong})\nexcept AssertionError:\n    {fail}",
    "try:\n    assert not ({wrong})\nfinally:\n    if sys.exc_info()[0]:\n        {fail}",
    "def check(candidate):\n    if {wrong}:\n        {fail}",
    "def check(candidate):\n    if not ({wrong}):\n        return\n    {fail}",
    "def test_it():\n    if {wrong}:\n        {fail}",
    "def inner(bad):\n    if bad:\n        {fail}\ninner({wrong})",
    "def bad():\n    {fail}\ndef good():\n    pass\n[good, bad][{wrong}]()",
    "def bad():\n    {fail}\ndef good():\n    pass\nthen = bad if {wrong} else good\nthen()",
    "def tries():\n    yield not ({wrong})\n    {fail}\nassert any(tries())",
    "match {wrong}:\n    case True:\n        {fail}",
    "with contextlib.ExitStack() as stack:\n    if {wrong}:\n        {fail}",
    "class Case:\n    def run(self):\n        if {wrong}:\n            {fail}\nCase().run()",
)
HEAD = """
import contextlib, sys, threading
class Wrong(Exception): pass
def fail(): raise Wrong
"""
FUNCTION = ("f", "def f(x):\n", "f(3)", "f", "{body}def f(x):\n    {result}\n")
METHOD = (
    *("Solution().f", "class Solution:\n    def f(self, x):\n", "Solution().f(3)", "Solution().f"),
    "{body}class Solution:\n    def f(self, x):\n        {result}\n",
)
CLASS = (
    *("C", "class C:\n    def __init__(self, x):\n        pass\n    def f(self, x):\n        pass\n"),
    *("C(1).f(3)", "C(1).f"),
    "{body}class C:\n    def __init__(self, x):\n        pass\n    def f(self, x):\n        {result}\n",
)
RIGHT = ("", "return 5")
#: What precedes a wrong answer, and what it does.
ANSWERS = (
    *(
        ("", f"return {value}")
        for value in ("6", "None", "'5'", "[]", "5.5", "object()", "lambda *a: 5", "iter('')")
    ),
    *(
        ("", f"return {value}")
        for value in ("ValueError", "ValueError('x')", "type", "(i for i in [5])", "...")
    ),
    *(
        ("", f"raise {kind}")
        for kind in ("ValueError", "SystemExit", "NameError('x')", "ImportError", "AssertionError")
    ),
    *(
        ("", f"raise {kind}")
        for kind in ("SyntaxError", "MemoryError", "KeyboardInterrupt", "RecursionError")
    ),
    ("", "return no_such_name"),
    ("", "import no_such_module"),
    ("import no_such_module\n", "return 5"),
    ("raise SystemExit(0)\n", "return 5"),
    ("class Odd:\n    def __eq__(self, o): return 1\n    append = push = lambda *a: None\n", "return Odd()"),
    ("import random\ndraw = random.Random(1)\n", "return draw.choice([None, 5.5, '', 'a', [], {}, {1}, 1j])"),
    ("def f(", "return 5"),
)


def sound_test(draw: random.Random, call: str, call_with: str) -> str:
    """Return a test that fails in one of many ways, and only if the answer does not return 5."""
    parts = {"call": call, "call_with": call_with}
    fail = draw.choice(FAILURES).format(**parts)
    wrong = draw.choice(WRONG).format(**parts)
    before = draw.choice(["", f"assert {call} == 5\n", f"{call}\n", "x = 1\n"])
    return HEAD + before + draw.choice(PLACES).format(wrong=wrong, fail=fail)


def cases(seed: int, count: int) -> Iterator[tuple[Task, str, bool]]:
    """Yield tasks with a sound test, programs, and whether the program is right."""
    draw = random.Random(seed)  # noqa: S311 - the same tests each time
    for number in range(count):
        entry, starter, call, call_with, form = draw.choice([FUNCTION, METHOD, CLASS])
        right = form.format(body="", result=RIGHT[1])
        check = FunctionCheck(tests=(sound_test(draw, call, call_with),))
        task = Task(id=f"t{number}", entry_point=entry, starter_code=starter, check=check)
        if draw.random() < 0.5:
            task = dataclasses.replace(task, reference=right)
        yield task, right, True
        for body, result in draw.sample(ANSWERS, 3):
            yield task, form.format(body=body, result=result), False


@pytest.fixture(autouse=True)
def _no_handler_of_ctrl_c() -> Iterator[None]:
    """Leave SIGINT alone, as a worker does: then a KeyboardInterrupt can only come from a test."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, before)


def assert_no_answer_is_missing(judge: Judge, seed: int, count: int) -> None:
    for task, program, is_right in cases(seed, count):
        outcome = judge.judge(sample_of(task, program))
        place = f"{task}\n{program}"
        assert isinstance(outcome, Verdict), f"{outcome}\n{place}"
        assert (outcome.status is Status.PASSED) is is_right, f"{outcome}\n{place}"
        assert not outcome.dead_end, f"{outcome}\n{place}"


@pytest.mark.gate
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_no_answer_is_missing_however_its_test_fails(judge: Judge) -> None:
    assert_no_answer_is_missing(judge, seed=0, count=60)


@gate_of("judging")
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("seed", range(1, 5))
def test_no_answer_of_many_is_missing_however_its_test_fails(seed: int, judge: Judge) -> None:
    assert_no_answer_is_missing(judge, seed, count=300)


@pytest.mark.gate
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_test_that_fails_before_its_first_use_is_broken_for_every_answer(judge: Judge) -> None:
    entry, starter, call, call_with, form = FUNCTION
    right = form.format(body="", result=RIGHT[1])
    # A call with an argument that can be sent, such as `iter`, is a use.
    fails = [fail.format(call_with=call_with) for fail in FAILURES if "(iter)" not in fail]
    for place, fail in enumerate(fails):
        test = f"{HEAD}{fail}\nassert {call} == 5"
        if place % 2:
            test = f"{HEAD}def test_it():\n    {fail}\n    assert {call} == 5"
        task = Task(id="t", entry_point=entry, starter_code=starter, check=FunctionCheck(tests=(test,)))
        for reference in ("", right):
            for body, result in (RIGHT, *ANSWERS[:2]):
                program = form.format(body=body, result=result)
                outcome = judge.judge(sample_of(dataclasses.replace(task, reference=reference), program))
                assert isinstance(outcome, MissingSample), f"{outcome}\n{task}\n{program}"
