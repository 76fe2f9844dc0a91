"""Recognises the axes of a drawing without ``axis``: lines, arrows, ticks and a frame."""

from collections.abc import Sequence
from dataclasses import replace

from benchmark.judging.scenes.frame import Frame
from benchmark.judging.scenes.values import Area, Arrow, Axes, Bar, Mark, Place, Stroke
from benchmark.judging.tikz.painting import along_axes

_NEAR = 0.06  #: share of an axis by which an arrow along the other may be away from 0 and the limits
_LEVEL = 0.02  #: share of an axis by which an arrow along the other may rise
_ON_EDGE = 0.005  #: share of an axis by which a frame, a line along an axis or a tick may be away from it
_WHOLE = 0.9  #: share of an axis up to which a line or an arrow along it reaches at least
_TICK = 0.05  #: share of an axis up to which a line across the other is a tick
_ENDS = 2  #: points of a line that may be an axis or a tick


class DrawnAxes:
    """Tells the axes of a drawing from its content.

    Args:
        like: axes of the reference; an arrow along a whole axis stands for a line of theirs.
        frame: their limits.
    """

    def __init__(self, like: Axes, frame: Frame) -> None:
        self._frame, self._zero = frame, frame.place(Place(0.0, 0.0))
        self._flat_bars = any(isinstance(mark, Bar) and mark.horizontal for mark in like.marks)
        self._arrows = any(isinstance(mark, Arrow) for mark in like.marks)
        self._ticks = False  #: whether the reference has lines as short as ticks
        self._whole: list[tuple[int, float, Stroke]] = []  #: its lines along whole axes, with their levels
        for mark in like.marks:
            if isinstance(mark, Stroke):
                xs, ys = zip(*(frame.place(place) for place in mark.points), strict=True)
                width, height = max(xs) - min(xs), max(ys) - min(ys)
                self._ticks |= max(width, height) <= _TICK
                if width > _WHOLE and height <= _ON_EDGE:
                    self._whole.append((0, ys[0], mark))
                elif height > _WHOLE and width <= _ON_EDGE:
                    self._whole.append((1, xs[0], mark))

    def content(self, mark: Mark) -> Mark | None:
        """Return a mark as it is compared; None if it is a part of the drawing's axes."""
        match mark:
            case Stroke(points=points):
                places = [self._frame.place(place) for place in points]
                of_axes = _is_frame(places) or (len(places) == _ENDS and self._is_axis(*places))
                return None if of_axes else mark
            case Area() if self._flat_bars:
                return _flat(mark)
            case Arrow():
                return self._arrow(mark)
            case _:
                return mark

    def _arrow(self, arrow: Arrow) -> Mark | None:
        start, end = self._frame.place(arrow.start), self._frame.place(arrow.end)
        for along in (0, 1):
            level = start[1 - along]
            if _is_whole(start[along], end[along]) and abs(end[1 - along] - level) <= _LEVEL:
                if (line := self._line_along(along, level)) is not None:
                    return replace(line, color=arrow.color)
                of_axes = any(abs(level - at) <= _NEAR for at in (self._zero[1 - along], 0, 1))
                return None if of_axes and not self._arrows else arrow
        return arrow

    def _is_axis(self, start: Place, end: Place) -> bool:
        """Whether a line is an axis or a tick, at 0 or a limit, and the reference has no line like it."""
        for along in (0, 1):
            level = start[1 - along]
            low, high = sorted((start[along], end[along]))
            if abs(end[1 - along] - level) > _ON_EDGE:
                continue
            if _is_whole(low, high) and any(
                abs(level - at) <= _ON_EDGE for at in (self._zero[1 - along], 0, 1)
            ):
                return self._line_along(along, level) is None
            crossed = (low - _ON_EDGE <= at <= high + _ON_EDGE for at in (self._zero[along], 0, 1))
            if high - low <= _TICK and -_ON_EDGE <= level <= 1 + _ON_EDGE and any(crossed):
                return not self._ticks
        return False

    def _line_along(self, along: int, level: float) -> Stroke | None:
        """Return a line of the reference along a whole axis, at a share of the other, if there is one."""
        near = (line for way, at, line in self._whole if way == along and abs(at - level) <= _ON_EDGE)
        return next(near, None)


def _is_whole(start: float, end: float) -> bool:
    """Whether a line reaches along a whole axis, by the shares at which it ends."""
    return min(start, end) <= 1 - _WHOLE and max(start, end) >= _WHOLE


def _is_frame(places: Sequence[Place]) -> bool:
    """Whether a line goes around the whole axes."""
    corners = {
        (round(x), round(y)) for x, y in places if max(abs(x - round(x)), abs(y - round(y))) <= _ON_EDGE
    }
    return corners == {(0, 0), (0, 1), (1, 0), (1, 1)} and len(places) == len(corners) + 1


def _flat(area: Area) -> Mark:
    """Return a rectangle as a bar that lies, as those of the reference do."""
    if not along_axes(area.points):
        return area
    xs, ys = sorted(place.x for place in area.points), sorted(place.y for place in area.points)
    return Bar((xs[0], xs[-1]), (ys[0], ys[-1]), True, "", area.color, "")
