"""The tests of raw problems become checks."""

import json

import pytest

from benchmark.core.task import FunctionCheck, StdioCheck
from benchmark.suites.mmcode.problems.flaws import DroppedError
from benchmark.suites.mmcode.problems.problem_tests import ProblemTests, checked, read_tests, unread_options
from benchmark.suites.mmcode.problems.raw_problem import RawExample


def stdio(outputs: list[str], statement: str = "Print it.", options: str = "") -> StdioCheck:
    tests = ProblemTests(inputs=["1"] * len(outputs), outputs=list(outputs))
    check, entry_point = checked(tests, statement, "", options)
    assert isinstance(check, StdioCheck)
    assert not entry_point
    return check


def test_inputs_reach_the_program_byte_for_byte() -> None:
    found = read_tests([RawExample(input="1 2", output="3"), RawExample(input="4\r\n", output="5\n")], None)
    assert found is not None
    check, _ = checked(found, "Add.", "", "")
    assert isinstance(check, StdioCheck)
    assert [case.input for case in check.cases] == ["1 2", "4\r\n"]


def test_a_tolerance_counts_only_where_an_output_has_a_fraction() -> None:
    assert stdio(["12"], options="float_tolerance 1e-3").compare == "tokens"
    found = stdio(["12", "Case #1: 0.5"], options="float_tolerance 1e-3")
    assert (found.compare, found.tolerance) == ("floats", 1e-3)
    assert stdio(["0.5"]).compare == "tokens"
    stated = stdio(["0.5"], "Errors of at most $10^{-6}$ are accepted: absolute or relative error.")
    assert (stated.compare, stated.tolerance) == ("floats", 1e-6)


def test_options_that_are_not_read_are_reported() -> None:
    found = unread_options("float_tolerance 1e-6 case_sensitive space_change_sensitive")
    assert [flaw.detail for flaw in found] == ["space_change_sensitive"]
    assert stdio(["0.5"], options="float_tolerance many").compare == "tokens"


def test_a_method_of_solution_is_called() -> None:
    tests = read_tests(None, {"inputs": [[[1, 2]], [[3]]], "outputs": [[3], [3]], "fn_name": "total"})
    assert tests is not None
    starter = "class Solution:\n    def total(self, numbers: List[int]) -> int:\n"
    check, entry_point = checked(tests, "Add.", starter, "")
    assert isinstance(check, FunctionCheck)
    assert (entry_point, len(check.tests)) == ("Solution().total", 2)


@pytest.mark.parametrize("value", [None, "", {}, "{}", {"inputs": [], "outputs": []}])
def test_a_problem_may_have_no_tests(value: object) -> None:
    assert read_tests(None, value or None) is None or value == "{}"


FLAWS = {
    "unequal": ({"inputs": ["1"], "outputs": []}, "unequal-tests", "1 inputs, 0 outputs"),
    "no list": ({"inputs": "1", "outputs": []}, "unreadable-tests", "not a list"),
    "no object": ("[1]", "unreadable-tests", "not an object"),
    "long integer": ({"inputs": [[10**4300]], "outputs": [1]}, "unreadable-tests", "4,300 digits"),
    "broken": ("{", "unreadable-tests", "not valid JSON"),
    "surrogate": ('"\ud800"', "unreadable-tests", "lone surrogate"),
}


@pytest.mark.parametrize(("value", "rule", "detail"), FLAWS.values(), ids=FLAWS)
def test_tests_that_cannot_be_read_are_named(value: object, rule: str, detail: str) -> None:
    with pytest.raises(DroppedError) as dropped:
        read_tests(None, value)
    assert (dropped.value.flaw.rule, detail in dropped.value.flaw.detail) == (rule, True)


@pytest.mark.parametrize(
    ("tests", "starter", "rule"),
    [
        ({"inputs": ["1"], "outputs": [{}]}, "", "unreadable-tests"),
        ({"inputs": [5], "outputs": [5], "fn_name": "f"}, "def f(x):", "unreadable-tests"),
        ({"inputs": ["1"], "outputs": ["1"]}, "def f(x:", "starter-code"),
    ],
)
def test_tests_and_starter_code_that_cannot_judge_are_named(
    tests: dict[str, object], starter: str, rule: str
) -> None:
    found = read_tests(None, json.dumps(tests))
    assert found is not None
    with pytest.raises(DroppedError) as dropped:
        checked(found, "", starter, "")
    assert dropped.value.flaw.rule == rule
