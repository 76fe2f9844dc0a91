"""A verdict's detail is parsed into the parts that the judge put into it."""

import pytest

from benchmark.leaderboard.inputs.failures import failed_check

WRONG = [
    (
        'assert candidate(100, 2) == "001"; circular_shift(100, 2) gave 1',
        {
            "call": "circular_shift(100, 2)",
            "expected": '"001"',
            "got": "1",
            "check": 'assert candidate(100, 2) == "001"',
        },
    ),
    (
        "assert f('a; b') == 'x', \"Test 1\"; f('a; b') gave 'y; z'; Test 1",
        {
            "call": "f('a; b')",
            "expected": "'x'",
            "got": "'y; z'",
            "check": "assert f('a; b') == 'x', \"Test 1\"",
            "message": "Test 1",
        },
    ),
    (
        "assert abs(f(1) - 2.5) < 1e-6; f(1) gave None; TypeError: unsupported operand",
        {
            "call": "f(1)",
            "got": "None; TypeError: unsupported operand",
            "check": "assert abs(f(1) - 2.5) < 1e-6",
        },
    ),
    (
        "assert is_close(solution(1), (0.5, 2)); solution(1) gave (0.5, 3)",
        {
            "call": "solution(1)",
            "expected": "(0.5, 2)",
            "got": "(0.5, 3)",
            "check": "assert is_close(solution(1), (0.5, 2))",
        },
    ),
    ("assert f(; f(1) gave 2", {"call": "f(1)", "got": "2", "check": "assert f("}),
    ("something else", {"check": "something else"}),
    ("input '1\\n': expected '2\\n', got '3'", {"call": "input '1\\n'", "expected": "'2\\n'", "got": "'3'"}),
]


@pytest.mark.parametrize(("detail", "parts"), WRONG)
def test_a_wrong_answer_has_call_expected_and_actual_result(detail: str, parts: dict[str, str]) -> None:
    assert failed_check("wrong_answer", detail).record == parts


def test_an_exception_has_the_call_in_which_it_was_raised() -> None:
    found = failed_check("runtime_error", "f([1, 2]): IndexError: list index out of range", "IndexError")
    assert found.record == {"call": "f([1, 2])", "message": "IndexError: list index out of range"}
    assert found.title == "f([1, 2]) → IndexError: list index out of range"


def test_an_exception_without_a_call_is_a_message() -> None:
    found = failed_check("runtime_error", "NameError: name 'x' is not defined: NameError", "NameError")
    assert found.record == {"message": "NameError: name 'x' is not defined: NameError"}


def test_an_empty_detail_has_no_parts() -> None:
    assert failed_check("no_answer", "").record == {}
