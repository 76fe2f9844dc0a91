"""Samples with geometric figures: triangles, quadrilaterals, polygons with diagonals, circles with chords.

The four options of a question are drawn first, and then which of them is right, or they are made of two draws
of the same distribution. So a reader without the picture has nothing to go by.
"""

import itertools
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.names import Reasoning
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.numbers import number_text, plain
from workshop.authoring.figures.options import code_question, reasoned, value_options
from workshop.authoring.figures.programs import WHOLE
from workshop.authoring.figures.sample import CodeStyle, Edit, FigureSample, Question, State
from workshop.suites.mathopeval.families.plane.annotations import (
    Annotation,
    AnnotationKind,
    Measure,
    anchor,
    annotate,
    annotate_hint,
    annotate_instruction,
    delete_instruction,
    describe,
    listed,
    modify_instruction,
    outline,
)
from workshop.suites.mathopeval.families.plane.constructions import (
    Construction,
    construct,
    draw_constructions,
    has_own_direction,
    is_flat,
)
from workshop.suites.mathopeval.families.plane.figure import PlaneFigure, with_names
from workshop.suites.mathopeval.families.plane.points import dot, rounded, vector
from workshop.suites.mathopeval.families.plane.programs import ADDED, POINTS, write_program
from workshop.suites.mathopeval.families.plane.shapes import (
    DOMAINS,
    Blueprint,
    draw_blueprint,
    draw_deletions,
    four_figures,
    frame,
    shown_segments,
)

