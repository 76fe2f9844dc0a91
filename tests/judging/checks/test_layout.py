import tracemalloc

import pytest

from benchmark.judging.checks.compare import differs_only_in_layout
from tests.case_files import read_cases

ROWS = [*read_cases("texts/layouts.yaml"), ["1" * 400, "1" * 399 + "2", False]]


@pytest.mark.parametrize(("expected", "got", "only_layout"), ROWS)
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
