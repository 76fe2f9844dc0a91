"""Texts of the answer that a test evaluates have the value that Python gives; Python never runs them."""

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status
from benchmark.judging.checks import evaluated_text
from benchmark.judging.checks.case_result import BrokenTest
from benchmark.judging.judge import Judge
from tests.case_files import table
from tests.judged import sample_of, verdict_of

evaluate = evaluated_text.FUNCTIONS["eval"]
#: Leaves a mark when Python runs it: calls a list that is a module.
PAYLOAD = "__import__('sys').modules['marks_of_texts'].marks.append(1)"
#: Kind of node → a text of so many of them around another one.
NESTED: dict[str, Callable[[int, str], str]] = {
    "minus": lambda n, inner: "-" * n + inner,
    "not": lambda n, inner: "not " * n + inner,
    "invert": lambda n, inner: "~" * n + inner,
    "sum": lambda n, inner: inner + "+1" * n,
    "power": lambda n, inner: "1**" * n + inner,
    "comparison": lambda n, inner: "0<" * n + inner,
    "and": lambda n, inner: "1 and " * n + inner,
    "or": lambda n, inner: "0 or not " * n + inner,
    "condition": lambda n, inner: "0 if 0 else " * n + inner,
    "parenthesis": lambda n, inner: "(" * n + inner + ")" * n,
    "list": lambda n, inner: "[" * n + inner + "]" * n,
    "tuple": lambda n, inner: "(" * n + inner + ",)" * n,
    "dict": lambda n, inner: "{1:" * n + inner + "}" * n,
    "set": lambda n, inner: "{" * n + inner + "}" * n,
    "item": lambda n, inner: f"('a', {inner})[0]" + "[0]" * n,
    "slice": lambda n, inner: f"[{inner}]" + "[:]" * n,
    "call": lambda n, inner: "abs(" * n + inner + ")" * n,
    "attribute": lambda n, inner: f"({inner})" + ".real" * n,
    "lambda": lambda n, inner: "lambda: " * n + inner,
    "comprehension": lambda n, inner: "[x for x in " * n + inner + "]" * n,
    "star": lambda n, inner: "[*" * n + inner + "]" * n,
    "format": lambda n, inner: 'f"{' * min(n, 2) + inner + '}"' * min(n, 2),
}
#: Kinds that are never evaluated.
REFUSED = {"attribute", "lambda", "comprehension", "star", "format"}
#: What stands in front of a text and behind it.
AROUND = list(
    itertools.product(
        ["", " \t", "\n", "\f", "\\\n", "# c\n", "\ufeff"], ["", " ", "\n", "\r\n", " # c", "\n#"]
    )
)


@pytest.fixture
def marks() -> Iterator[list[int]]:
    module = ModuleType("marks_of_texts")
    module.marks = []  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    yield module.marks  # type: ignore[attr-defined]
    del sys.modules[module.__name__]


def outcome(function: Callable[..., object], text: str) -> object:
    """The value of a text, or its exception; Python's compiler has none for a text that is too deep."""
    try:
        return function(text, {})
    except BrokenTest:  # outside of a test that has used an answer, a refusal is one
        return "refused"
    except (RecursionError, MemoryError):
        return "too deep"
    except SyntaxError as error:
        return "SyntaxError", error.msg, error.offset
    except Exception as error:  # noqa: BLE001 - what an operator of the text raises
        return type(error).__name__, str(error)


def assert_as_in_python(text: str, *, may_be_refused: bool = False) -> None:
    expected, found = outcome(eval, text), outcome(evaluate, text)
    if expected == "too deep":
        assert found == "refused" or not isinstance(found, str), text[:80]
    elif not (may_be_refused and found == "refused"):
        assert (type(found), found) == (type(expected), expected), text[:80]


@table("judging")
@pytest.mark.filterwarnings("ignore::SyntaxWarning")  # of Python's compiler, which ours does not need
def test_an_expression_has_the_value_that_python_gives(text: str) -> None:
    assert outcome(evaluate, text) != "refused"
    assert_as_in_python(text)


@table("judging")
def test_a_text_beyond_an_expression_of_plain_values_is_refused(text: str) -> None:
    assert outcome(evaluate, text) == "refused"


@pytest.mark.parametrize("text", ["1\0", "'\ud800'", "1 " * 60_000, b"1"])
def test_a_text_that_python_would_not_parse_is_refused(text: object) -> None:
    with pytest.raises(BrokenTest):
        evaluate(text)


@table("judging")
def test_an_expression_that_takes_too_much_work_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    assert outcome(evaluate, text) == "refused"
    assert time.process_time() - began < 2


def test_builtin_functions_are_those_that_the_test_passes() -> None:
    with pytest.raises(NameError, match="max"):
        evaluate("max(1, 2)", {"__builtins__": {}})
    assert evaluate("max(1, n)", {"n": 3}) == 3
    with pytest.raises(BrokenTest):
        evaluate("n(1)", {"n": len})


SOME = [1, 2, 3, 20, 99, 199, 200, 201, 500, 1000, 2950, 3000, 4000, 5000]
ALL = [*range(1, 221), *range(250, 5001, 150), *range(2900, 3101, 20)]


@pytest.mark.parametrize("depths", [SOME, pytest.param(ALL, marks=pytest.mark.gate)], ids=["some", "all"])
@pytest.mark.parametrize("kind", NESTED)
def test_a_nested_text_has_its_value_or_is_refused_and_leaves_no_mark(
    kind: str, depths: list[int], marks: list[int]
) -> None:
    for depth, (before, after) in zip(depths, itertools.cycle(AROUND), strict=False):
        text = before + NESTED[kind](depth, "1") + after
        if kind not in REFUSED:
            assert_as_in_python(text, may_be_refused=depth > 2000)
        outcome(evaluate, before + NESTED[kind](depth, PAYLOAD) + after)
    assert marks == []
    eval(PAYLOAD)  # noqa: S307 - our own text
    assert marks == [1]


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_white_space_and_comments_around_a_text_count_as_in_python(before: str, after: str) -> None:
    for kind in NESTED.keys() - REFUSED:
        assert_as_in_python(before + NESTED[kind](1, "1") + after)


@pytest.mark.parametrize("depths", [(2992,), pytest.param(range(2900, 3101), marks=pytest.mark.gate)])
def test_no_depth_lets_a_text_reach_a_file_or_pass(depths: range, judge: Judge, tmp_path: Path) -> None:
    """A parser that gives up and another one that does not must never see the same text."""
    mark = tmp_path / "mark"
    run = f"open({str(mark)!r}, 'w') and type('L', (), {{'__eq__': lambda s, o: True}})()"
    check = FunctionCheck(tests=("assert eval(f([1, 2, 3], 6)) == 6",))
    for depth in depths:
        text = f"[{run}, {'-' * depth}1][0]"
        verdict = verdict_of(judge, Task(id="t", entry_point="f", check=check), f"def f(*_): return {text!r}")
        assert verdict.status is Status.WRONG_ANSWER
        assert judge.text_evaluated
    assert not mark.exists()


@table("judging")
def test_the_judge_says_whether_a_test_evaluated_a_text(test: str, evaluated: bool, judge: Judge) -> None:
    check = FunctionCheck(tests=(test,))
    task = Task(id="t", entry_point="f", check=check)
    judge.judge(sample_of(task, "def f(x): return x"))
    assert judge.text_evaluated is evaluated
    verdict_of(
        judge, Task(id="t", entry_point="f", check=FunctionCheck(tests=("assert f(1) == 1",))), "f = abs"
    )
    assert not judge.text_evaluated