_LETTERS = "ABCDEFGHKLMNPQRSTUVWXYZ"  # without I, J and O, which look like other signs
_COLOURS = (("navy", "green"), ("black", "purple"), ("darkgreen", "purple"), ("brown", "teal"))
#: Seen on each ground, and told apart with every kind of colour vision.
_DOT_COLOURS = ("darkred", "darkblue", "olive", "black", "teal", "mediumorchid")
_TRIES = 60
_EXCERPT = 130  # characters that an excerpt has if possible
_KINDS: tuple[AnnotationKind, ...] = ("points", "lengths", "lengths", "angles", "angles")


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample with a geometric figure.

    Raises:
        UnfitError: if the figure that was drawn cannot be used.
    """
    domain, kind = draws.choice(DOMAINS), draws.choice(_KINDS)
    for _ in range(_TRIES):
        with suppress(UnfitError):
            return _make_of_kind(draws, style, domain, kind)
    raise UnfitError(f"no figure of {domain} with {kind} can be used")


def _make_of_kind(draws: Draws, style: CodeStyle, domain: str, kind: AnnotationKind) -> FigureSample:
    blueprint = draw_blueprint(draws, domain)
    bare, new_letter = _without_points(draws, blueprint, kind)
    four = four_figures(draws, blueprint, bare)
    constructions = draw_constructions(draws, four[0], new_letter)
    changed = [replace(four[0], addition=construct(four[0], each, new_letter)) for each in constructions]
    if not has_own_direction(changed):  # without axes, nothing tells segments of one direction apart
        four, changed = ([replace(each, axes=True) for each in figures] for figures in (four, changed))
    original = four[0] if kind == "points" else _without_addition(_named(changed[0], list(four[0].points)))
    annotation = annotate(draws, original, kind)
    values = value_questions(draws, annotation, original)
    if kind != "points":
        changed = [_named(replace(original, addition=figure.addition), [new_letter]) for figure in changed]
    deletions, candidates = draw_deletions(draws, original)
    deleted = original.without(deletions[0])
    four[0] = original
    sample = FigureSample(
        type="geometric",
        domain=domain,
        style=style,
        original=_state(original, style),
        description=describe(original),
        outline=outline(original),
        anchor=anchor(original),
        edits=(
            Edit(
                operation="delete",
                kind="one-segment" if len(deletions[0]) == 1 else "two-segments",
                state=_state(deleted, style),
                instruction=delete_instruction(original, deletions[0]),
                hint="One segment was deleted, or two. The points at their ends stay.",
                ways=2 * len(original.segments),
            ),
            Edit(
                operation="modify",
                kind=constructions[0].kind,
                state=_state(changed[0], style),
                instruction=modify_instruction(changed[0], constructions[0]),
                hint="A dashed segment was added, and a round dot at its new end.",
            ),
            Edit(
                operation="annotate",
                kind=kind,
                state=_state(annotation.figure, style, background=kind == "lengths"),
                instruction=annotate_instruction(annotation),
                hint=annotate_hint(annotation),
            ),
        ),
        questions=(
            _generate_question(draws, four, style),
            _delete_question(draws, original, deletions, candidates, style),
            _modify_question(draws, original, changed, constructions[0], style),
            *values,
        ),
    )
    if any(is_flat(original, each) for each in constructions):  # last: other samples of a seed stay the same
        raise UnfitError("a point on the line through its base")
    return sample


def _without_points(draws: Draws, blueprint: Blueprint, kind: AnnotationKind) -> tuple[PlaneFigure, str]:
    """Draw everything about the original except the places of its points, and the names of new points."""
    count = len(blueprint.build(blueprint.draw(draws)))
    letters = draws.sample(_LETTERS, count + 1)
    names, new_letter = letters[:count], letters[count]
    colour, added_colour = draws.choice(_COLOURS)
    if kind == "points":
        dots = dict(zip(names, draws.sample(_DOT_COLOURS, count), strict=True))
    else:
        dots = dict.fromkeys(names, colour) if draws.chance(1, 2) else {}
    xlim, ylim = frame(draws, blueprint.scale)
    joins = draws.shuffled([draws.choice((join, join[::-1])) for join in blueprint.joins])
    bare = PlaneFigure(
        title=blueprint.noun.capitalize(),
        points=dict.fromkeys(names, (0, 0)),
        segments=tuple(names[a] + names[b] for a, b in joins),
        circle=(names[-1], plain(blueprint.radius)) if blueprint.radius else None,
        colour=colour,
        added_colour=added_colour,
        dots=dots,
        scale=blueprint.scale,
        xlim=(plain(xlim[0]), plain(xlim[1])),
        ylim=(plain(ylim[0]), plain(ylim[1])),
        axes=kind != "angles" or draws.chance(1, 2),
    )
    return bare, new_letter


def _named(figure: PlaneFigure, letters: Sequence[str]) -> PlaneFigure:
    """Return the figure with the names of some points."""
    named = with_names(figure, letters)
    if named is None:
        raise UnfitError("no room for a name")
    return named


def _without_addition(figure: PlaneFigure) -> PlaneFigure:
    return replace(figure, addition=None)


def _state(figure: PlaneFigure, style: CodeStyle, *, background: bool = False) -> State:
    return State(figure=figure.value(), code=write_program(figure, style, background=background).code)


def _generate_question(draws: Draws, four: Sequence[PlaneFigure], style: CodeStyle) -> Question:
    shown = (POINTS, *shown_segments(four)[: 2 if style == "axes" else 3])
    if four[0].names:
        four = [four[0], *(_named(figure, list(figure.points)) for figure in four[1:])]
    programs = [write_program(figure, style, show=shown) for figure in four]
    text = draws.choice(GENERATE)
    return code_question("generate", text, programs, generate_reasoning(four[0]), _EXCERPT)


def _delete_question(
    draws: Draws,
    original: PlaneFigure,
    deletions: Sequence[Sequence[str]],
    candidates: Sequence[str],
    style: CodeStyle,
) -> Question:
    show, enough = _with_places(original, style, candidates)
    programs = [write_program(original.without(names), style, show=show) for names in deletions]
    reasoning = delete_reasoning(original, deletions[0])
    return code_question("delete", draws.choice(DELETE), programs, reasoning, enough)


def _modify_question(
    draws: Draws,
    original: PlaneFigure,
    changed: Sequence[PlaneFigure],
    construction: Construction,
    style: CodeStyle,
) -> Question:
    show, enough = _with_places(original, style, (ADDED,))
    programs = [write_program(figure, style, show=show) for figure in changed]
    reasoning = modify_reasoning(original, changed[0], construction)
    return code_question("modify", draws.choice(MODIFY), programs, reasoning, enough)


def _with_places(figure: PlaneFigure, style: CodeStyle, shown: Sequence[str]) -> tuple[Sequence[str], int]:
    """Return what excerpts show, and their length: a name says where a point is if the picture has it."""
    if figure.names or style not in ("axes", "dictionary"):
        return shown, _EXCERPT
    return (POINTS, *shown), WHOLE


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
    description = f"{seen} The points are {', '.join(_point_words(figure, name) for name in figure.points)}. "
    description += f"The segments are {', '.join(figure.segments)}."
    if figure.circle:
        description += f" {_circle(figure, *figure.circle)}."
    if not figure.axes:
        description += " There are no axes."
    return reasoned(description, _sketch(figure), [seen, fact], result, _sketch(after) if after else ())


def _point_words(figure: PlaneFigure, name: str) -> str:
    """Return a point by its name, with its coordinates if there are axes to read them from."""
    return f"{name} {figure.all_points[name]}" if figure.axes else name


def _circle(figure: PlaneFigure, centre: str, radius: float) -> str:
    return f"The circle has the centre {centre}" + (f" and the radius {radius}" if figure.axes else "")


def _sketch(figure: PlaneFigure) -> list[str]:
    """Return a line of text for each segment, and one for the circle."""
    ends = {name: _point_words(figure, name) for name in figure.all_points}
    lines = [f"{ends[name[0]]} --- {ends[name[1]]}" for name in figure.segments]
    if figure.addition:
        name = figure.addition.segment
        lines.append(f"{ends[name[0]]} - - - {ends[name[1]]}")
    return [*lines, *([_circle(figure, *figure.circle)] if figure.circle else [])]
