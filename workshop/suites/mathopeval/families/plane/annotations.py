"""What an edit can write into a geometric figure: lengths, angles, or names of points."""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.numbers import number_text, plain
from workshop.suites.mathopeval.families.plane.constructions import Construction
from workshop.suites.mathopeval.families.plane.figure import Label, PlaneFigure, is_free, with_names
from workshop.suites.mathopeval.families.plane.points import (
    Point,
    angle,
    bisector_direction,
    length,
    midpoint,
    moved,
    rounded,
    vector,
)

AnnotationKind = Literal["points", "lengths", "angles"]
_ANGLES = 24, 158  # in degrees; others have no room for a label or look straight
_REACHES = (1.0, 1.2, 1.4, 1.6, 1.8)  # distances of labels of angles from their vertex, at scale 1
_MIN_LENGTH = 1.8  # of a segment with a label, at scale 1
_FEWEST, _MOST = 4, 6
_ALONE = 1.4  # a label of an angle is so many times as far from other points as from its vertex
_SAME = 1e-6  # degrees


@dataclass(frozen=True, slots=True)
class Measure:
    """An element of a figure with its value."""

    element: str  #: such as ``AB``, ``∠ABC`` or ``the red point``
    number: float  #: the exact length, or the angle in degrees; for points the first coordinate
    value: str  #: as it is written, such as ``5.39`` or ``64°``


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """Values to write."""

    kind: AnnotationKind
    figure: PlaneFigure  #: the figure with the values
    measures: tuple[Measure, ...]  #: what is written
    digits: int  #: digits after the point
    reach: float = 0  #: distance of labels of angles from their vertex


def annotate(draws: Draws, figure: PlaneFigure, kind: AnnotationKind) -> Annotation:
    """Write the values of one kind, with as many elements as have room for a label, at most six.

    Raises:
        UnfitError: if fewer than four elements can have a label.
    """
    if kind == "points":
        return _name_points(figure)
    if kind == "lengths":
        return _write_lengths(draws, figure, draws.integer(1, 2))
    digits = draws.integer(0, 1)
    found = [_write_angles(figure, reach, digits) for reach in _REACHES]
    most = max(len(annotation.measures) for annotation in found)
    if most < _FEWEST:
        raise UnfitError("too few angles with room for a label")
    return next(annotation for annotation in found if len(annotation.measures) == most)


def _write_lengths(draws: Draws, figure: PlaneFigure, digits: int) -> Annotation:
    measures: list[Measure] = []
    for segment in draws.shuffled(figure.segments):
        start, end = figure.span(segment)
        number = length(start, end)
        at, text = rounded(midpoint(start, end)), number_text(number, digits)
        if (
            len(measures) < _MOST
            and number >= _MIN_LENGTH * figure.scale
            and is_free(figure, f"{text}0", at, on=segment)
        ):
            figure = replace(figure, values=(*figure.values, Label(text=text, at=at)))
            measures.append(Measure(segment, number, text))
    if len(measures) < _FEWEST:
        raise UnfitError("too few segments with room for a label")
    return Annotation(kind="lengths", figure=figure, measures=tuple(measures), digits=digits)


def _write_angles(figure: PlaneFigure, reach: float, digits: int) -> Annotation:
    measures: list[Measure] = []
    reach = plain(reach * figure.scale)
    for first, vertex, second in _angles(figure):
        ends = [figure.points[name] for name in (first, vertex, second)]
        number = angle(ends[0], ends[1], ends[2])
        if not _ANGLES[0] <= number <= _ANGLES[1]:
            continue
        text = f"{number_text(number, digits)}°"
        at = rounded(moved(ends[1], bisector_direction(ends[0], ends[1], ends[2]), reach))
        others = [length(at, other) for name, other in figure.points.items() if name != vertex]
        if len(measures) < _MOST and min(others) >= _ALONE * reach and is_free(figure, text, at):
            figure = replace(figure, values=(*figure.values, Label(text=text, at=at)))
            measures.append(Measure(f"∠{first}{vertex}{second}", number, text))
    return Annotation(kind="angles", figure=figure, measures=tuple(measures), digits=digits, reach=reach)


