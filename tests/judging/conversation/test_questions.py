"""Assertions that fail in a function of the test while the answer calls it, and when they are excused."""

import pytest

from benchmark.judging.conversation.session import GuestQuestions


def g() -> None:
    pass


def h() -> None:
    pass


def history(*steps: str) -> GuestQuestions:
    """Record calls of ``g`` and ``h``: a capital letter is a failed call, a star a call with arguments."""
    questions = GuestQuestions()
    for step in steps:
        function = g if step[0] in "gG" else h
        questions.record_call(function, informed=step.endswith("*"))
        if step[0].isupper():
            questions.record_failure(AssertionError(step))
        else:
            questions.record_success()
    return questions


@pytest.mark.parametrize(
    "steps", [(), ("g",), ("G", "g"), ("G", "G", "g"), ("G", "g", "G", "g"), ("g*", "h*")]
)
def test_one_function_may_be_retried_until_it_succeeds(steps: tuple[str, ...]) -> None:
    assert history(*steps).failed_assertion is None


@pytest.mark.parametrize(
    "steps",
    [
        ("G",),
        ("G", "g", "G"),  # the answer gave up after a failure
        ("G*", "g*"),  # the answer tries argument after argument
        ("G", "g*"),
        ("G", "h"),  # another function succeeded
        ("G", "g", "h"),  # the answer tries several orders of calls
        ("h", "G", "g"),
    ],
)
def test_any_other_failed_assertion_counts(steps: tuple[str, ...]) -> None:
    assert history(*steps).failed_assertion is not None


def test_the_first_failure_is_reported() -> None:
    assert str(history("G*", "H").failed_assertion) == "G*"
