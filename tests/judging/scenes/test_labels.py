"""Texts of figures are compared by element and value."""

import time

import pytest

from benchmark.judging.scenes.labels import is_number, same_text, same_value
from tests.case_files import read_cases

TEXTS = read_cases("texts/labels_of_figures.yaml")


@pytest.mark.parametrize(("one", "other"), TEXTS["same"])
def test_texts_that_say_the_same_are_the_same(one: str, other: str) -> None:
    assert same_text(one, other)
    assert same_value(other, one)


@pytest.mark.parametrize(("one", "other"), TEXTS["different"])
def test_other_texts_are_different(one: str, other: str) -> None:
    assert not same_text(one, other)
    assert not same_value(one, other)


def test_a_text_at_an_element_may_leave_out_its_name_but_not_its_value() -> None:
    assert same_value("∠A = 60°", "60°")
    assert same_value("5 cm", "AB = 5 cm")
    assert same_value("-5", "AB ≈ −5.0")
    assert not same_value("5", "AB = 5 cm")
    assert not same_value("25%", "25")
    assert not same_text("∠A = 60°", "60°")
    assert not same_value("∠A = 60°", "∠B = 60°")
    assert not same_value("A", "B")
    assert not same_value("A", "")


def test_numbers_of_ticks_are_recognised() -> None:
    assert is_number("−2.5", -2.5)
    assert is_number("1,000", 1000)
    assert not is_number("2%", 2)
    assert not is_number("2 or 3", 2)
    assert not is_number("north", 0)
    assert not is_number("", 0)


@pytest.mark.parametrize("text", ["9" * 500, "1," * 250, "\\" * 500, "a1" * 250, "²^" * 250, "." * 500])
def test_hostile_texts_take_no_time(text: str) -> None:
    started = time.process_time()
    for i in range(20):
        same_value(f"{text}{i}", f"{text}x{i}")
        is_number(text, 1.0)
    assert time.process_time() - started < 0.5
