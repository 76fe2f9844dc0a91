"""Samples with plots of functions."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise
from typing import get_args

import pytest

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.curves.curve import Curve, Feature, Map
from benchmark.authoring.figures.curves.families import (
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
from benchmark.authoring.figures.curves.programs import Plot
from benchmark.authoring.figures.gates import sample_faults, style_faults
from benchmark.authoring.figures.guessing import guess_results
from benchmark.authoring.figures.numbers import number_text
from benchmark.authoring.figures.pictures import different_pixels, picture_image
from benchmark.authoring.figures.sample import CodeStyle, FigureSample, Operation
from benchmark.authoring.figures.types.function import make, value_question
from benchmark.core.draws import Draws
from tests.authoring.figures.readback import Drawn, read
from tests.authoring.figures.redrawn import redrawn_function

STYLES: tuple[CodeStyle, ...] = get_args(CodeStyle)
ALL_FAMILIES = [family for families in FAMILIES.values() for family in families]
INNER = 4.85  # crossings nearer to the ends of the domain are not marked
HIGH = (-100.0, 100.0)  # limits that cut nothing off


def few(count: int, daily: int) -> list[object]:
    """Return numbers of samples; all but the first have the mark ``gate``."""
    return [i if i < daily else pytest.param(i, marks=pytest.mark.gate) for i in range(count)]


@cache
def sample(number: int, style: CodeStyle | None = None) -> FigureSample:
    """Return a sample that can be used; its style follows from the number."""
    for attempt in range(10):
        try:
            return make(Draws("test", number, attempt), style or STYLES[number % 4])
        except UnfitError:
            continue
    raise AssertionError("ten draws without a sample")


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


def heights(drawn: Drawn) -> dict[float, float]:
    """Return the points of all curves of a figure, by x."""
    return {round(x, 6): y for line in drawn.lines for x, y in line.points}


@pytest.mark.parametrize("number", range(2))
def test_a_deletion_leaves_a_part_of_the_curve(number: int) -> None:
    made = sample(number)
    before, after = read(made.original.code), read(made.edits[0].state.code)
    low, high = map(float, re.findall(r"x = (-?[\d.]*\d)", made.edits[0].instruction)[:2])
    kept = [x for line in after.lines for x, _ in line.points]
    assert all(not low < x < high if made.edits[0].kind == "gap" else low <= x <= high for x in kept)
    assert {low, high} < set(kept)
    whole = sorted(heights(before).items())
    for x, y in list(heights(after).items())[::40]:
        near = min(whole, key=lambda point: abs(point[0] - x))
        assert y == pytest.approx(near[1], abs=0.02 * 12 + abs(y) / 4)


@pytest.mark.parametrize("number", few(8, 3))
def test_a_change_does_what_its_formula_says(number: int) -> None:
    """The old curve, read from its drawing, is put into the formula."""
    made = sample(number)
    before = sorted(heights(read(made.original.code)).items())
    found = re.search(
        r"replace the curve by y = (.*?)f\((.+?)\)([^.]*(?:\.\d+)?)\. ", made.edits[1].instruction
    )
    assert found
    left, inner, right = (text.replace("−", "-").replace("·", "*") for text in found.groups())
    absolute = left.endswith("|")
    compared = 0
    for x, y in list(heights(read(made.edits[1].state.code)).items())[::25]:
        argument = computed(inner.replace("|x|", str(abs(x))).replace("x", str(x)))
        near = min(before, key=lambda point: abs(point[0] - argument))
        if abs(near[0] - argument) < 0.02 and abs(near[1]) < 12:
            old = abs(near[1]) if absolute else near[1]
            expected = computed(f"{left.strip('|')}{old}{right.strip('|')}")
            assert y == pytest.approx(expected, abs=0.3)
            compared += 1
    assert compared > 3


def computed(text: str) -> float:
    """Return the value of a sum of at most two terms, the first perhaps with a factor or a sign."""
    match = re.fullmatch(r"(-?)(?:([\d.]+)\*)?(-?[\d.e-]+?)(?: ([+-]) ([\d.]+))?", text)
    assert match, text
    sign, factor, number, operator, offset = match.groups()
    value = float(number) * float(factor or 1) * (-1 if sign else 1)
    return value + float(f"{operator}{offset}") if operator else value


@pytest.mark.parametrize("number", few(12, 4))
def test_marks_are_on_the_curve(number: int) -> None:
    made = sample(number)
    drawn = read(made.edits[2].state.code)
    curve = sorted(heights(drawn).items())
    assert drawn.dots
    assert len(drawn.texts) == len(drawn.dots)
    for dot, (text, _) in zip(drawn.dots, drawn.texts, strict=True):
        ((x, y),) = dot.points
        assert text in made.edits[2].instruction
        assert [float(part) for part in text.strip("()").split(",")] == [x, y]
        assert min(math.hypot(x - a, y - b) for a, b in curve) < 0.12
        if made.edits[2].kind == "x-crossings":
            assert y == 0
        if made.edits[2].kind == "y-crossing":
            assert x == 0


def differing(made: FigureSample) -> Iterator[int]:
    """Yield in how many pixels each state differs from what a reader of the texts draws."""
    for state, instruction in (
        (made.original, ""),
        *((edit.state, edit.instruction) for edit in made.edits),
    ):
        redrawn = redrawn_function(made.description, instruction)
        yield different_pixels(picture_image(state.code), picture_image(redrawn))


def test_texts_are_enough_to_draw_the_figures() -> None:
    assert max(differing(sample(1))) <= 20


def test_styles_change_nothing_but_programs() -> None:
    made = [sample(2, style) for style in STYLES]
    assert len({each.description for each in made}) == 1
    for name in made[0].states:
        assert len({str(each.states[name].figure) for each in made}) == 1
        assert len({each.states[name].code for each in made}) == 4
    for questions in zip(*(each.questions for each in made), strict=True):
        assert len({question.text for question in questions}) == 1


@pytest.mark.parametrize("number", range(4))
def test_questions_ask_for_two_kinds_of_points_with_four_values(number: int) -> None:
    asked = [question for question in sample(number).questions if question.operation == "annotate"]
    assert len({question.kind for question in asked}) == len(asked) >= 2
    for question in asked:
        options = [option.text for option in (question.right, *question.wrong)]
        assert len(set(options)) == 4
        assert len({len(option.partition(".")[2]) for option in options if "(" not in option}) <= 1


@pytest.mark.gate
@pytest.mark.parametrize("number", range(8))
def test_a_sample_has_no_faults(number: int) -> None:
    assert list(sample_faults(sample(number))) == []
    assert max(differing(sample(number))) <= 20


@pytest.mark.gate
@pytest.mark.parametrize("number", range(4))
def test_all_styles_draw_the_same(number: int) -> None:
    assert list(style_faults(lambda style: sample(number, style))) == []


@pytest.mark.weekly
def test_all_kinds_occur_and_no_guess_beats_chance() -> None:
    """Two sets of 300 samples together stay inside the 99 % interval of one."""
    made = [sample(number) for number in range(600)]
    functions = Counter(str(each.original.figure["function"]) for each in made)
    assert set(functions) == {family.name for family in ALL_FAMILIES}
    kinds = Counter(edit.kind for each in made for edit in each.edits)
    assert set(kinds) == {
        *("gap", "ends", "shift", "scale", "reflect", "compose"),
        *("x-crossings", "y-crossing", "extrema"),
    }
    assert min(kinds.values()) >= 15
    for operation in get_args(Operation):
        results = guess_results(made, operation)
        assert [result for result in results if not result.is_within(result.questions // 2)] == []
