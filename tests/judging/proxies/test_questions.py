"""Assertions that fail in a function of the test, and what excuses them."""

import pytest

from benchmark.judging.proxies.questions import GuestQuestions


def g() -> None:
    pass


def h() -> None:
    pass


def history(*steps: str) -> GuestQuestions:
    """``g`` and ``h`` end well, ``G`` and ``H`` fail; with a star the answer told them something."""
    questions = GuestQuestions()
    for step in steps:
        function = g if step[0] in "gG" else h
        questions.asks(function, told=step.endswith("*"))
        if step[0].isupper():
            questions.fails(AssertionError(step))
        else:
            questions.gives()
    return questions


@pytest.mark.parametrize(
    "steps", [(), ("g",), ("G", "g"), ("G", "G", "g"), ("G", "g", "G", "g"), ("g*", "h*")]
)
def test_one_function_may_be_tried_until_it_ends_well(steps: tuple[str, ...]) -> None:
    assert history(*steps).failed is None


@pytest.mark.parametrize(
    "steps",
    [
        ("G",),
        ("G", "g", "G"),  # it has given up
        ("G*", "g*"),  # argument after argument
        ("G", "g*"),
        ("G", "h"),  # another one ended well
        ("G", "g", "h"),  # which one may be called when
        ("h", "G", "g"),
    ],
)
def test_else_an_assertion_that_failed_stays_so(steps: tuple[str, ...]) -> None:
    assert history(*steps).failed is not None


def test_the_first_failure_is_the_one_to_show() -> None:
    assert str(history("G*", "H").failed) == "G*"
