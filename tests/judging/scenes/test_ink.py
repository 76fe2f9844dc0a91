"""Lines are compared point by point, however they were drawn."""

import math
import time
from collections.abc import Sequence

import pytest

from benchmark.judging.scenes.ink import Ink, Line, Look
from benchmark.judging.scenes.labels import is_number, same_text, same_value
from benchmark.judging.scenes.values import Place
from tests.case_files import read_cases

SOLID = Look("-")


def ink(*lines: Sequence[tuple[float, float]], look: Look = SOLID) -> Ink:
    return Ink([Line(tuple(Place(*point) for point in line), look, "#000000", "line") for line in lines])


def covered(wanted: Ink, got: Ink) -> float:
    samples = wanted.samples()
    found = [sample.weight for sample in samples if got.at(sample.place, sample.line.look, 0.004)]
    return round(sum(found) / sum(sample.weight for sample in samples), 3)


def same(one: Ink, other: Ink) -> bool:
    return covered(one, other) == covered(other, one) == 1


def circle(points: int) -> list[tuple[float, float]]:
    turns = (math.tau * i / points for i in range(points + 1))
    return [(0.5 + 0.3 * math.cos(turn), 0.5 + 0.3 * math.sin(turn)) for turn in turns]


def test_a_polygon_is_the_same_as_its_sides() -> None:
    a, b, c = (0.1, 0.1), (0.9, 0.2), (0.3, 0.8)
    assert same(ink([a, b, c, a]), ink([c, b], [a, c], [b, a]))
    assert same(ink([a, b, c, a]), ink([a, (0.5, 0.15), b, c, a, b]))
    assert covered(ink([a, b, c, a]), ink([a, b, c])) < 0.7


def test_the_number_of_points_of_a_curve_does_not_count() -> None:
    assert same(ink(circle(100)), ink(circle(1000)))
    assert covered(ink(circle(100)), ink(circle(12))) < 0.9


def test_turning_back_on_the_same_line_is_seen() -> None:
    assert same(ink([(0.1, 0.5), (0.9, 0.5), (0.5, 0.5)]), ink([(0.1, 0.5), (0.9, 0.5)]))
    assert covered(ink([(0.2, 0.5), (0.9, 0.5), (0.1, 0.5)]), ink([(0.2, 0.5), (0.9, 0.5)])) < 1


def test_what_is_outside_of_the_axes_does_not_count() -> None:
    assert same(ink([(0.5, 0.5), (3.5, 0.5)]), ink([(0.5, 0.5), (1.0, 0.5)]))
    assert ink([(2, 2), (3, 3)], [(-1, 0.5), (-0.5, 0.5)]).samples() == []
    assert same(ink([(0.0, 1.0), (1.0, 1.0)]), ink([(-9, 1.0), (9, 1.0)]))


def test_a_high_tolerance_reaches_further() -> None:
    line = ink([(0.1, 0.5), (0.9, 0.5)])
    assert line.at(Place(0.5, 0.59), SOLID, 0.1) is not None
    assert line.at(Place(0.5, 0.61), SOLID, 0.1) is None


def test_a_weight_is_that_of_straight_parts_and_at_most_ten() -> None:
    assert round(sum(sample.weight for sample in ink([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)]).samples()), 6) == 2
    assert round(sum(sample.weight for sample in ink(circle(500)).samples()), 6) == 10


def test_a_line_has_a_style_and_a_series_if_both_have_one() -> None:
    line = [(0.1, 0.1), (0.9, 0.9)]
    at = Place(0.5, 0.5)
    both = ink(line, look=Look("--", ("a",)))
    for look, right in [(Look("--"), True), (Look("--", ("a",)), True), (Look("-", ("a",)), False)]:
        cover = both.at(at, look, 0.004)
        assert cover is not None
        assert cover.same == right
    assert both.at(at, Look("--", ("b",)), 0.004) is not None
    assert both.at(Place(0.5, 0.51), SOLID, 0.004) is None


def test_where_lines_cross_the_one_of_the_wanted_colour_is_found() -> None:
    lines = [
        Line((Place(0.1, 0.5), Place(0.9, 0.5)), SOLID, "#808080", "gray"),
        Line((Place(0.1, 0.1), Place(0.9, 0.9)), SOLID, "#000080", "navy"),
    ]
    for order in (lines, lines[::-1]):
        for line in lines:
            found = Ink(order).at(Place(0.5, 0.5), SOLID, 0.004, line.color)
            assert found is not None
            assert found.color == line.color


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
