"""Which tests send all their calls at once: those whose calls are known, and whose arguments are no hints."""

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.judging.checks import planned_calls, task_tests
from benchmark.judging.conversation import batch
from tests.case_files import table


def is_planned(test: str) -> bool:
    entry = "Solution" if "Solution" in test else "f"
    starter = "class Solution:\n    def g(self, x):\n        " if entry == "Solution" else ""
    task = Task(id="t", entry_point=entry, starter_code=starter, check=FunctionCheck(tests=(test,)))
    return planned_calls.plan(task, task_tests.parse(test), ()) is not None


@table("judging")
def test_a_test_with_literal_arguments_is_planned(test: str) -> None:
    assert is_planned(test)


@table("judging")
def test_a_test_whose_calls_are_not_known_is_not_planned(test: str) -> None:
    assert not is_planned(test)


@table("judging")
def test_an_argument_that_an_earlier_comparison_expects_is_a_hint(argument: str, expected: str) -> None:
    assert not is_planned(f"assert f(1) == {expected}\nassert f({argument}) == 2")
    assert is_planned(f"assert f({argument}) == {expected}\nassert f(1) == 2")


@table("judging")
def test_an_argument_that_anyone_would_guess_is_no_hint(argument: str, expected: str) -> None:
    assert is_planned(f"assert f(1) == {expected}\nassert f({argument}) == 2")


@table("judging")
def test_a_literal_that_may_be_compared_at_any_time_is_a_hint_for_all_arguments(test: str) -> None:
    assert not is_planned(test)


def test_a_test_with_too_many_calls_is_not_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = "\n".join(f"assert f({number}) == 1" for number in range(300))
    assert not is_planned(calls)
    monkeypatch.setattr(batch, "REQUESTS_LIMIT", 300)
    planned_calls._plan.cache_clear()
    assert is_planned(calls)


def test_a_test_with_long_arguments_is_not_planned() -> None:
    assert is_planned(f"assert f('{'a' * 500_000}') == 1")
    assert not is_planned(f"assert f('{'a' * 2_000_000}') == 1")


def test_a_test_is_planned_once() -> None:
    planned_calls._plan.cache_clear()
    for _ in range(3):
        assert is_planned("assert f(1) == 2")
    assert planned_calls._plan.cache_info().misses == 1
