"""Families return floats, tuples and truth values; the judge allows floats a tolerance and nothing else."""

from collections.abc import Callable

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Verdict
from benchmark.datasets.tolerance import is_close
from benchmark.datasets.twins import expected_results, twin_groups
from benchmark.judging.judge import Judge
from tests.judged import verdict_of
from workshop.authoring.family_module import family_named
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.gates.tests import coverage_faults
from workshop.authoring.gates.words import word_faults
from workshop.authoring.picture_form import PICTURES
from workshop.authoring.source import assert_lines
from workshop.family_collection import FamilyCollection

pytestmark = pytest.mark.gate

WriteFamily = Callable[..., FamilyCollection]
SHOWN = ("[solve(given)]", "[[str(solve(given))]]")
ALL_SETTLED = ("VERSION = 1", 'VERSION = 1\nSETTLED = {"*": "the test is about values"}')
AS_FLOAT = (
    ("list[int]) -> list[int]:", "list[int]) -> float:"),
    ("    return left\n", "    return sum(left) / 4 + 0.1\n"),
    SHOWN,
)
AS_TUPLE = (
    ("list[int]) -> list[int]:", "list[int]) -> tuple[int, float]:"),
    ("    return left\n", "    return (len(left), sum(left) / 4)\n"),
    SHOWN,
)
AS_TRUTH = (
    ("list[int]) -> list[int]:", "list[int]) -> bool:"),
    ("    return left\n", "    return sum(left) % 2 == 0\n"),
    SHOWN,
)


def family_task(tests: list[str], name: str = "a", result: str = "float") -> Task:
    return Task(
        id=name,
        check=FunctionCheck(tests=("\n".join(tests),)),
        starter_code=f'def solution(a: int) -> {result}:\n    """Find it."""\n',
        entry_point="solution",
        reference="def solution(a):\n    return None",
    )


def judged(judge: Judge, task: Task, result: str) -> Verdict:
    code = f"import math\ndef solution(a):\n    return {result}\n"
    return verdict_of(judge, task, code)


def unfit_for_other_reasons(fault: GateFault) -> bool:
    """Whether a fault is about the text of the made-up family or its tests; its values are checked here."""
    return fault.gate not in ("guess", "description", "labels", "mutants", "picture")


@pytest.mark.parametrize("changes", [AS_FLOAT, AS_TUPLE], ids=["float", "tuple of numbers"])
def test_a_family_may_return_it(changes: tuple[tuple[str, str], ...], write_family: WriteFamily) -> None:
    family = family_named(write_family(*changes), "row_left")
    made = PICTURES.tasks(family, family.seed)
    assert [str(fault) for task in made for fault in filter(unfit_for_other_reasons, word_faults(task))] == []
    assert all("assert is_close(solution([" in task.tests for task in made)
    assert [str(fault) for task in made for fault in coverage_faults(task)] == []


def test_truth_values_need_more_calls_and_both_results(write_family: WriteFamily) -> None:
    family = family_named(write_family(*AS_TRUTH, ("range(9))", "range(11))"), ALL_SETTLED), "row_left")
    for made in PICTURES.tasks(family, family.seed):
        assert max(map(made.expected.count, (True, False))) <= 0.6 * len(made.calls)


@pytest.mark.parametrize(
    ("want", "right", "wrong"),
    [
        (
            2.5,
            ["2.5", "2.5 + 1e-7", "5 / 2"],
            ["2.51", "'2.5'", "None", "(2.5,)", "math.nan", "10**400", "1j"],
        ),
        (3.0, ["3", "3.000002"], ["math.inf", "[3.0]", "3.1"]),
        ((1, 2.5), ["(1, 2.5)", "(True, 2.5000001)"], ["(1,)", "(1, 2.5, 3)", "[1, 2.5]", "1", "(1.1, 2.5)"]),
        ([[0.1], ["a"]], ["[[0.1], ['a']]", "[[0.1000001], ['a']]"], ["[[0.1]]", "[[0.1], 'a']", "{0.1: 1}"]),
        ((1, 2), ["(1, 2)"], ["[1, 2]", "(1,)", "None"]),
    ],
    ids=["float", "whole float", "tuple", "lists", "tuple of whole numbers"],
)
def test_the_judge_allows_the_tolerance_and_no_other_value(
    want: object, right: list[str], wrong: list[str], judge: Judge
) -> None:
    task = family_task(assert_lines([(3,)], [want]))
    assert {result: str(judged(judge, task, result).status) for result in [*right, *wrong]} == {
        **dict.fromkeys(right, "passed"),
        **dict.fromkeys(wrong, "wrong_answer"),
    }


def test_an_object_cannot_call_itself_close(judge: Judge) -> None:
    code = (
        "type('A', (float,), dict.fromkeys(('__rsub__', '__le__', '__ge__', '__eq__'), lambda *_: True))(9)"
    )
    task = family_task(assert_lines([(3,)], [2.5]))
    assert str(judged(judge, task, code).status) != "passed"
    assert str(judged(judge, task, code.replace("(float,)", "()").replace("(9)", "()")).status) != "passed"


def test_tests_are_read_back(judge: Judge) -> None:
    lines = assert_lines([(1,), (2,), (3,)], [0.1 + 0.2, (1, -0.0), None])
    assert lines[-3:] == [
        "assert is_close(solution(1), 0.3)",
        "assert is_close(solution(2), (1, 0.0))",
        "assert solution(3) == None",
    ]
    assert dict(expected_results(family_task(lines))) == {"[1]": 0.3, "[2]": (1, 0.0), "[3]": None}
    (verdict,) = [judged(judge, family_task(lines), "0.4")]
    assert verdict.detail == "assert is_close(solution(1), 0.3); solution(1) gave 0.4"


def test_results_within_the_tolerance_do_not_make_twins() -> None:
    tasks = [family_task(assert_lines([(1,), (2,)], [0.5, value]), f"t{value}") for value in (2.0, 2.0000001)]
    (group,) = twin_groups(tasks)
    assert [pair.different for pair in group.pairs] == [0]
    assert not is_close((1, 2.0), (1, 3.0))


def test_whole_numbers_among_floats_are_a_fault(write_family: WriteFamily) -> None:
    half = ("    return left\n", "    return sum(left) / 2 if sum(left) % 2 else sum(left) // 2\n")
    family = family_named(write_family(AS_FLOAT[0], half, SHOWN, ALL_SETTLED), "row_left")
    faults = [fault.problem for task in PICTURES.tasks(family, family.seed) for fault in word_faults(task)]
    assert any(fault.startswith("the result is a whole number in some calls") for fault in faults)
