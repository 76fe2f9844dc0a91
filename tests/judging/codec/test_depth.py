"""Deep data, instances of the task's classes, and the map and filter of tests, as the host holds them."""

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from benchmark.judging.codec import depth, instances
from benchmark.judging.codec.loops import Filter, Map
from benchmark.sandbox.host.channel import ReplyTooLong


@pytest.fixture(autouse=True)
def _limit() -> Iterator[None]:
    before = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(before)


class Conversation:
    """Calls a function while values are converted, as a session does."""

    def __init__(self) -> None:
        self.lock = threading.RLock()

    @depth.converting
    def call(self, function: Callable[[], object]) -> object:
        return function()


def test_values_are_converted_with_a_high_limit_that_ends_with_the_call() -> None:
    with depth.of_test():
        limit = sys.getrecursionlimit()
        assert depth.TESTING < limit < depth.TESTING + 200, "our own frames come on top"
        assert Conversation().call(sys.getrecursionlimit) == depth.CONVERTING
        assert sys.getrecursionlimit() == limit


def test_a_test_has_more_digits_than_replies() -> None:
    """A reply with many long integers would be read for minutes."""
    with depth.of_test():
        assert len(str(10 ** (depth.DIGITS - 1))) == depth.DIGITS
        assert Conversation().call(sys.get_int_max_str_digits) == sys.int_info.default_max_str_digits
        with pytest.raises(ValueError, match="Exceeds the limit"):
            Conversation().call(lambda: int("1" * 5000))
        with depth.of_lent_function():
            assert sys.get_int_max_str_digits() == depth.DIGITS
        assert sys.get_int_max_str_digits() == depth.DIGITS
    assert sys.get_int_max_str_digits() == sys.int_info.default_max_str_digits


def test_a_function_of_the_test_that_the_answer_calls_has_the_limit_of_the_test() -> None:
    limits = []

    def lent() -> None:
        with depth.of_lent_function():
            limits.append(sys.getrecursionlimit())
            if len(limits) < 3:
                Conversation().call(lent)
        assert sys.getrecursionlimit() == depth.CONVERTING

    with depth.of_test():
        limit = sys.getrecursionlimit()
        Conversation().call(lent)
    assert [inside - limit for inside in limits] == [20, 40, 60], "a round trip takes 20 frames of ours"


def test_a_test_may_set_another_limit() -> None:
    with depth.of_test():
        sys.setrecursionlimit(50_000)
        assert Conversation().call(sys.getrecursionlimit) == 50_000
        assert sys.getrecursionlimit() == 50_000


def test_the_limit_of_the_test_returns_even_at_its_end() -> None:
    """A test that is as deep as its limit allows must not keep the high limit."""
    deepest = []

    def deeper() -> None:
        try:
            Conversation().call(lambda: None)
            deeper()
        except RecursionError:
            deepest.append(sys.getrecursionlimit())

    with depth.of_test():
        limit = sys.getrecursionlimit()
        deeper()
    assert deepest
    assert max(deepest) <= limit + 20


class _Node:
    pass


def test_a_conversation_has_a_limit_of_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instances, "MADE_LIMIT", 2)
    known = instances.HostInstances()
    known.share("Node", _Node)
    first, is_new = known.find_or_make(1, _Node)
    assert is_new
    known.find_or_make(3, _Node)
    assert known.find_or_make(1, _Node) == (first, False)
    with pytest.raises(ReplyTooLong):
        known.find_or_make(5, _Node)


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
