"""Which names of a starter code the host provides for a test, and which the answer does."""

import pytest

from benchmark.judging.checks import starter
from tests.case_files import read_text

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
