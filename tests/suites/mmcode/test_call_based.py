"""Records with ``fn_name`` become tests that judge answers as the record means."""

import pytest

from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.suites.mmcode.call_based import call_check
from tests.judged import verdict_of

_STARTER = "class Solution:\n    def ends(self, values: List[int]) -> List[int]:\n        "
_RIGHT = f"{_STARTER}return [values[0], values[-1]]\n"


def _verdict(judge: Judge, record: tuple[str, list, list, str], program: str) -> Verdict:
    check, entry = call_check(*record)
    task = Task(id="t", suite="mmcode", check=check, entry_point=entry, starter_code=record[3])
    return verdict_of(judge, task, program)


@pytest.mark.parametrize(
    ("program", "status"),
    [
        (_RIGHT, Status.PASSED),
        (_RIGHT.replace("[values[0], values[-1]]", "(values[0], values[-1])"), Status.WRONG_ANSWER),
        (_RIGHT.replace("[values[0], values[-1]]", "[[values[0], values[-1]]]"), Status.WRONG_ANSWER),
        ("def ends(values):\n    return [values[0], values[-1]]\n", Status.RUNTIME_ERROR),
    ],
)
def test_a_method_is_judged_by_the_exact_value_it_returns(judge: Judge, program: str, status: Status) -> None:
    record = ("ends", [[[3, 1, 2]], [[5]]], [[3, 2], [5, 5]], _STARTER)
    assert _verdict(judge, record, program).status is status


@pytest.mark.parametrize(
    ("outputs", "starter", "program", "status"),
    [
        ([[2], [4]], "def double(n):\n\t", "def double(n): return 2 * n", Status.PASSED),
        ([[2], [4]], "def double(n):\n\t", "def double(n): return [2 * n]", Status.WRONG_ANSWER),
        ([[2], [4]], "def double(n) -> list[int]:\n\t", "def double(n): return [2 * n]", Status.PASSED),
        ([[2], [4]], "def double(n) -> list[int]:\n\t", "def double(n): return 2 * n", Status.WRONG_ANSWER),
        ([2, 4], "", "def double(n): return 2 * n", Status.PASSED),
        ([[2], [4, 4]], "", "def double(n): return [2] if n == 1 else [4, 4]", Status.PASSED),
    ],
)
def test_outputs_of_one_element_are_wrapped_values_unless_the_starter_code_returns_a_sequence(
    judge: Judge, outputs: list, starter: str, program: str, status: Status
) -> None:
    assert _verdict(judge, ("double", [[1], [2]], outputs, starter), program).status is status


def test_a_method_gets_a_new_object_and_several_arguments(judge: Judge) -> None:
    starter = "class Solution:\n    def put(self, values, more):\n        "
    record = ("put", [[["a"], {"b": None}]] * 2, [["a", {"b": None}, 1.5], ["a", {"b": None}, 1.5]], starter)
    program = (
        "class Solution:\n    seen = []\n    def put(self, values, more):\n"
        "        self.seen.append(1.5)\n        return values + [more] + self.seen\n"
    )
    assert _verdict(judge, record, program).status is Status.PASSED


def test_names_of_typing_in_the_starter_code_are_imported() -> None:
    check, entry = call_check("ends", [[[1]]], [[1, 1]], _STARTER)
    assert check.preamble == "from typing import List\n"
    assert entry == "Solution().ends"
    assert call_check("f", [[1]], [1], "def f(n):\n")[0].preamble == ""


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (("f g", [[1]], [1], ""), "fn_name 'f g' is not"),
        (("class", [[1]], [1], ""), "fn_name 'class' is not"),
        (("f", [], [], ""), "there is no test"),
        (("f", [[1], [2]], [1], ""), "2 inputs, but 1 outputs"),
        (("f", [[1], 2], [1, 2], ""), "test 2: its input is not a list"),
        (("f", [[1]], [object()], ""), "test 1: its input or output is not"),
    ],
)
def test_a_record_that_cannot_be_judged_is_refused(record: tuple[str, list, list, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call_check(*record)


def test_starter_code_that_does_not_parse_still_says_whether_there_is_a_class() -> None:
    assert call_check("f", [[1]], [1], "class Solution:\n  def f(self, n:\n")[1] == "Solution().f"
