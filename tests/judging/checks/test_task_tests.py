"""What is read from a task's test source and starter code, and who provides which name."""

import ast
import contextlib
import gc
import sys
import tracemalloc
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from benchmark.core.task import CompareRule
from benchmark.judging.checks import starter, task_tests
from benchmark.judging.checks.case_result import BrokenTest
from benchmark.judging.checks.compare import differs_only_in_layout, outputs_match
from tests.case_files import read_cases, read_text, table


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


@table("judging")
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


@table("judging")
def test_the_host_runs_what_a_name_needs_and_nothing_else(name: str, bound: list[str]) -> None:
    found = needed(name)
    assert found.names == set(bound)
    assert found.of_the_answer == set()
    namespace: dict[str, object] = {"__name__": "test"}
    for statement in found.code:
        exec(statement, namespace)  # noqa: S102 - the source above
    assert found.names <= namespace.keys()


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


RULES = read_cases("texts/compared_outputs.yaml")
ROWS = [(rule, *row) for rule, rows in RULES.items() for row in rows]
ROWS += [("tolerant", "x" * 20_000, "x" * 20_000 + "\r" * more, more < 66_000) for more in (65_000, 66_000)]


@pytest.mark.parametrize(("rule", "expected", "got", "right"), ROWS, ids=lambda value: str(value)[:30])
def test_a_comparison_rule_accepts_what_it_documents(rule, expected, got, right) -> None:
    assert outputs_match(expected, got, rule, 1e-6) is right


@pytest.mark.parametrize("rule", ["lines", "tokens", "floats"])
def test_the_words_of_a_long_output_are_not_all_in_memory(rule: CompareRule) -> None:
    got = "ab \n" * 100_000
    tracemalloc.start()
    try:
        assert not outputs_match("ab\nab", got, rule, 1e-6)
        assert tracemalloc.get_traced_memory()[1] < 4 * len(got)
    finally:
        tracemalloc.stop()


def test_a_comparison_of_sets_takes_little_memory() -> None:
    lines = list(map(str, range(5_000)))
    expected, got = "\n".join(lines), "\n".join(reversed(lines))
    tracemalloc.start()
    try:
        assert outputs_match(expected, got, "tolerant", 0.0)
        assert tracemalloc.get_traced_memory()[1] < 80 * len(expected)
    finally:
        tracemalloc.stop()


LAYOUTS = [*read_cases("texts/layouts.yaml"), ["1" * 400, "1" * 399 + "2", False]]


@pytest.mark.parametrize(("expected", "got", "only_layout"), LAYOUTS)
def test_right_content_in_another_layout_is_found(expected: str, got: str, only_layout: bool) -> None:
    assert differs_only_in_layout(expected, got) is only_layout


def test_numbers_may_differ_as_the_task_allows() -> None:
    assert differs_only_in_layout("0.5 7", "(0.5000001; 7)", 1e-6)
    assert not differs_only_in_layout("0.5 7", "(0.500002; 7)", 1e-6)


@pytest.mark.parametrize("got", ["7 " * (8 << 20), "7" * (16 << 20), ":" * (16 << 20)])
def test_a_long_output_takes_no_memory(got: str) -> None:
    tracemalloc.start()
    assert not differs_only_in_layout("7", got)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("line", [":" * 30_000, "=a" * 15_000, "a" * 60_000])
def test_labels_are_removed_in_linear_time(line: str) -> None:
    assert not differs_only_in_layout("7", line)


def test_a_quick_walk_meets_the_nodes_that_the_library_meets() -> None:
    silent = ast.Constant | ast.expr_context | ast.boolop | ast.operator | ast.unaryop | ast.cmpop
    count = 0
    for path in Path(task_tests.__file__).parent.glob("*.py"):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            found = task_tests.nodes_of(statement)
            count += len(found)
            walked = [node for node in ast.walk(statement) if not isinstance(node, silent)]
            assert [*map(id, found)] == [*map(id, walked)]
    assert count > 10_000


@pytest.mark.parametrize("source", ["assert f(1) == 2", "assert f("])
@pytest.mark.parametrize("is_on", [True, False])
def test_reading_a_test_leaves_the_garbage_collector_as_it_was(source: str, is_on: bool) -> None:
    (gc.enable if is_on else gc.disable)()
    try:
        with contextlib.suppress(BrokenTest):
            task_tests.parse.__wrapped__(source)
        assert gc.isenabled() is is_on
    finally:
        gc.enable()


def test_a_test_is_read_once_although_more_tests_follow_than_a_data_set_has() -> None:
    task_tests.parse.cache_clear()
    sources = [f"assert f({number}) == 1" for number in range(1000)]
    for source in sources * 2:
        task_tests.parse(source)
    assert task_tests.parse.cache_info().misses == 1000
