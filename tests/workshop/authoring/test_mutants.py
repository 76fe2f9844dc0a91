"""Mutants: programs with one small fault."""

import ast
import contextlib

import pytest

from workshop.authoring.gates.tests import LateError, cpu_limit
from workshop.authoring.mutants import mutants

SOURCE = '''
def solution(row: list[int]) -> int:
    """A text that stays."""
    best = -1
    for number in row:
        if 0 < number <= 9 and number % 2 == 0:
            best = max(best, number)
    return best
'''


def test_each_mutant_has_one_fault_with_a_name() -> None:
    changes = [mutant.change for mutant in mutants(SOURCE)]
    assert "0 < number <= 9 → 0 <= number <= 9" in changes
    assert "0 < number <= 9 → 0 < number > 9" in changes
    assert "max(best, number) → min(best, number)" in changes
    assert "number % 2 → number // 2" in changes
    assert "-1 → 1" in changes
    assert "best = max(best, number) → pass" in changes
    assert "return best → return None" in changes
    assert len(set(changes)) > 20


def test_annotations_and_docstrings_do_not_change() -> None:
    for mutant in mutants(SOURCE):
        function = mutant.tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        assert ast.get_docstring(function) == "A text that stays."
        assert ast.unparse(function.args) == "row: list[int]"


def test_a_mutant_ends_even_if_an_error_is_dropped() -> None:
    def run() -> None:
        with contextlib.suppress(LateError):
            while True:
                pass
        while True:
            pass

    with pytest.raises(LateError), cpu_limit(0.05):
        run()
