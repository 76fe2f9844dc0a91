"""Segments that an edit constructs: a median, a perpendicular, a bisector of an angle, a parallel."""

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.plane.figure import Addition, PlaneFigure
from workshop.suites.mathopeval.families.plane.points import (
    Point,
    angle,
    bisector_foot,
    distance,
    foot,
    length,
    midpoint,
    moved,
    rounded,
    vector,
)

ConstructionKind = Literal["median", "perpendicular", "bisector", "parallel"]
KINDS: tuple[ConstructionKind, ...] = ("median", "perpendicular", "bisector", "parallel")
#: Weights of kinds; without them most would be medians, which nearly all figures have room for.
_WEIGHTS: dict[ConstructionKind, int] = {"median": 1, "perpendicular": 5, "bisector": 15, "parallel": 4}
_MARGIN = 0.6  # minimum distance of new points from others, at scale 1
_ROUNDING = 0.01  # maximum distance of a point on a segment from it, after rounding
_CLEAR_ANGLE = 7.0  # minimum angle between a new segment and others at the same point
_MIN_HEIGHT = 0.4  # minimum distance of a point from the line through its base, at scale 1
_CLEAR_MOVE = 0.8  # minimum distance of the points that two options add, at scale 1


@dataclass(frozen=True, slots=True)
class Construction:
    """A segment from a point to a base, or from a point parallel to the base."""

    kind: ConstructionKind
    point: str  #: the name of the point
    base: str  #: the names of the ends of a segment

    def sentence(self, new: str) -> str:
        """Return the instruction, where ``new`` is the name of the new point."""
        point, base = self.point, self.base
        if self.kind == "median":
            return f"Add the median {point}{new} of triangle {point}{base}: {new} is the midpoint of {base}."
        if self.kind == "perpendicular":
            return f"Add the perpendicular {point}{new} from {point} to {base}: {new} is its foot on {base}."
        if self.kind == "bisector":
            middle = f"{base[0]}{point}{base[1]}"
            return f"Add the bisector {point}{new} of the angle {middle}: {new} is where it meets {base}."
        return (
            f"Add the segment {point}{new}, parallel to {base}: it is as long as {base}, and it leads from "
            f"{point} to {new} in the direction from {base[0]} to {base[1]}."
        )


def construct(figure: PlaneFigure, construction: Construction, letter: str) -> Addition:
    """Return what a construction adds; its new point has the name ``letter``."""
    point = figure.points[construction.point]
    start, end = figure.span(construction.base)
    match construction.kind:
        case "median":
            new = midpoint(start, end)
        case "perpendicular":
            new = foot(point, start, end)
        case "bisector":
            new = bisector_foot(point, start, end)
        case "parallel":
            new = moved(point, vector(start, end))
    return Addition(
        segment=construction.point + letter,
        points={letter: rounded(new)},
        kind=construction.kind,
        base=construction.base,
    )


def draw_constructions(draws: Draws, figure: PlaneFigure, letter: str) -> tuple[Construction, ...]:
    """Draw four constructions, each two of which can be told apart; any of them could be asked for.

    Two of kind, point and base have two values each in the four.

    Raises:
        UnfitError: if the figure has no such four.
    """
    bases = [*figure.segments, *(name[::-1] for name in figure.segments)]
    clear = {
        construction: next(iter(construct(figure, construction, letter).points.values()))
        for kind, point, base in itertools.product(KINDS, figure.points, bases)
        if (kind == "parallel" or base in figure.segments)
        and point not in base
        and _is_clear(figure, construction := Construction(kind, point, base))
    }
    groups = defaultdict(list)
    for first, second in itertools.combinations(clear, 2):
        four = _four(first, second)
        if (
            len(set(four)) == len(four)
            and all(each in clear for each in four)
            and _are_apart(figure, clear, four)
        ):
            groups[frozenset(construction.kind for construction in four)].append(four)
    if not groups:
        raise UnfitError("no four constructions")
    weighted = [
        kinds
        for kinds in sorted(groups, key=sorted)
        for _ in range(sum(_WEIGHTS[kind] for kind in kinds) // len(kinds))
    ]
    return tuple(draws.shuffled(draws.choice(groups[draws.choice(weighted)])))


def is_flat(figure: PlaneFigure, construction: Construction) -> bool:
    """Whether the point is about on the line through the base, so that the two form no triangle."""
    point, (start, end) = figure.points[construction.point], figure.span(construction.base)
    return length(point, foot(point, start, end)) < _MIN_HEIGHT * figure.scale


def has_own_direction(figures: Sequence[PlaneFigure]) -> bool:
    """Whether the segment that the first figure adds has another direction than those of the others."""
    first, *others = (vector(*each.span(each.addition.segment)) for each in figures if each.addition)
    return all(angle(first, (0, 0), other) >= _CLEAR_ANGLE for other in others)


def _four(first: Construction, second: Construction) -> tuple[Construction, ...]:
    """Return two constructions with the two that mix them; they are all the same if too much differs."""
    if first.kind == second.kind:
        mixed = [(first.kind, first.point, second.base), (first.kind, second.point, first.base)]
    elif first.base == second.base:
        mixed = [(first.kind, second.point, first.base), (second.kind, first.point, first.base)]
    elif first.point == second.point:
        mixed = [(first.kind, first.point, second.base), (second.kind, first.point, first.base)]
    else:
        return (first,) * 4
    return first, second, *(Construction(*each) for each in mixed)


def _are_apart(figure: PlaneFigure, ends: Mapping[Construction, Point], four: Sequence[Construction]) -> bool:
    return all(
        a.point != b.point or length(ends[a], ends[b]) >= _CLEAR_MOVE * figure.scale
        for a, b in itertools.combinations(four, 2)
    )


def _is_clear(figure: PlaneFigure, construction: Construction) -> bool:
    """Whether a construction adds something that can be seen."""
    point, (start, end) = figure.points[construction.point], figure.span(construction.base)
    if distance(point, (start, end)) < figure.scale:
        return False
    new = next(iter(construct(figure, construction, "").points.values()))
    margin = _MARGIN * figure.scale
    if not _is_inside(figure, new) or any(length(new, other) < margin for other in figure.points.values()):
        return False
    if construction.kind == "parallel":
        if any(distance(new, span) < margin for span in figure.spans):
            return False
    elif distance(new, (start, end)) > _ROUNDING:  # the foot is beyond the ends of the base
        return False
    if construction.kind == "bisector" and not _has_sides(figure, construction):
        return False
    return _is_apart(figure, construction.point, new)


def _has_sides(figure: PlaneFigure, construction: Construction) -> bool:
    sides = [{construction.point, end} for end in construction.base]
    return all(side in [set(segment) for segment in figure.segments] for side in sides)


def _is_inside(figure: PlaneFigure, point: Point) -> bool:
    margin = 0.8 * figure.scale
    return (
        figure.xlim[0] + margin <= point[0] <= figure.xlim[1] - margin
        and figure.ylim[0] + margin <= point[1] <= figure.ylim[1] - margin
    )


def _is_apart(figure: PlaneFigure, name: str, new: Point) -> bool:
    """Whether a new segment from a point leaves it in another direction than the segments that it has."""
    point = figure.points[name]
    ends = [figure.points[segment.replace(name, "")] for segment in figure.segments if name in segment]
    return all(angle(new, point, end) >= _CLEAR_ANGLE for end in ends)
