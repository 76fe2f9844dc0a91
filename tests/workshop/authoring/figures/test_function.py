"""Samples with plots of functions."""

import math
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.numbers import number_text
from workshop.authoring.figures.sample import CodeStyle, FigureSample
from workshop.suites.mathopeval.families.curves.curve import Curve, Feature, Map
from workshop.suites.mathopeval.families.curves.families import (
    FAMILIES,
    LINEAR,
    LOGARITHM,
    QUADRATIC,
    RATIONAL,
    ROOT,
    Family,
    filled,
    readable,
)
from workshop.suites.mathopeval.families.curves.programs import Plot
from workshop.suites.mathopeval.families.types.function import value_question

from .test_samples import usable

ALL_FAMILIES = [family for families in FAMILIES.values() for family in families]
INNER = 4.85  # crossings nearer to the ends of the domain are not marked
HIGH = (-100.0, 100.0)  # limits that cut nothing off


def sample(number: int, style: CodeStyle | None = None) -> FigureSample:
    return usable("function", number, style)


def halved(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function changes its sign, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if function(low) * function(middle) <= 0 else (middle, high)
    return (low + high) / 2


@pytest.mark.parametrize("family", ALL_FAMILIES, ids=lambda family: family.name)
def test_zeros_are_those_that_bisection_finds(family: Family) -> None:
    for number in range(5):
        numbers = family.draw(Draws("zeros", family.name, number))
        curve = Curve(family=family, numbers=numbers)
        value = partial(family.value, numbers)
        found = []
        for start, end in curve.pieces:
            steps = [start + (end - start) * step / 401 for step in range(402)]
            for low, high in pairwise(steps):
                if value(low) * value(high) < 0:
                    found.append(halved(value, low, high))
        zeros = [x for x, _ in curve.features("x", HIGH)]
        assert zeros == pytest.approx([x for x in found if abs(x) < INNER], abs=1e-6)


@pytest.mark.parametrize("family", ALL_FAMILIES, ids=lambda family: family.name)
def test_extrema_are_those_that_comparing_neighbours_finds(family: Family) -> None:
    for number in range(3):
        curve = Curve(family=family, numbers=family.draw(Draws("extrema", family.name, number)))
        heights = [(step / 200, curve.y(step / 200)) for step in range(-969, 970)]
        found = [
            x
            for (_, a), (x, b), (_, c) in zip(heights, heights[1:], heights[2:], strict=False)
            if a is not None and b is not None and c is not None and (b - a) * (c - b) < 0
        ]
        extrema = curve.features("extreme", HIGH)
        assert [x for x, _ in extrema] == pytest.approx(found, abs=0.006)
        for x, y in extrema:
            beside = (family.value(curve.numbers, x - 0.01), family.value(curve.numbers, x + 0.01))
            assert (y > max(beside)) if curve.is_top(x) else (y < min(beside))


@pytest.mark.parametrize(
    ("curve", "feature", "clear"),
    [
        (Curve(family=LINEAR, numbers=(1, -4)), "x", True),
        (Curve(family=LINEAR, numbers=(1, -4.9)), "x", False),  # so close to the end that it is not asked for
        (Curve(family=QUADRATIC, numbers=(0.25, 2.5, -1.5)), "x", False),  # 0.05 and 4.95
        (Curve(family=QUADRATIC, numbers=(0.25, 2.5, -1.5)), "extreme", True),
        (Curve(family=QUADRATIC, numbers=(0.25, 2.5, -4.9)), "extreme", False),  # at the lower limit
        (Curve(family=LINEAR, numbers=(1, 0.5)), "extreme", False),
    ],
)
def test_points_are_asked_for_only_if_none_is_close_to_the_border(
    curve: Curve, feature: Feature, clear: bool
) -> None:
    assert curve.is_clear(feature, (-5, 5)) == clear
    plot = Plot(title="", curve=curve, colour="red", ylim=(-5, 5), grid=True, zero_lines=True)
    if not clear:
        with pytest.raises(UnfitError):
            value_question(Draws("border"), plot, feature, 1)


@pytest.mark.parametrize(
    ("number", "digits", "text"), [(-7.25, 1, "-7.3"), (1.5749999999999997, 2, "1.58"), (-0.04, 1, "0.0")]
)
def test_halves_are_rounded_away_from_zero(number: float, digits: int, text: str) -> None:
    assert number_text(number, digits) == text


def test_excerpts_with_named_parameters_show_the_formula() -> None:
    question = sample(0, "dictionary").questions[0]
    assert all("return" in option.text for option in (question.right, *question.wrong))


@pytest.mark.parametrize(
    ("curve", "pieces"),
    [
        (Curve(family=RATIONAL, numbers=(1, 2, 1)), [(-5, 1.9), (2.1, 5)]),
        (
            Curve(family=RATIONAL, numbers=(1, 2, 1), inner=Map(absolute=True)),
            [(-5, -2.1), (-1.9, 1.9), (2.1, 5)],
        ),
        (Curve(family=RATIONAL, numbers=(1, 2, 1), kept=((-5, -1), (3, 5))), [(-5, -1), (3, 5)]),
        (Curve(family=RATIONAL, numbers=(1, -2, 1), inner=Map(offset=-1.5)), [(-5, -0.6), (-0.4, 5)]),
        (Curve(family=ROOT, numbers=(1, -1, 0), inner=Map(factor=0.75)), [(-1.33, 5)]),
        (Curve(family=ROOT, numbers=(1, -1, 0), inner=Map(factor=-1)), [(-5, 1)]),
        (Curve(family=LOGARITHM, numbers=(1, -0.5, 0), inner=Map(absolute=True)), [(-5, 5)]),
        (Curve(family=LOGARITHM, numbers=(1, -3, 0)), [(-2.95, 5)]),
    ],
)
def test_a_curve_is_drawn_where_the_function_is_defined(
    curve: Curve, pieces: list[tuple[float, float]]
) -> None:
    assert curve.pieces == pieces
    assert all(math.isfinite(curve.y(end) or 0) for piece in pieces for end in piece)


def test_formulas_have_no_needless_signs() -> None:
    numbers = {"a": -1.0, "b": 1.0, "h": -2.0, "k": -0.5}
    code = filled("{a} * np.sin({b} * ({x} - {h})) + {k}", numbers, "x")
    assert code == "-np.sin(x + 2) - 0.5"
    assert readable(code) == "−sin(x + 2) − 0.5"
    assert readable("2 * np.abs(x - 1) ** 2") == "2·|x − 1|²"


@pytest.mark.parametrize("number", range(4))
def test_questions_ask_for_two_kinds_of_points_with_four_values(number: int) -> None:
    asked = [question for question in sample(number).questions if question.operation == "annotate"]
    assert len({question.kind for question in asked}) == len(asked) >= 2
    for question in asked:
        options = [option.text for option in (question.right, *question.wrong)]
        assert len(set(options)) == 4
        assert len({len(option.partition(".")[2]) for option in options if "(" not in option}) <= 1
