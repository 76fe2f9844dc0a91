"""What is read from a task's test source and starter code, and who provides which name."""

import sys
from types import FrameType
from typing import Any

import pytest

from benchmark.judging.checks import starter, task_tests
from tests.case_files import read_cases, read_text


def is_suppressed(block: str) -> bool:
    """Whether the context manager of a ``with`` block may suppress the block's exception."""
    source = task_tests.parse(f"x = 1\nwith manager:\n    x = 2\n{block}\n")
    results: list[bool] = []

    class Manager:
        def __enter__(self) -> None:
            pass

        def __exit__(self, _kind: object, error: BaseException, _trace: object) -> bool:
            frame: FrameType = sys._getframe(1)
            results.append(source.may_suppress(error, frame))
            return True

    def helper(_: object) -> None:
        raise ValueError

    exec(source.code, {"manager": Manager(), "helper": helper})  # noqa: S102 - the test's own source
    return results == [True]


@pytest.mark.parametrize("block", ["    raise ValueError(x)", "    1 / 0", "    int('x')", "    [][0]"])
def test_a_manager_may_suppress_an_exception_that_the_block_always_raises(block: str) -> None:
    assert is_suppressed(block)


@pytest.mark.parametrize(
    "block",
    [
        "    assert x == 1",
        "    raise AssertionError",
        "    y = x + 'a'",
        "    if x == 2:\n        raise ValueError",
        "    for _ in '':\n        break\n    raise ValueError",
        "    helper(x)",
        "    int = 5\n    int('x')",
    ],
)
def test_a_manager_may_not_suppress_an_exception_that_a_wrong_value_could_cause(block: str) -> None:
    assert not is_suppressed(block)


def test_exceptions_of_a_starter_code_are_found_with_their_builtin_base() -> None:
    starter = "class Odd(ValueError):\n    ...\nclass Odder(Odd):\n    ...\nclass Box:\n    ...\ndef f("
    assert task_tests.exceptions(starter) == {
        "Odd": (("Odd",), ValueError),
        "Odder": (("Odder", "Odd"), ValueError),
    }


@pytest.mark.parametrize(
    "case", read_cases("programs/libraries_of_tests.yaml"), ids=lambda case: case["test"][:30]
)
def test_a_test_uses_the_libraries_that_it_imports_or_names(case: dict[str, Any]) -> None:
    found = task_tests.libraries(case["test"], case["starter_code"], case["preamble"])
    assert found == tuple(case["used"])


SOURCE = read_text("programs/starter_code.py")


def needed(*names: str, own_classes: bool = False) -> starter.NeededStarter:
    return starter.read(SOURCE).needed(names, "f", own_classes=own_classes, exceptions=())


@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("math", {"math"}),
        ("N", {"N"}),
        ("TABLE", {"TABLE", "List", "N"}),
        ("Pair", {"Pair"}),
        ("helper", {"helper", "other", "math"}),
        ("Whole", {"Whole", "N"}),
        ("nothing", set()),
        ("f", set()),
    ],
)
def test_the_host_runs_what_a_name_needs_and_nothing_else(name: str, bound: set[str]) -> None:
    found = needed(name)
    assert found.names == bound
    assert found.of_the_answer == set()
    namespace: dict[str, object] = {"__name__": "test"}
    for statement in found.code:
        exec(statement, namespace)  # noqa: S102 - the source above
    assert bound <= namespace.keys()


def test_statements_that_change_a_constant_are_run_in_order() -> None:
    namespace: dict[str, object] = {"__name__": "test"}
    for statement in needed("TABLE").code:
        exec(statement, namespace)  # noqa: S102 - the source above
    assert namespace["TABLE"] == [2, 3]


@pytest.mark.parametrize("name", ["open_helper", "Open", "Child"])
def test_the_answer_provides_what_is_open_and_what_extends_it(name: str) -> None:
    assert needed(name).of_the_answer == {name}
    assert needed(name).code == ()


def test_the_answer_provides_all_classes_if_its_entry_point_is_one() -> None:
    assert needed("Whole", own_classes=True).of_the_answer == {"Whole"}


def test_a_starter_code_that_does_not_parse_provides_nothing() -> None:
    found = starter.read("def f(:").needed(["f", "x"], "f", own_classes=False, exceptions=())
    assert found == starter.NeededStarter((), "", frozenset(), frozenset())
