import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from benchmark.judging.codec import depth


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
