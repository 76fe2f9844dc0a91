"""Calls of families whose results are truth values."""

import pytest

from benchmark.authoring.balanced_calls import balanced_calls
from benchmark.authoring.family import UnfitError
from benchmark.core.draws import Draws

PROGRAMS = {
    "small": "def solution(number):\n    return number < 50\n",
    "large": "def solution(number):\n    return number >= 40\n",
}
NUMBERS = [(number,) for number in range(100)]


def test_the_calls_are_mixed_and_notice_each_limit() -> None:
    chosen = {number for (number,) in balanced_calls(Draws("calls"), PROGRAMS, NUMBERS, 10, equivalent={})}
    assert {49, 50, 39, 40} <= chosen
    assert sum(number < 50 for number in chosen) in (4, 5, 6)
    assert sum((number < 50) != (number >= 40) for number in chosen) >= 4


def test_candidates_that_notice_too_little_are_refused() -> None:
    with pytest.raises(UnfitError, match="no candidate notices `number < 50 → number <= 50 of small`"):
        balanced_calls(Draws("calls"), PROGRAMS, NUMBERS[::7], 8, equivalent={"*49*": "", "*40*": ""})


def test_readers_who_misread_one_thing_are_noticed() -> None:
    bands = [range(start, start + 11) for start in (5, 20, 65, 80)]
    programs = [f"def solution(number):\n    return (number < 50) != (number in {band})\n" for band in bands]
    misread = {"small": programs}
    chosen = balanced_calls(Draws("calls"), PROGRAMS, NUMBERS, 12, equivalent={}, misread=misread)
    assert all(any(number in band for (number,) in chosen) for band in bands)


def test_programs_whose_mutants_could_run_forever_are_refused() -> None:
    program = "def solution(number):\n    while number > 3:\n        number -= 3\n    return number == 1\n"
    with pytest.raises(ValueError, match="the program of small has a while"):
        balanced_calls(Draws("calls"), {"small": program}, NUMBERS, 10, equivalent={})