def _angles(figure: PlaneFigure) -> list[tuple[str, str, str]]:
    """Return the angles between neighbouring segments at each point."""
    found = []
    for vertex, point in figure.points.items():
        ends = [segment.replace(vertex, "") for segment in figure.segments if vertex in segment]
        ends.sort(key=lambda end: math.atan2(*vector(point, figure.points[end])[::-1]))
        pairs = dict.fromkeys(frozenset(pair) for pair in itertools.pairwise([*ends, *ends[:1]]))
        for pair in pairs:
            first, *others = sorted(pair)
            found += [(first, vertex, other) for other in others if _is_empty(figure, point, pair, ends)]
    return found


def _is_empty(
    figure: PlaneFigure, point: tuple[float, float], pair: Collection[str], ends: Sequence[str]
) -> bool:
    """Whether no other segment of the point is between two of its segments, on the side of less than 180°."""
    first, second = (figure.points[name] for name in pair)
    whole = angle(first, point, second)
    others = [figure.points[name] for name in ends if name not in pair]
    return not any(
        abs(angle(first, point, other) + angle(other, point, second) - whole) < _SAME for other in others
    )


def _name_points(figure: PlaneFigure) -> Annotation:
    named = with_names(figure, list(figure.points))
    if named is None or len(figure.points) < _FEWEST:
        raise UnfitError("too few points with room for a name")
    measures = tuple(
        Measure(f"the {figure.dots[name]} point", point[0], f"({point[0]}, {point[1]})")
        for name, point in figure.points.items()
    )
    values = replace(named, names=(), values=named.names)
    return Annotation(kind="points", figure=values, measures=measures, digits=1)


_DECIMALS = {0: "whole degrees", 1: "one decimal", 2: "two decimals"}


def describe(figure: PlaneFigure) -> str:
    """Return the description of an original figure."""
    parts = [f'Draw a figure with the title "{figure.title}". Its points are {listed(figure.points)}.']
    segments = ", ".join(figure.segments)
    parts.append(f"Draw the segments {segments} as solid {figure.colour} lines.")
    if figure.circle:
        centre, radius = figure.circle
        parts.append(
            f"Draw the circle around {centre} with radius {radius} as a {figure.colour} line, not filled."
        )
    if figure.dots:
        colours = set(figure.dots.values())
        if len(colours) == 1:
            parts.append(f"Draw a round dot at each of {', '.join(figure.dots)}, in {colours.pop()}.")
        else:
            dots = ", ".join(f"{colour} at {name}" for name, colour in figure.dots.items())
            parts.append(f"Draw round dots in different colours: {dots}.")
    if figure.names:
        parts.append(f"Write the name of each point, centred: {placed(figure.names)}.")
    else:
        parts.append("Do not write the names of the points.")
    return " ".join([*parts, _frame(figure)])


def outline(figure: PlaneFigure) -> str:
    """Return the description without what the picture shows as numbers, and without looks."""
    hidden = "" if figure.axes else " The axes are hidden."
    return f'A geometric figure, titled "{figure.title}". One unit is equally long on both axes.{hidden}'


def anchor(figure: PlaneFigure) -> str:
    """Return where the two points farthest from each other are if the axes are hidden; else nothing."""
    if figure.axes:
        return ""
    pairs = itertools.combinations(figure.points, 2)
    one, two = max(pairs, key=lambda pair: length(figure.points[pair[0]], figure.points[pair[1]]))
    return f"{one} is at {figure.points[one]}, and {two} is at {figure.points[two]}."


