"""Segments that an edit constructs: a median, a perpendicular, a bisector of an angle, a parallel."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.plane.figure import Addition, PlaneFigure
from benchmark.authoring.figures.plane.points import (
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
_TO_BASE: tuple[ConstructionKind, ...] = ("median", "perpendicular", "bisector")
_MARGIN = 0.6  # minimum distance of new points from others, at scale 1
_CLEAR_ANGLE = 7.0  # minimum angle between a new segment and others at the same point
_CLEAR_MOVE = 0.8  # minimum distance of the points that two options add, at scale 1


@dataclass(frozen=True, slots=True)
class Construction:
    """A segment from a point to a base, or through a point parallel to the base."""

    kind: ConstructionKind
    point: str  #: the name of the point
    base: str  #: the names of the ends of a segment

    def sentence(self, letters: str) -> str:
        """Return the instruction, where ``letters`` are the names of the new points."""
        new, point, base = letters[0], self.point, self.base
        triangle = f"triangle {point}{base}"
        if self.kind == "median":
            return f"Add the median {point}{new} of {triangle}: {new} is the midpoint of {base}."
        if self.kind == "perpendicular":
            return f"Add the perpendicular {point}{new} from {point} to {base}: {new} is its foot on {base}."
        if self.kind == "bisector":
            middle = f"{base[0]}{point}{base[1]}"
            return f"Add the bisector {point}{new} of the angle {middle}: {new} is where it meets {base}."
        return (
            f"Add the segment {letters[:2]} through {point}: it is parallel to {base} and as long as {base}, "
            f"{point} is its midpoint, and the direction from {letters[0]} to {letters[1]} is that from "
            f"{base[0]} to {base[1]}."
        )


def construct(figure: PlaneFigure, construction: Construction, letters: str) -> Addition:
    """Return what a construction adds; its new points have the names ``letters``."""
    point = figure.points[construction.point]
    start, end = figure.span(construction.base)
    if construction.kind == "parallel":
        along = vector(start, end)
        ends = {letters[0]: rounded(moved(point, along, -0.5)), letters[1]: rounded(moved(point, along, 0.5))}
        return Addition(segment=letters[:2], points=ends)
    new = {
        "median": midpoint(start, end),
        "perpendicular": foot(point, start, end),
        "bisector": bisector_foot(point, start, end),
    }[construction.kind]
    return Addition(segment=construction.point + letters[0], points={letters[0]: rounded(new)})


def draw_constructions(draws: Draws, figure: PlaneFigure, letters: str) -> tuple[Construction, ...]:
    """Draw four constructions, each two of which differ in kind, point or base; any of them could be asked for.

    Raises:
        UnfitError: if the figure has no such four.
    """
    fours = _parallels(figure, letters) if draws.chance(1, 4) else _to_bases(figure, letters)
    if not fours:
        raise UnfitError("no four constructions")
    return tuple(draws.shuffled(draws.choice(fours)))


def _to_bases(figure: PlaneFigure, letters: str) -> list[list[Construction]]:
    """Return all fours of two kinds from two points to one base."""
    found = []
    for base in figure.segments:
        points = [name for name in figure.points if name not in base]
        for pair, kinds in itertools.product(
            itertools.combinations(points, 2), itertools.combinations(_TO_BASE, 2)
        ):
            four = [Construction(kind, point, base) for kind in kinds for point in pair]
            if _is_clear(figure, four, letters):
                found.append(four)
    return found


def _parallels(figure: PlaneFigure, letters: str) -> list[list[Construction]]:
    """Return all fours of parallels through two points to two bases."""
    found = []
    for bases in itertools.combinations(figure.segments, 2):
        points = [name for name in figure.points if name not in "".join(bases)]
        for pair in itertools.combinations(points, 2):
            four = [Construction("parallel", point, base) for point in pair for base in bases]
            if _is_clear(figure, four, letters):
                found.append(four)
    return found


def _is_clear(figure: PlaneFigure, four: Sequence[Construction], letters: str) -> bool:
    additions = [construct(figure, construction, letters) for construction in four]
    if not all(
        _can_be_seen(figure, construction, addition)
        for construction, addition in zip(four, additions, strict=True)
    ):
        return False
    return all(
        max(length(a.points[name], b.points[name]) for name in a.points) >= _CLEAR_MOVE * figure.scale
        or a.segment != b.segment
        for a, b in itertools.combinations(additions, 2)
    )


def _can_be_seen(figure: PlaneFigure, construction: Construction, addition: Addition) -> bool:
    point, (start, end) = figure.points[construction.point], figure.span(construction.base)
    if distance(point, (start, end)) < figure.scale or min(angle(point, start, end), angle(point, end, start)) < 8:
        return False
    margin = _MARGIN * figure.scale
    for new in addition.points.values():
        if any(length(new, other) < margin for other in figure.points.values()):
            return False
        if not _is_inside(figure, new):
            return False
    if construction.kind == "parallel":
        rays = tuple(addition.points.values())
        far = [distance(new, span) for new in rays for span in figure.spans]
        return min(far) > margin / 2 and _is_apart(figure, construction.point, rays)
    if construction.kind == "bisector" and not _has_sides(figure, construction):
        return False
    new = next(iter(addition.points.values()))
    if distance(new, (start, end)) > 0.05:  # the foot is beyond the ends of the base
        return False
    return _is_apart(figure, construction.point, (new,))


def _has_sides(figure: PlaneFigure, construction: Construction) -> bool:
    sides = [{construction.point, end} for end in construction.base]
    return all(side in [set(segment) for segment in figure.segments] for side in sides)


def _is_inside(figure: PlaneFigure, point: Point) -> bool:
    margin = 0.8 * figure.scale
    return (
        figure.xlim[0] + margin <= point[0] <= figure.xlim[1] - margin
        and figure.ylim[0] + margin <= point[1] <= figure.ylim[1] - margin
    )


def _is_apart(figure: PlaneFigure, name: str, rays: Sequence[Point]) -> bool:
    """Whether new segments from a point leave it in other directions than the segments that it has."""
    point = figure.points[name]
    ends = [
        figure.points[segment.replace(name, "")] for segment in figure.segments if name in segment
    ]
    return all(angle(ray, point, end) >= _CLEAR_ANGLE for ray in rays for end in ends)
