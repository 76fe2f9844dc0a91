"""Four figures, or four deletions, of which any could be the right one."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.plane.blueprint import HALF_FRAME, Blueprint, Parameter
from benchmark.authoring.figures.plane.figure import PlaneFigure
from benchmark.authoring.figures.plane.points import Point, length, moved, rounded

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
