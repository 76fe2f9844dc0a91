"""Records with ``fn_name`` become tests that judge answers as meant; limits are read as sites write them."""

import pytest

from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.suites.mmcode.call_based import call_check
from benchmark.suites.mmcode.limits import RawLimit, read_mebibytes, read_seconds
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


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        ("1 s", 1),
        ("1,5 sec", 1.5),
        ("500 milliseconds", 0.5),
        ("60 seconds per test set.", 60),
        ("1 - 2 seconds", 2),
        ("2 min", 120),
        ("5-10 s", 10),
        ("3", 3),
        (3, 3),
        ("", None),
    ],
)
def test_a_limit_of_time_is_read(limit: RawLimit, seconds: float | None) -> None:
    assert read_seconds(limit) == seconds


@pytest.mark.parametrize(
    ("limit", "mebibytes"),
    [("256 megabytes", 256), ("1GB.", 1024), ("1 GB.", 1024), ("65536 KB", 64), (512, 512), (None, None)],
)
def test_a_limit_of_memory_is_read(limit: RawLimit, mebibytes: float | None) -> None:
    assert read_mebibytes(limit) == mebibytes


@pytest.mark.parametrize("limit", ["soon", "0 seconds", -1, 1e9, "-1", "-1 second", "2e3", "3 apples", True])
def test_a_limit_that_is_none_is_refused(limit: RawLimit) -> None:
    with pytest.raises(ValueError, match=r"no |not a positive"):
        read_seconds(limit)
