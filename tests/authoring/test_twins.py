"""Twins, and what they prove."""

import pytest

from benchmark.authoring.twin_proof import cross_judge
from benchmark.core.task import FunctionCheck, Task
from benchmark.datasets.twins import blind_ceiling, expected_results, twin_groups
from benchmark.judging.judge import Judge


def task(name: str, *tests: str, text: str = "def solution(a):", reference: str = "") -> Task:
    check = FunctionCheck(tests=("\n".join(tests),))
    return Task(id=name, check=check, starter_code=text, entry_point="solution", reference=reference)


ONE = task("a", "assert solution(1) == 1", "assert solution(2) == 2", reference="solution = lambda a: a")
TWO = task("b", "assert solution(2) == 4", "assert solution(3) == 6", reference="solution = lambda a: 2 * a")
THREE = task(
    "c",
    "assert solution(3) == 6",
    "assert solution(1) == 1",
    reference="solution = lambda a: 6 if a == 3 else a",
)


def test_twins_share_a_call_and_differ_on_it() -> None:
    (group,) = twin_groups([ONE, TWO, THREE])
    assert [(pair.first, pair.second, pair.shared, pair.different) for pair in group.pairs] == [
        ("a", "b", 1, 1),
        ("a", "c", 1, 0),
        ("b", "c", 1, 0),
    ]
    assert [pair.are_twins for pair in group.pairs] == [True, False, False]
    assert group.without_twin == ("c",)


def test_the_ceiling_is_the_maximum_that_one_program_can_pass() -> None:
    """One program can pass a and c, another b and c, but none all three."""
    assert blind_ceiling(twin_groups([ONE, TWO, THREE])) == 2
    assert blind_ceiling(twin_groups([ONE, TWO])) == 1
    assert blind_ceiling(twin_groups([ONE, THREE])) == 2
    assert (
        blind_ceiling(twin_groups([ONE, task("d", "assert solution(1) == 2", text="def solution(b):")])) == 2
    )


def test_calls_are_compared_by_value_not_by_spelling() -> None:
    assert expected_results(task("e", "assert solution([1,2], 'x') == [3]")) == expected_results(
        task("f", 'def test():\n    assert solution([1, 2], "x") == [3]')
    )
    assert expected_results(task("g", "assert solution(x) == 1", "assert len(solution(1)) == 2")) == {}


@pytest.mark.parametrize(("second", "passes"), [(TWO, False), (THREE, True)], ids=["twin", "no twin"])
def test_references_are_judged_on_the_tests_of_their_twins(second: Task, passes: bool, judge: Judge) -> None:
    judgements = cross_judge([ONE, second], judge)
    found = {(judgement.task, judgement.reference_of): judgement for judgement in judgements}
    assert found["a", "a"].passed
    assert found["a", "a"].is_expected
    name = second.id
    assert found["a", name].passed == passes
    assert found[name, name].is_expected
