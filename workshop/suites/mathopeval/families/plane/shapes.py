"""Shapes that are drawn at random: triangles, quadrilaterals, polygons with diagonals, circles with chords.

A blueprint draws its parameters independently of each other. So parameters of two draws can be exchanged, and
nothing tells from the figures which of them was drawn first.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.plane.figure import PlaneFigure
from workshop.suites.mathopeval.families.plane.points import (
    Point,
    angle,
    bends,
    distance,
    length,
    midpoint,
    moved,
    rounded,
)

#: A point, or a size as a tuple of one number.
Parameter = tuple[float, ...]
#: The numbers of two points that are joined.
Join = tuple[int, int]

#: Half the width and height of a frame of scale 1.
HALF_FRAME: Point = (6.0, 4.5)
_WIDTH, _HEIGHT = 5.0, 3.5  # how far points may be from the middle, at scale 1
_MIN_DISTANCE = 1.2
_MIN_CLEARANCE = 0.55
_MIN_ANGLE = 16.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """A kind of shape with everything fixed except its parameters."""

    noun: str  #: such as ``trapezoid``
    joins: tuple[Join, ...]  #: which points are joined by segments
    outline: int = 0  #: how many points, from the first, form a convex outline; 0 if that is not asked for
    radius: float = 0  #: of a circle around the last point; 0 without circle
    scale: float = 1  #: the frame is so many times 12 × 9
    draw: Callable[[Draws], tuple[Parameter, ...]]
    build: Callable[[Sequence[Parameter]], tuple[Point, ...]]

    def points(self, parameters: Sequence[Parameter]) -> tuple[Point, ...] | None:
        """Return the points, relative to the middle of the frame, or None if they make no clear figure."""
        points = self.build(parameters)
        return points if self._is_clear(points) else None

    def _is_clear(self, points: Sequence[Point]) -> bool:
        scale = self.scale
        if any(abs(x) > _WIDTH * scale or abs(y) > _HEIGHT * scale for x, y in points):
            return False
        if any(length(a, b) < _MIN_DISTANCE * scale for a, b in itertools.combinations(points, 2)):
            return False
        for place, point in enumerate(points):
            others = [join for join in self.joins if place not in join]
            if any(distance(point, (points[a], points[b])) < _MIN_CLEARANCE * scale for a, b in others):
                return False
            rays = [points[b if a == place else a] for a, b in self.joins if place in (a, b)]
            if any(angle(a, point, b) < _MIN_ANGLE for a, b in itertools.combinations(rays, 2)):
                return False
        turns = bends(points[: self.outline])
        return all(turn > 1 for turn in turns) or all(turn < -1 for turn in turns)


_CORNERS = 3  # of a triangle


def _halves(draws: Draws, low: float, high: float) -> float:
    """Draw a multiple of one half."""
    return draws.integer(round(2 * low), round(2 * high)) / 2


def _around(draws: Draws, count: int) -> Callable[[Draws], tuple[Point, ...]]:
    """Return how to draw points around the middle, each in a sector of its own."""
    start = draws.integer(0, 359)
    spread, smallest = (20, 32) if count == _CORNERS else (round(120 / count), 26)

    def draw(draws: Draws) -> tuple[Point, ...]:
        points = []
        for place in range(count):
            turn = math.radians(start + 360 * place / count + draws.integer(-spread, spread))
            size = draws.integer(smallest, 40) / 10
            points.append((round(2.6 * size * math.cos(turn)) / 2, round(2 * size * math.sin(turn)) / 2))
        return tuple(points)

    return draw


def _some(draws: Draws, joins: Sequence[Join], low: int, high: int) -> tuple[Join, ...]:
    """Draw some of the joins, in order."""
    return tuple(sorted(draws.sample(joins, draws.integer(low, high))))


def _ring(count: int) -> tuple[Join, ...]:
    return tuple((place, (place + 1) % count) for place in range(count))


def _as_points(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in parameters)


def _turned(draws: Draws) -> Callable[[Sequence[Point]], tuple[Point, ...]]:
    """Return how to move a shape with its corner at the origin, at random mirrored, to the middle."""
    x_sign, y_sign = draws.choice((1, -1)), draws.choice((1, -1))
    corner = _halves(draws, -4.5, -3.5), _halves(draws, -3.5, -2.5)
    return lambda points: tuple((x_sign * (x + corner[0]), y_sign * (y + corner[1])) for x, y in points)


def _triangle_with_centre(draws: Draws) -> Blueprint:
    corners = _around(draws, 3)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return *corners(draws), (_halves(draws, -1.5, 1.5), _halves(draws, -1, 1))

    joins = (*_ring(3), *_some(draws, ((0, 3), (1, 3), (2, 3)), 2, 3))
    noun = "triangle with an inner point"
    return Blueprint(noun=noun, joins=joins, outline=3, draw=draw, build=_as_points)


def _triangle_with_midpoints(draws: Draws) -> Blueprint:
    corners = _around(draws, 3)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return tuple((float(round(x)), float(round(y))) for x, y in corners(draws))

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        a, b, c = _as_points(parameters)
        return a, b, c, midpoint(a, b), midpoint(a, c)

    joins = ((0, 3), (3, 1), (0, 4), (4, 2), (1, 2), (3, 4), *_some(draws, ((2, 3), (1, 4)), 0, 1))
    noun = "triangle with the midpoints of two sides"
    return Blueprint(noun=noun, joins=joins, outline=3, draw=draw, build=build)


def _right_triangle(draws: Draws) -> Blueprint:
    turned = _turned(draws)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return (_halves(draws, 4, 9),), (_halves(draws, 3, 6),), (_halves(draws, 1.5, 6),)

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        (width,), (height,), (share,) = parameters
        points = turned(((0, 0), (width, 0), (0, height), (share, 0)))
        return points if share <= width - 1 else (points[0],) * 4

    joins = ((0, 3), (3, 1), (1, 2), (2, 0), (2, 3))
    noun = "right triangle with a point on one leg"
    return Blueprint(noun=noun, joins=joins, outline=3, draw=draw, build=build)


def _isosceles(draws: Draws) -> Blueprint:
    sign, low = draws.choice((1, -1)), _halves(draws, -3.5, -2.5)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return (float(draws.integer(5, 10)),), (_halves(draws, 4, 6.5),), (_halves(draws, 1, 3),)

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        (width,), (height,), (inner,) = parameters
        points = (-width / 2, 0), (width / 2, 0), (0, height), (0, inner)
        return tuple((x, sign * (y + low)) for x, y in points)

    joins = ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), *_some(draws, ((2, 3),), 0, 1))
    noun = "isosceles triangle with a point on its axis"
    return Blueprint(noun=noun, joins=joins, outline=3, draw=draw, build=build)


def _quadrilateral(draws: Draws) -> Blueprint:
    joins = (*_ring(4), *_some(draws, ((0, 2), (1, 3)), 1, 2))
    draw = _around(draws, 4)
    return Blueprint(noun="quadrilateral", joins=joins, outline=4, draw=draw, build=_as_points)


def _rectangle(draws: Draws) -> Blueprint:
    turned = _turned(draws)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return (_halves(draws, 5, 9),), (_halves(draws, 3, 6),), (_halves(draws, 1.5, 6.5),)

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        (width,), (height,), (share,) = parameters
        points = turned(((0, 0), (width, 0), (width, height), (0, height), (share, height)))
        return points if share <= width - 1 else (points[0],) * 5

    joins = ((0, 1), (1, 2), (2, 4), (4, 3), (3, 0), (0, 4), *_some(draws, ((1, 4), (1, 3)), 1, 1))
    noun = "rectangle with a point on one side"
    return Blueprint(noun=noun, joins=joins, outline=4, draw=draw, build=build)


def _parallelogram(draws: Draws) -> Blueprint:
    turned = _turned(draws)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return (_halves(draws, 4, 7),), (_halves(draws, 1, 3.5),), (_halves(draws, 3, 6),)

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        (width,), (shift,), (height,) = parameters
        return turned(((0, 0), (width, 0), (width + shift, height), (shift, height)))

    joins = (*_ring(4), *_some(draws, ((0, 2), (1, 3)), 2, 2))
    return Blueprint(
        noun="parallelogram with diagonals",
        joins=joins,
        outline=4,
        draw=draw,
        build=build,
    )


def _trapezoid(draws: Draws) -> Blueprint:
    turned = _turned(draws)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return (
            (_halves(draws, 6, 9),),
            (_halves(draws, 0.5, 2.5),),
            (_halves(draws, 2, 5),),
            (_halves(draws, 3, 6),),
        )

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        (width,), (shift,), (top,), (height,) = parameters
        return turned(((0, 0), (width, 0), (shift + top, height), (shift, height)))

    joins = (*_ring(4), *_some(draws, ((0, 2), (1, 3)), 1, 2))
    return Blueprint(noun="trapezoid", joins=joins, outline=4, draw=draw, build=build)


_POLYGONS = {5: "pentagon", 6: "hexagon"}


def _polygon(draws: Draws) -> Blueprint:
    count = draws.choice(tuple(_POLYGONS))
    sides = _ring(count)
    diagonals = [
        join
        for join in itertools.combinations(range(count), 2)
        if join not in sides and join[::-1] not in sides
    ]
    return Blueprint(
        noun=_POLYGONS[count],
        joins=(*sides, *_some(draws, diagonals, 1, 2)),
        outline=count,
        draw=_around(draws, count),
        build=_as_points,
    )


#: The points with whole coordinates on the circle of radius 5, anticlockwise from the right.
_ON_CIRCLE: tuple[Point, ...] = (
    (5, 0), (4, 3), (3, 4), (0, 5), (-3, 4), (-4, 3), (-5, 0), (-4, -3), (-3, -4), (0, -5), (3, -4), (4, -3)
)  # fmt: skip


def _circle(draws: Draws) -> tuple[float, float]:
    """Draw the radius and the scale of the frame."""
    return draws.choice(((5.0, 1.5), (2.5, 0.75)))


def _chords(draws: Draws) -> Blueprint:
    radius, scale = _circle(draws)
    start = draws.integer(0, 11)

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return tuple((float(start + 3 * place + draws.integer(0, 2)),) for place in range(4))

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        points = [_ON_CIRCLE[int(place) % 12] for (place,) in parameters]
        return *(moved((0, 0), point, radius / 5) for point in points), (0.0, 0.0)

    chords = _some(draws, ((0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)), 3, 4)
    joins = (*chords, *_some(draws, ((0, 4), (1, 4), (2, 4), (3, 4)), 2, 2))
    noun = "circle with chords and radii"
    return Blueprint(noun=noun, joins=joins, radius=radius, scale=scale, draw=draw, build=build)


def _tangent(draws: Draws) -> Blueprint:
    radius, scale = _circle(draws)
    start, sign = draws.integer(0, 11), draws.choice((1, -1))

    def draw(draws: Draws) -> tuple[Parameter, ...]:
        return (
            (float(start + draws.integer(-2, 2)),),
            (draws.choice((0.5, 1.0)),),
            (float(start + 6 + draws.integer(-2, 2)),),
        )

    def build(parameters: Sequence[Parameter]) -> tuple[Point, ...]:
        (touching,), (share,), (opposite,) = parameters
        touch = moved((0, 0), _ON_CIRCLE[int(touching) % 12], radius / 5)
        outer = moved(touch, (-sign * touch[1], sign * touch[0]), share)
        end = moved((0, 0), _ON_CIRCLE[int(opposite) % 12], radius / 5)
        return touch, outer, end, (0.0, 0.0)

    joins = ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3), *_some(draws, ((1, 2),), 0, 1))
    noun = "circle with a tangent, radii and a chord"
    return Blueprint(noun=noun, joins=joins, radius=radius, scale=scale, draw=draw, build=build)


#: How blueprints are drawn, by domain.
_MAKERS: dict[str, tuple[Callable[[Draws], Blueprint], ...]] = {
    "triangles": (_triangle_with_centre, _triangle_with_midpoints, _right_triangle, _isosceles),
    "quadrilaterals": (_quadrilateral, _rectangle, _parallelogram, _trapezoid),
    "polygons": (_polygon,),
    "circles": (_chords, _tangent),
}
#: What figures are about.
DOMAINS = tuple(_MAKERS)


def draw_blueprint(draws: Draws, domain: str) -> Blueprint:
    """Draw a kind of shape of a domain."""
    return draws.choice(_MAKERS[domain])(draws)


_TRIES = 400
_CLEAR_MOVE = 0.9  # minimum distance between the places of a point in two figures, at scale 1


def four_figures(draws: Draws, blueprint: Blueprint, figure: PlaneFigure) -> list[PlaneFigure]:
    """Draw four figures of a blueprint: two of its parameters have two values each.

    Args:
        draws: random choices.
        blueprint: the kind of shape.
        figure: everything else; its points give the names.

    Raises:
        UnfitError: if there are no four clear figures.
    """
    middle = (sum(figure.xlim) / 2, sum(figure.ylim) / 2)
    for _ in range(_TRIES):
        first, second = blueprint.draw(draws), blueprint.draw(draws)
        places = draws.sample(range(len(first)), 2)
        mixed = [_mixed(first, second, chosen) for chosen in ((), places[:1], places[1:], places)]
        points: list[Sequence[Point]] = []
        for parameters in mixed:
            if (found := blueprint.points(parameters)) is None:
                break
            points.append(found)
        if len(points) == len(mixed) and _are_apart(points, _CLEAR_MOVE * blueprint.scale):
            return [_moved_to(figure, each, middle) for each in points]
    raise UnfitError("no four clear figures")


def frame(draws: Draws, scale: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Draw the limits of both axes, for a scale; points with halves as coordinates keep them."""
    width, height = HALF_FRAME[0] * scale, int(4 * HALF_FRAME[1] * scale) // 2 / 2
    across, up = draws.choice(((0, 0), (6, 4), (3, 2), (5, 4)))
    return (across - width, across + width), (up - height, up + height)


