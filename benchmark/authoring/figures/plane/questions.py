"""Questions about geometric figures.

The four options of a question are drawn first, and then which of them is right, or they are made of two draws
of the same distribution. So a reader without the picture has nothing to go by.
"""

import itertools
import math
from collections.abc import Sequence

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.numbers import number_text, plain
from benchmark.authoring.figures.options import reasoned, value_options
from benchmark.authoring.figures.plane.annotations import Annotation, Measure
from benchmark.authoring.figures.plane.constructions import Construction
from benchmark.authoring.figures.plane.figure import PlaneFigure
from benchmark.authoring.figures.plane.points import dot, rounded, vector
from benchmark.authoring.figures.plane.wording import listed
from benchmark.authoring.figures.sample import Question, Reasoning

GENERATE = (
    "Which of these excerpts belongs to the program that draws the geometric figure in the picture?",
    "One of these excerpts is part of the program behind the picture of the geometric figure. Which?",
)
DELETE = (
    "Segments of the first picture are missing in the second. Which excerpt draws the second picture?",
    "Which excerpt is from the program of the second picture, where some of the segments are deleted?",
)
MODIFY = (
    "A dashed segment is added in the second picture. Which of these excerpts adds exactly this one?",
    "Which excerpt turns the first picture into the second one by adding the dashed segment in it?",
)
_PLURAL = {"angles": "angles", "lengths": "segments", "points": "dots"}


def value_questions(draws: Draws, annotation: Annotation, original: PlaneFigure) -> tuple[Question, Question]:
    """Return a question for the element of a value, and one for the value of another element.

    Raises:
        UnfitError: if there are no four elements with clearly different values.
    """
    measures = _different(draws, annotation)
    forward, backward = draws.sample(measures, 2)
    element_question = _element_question(draws, annotation, forward, measures, original)
    return element_question, _value_question(annotation, backward, measures, original)


def _different(draws: Draws, annotation: Annotation) -> list[Measure]:
    gap = {"angles": 8.0, "lengths": 0.4 * annotation.figure.scale, "points": 0.0}[annotation.kind]
    fours = [
        list(four)
        for four in itertools.combinations(annotation.measures, 4)
        if len({measure.value for measure in four}) == len(four)
        and all(abs(a.number - b.number) >= gap for a, b in itertools.combinations(four, 2))
    ]
    if not fours:
        raise UnfitError("no four elements with different values")
    return draws.choice(fours)


def _element_question(
    draws: Draws,
    annotation: Annotation,
    asked: Measure,
    measures: Sequence[Measure],
    original: PlaneFigure,
) -> Question:
    texts = {
        "angles": f"One of these angles in the picture has the size {asked.value}. Which of them is it?",
        "lengths": f"One of these segments in the picture has the length {asked.value}. Which of them is it?",
        "points": f"One of the dots in the picture is at the coordinates {asked.value}. Which dot is it?",
    }
    facts = ", ".join(f"{measure.element}: {measure.value}" for measure in draws.shuffled(measures))
    others = [measure.element for measure in measures if measure is not asked]
    right, wrong = value_options(asked.element, others)
    return Question(
        operation="annotate",
        kind="forward",
        pictures=("original",),
        text=texts[annotation.kind],
        right=right,
        wrong=wrong,
        reasoning=_reasoning(
            original,
            f"I determine the values of the four {_PLURAL[annotation.kind]}: {facts}.",
            f"The value {asked.value} belongs to {asked.element}.",
        ),
    )


def _value_question(
    annotation: Annotation,
    asked: Measure,
    measures: Sequence[Measure],
    original: PlaneFigure,
) -> Question:
    right, wrong = value_options(asked.value, [each.value for each in measures if each is not asked])
    rounding = {0: "to whole degrees", 1: "to one decimal", 2: "to two decimals"}[annotation.digits]
    texts = {
        "angles": f"How large is the angle {asked.element} in the picture, if it is rounded {rounding}?",
        "lengths": f"How long is the segment {asked.element} in the picture, if it is rounded {rounding}?",
        "points": f"Which coordinates does {asked.element} in the picture have, read from both of the axes?",
    }
    return Question(
        operation="annotate",
        kind="backward",
        pictures=("original",),
        text=texts[annotation.kind],
        right=right,
        wrong=wrong,
        reasoning=_reasoning(original, _calculation(annotation, asked), f"The value is {asked.value}."),
    )