def _frame(figure: PlaneFigure) -> str:
    if not figure.axes:
        return "The axes are hidden; one unit is equally long on both."
    return (
        f"The x axis goes from {figure.xlim[0]} to {figure.xlim[1]} and the y axis from {figure.ylim[0]} to "
        f"{figure.ylim[1]}, with the same length for one unit on both. Both axes have a tick at each whole "
        "number."
    )


def delete_instruction(original: PlaneFigure, segments: Sequence[str]) -> str:
    """Return the instruction to delete segments."""
    what = " and ".join(_segment(original, name) for name in segments)
    noun = "segment" if len(segments) == 1 else "segments"
    return (
        f"Delete the {noun} {what}. Everything else stays as it is, also the points and names at their ends."
    )


def _segment(figure: PlaneFigure, name: str) -> str:
    if figure.names:
        return name
    start, end = figure.span(name)
    return f"{name} from {start} to {end}"


def modify_instruction(figure: PlaneFigure, construction: Construction) -> str:
    """Return the instruction to add a construction, where ``figure`` already has it."""
    added = figure.addition
    if added is None:
        raise ValueError("the figure has no addition")
    parts = [construction.sentence("".join(added.points))]
    if not figure.names:
        involved = dict.fromkeys(construction.point + construction.base)
        parts.insert(0, f"In the figure, {listed({name: figure.points[name] for name in involved})}.")
    parts.append(f"Draw {added.segment} as a dashed {figure.added_colour} line.")
    dots = "a round dot" if len(added.points) == 1 else "round dots"
    parts.append(f"Draw {dots} in {figure.added_colour} at {' and '.join(added.points)}.")
    new = [label for label in figure.names if label.text in added.points]
    if new:
        noun = "name" if len(new) == 1 else "names"
        parts.append(
            f"Write the {noun} of the new {'point' if len(new) == 1 else 'points'}, centred: {placed(new)}."
        )
    else:
        parts.append("Write no names.")
    return " ".join([*parts, "Everything else stays as it is."])


def annotate_instruction(annotation: Annotation) -> str:
    """Return the instruction to write values."""
    figure, decimals = annotation.figure, _DECIMALS[annotation.digits]
    values = ", ".join(f"{measure.element} = {measure.value}" for measure in annotation.measures)
    if annotation.kind == "lengths":
        return (
            f"Write the lengths of these segments, rounded to {decimals}: {values}. "
            "Centre each text at the midpoint of its segment. Write only the number. "
            "Everything else stays as it is."
        )
    if annotation.kind == "angles":
        return (
            f"Write the sizes of these angles, rounded to {decimals}: {values}. "
            f"Centre each text on the bisector of its angle, {annotation.reach} units from the vertex. "
            "Write only the number and the sign °. Everything else stays as it is."
        )
    names = ", ".join(
        f"{label.text} for {measure.element}, at {label.at}"
        for label, measure in zip(figure.values, annotation.measures, strict=True)
    )
    return f"Write a name next to each dot, centred: {names}. Everything else stays as it is."


def annotate_hint(annotation: Annotation) -> str:
    """Return the names and values to write, without their places."""
    values = ", ".join(f"{measure.element} = {measure.value}" for measure in annotation.measures)
    if annotation.kind == "lengths":
        return f"Write the lengths of these segments at the segments, only the number: {values}."
    if annotation.kind == "angles":
        return f"Write the sizes of these angles inside of them, only the number and the sign °: {values}."
    named = zip(annotation.figure.values, annotation.measures, strict=True)
    names = ", ".join(f"{label.text} for {measure.element}" for label, measure in named)
    return f"Write a name next to each dot: {names}."


def listed(points: Mapping[str, Point]) -> str:
    """Return points with their coordinates, such as ``A (1, 2), B (3, 4.5)``."""
    return ", ".join(f"{name} {point}" for name, point in points.items())


def placed(labels: Sequence[Label]) -> str:
    """Return texts with their places, such as ``A at (1, 2)``."""
    return ", ".join(f"{label.text} at {label.at}" for label in labels)
