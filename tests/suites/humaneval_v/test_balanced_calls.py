"""Calls of families whose results are truth values."""

import pytest

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.suites.humaneval_v.open.families._balanced_calls import balanced_calls

PROGRAMS = {
    "small": "def solution(number):\n    return number < 50\n",
    "large": "def solution(number):\n    return number >= 40\n",
}


def test_the_calls_are_mixed_and_notice_each_limit() -> None:
    chosen = balanced_calls(Draws("calls"), PROGRAMS, range(100), int, 10, {})
    assert {49, 50, 39, 40} <= {*chosen}
    assert sum(number < 50 for number in chosen) in (4, 5, 6)
    assert sum((number < 50) != (number >= 40) for number in chosen) >= 4


def test_candidates_that_notice_too_little_are_refused() -> None:
    with pytest.raises(UnfitError, match="no candidate notices"):
        balanced_calls(Draws("calls"), PROGRAMS, range(0, 100, 7), int, 8, {})
