"""What an edit can write into a geometric figure: lengths, angles, or names of points."""

import itertools
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.numbers import number_text, plain
from benchmark.authoring.figures.plane.figure import Label, PlaneFigure, is_free, with_names
from benchmark.authoring.figures.plane.points import (
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
