"""The ``map`` and ``filter`` that tests use."""

import pytest

from benchmark.judging.codec.loops import Filter, Map


def test_map_and_filter_work_like_python_s() -> None:
    assert list(Map(lambda a, b: a + b, [1, 2], [3, 4, 5])) == [4, 6]
    assert list(Filter(lambda x: x > 1, [1, 2, 3])) == [2, 3]
    assert list(Filter(None, [0, 1, ""])) == [1]
    assert isinstance(Map(str, []), map)


def test_a_map_ends_when_its_input_does() -> None:
    assert list(Map(str, iter([1]))) == ["1"]


@pytest.mark.parametrize("loop", [Map, Filter])
def test_a_stop_iteration_of_the_function_does_not_end_a_loop(loop: type) -> None:
    empty: list[int] = []
    with pytest.raises(RuntimeError, match="StopIteration"):
        list(loop(lambda _: next(iter(empty)), [1, 2]))
