"""Samples with geometric figures."""

import cmath
import itertools
import math
import re

import pytest

from tests.sampling import gate_of
from workshop.authoring.figures.pictures import different_pixels, drawn_figure, picture_image
from workshop.authoring.figures.sample import CodeStyle, FigureSample
from workshop.suites.mathopeval.families.plane.constructions import KINDS, Construction, construct
from workshop.suites.mathopeval.families.plane.figure import PlaneFigure

from .test_samples import usable

pytestmark = gate_of("figures")


def sample(number: int, style: CodeStyle | None = None) -> FigureSample:
    return usable("geometric", number, style)


def points_of(figure: FigureSample) -> dict[str, complex]:
    points = figure.original.figure["points"]
    assert isinstance(points, dict)
    return {name: complex(*point) for name, point in points.items()}


TRIANGLE = PlaneFigure(
    title="",
    points={"A": (1, 1), "B": (9, 2), "C": (3.5, 7)},
    segments=("AB", "BC", "CA"),
    xlim=(0, 12),
    ylim=(0, 9),
    axes=True,
)


@pytest.mark.parametrize(("point", "base"), [("A", "BC"), ("B", "CA"), ("C", "AB")])
def test_constructed_points_have_what_defines_them(point: str, base: str) -> None:
    """Checked with complex numbers; places are rounded to two decimals."""
    here, a, b = (complex(*TRIANGLE.points[name]) for name in (point, *base))
    new = {
        kind: complex(*construct(TRIANGLE, Construction(kind, point, base), "M").points["M"])
        for kind in KINDS
    }
    assert abs(new["median"] - a) == pytest.approx(abs(new["median"] - b), abs=0.02)
    for kind in ("median", "perpendicular", "bisector"):
        assert ((new[kind] - a) / (b - a)).imag == pytest.approx(0, abs=0.002)
    upright = (new["perpendicular"] - here) / (b - a)
    assert cmath.phase(upright) == pytest.approx(math.copysign(math.pi / 2, upright.imag), abs=0.003)
    halves = (new["bisector"] - here) / (a - here), (b - here) / (new["bisector"] - here)
    assert cmath.phase(halves[0]) == pytest.approx(cmath.phase(halves[1]), abs=0.005)
    assert new["parallel"] - here == b - a


def test_no_added_segment_lies_on_the_line_of_another() -> None:
    """Otherwise a median has no triangle, or a parallel is on the line to which it is parallel."""
    made = sample(105)
    for option in (made.questions[2].right, *made.questions[2].wrong):
        with drawn_figure(option.program) as figure:
            drawn = [
                (str(line.get_linestyle()), [complex(x, y) for x, y in line.get_xydata()])
                for line in figure.axes[0].lines
                if line.get_transform() == figure.axes[0].transData and len(line.get_xydata()) > 1
            ]
        ((start, end),) = (points for style, points in drawn if style == "--")
        for points in (points for style, points in drawn if style == "-"):
            sides = [(point - start) / (end - start) for point in (points[0], points[-1])]
            assert max(abs(side.imag) for side in sides) > 0.05


@pytest.mark.parametrize("style", ["axes", "dictionary"])
def test_excerpts_say_where_points_are_unless_the_picture_names_them(style: CodeStyle) -> None:
    unnamed = sample(0, style)
    assert unnamed.original.figure["names"] == {}
    for question in unnamed.questions[:3]:
        for option in (question.right, *question.wrong):
            for name, point in points_of(unnamed).items():
                assert re.search(rf"\b{name}\b", option.text)
                assert f"({point.real:g}, {point.imag:g})" in option.text or question.operation == "generate"


@pytest.mark.parametrize(("number", "axes"), [(3, True), (5, False)])
def test_axes_are_shown_if_the_added_segment_has_the_direction_of_another_option(
    number: int, axes: bool
) -> None:
    made = sample(number, "pyplot")
    assert made.original.figure["axes"] == axes
    right, *wrong = (
        complex(float(x2) - float(x1), float(y2) - float(y1))
        for option in (made.questions[2].right, *made.questions[2].wrong)
        for x1, x2, y1, y2 in re.findall(r"\[(.+), (.+)\], \[(.+), (.+)\],.*--", option.text)
    )
    assert any(abs(cmath.phase(other / right)) < 0.1 for other in wrong) == axes


def test_reasoning_draws_the_picture_after_the_edit_too() -> None:
    made = sample(1)
    for question, edit, lines in zip(made.questions[1:3], made.edits, ("---", "- - -"), strict=False):
        first, second = question.reasoning["vot"].split("Drawing in words:\n")[1:]
        segments = edit.state.figure["segments"]
        assert isinstance(segments, list)
        assert second.count(" --- ") == len(segments) <= first.count(" --- ")
        assert lines in second


@pytest.mark.parametrize("number", range(8))
def test_written_values_are_those_of_another_computation(number: int) -> None:
    """Angles by the law of cosines, lengths by the theorem of Pythagoras."""
    made, points = sample(number), points_of(sample(number))
    text = made.edits[2].instruction
    values = [
        *re.findall(r"\b(\w)(\w) = (\d+(?:\.\d+)?)", text),
        *re.findall(r"∠(\w)(\w)(\w) = (\d+(?:\.\d+)?)°", text),
    ]
    assert len(values) >= 4 or made.edits[2].kind == "points"
    for *names, value in values:
        ends = [points[name] for name in names]
        number_of_digits = len(value.partition(".")[2])
        if len(ends) == 2:
            exact = math.hypot((ends[0] - ends[1]).real, (ends[0] - ends[1]).imag)
        else:
            a, b, c = abs(ends[0] - ends[1]), abs(ends[2] - ends[1]), abs(ends[0] - ends[2])
            exact = math.degrees(math.acos((a * a + b * b - c * c) / (2 * a * b)))
        assert abs(float(value) - exact) <= 0.5 * 10**-number_of_digits + 1e-6


@pytest.mark.parametrize("number", range(8))
def test_a_right_value_belongs_to_its_element(number: int) -> None:
    made = sample(number)
    written = dict(re.findall(r"([∠A-Z]{2,4}) = (\d+(?:\.\d+)?°?)", made.edits[2].instruction))
    for colour, name in re.findall(r"([a-z]+) at ([A-Z])\b(?! \()", made.description):
        point = points_of(made)[name]
        written[f"the {colour} point"] = f"({point.real:g}, {point.imag:g})"
    forward, backward = made.questions[3:]
    assert (forward.kind, backward.kind) == ("forward", "backward")
    for question in (forward, backward):
        options = {option.text for option in (question.right, *question.wrong)}
        assert len(options) == 4
        assert options <= set(written if question is forward else written.values())
    assert written[forward.right.text] in forward.text
    assert any(name in backward.text for name, value in written.items() if value == backward.right.text)


@pytest.mark.weekly
def test_options_of_code_move_something_far_enough_to_see() -> None:
    for question in itertools.chain.from_iterable(sample(number).questions[:3] for number in range(10)):
        images = [picture_image(option.program) for option in (question.right, *question.wrong)]
        assert min(different_pixels(a, b) for a, b in itertools.combinations(images, 2)) > 60
