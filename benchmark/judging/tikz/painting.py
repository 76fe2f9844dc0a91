"""Turns the parts of a path into marks: strokes, areas, circles, slices and arrows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from benchmark.judging.scenes.values import Area, Arrow, Place, Stroke, Wedge
from benchmark.judging.tikz.canvas import Disc
from benchmark.judging.tikz.styles import Style

Step = Literal["line", "arc", "other"]


@dataclass(slots=True)
class Run:
    """A part of a path without gaps."""

    points: list[Place]
    steps: list[Step] = field(default_factory=list)
    middle: Place | None = None  #: of its arc
    turn: tuple[float, float] = (0.0, 0.0)  #: first and last angle of its arc
    radii: tuple[float, float] = (0.0, 0.0)
    closed: bool = False
    disc: bool = False  #: whether it is a circle or an ellipse
    on_paper: bool = False


def painted(run: Run, style: Style) -> list[Area | Stroke | Wedge | Arrow | Disc]:
    """Return the marks of a part of a path."""
    face = style.face if style.fill else ""
    edge = style.ink if style.draw else ""
    if run.disc and face and run.middle is not None:
        return [Disc(run.middle, tuple(run.points), max(run.radii), run.on_paper, face, edge, style.dash)]
    marks: list[Area | Stroke | Wedge | Arrow | Disc] = []
    if face:
        slice_ = _slice(run, face)
        if slice_ is not None:
            return [slice_]
        marks.append(Area(tuple(run.points), "", face, ""))
        if along_axes(run.points):
            return marks
    if edge and edge != face:
        marks += _stroked(run, style)
    return marks


def _stroked(run: Run, style: Style) -> list[Area | Stroke | Wedge | Arrow | Disc]:
    points, heads = run.points, "" if run.closed else style.heads
    marks: list[Area | Stroke | Wedge | Arrow | Disc] = []
    if heads in ("end", "both") and len(points) > 2:  # noqa: PLR2004 - ends
        marks.append(Arrow(points[-2], points[-1], "end", style.ink))
        points = points[:-1]
        heads = "start" if heads == "both" else ""
    if heads == "start" and len(points) > 2:  # noqa: PLR2004 - ends
        marks.append(Arrow(points[1], points[0], "end", style.ink))
        points, heads = points[1:], ""
    if heads:
        return [*marks, Arrow(points[0], points[-1], heads, style.ink)]
    return [*marks, Stroke(tuple(points), style.dash, style.ink, "")]


def _slice(run: Run, face: str) -> Wedge | None:
    """Return the slice that a path is, if it goes from the middle along an arc and back."""
    if run.middle is None or run.radii[0] <= 0 or abs(run.radii[0] - run.radii[1]) > 1e-9:  # noqa: PLR2004
        return None
    lines = [step for step in run.steps if step == "line"]
    if sorted(run.steps) != ["arc", *lines] or not 1 <= len(lines) <= 2:  # noqa: PLR2004 - straight sides
        return None
    near = 0.001 * run.radii[0]
    corner = run.points[0] if run.steps[0] == "line" else run.points[-2 if run.closed else -1]
    if math.dist(corner, run.middle) > near:
        return None
    return Wedge(run.middle, (run.radii[0], run.radii[0]), run.turn, "", face, "")


def along_axes(points: Sequence[Place]) -> bool:
    """Whether a closed path is a rectangle along the axes, which is a bar."""
    corners = 5
    return len(points) == corners and all(
        abs(a.x - b.x) < 1e-9 or abs(a.y - b.y) < 1e-9  # noqa: PLR2004 - rounding
        for a, b in pairwise(points)
    )
