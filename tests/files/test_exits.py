"""Exits of tests that may come after a right answer are found; those of a failing path are allowed."""

import pytest

from benchmark.files.exits import find_exit
from tests.case_files import table


@table("formats")
def test_an_exit_that_may_follow_a_right_answer_is_found(source: str, line: int, text: str) -> None:
    assert find_exit(source) == (line, text)


@table("formats")
def test_an_exit_of_a_failing_path_is_allowed(source: str) -> None:
    assert find_exit(source) is None


@pytest.mark.parametrize("name", ["exit_code", "quits", "aborted"])
def test_a_name_that_only_contains_an_exit_is_allowed(name: str) -> None:
    assert find_exit(f"{name}(0)") is None