def shown_segments(figures: Sequence[PlaneFigure]) -> tuple[str, ...]:
    """Return three segments for an excerpt; in two of them all figures differ from each other.

    Raises:
        UnfitError: if two figures differ elsewhere only.
    """
    names = figures[0].segments
    for pair in itertools.combinations(names, 2):
        spans = {tuple(figure.span(name) for name in pair) for figure in figures}
        if len(spans) == len(figures):
            return *pair, next(name for name in names if name not in pair)
    raise UnfitError("the figures differ in too many segments")


def draw_deletions(draws: Draws, figure: PlaneFigure) -> tuple[list[tuple[str, ...]], list[str]]:
    """Draw four ways to delete one or two segments, and the segments that one of them deletes."""
    candidates = draws.sample(figure.segments, 4)
    if draws.chance(1, 2):
        ways: list[tuple[str, ...]] = [(name,) for name in candidates]
    else:
        ways = list(itertools.product(candidates[:2], candidates[2:]))
    return draws.shuffled(ways), candidates


def _mixed(first: Sequence[Parameter], second: Sequence[Parameter], places: Sequence[int]) -> list[Parameter]:
    return [second[place] if place in places else value for place, value in enumerate(first)]


def _are_apart(figures: Sequence[Sequence[Point]], gap: float) -> bool:
    return all(
        max(length(*pair) for pair in zip(first, second, strict=True)) >= gap
        for first, second in itertools.combinations(figures, 2)
    )


def _moved_to(figure: PlaneFigure, points: Sequence[Point], middle: Point) -> PlaneFigure:
    named = zip(figure.points, points, strict=True)
    return replace(figure, points={name: rounded(moved(point, middle)) for name, point in named})
