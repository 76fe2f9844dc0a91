"""Follows a path, operation by operation, and puts what it draws on a canvas."""

import math
import re
from dataclasses import replace

from benchmark.judging.scenes.values import Place, Points
from benchmark.judging.tikz.canvas import Canvas
from benchmark.judging.tikz.coordinates import read_place
from benchmark.judging.tikz.limits import Refused, TooMuch, shown
from benchmark.judging.tikz.nodes import Node, add_node, read_coordinate, read_node
from benchmark.judging.tikz.painting import Run, painted
from benchmark.judging.tikz.plots import listed_points, mark_of, sampled
from benchmark.judging.tikz.styles import Context, Style, Transform
from benchmark.judging.tikz.text import Reader, split

_ROUND = 120  #: points of a circle
_DELIMITERS = re.compile(r"--|-\||\|-|\.\.|[-.|]")


class PathReader:
    """Reads one path.

    Args:
        text: the path, without its command and semicolon.
        context: of the drawing.
        style: of the command.
        canvas: gets what is drawn.
    """

    def __init__(self, text: str, context: Context, style: Style, canvas: Canvas) -> None:
        self._reader, self._context, self._style, self._canvas = (
            Reader(text, context.budget),
            context,
            style,
            canvas,
        )
        self._current = style.move.point(0, 0)
        self._runs: list[Run] = []
        self._last: list[Place] = [self._current, self._current]  #: points of the last operation
        self._line = ""  #: operation that waits for its coordinate
        self._values: dict[str, str] = {}
        self._notes: list[Node] = []  #: those that wait for the end of a line

    def read(self) -> None:
        """Follow the path, and draw it.

        Raises:
            Refused: if it has an operation outside of the subset.
            NotTikz: if it is not a path.
            TooMuch: if it exceeds a limit.
        """
        while not self._reader.done:
            self._operation()
        self._paint()

    def _operation(self) -> None:
        reader = self._reader
        if reader.peek("["):
            self._style, values = self._context.read_options(reader.group("["), self._style)
            self._values |= values
        elif reader.peek("(") or reader.peek("+"):
            self._to_place()
        elif sign := reader.match(_DELIMITERS):
            if sign not in ("--", "-|", "|-"):
                raise Refused("curves with controls" if sign == ".." else f"the path operation {sign}")
            self._line = sign
        else:
            self._word(reader.word())

    def _word(self, word: str) -> None:
        reader = self._reader
        match word:
            case "cycle":
                self._close()
            case "rectangle":
                self._rectangle()
            case "circle" | "ellipse":
                self._circle()
            case "arc":
                self._arc()
            case "grid":
                self._values |= self._options()
                read_place(reader, self._context, self._style, self._current)
            case "plot":
                self._plot()
            case "node":
                self._put(read_node(reader, self._context, self._style, self._current))
            case "coordinate":
                self._put(read_coordinate(reader, self._context, self._style, self._current))
            case "to" if not reader.peek("["):
                self._line = "--"
            case _:
                what = word or reader.rest
                raise Refused(f"the path operation {shown(what)}")

    def _options(self) -> dict[str, str]:
        if not self._reader.peek("["):
            return {}
        self._style, values = self._context.read_options(self._reader.group("["), self._style)
        return values

    def _to_place(self) -> None:
        there, moves = read_place(self._reader, self._context, self._style, self._current)
        if self._line:
            self._line_to(there)
        else:
            self._runs.append(Run([there]))
            self._last = [there, there]
        if moves:
            self._current = there
        self._line = ""
        self._place_notes()

    def _line_to(self, there: Place) -> None:
        run = self._run()
        start = run.points[-1]
        corner = {"-|": Place(there.x, start.y), "|-": Place(start.x, there.y)}.get(self._line)
        for point in (corner, there) if corner else (there,):
            run.points.append(point)
            run.steps.append("line")
        self._last = [start, corner, there] if corner else [start, there]

    def _run(self) -> Run:
        if not self._runs or self._runs[-1].closed:
            self._runs.append(Run([self._current]))
        return self._runs[-1]

    def _close(self) -> None:
        run = self._run()
        start = run.points[0]
        self._last = [run.points[-1], start]
        run.points.append(start)
        run.closed = True
        self._current, self._line = start, ""
        self._place_notes()

    def _rectangle(self) -> None:
        there, _ = read_place(self._reader, self._context, self._style, self._current)
        here = self._run().points[-1]
        if len(self._runs[-1].points) == 1:
            self._runs.pop()
        move = self._style.move
        # The other corners are along the axes of the transformation.
        width, height = _solve(move, Place(there.x - here.x, there.y - here.y))
        side, up = move.vector(width, 0), move.vector(0, height)
        corners = [
            here,
            Place(here.x + side.x, here.y + side.y),
            there,
            Place(here.x + up.x, here.y + up.y),
            here,
        ]
        self._add_closed(corners)
        self._current = there

    def _add_closed(self, points: list[Place]) -> Run:
        self._context.budget.point(len(points))
        run = Run(points, closed=True)
        self._runs.append(run)
        self._last = points
        return run

    def _radii(self) -> tuple[float, float, bool]:
        """Read radii; the last value says whether they are lengths on paper."""
        self._values |= self._options()
        if self._reader.peek("("):
            first, _, second = self._reader.group("(").partition(" and ")
        else:
            both = self._values.get("radius", "")
            first = self._values.get("x radius", both)
            second = self._values.get("y radius", both)
        x = self._context.number(first)
        y = self._context.number(second) if second else x
        return x, y, first.strip().endswith(("pt", "mm"))

    def _circle(self) -> None:
        middle = self._current
        x, y, on_paper = self._radii()
        if len(self._run().points) == 1:
            self._runs.pop()
        run = self._add_closed(self._turned(middle, x, y, 0, 360))
        run.disc, run.middle, run.on_paper = True, middle, on_paper
        run.radii = (self._length(x), self._length(y))
        self._current = middle

    def _length(self, value: float) -> float:
        move = self._style.move
        return abs(value) * math.sqrt(abs(move.a * move.d - move.b * move.c))

    def _turned(self, middle: Place, x: float, y: float, first: float, last: float) -> list[Place]:
        count = max(2, math.ceil(_ROUND * min(abs(last - first), 3600) / 360))
        points = []
        for i in range(count + 1):
            angle = math.radians(first + (last - first) * i / count)
            step = self._style.move.vector(x * math.cos(angle), y * math.sin(angle))
            points.append(Place(middle.x + step.x, middle.y + step.y))
        return points

    def _arc(self) -> None:
        self._values |= self._options()
        if self._reader.peek("("):
            parts = split(self._reader.group("("), ":")
            if len(parts) != 3:  # noqa: PLR2004 - angles and radius
                raise Refused("arcs without two angles and a radius")
            first, last = map(self._context.number, parts[:2])
            x, _, y = parts[2].partition(" and ")
        else:
            values = self._values
            first = self._context.number(values.get("start angle", "0"))
            end = values.get("end angle")
            last = (
                self._context.number(end)
                if end
                else first + self._context.number(values.get("delta angle", "0"))
            )
            x = values.get("x radius", values.get("radius", ""))
            y = values.get("y radius", values.get("radius", ""))
        radius = self._context.number(x)
        other = self._context.number(y) if y else radius
        run = self._run()
        here = run.points[-1]
        step = self._turned(Place(0, 0), radius, other, first, first)[0]
        middle = Place(here.x - step.x, here.y - step.y)
        points = self._turned(middle, radius, other, first, last)
        self._context.budget.point(len(points))
        turned = math.degrees(math.atan2(self._style.move.b, self._style.move.a))
        run.middle, run.turn = middle, (min(first, last) + turned, max(first, last) + turned)
        run.radii = (self._length(radius), self._length(other))
        run.points += points[1:]
        run.steps.append("arc")
        self._last, self._current = points, points[-1]

    def _plot(self) -> None:
        values = self._values | self._options()
        if self._reader.accept("coordinates"):
            if "smooth" in values:
                raise Refused("smooth lines through listed points")
            points = [
                self._style.move.point(x, y) for x, y in listed_points(self._reader.group("{"), self._context)
            ]
        else:
            pairs = sampled(self._reader.group("("), values, self._context)
            points = [self._style.move.point(x, y) for x, y in pairs]
        mark = mark_of(values, "")
        if mark or "only marks" in values:
            self._canvas.marks.append(Points(tuple(points), mark or "o", self._style.ink, ""))
        if "only marks" in values:
            return
        if self._line and self._runs:
            run = self._run()
            run.points += points
            run.steps.append("other")
        else:
            self._runs.append(Run(points, ["other"]))
        self._last, self._line = points, ""
        self._current = points[-1] if points else self._current

    def _put(self, node: Node) -> None:
        """Put a node where it says, else on the line that waits for its end, else on the last operation."""
        if node.at is None and self._line:
            if node.label:
                raise Refused("a label in the middle of a line")
            pos = 0.5 if node.style.pos is None else node.style.pos
            self._notes.append(replace(node, style=replace(node.style, pos=pos)))
        else:
            add_node(node, node.at or self._along(node.style.pos), self._context, self._canvas)

    def _place_notes(self) -> None:
        for node in self._notes:
            add_node(node, self._along(node.style.pos), self._context, self._canvas)
        self._notes.clear()

    def _along(self, pos: float | None) -> Place:
        """Return the place at a share of the last operation; without one, its end."""
        if pos is None or not self._last:
            return self._last[-1] if self._last else self._current
        at = max(0.0, min(1.0, pos)) * (len(self._last) - 1)
        i = min(int(at), len(self._last) - 2)
        one, other, share = self._last[i], self._last[i + 1], at - i
        return Place(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y))

    def _paint(self) -> None:
        style = self._style
        for run in self._runs:
            self._canvas.marks += painted(run, style) if len(run.points) > 1 else ()
        if len(self._canvas.marks) > 20_000:  # noqa: PLR2004 - marks of a scene
            raise TooMuch("more than 20,000 marks")


def _solve(move: Transform, step: Place) -> tuple[float, float]:
    """Return the coordinates of a difference before its transformation."""
    size = move.a * move.d - move.b * move.c
    if not size:
        return 0.0, 0.0
    return (move.d * step.x - move.c * step.y) / size, (move.a * step.y - move.b * step.x) / size
