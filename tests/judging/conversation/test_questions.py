"""What a failed comparison describes, and which failed assertions of a test are excused."""

import enum
import time

import pytest

from benchmark.judging.checks.case_result import DETAIL_BYTES, tidy
from benchmark.judging.conversation.console import WatchedContainers
from benchmark.judging.conversation.describe import describe, describe_exception
from benchmark.judging.conversation.reference import Reference
from benchmark.judging.conversation.session import GuestQuestions
from tests.case_files import table


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


@table("judging")
def test_any_other_failed_assertion_counts(steps: tuple[str, ...]) -> None:
    assert history(*steps).failed_assertion is not None


def test_the_first_failure_is_reported() -> None:
    assert str(history("G*", "H").failed_assertion) == "G*"


class Node:
    __module__ = "test"

    def __init__(self, item: object, next_: object = None) -> None:
        self.item = item
        self.next = next_

    def __repr__(self) -> str:
        raise AssertionError("a description runs no code of a class")


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([1, "a", (2,), {"k": None}, {3}, set(), 1.5], "[1, 'a', (2,), {'k': None}, {3}, set(), 1.5]"),
        (10**5000, "<whole number of 16610 bits>"),
        (object(), "<object>"),
        (range(3), "range(0, 3)"),
        (b"\x00", "b'\\x00'"),
        (Node(1, Node("a")), "Node(item=1, next=Node(item='a', next=None))"),
        (Colour.RED, "Colour.RED"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_described_like_its_repr(value: object, shown: str) -> None:
    assert describe(value) == shown


def test_a_huge_or_cyclic_value_is_cut_without_delay() -> None:
    endless: list[object] = []
    endless.append(endless)
    values = ("x" * 10_000_000, [0] * 5_000_000, endless, [[10**100_000]] * 10)
    started = time.process_time()
    for value in values:
        assert len(describe(value)) <= 300
    assert time.process_time() - started < 1


def test_an_exception_is_described_without_running_code_of_its_arguments() -> None:
    class Liar:
        def __repr__(self) -> str:
            raise RuntimeError

        __str__ = __repr__

    assert describe_exception(AssertionError(Liar())) == "AssertionError: <Liar>"
    assert describe_exception(ValueError("no")) == "ValueError: no"
    assert describe_exception(KeyError()) == "KeyError"


def test_a_detail_is_one_printable_line_of_at_most_2_kib() -> None:
    assert tidy("a\n\x1b[31m\u202e<object at 0x7f1234567890>") == "a\\n\\x1b[31m\\u202e<object at 0x…>"
    assert len(tidy("ä" * 5000).encode()) <= DETAIL_BYTES


def test_a_changed_container_is_reported_once() -> None:
    owner = Reference(None, {"handle": 0}, "owner")  # type: ignore[arg-type]  # its session is not used
    watched, items, row = WatchedContainers(lambda _: None), [1, [2]], {"a": 1}
    watched.watch(owner, "getattr", ("items",), items)
    watched.watch(owner, "getitem", (5,), row)
    assert list(watched.changed()) == []
    items[1].append(3)  # type: ignore[attr-defined]
    row["a"] = True  # equal to 1, but another value
    assert list(watched.changed()) == [(owner, "getattr", "items", items), (owner, "getitem", 5, row)]
    assert list(watched.changed()) == []