def _calculation(annotation: Annotation, asked: Measure) -> str:
    figure = annotation.figure
    if annotation.kind == "lengths":
        start, end = figure.span(asked.element)
        across, up = (plain(abs(step)) for step in vector(start, end))
        return (
            f"From {asked.element[0]} {start} to {asked.element[1]} {end} it is {across} across and {up} "
            f"up or down. The length is the square root of {across}² + {up}²."
        )
    if annotation.kind == "angles":
        _, first, vertex, second = list(asked.element)
        ends = {name: figure.points[name] for name in (first, vertex, second)}
        sides = f"The vertex is {vertex}, and the sides go to {first} and {second}."
        if not figure.axes:
            return f"{sides} I estimate how far one is turned from the other: {asked.value}."
        a, b = (vector(ends[vertex], ends[name]) for name in (first, second))
        product, size = dot(a, b), math.hypot(*a) * math.hypot(*b)
        return (
            f"{sides} From {vertex} {ends[vertex]} they lead by {rounded(a)} and by {rounded(b)}. The "
            f"product of these vectors is {plain(product)}, and that of their lengths "
            f"{number_text(size, 2)}, so the cosine is {number_text(product / size, 3)}."
        )
    return f"I go from {asked.element} straight down to the x axis and straight left to the y axis."


def generate_reasoning(original: PlaneFigure) -> dict[Reasoning, str]:
    """Return worked reasoning to the program of a figure."""
    what = "I read the coordinates of the points"
    if not original.axes:
        what = "There are no axes, so I compare the shape with the coordinates in the excerpts. These fit"
    return _reasoning(
        original,
        f"{what}: {listed(original.points)}. The segments are {', '.join(original.segments)}.",
        "The right excerpt has these coordinates.",
    )


def delete_reasoning(original: PlaneFigure, deleted: Sequence[str]) -> dict[Reasoning, str]:
    """Return worked reasoning to the program without some segments."""
    left = original.without(deleted)
    ends = "; ".join(f"{name}{_from_to(original, name)}" for name in deleted)
    return _reasoning(
        original,
        f"I compare the pictures segment by segment. Missing in the second: {ends}. What stays is "
        f"{', '.join(left.segments)}.",
        f"The right excerpt is the one that does not draw {' or '.join(deleted)}.",
        left,
    )


def modify_reasoning(original: PlaneFigure, changed: PlaneFigure, what: Construction) -> dict[Reasoning, str]:
    """Return worked reasoning to the program with one more segment."""
    added = changed.addition
    if added is None:
        raise ValueError("the figure has no addition")
    kind = {
        "median": f"a median: it ends in the middle of {what.base}",
        "perpendicular": f"a perpendicular: it meets {what.base} at a right angle",
        "bisector": f"the bisector of the angle at {what.point}: both halves are equal",
        "parallel": f"parallel to {what.base} and as long",
    }[what.kind]
    return _reasoning(
        original,
        f"The dashed segment {added.segment} is new{_from_to(changed, added.segment)}. It is {kind}.",
        f"The right excerpt draws the dashed segment {added.segment} with these ends.",
        changed,
    )


def _from_to(figure: PlaneFigure, segment: str) -> str:
    """Return where a segment is, if there are axes to read it from."""
    start, end = figure.span(segment)
    return f", from {start} to {end}" if figure.axes else ""


def _reasoning(
    figure: PlaneFigure, fact: str, result: str, after: PlaneFigure | None = None
) -> dict[Reasoning, str]:
    """Return worked reasoning; ``after`` is the second picture, if there is one."""
    seen = f"The picture shows: {figure.title.lower()}, with {len(figure.points)} points and "
    seen += f"{len(figure.segments)} segments{' and a circle' if figure.circle else ''}."
    description = f"{seen} The points are {', '.join(_named(figure, name) for name in figure.points)}. "
    description += f"The segments are {', '.join(figure.segments)}."
    if figure.circle:
        description += f" {_circle(figure, *figure.circle)}."
    if not figure.axes:
        description += " There are no axes."
    return reasoned(description, _sketch(figure), [seen, fact], result, _sketch(after) if after else ())


def _named(figure: PlaneFigure, name: str) -> str:
    """Return a point by its name, with its coordinates if there are axes to read them from."""
    return f"{name} {figure.all_points[name]}" if figure.axes else name


def _circle(figure: PlaneFigure, centre: str, radius: float) -> str:
    return f"The circle has the centre {centre}" + (f" and the radius {radius}" if figure.axes else "")


def _sketch(figure: PlaneFigure) -> list[str]:
    """Return a line of text for each segment, and one for the circle."""
    ends = {name: _named(figure, name) for name in figure.all_points}
    lines = [f"{ends[name[0]]} --- {ends[name[1]]}" for name in figure.segments]
    if figure.addition:
        name = figure.addition.segment
        lines.append(f"{ends[name[0]]} - - - {ends[name[1]]}")
    return [*lines, *([_circle(figure, *figure.circle)] if figure.circle else [])]
