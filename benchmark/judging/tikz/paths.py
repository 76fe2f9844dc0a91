"""Follows a path, operation by operation: places, nodes, and the marks that it draws."""

import math
import re
from dataclasses import dataclass, field, replace
from typing import Literal

from benchmark.judging.scenes.items import is_rectangle
from benchmark.judging.scenes.values import Area, Arrow, Place, Points, Stroke, Wedge
from benchmark.judging.tikz.limits import NotTikz, Refused, TooMuch, check_depth, shown
from benchmark.judging.tikz.plots import mark_of, read_points, sample_formulas
from benchmark.judging.tikz.styles import Context, Disc, Drawn, Note, PathStyle
from benchmark.judging.tikz.text import WORD, Reader, split, words

_ROUND = 120  #: points of a circle
_DELIMITERS = re.compile(r"--|-\||\|-|\.\.|[-.|]")
_TERM = re.compile(r"[-+]")
_BETWEEN = re.compile(r"[^!$]*")
_NAMED = re.compile(r"[A-Za-z0-9_' -]+(?:\.center)?")
#: Texts of nodes that draw a point.
_BULLETS = frozenset({"$\\bullet$", "\\textbullet", "•"})
#: Angles of labels by name.
_ANGLES = {"90": "above", "270": "below", "-90": "below", "0": "right", "180": "left"}

Step = Literal["line", "arc", "other"]


@dataclass(slots=True)
class Run:
    """A part of a path without gaps."""

    points: list[Place]
    steps: list[Step] = field(default_factory=list)
    middle: Place | None = None  #: middle of its arc
    turn: tuple[float, float] = (0.0, 0.0)  #: first and last angle of its arc
    radii: tuple[float, float] = (0.0, 0.0)
    closed: bool = False
    disc: bool = False  #: whether the part is a circle or an ellipse
    on_paper: bool = False


@dataclass(frozen=True, slots=True)
class TikzNode:
    """A node, or a coordinate, which is a node without text."""

    text: str
    style: PathStyle
    name: str
    at: Place | None  #: None if the path decides where the node is
    label: str | None
    dot: bool = False  #: whether the node draws a point


class PathReader:
    """Reads the text of one path, without its command and semicolon, and draws it."""

    def __init__(self, text: str, context: Context, style: PathStyle) -> None:
        self._reader, self._context, self._style = Reader(text, context.budget), context, style
        self._current = style.move.point(0, 0)
        self._runs: list[Run] = []
        self._last: list[Place] = [self._current, self._current]  #: points of the last operation
        self._line = ""  #: operation that waits for its coordinate
        self._values: dict[str, str] = {}
        self._notes: list[TikzNode] = []  #: nodes that wait for the end of a line

    def read(self) -> None:
        """Follow the path, and draw it."""
        while not self._reader.done:
            self._operation()
        for run in self._runs:
            self._context.marks += _painted(run, self._style) if len(run.points) > 1 else ()
        if len(self._context.marks) > 20_000:  # noqa: PLR2004 - marks of a scene
            raise TooMuch("more than 20,000 marks")

    def _operation(self) -> None:
        reader = self._reader
        if reader.peek("["):
            self._values |= self._options()
        elif reader.peek("(") or reader.peek("+"):
            self._to_place()
        elif sign := reader.match(_DELIMITERS):
            if sign not in ("--", "-|", "|-"):
                raise Refused("curves with controls" if sign == ".." else f"the path operation {sign}")
            self._line = sign
        else:
            self._word(reader.match(WORD))

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
                self._read_place(reader)
            case "plot":
                self._plot()
            case "node":
                self._put(self._read_node(has_text=True))
            case "coordinate":
                self._put(self._read_node(has_text=False))
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
        there, moves = self._read_place(self._reader)
        if self._line:
            run = self._run()
            start = run.points[-1]
            corner = {"-|": Place(there.x, start.y), "|-": Place(start.x, there.y)}.get(self._line)
            self._last = [start, corner, there] if corner else [start, there]
            run.points += self._last[1:]
            run.steps += ["line"] * (len(self._last) - 1)
        else:
            self._runs.append(Run([there]))
            self._last = [there, there]
        if moves:
            self._current = there
        self._line = ""
        self._place_notes()

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
        there, _ = self._read_place(self._reader)
        here, move = self._run().points[-1], self._style.move
        # The other corners are along the axes of the transformation.
        width, height = move.solved(Place(there.x - here.x, there.y - here.y))
        side, up = _plus(here, move.vector(width, 0)), _plus(here, move.vector(0, height))
        self._add_closed([here, side, there, up, here])
        self._current = there

    def _add_closed(self, points: list[Place]) -> Run:
        if len(self._run().points) == 1:
            self._runs.pop()
        self._context.budget.take(len(points), "points")
        run = Run(points, closed=True)
        self._runs.append(run)
        self._last = points
        return run

    def _radii(self, text: str | None) -> tuple[float, float, bool]:
        """Return the radii in a text or in the options, and whether they are lengths on paper."""
        if text is None:
            both = self._values.get("radius", "")
            first, second = (self._values.get(f"{letter} radius", both) for letter in "xy")
        else:
            first, _, second = text.partition(" and ")
        x = self._context.number(first)
        y = self._context.number(second) if second else x
        return x, y, first.strip().endswith(("pt", "mm"))

    def _circle(self) -> None:
        middle = self._current
        self._values |= self._options()
        x, y, on_paper = self._radii(self._reader.group("(") if self._reader.peek("(") else None)
        run = self._add_closed(self._turned(middle, x, y, 0, 360))
        run.disc, run.middle, run.on_paper = True, middle, on_paper
        run.radii = (self._length(x), self._length(y))
        self._current = middle

    def _length(self, value: float) -> float:
        return abs(value) * math.sqrt(abs(self._style.move.size))

    def _turned(self, middle: Place, x: float, y: float, first: float, last: float) -> list[Place]:
        # At most ten turns: an answer could ask for an arc of a billion degrees.
        count = max(2, math.ceil(_ROUND * min(abs(last - first), 3600) / 360))
        points = []
        for i in range(count + 1):
            angle = math.radians(first + (last - first) * i / count)
            points.append(_plus(middle, self._style.move.vector(x * math.cos(angle), y * math.sin(angle))))
        return points

    def _arc(self) -> None:
        self._values |= self._options()
        text = None
        if self._reader.peek("("):
            parts = split(self._reader.group("("), ":")
            if len(parts) != 3:  # noqa: PLR2004 - angles and radius
                raise Refused("arcs without two angles and a radius")
            first, last = map(self._context.number, parts[:2])
            text = parts[2]
        else:
            first, last = (
                self._context.number(self._values.get(f"{end} angle", "0")) for end in ("start", "end")
            )
        radius, other, _ = self._radii(text)
        run = self._run()
        here = run.points[-1]
        step = self._turned(Place(0, 0), radius, other, first, first)[0]
        middle = Place(here.x - step.x, here.y - step.y)
        points = self._turned(middle, radius, other, first, last)
        self._context.budget.take(len(points), "points")
        # A rotated scope turns the angles of the arc, too.
        turned = math.degrees(math.atan2(self._style.move.b, self._style.move.a))
        run.middle, run.turn = middle, (min(first, last) + turned, max(first, last) + turned)
        run.radii = (self._length(radius), self._length(other))
        run.points += points[1:]
        run.steps.append("arc")
        self._last, self._current = points, points[-1]

    def _plot(self) -> None:
        values = self._values | self._options()
        if self._reader.accept("coordinates"):
            texts = read_points(self._reader, values, self._context)
            pairs = [(self._context.number(x), self._context.number(y)) for x, y in texts]
        else:
            text = self._reader.group("(")
            pairs = sample_formulas(split(text), values, self._context, values.get("variable", "\\x").strip())
            if any(math.isnan(a) or math.isnan(b) for a, b in pairs):
                raise NotTikz(f"the plot of ({shown(text)}) has no value somewhere")
        points = [self._style.move.point(x, y) for x, y in pairs]
        mark = mark_of(values, "")
        if mark or "only marks" in values:
            self._context.marks.append(Points(tuple(points), mark or "o", self._style.ink, ""))
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

    def _read_place(self, reader: Reader) -> tuple[Place, bool]:
        """Return the next coordinate, and whether it becomes the current point."""
        signs = "++" if reader.accept("++") else "+" if reader.accept("+") else ""
        inside = reader.group("(")
        self._context.budget.take(1, "points")
        if signs:
            step = self._style.move.vector(*self._numbers(inside))
            return _plus(self._current, step), signs == "++"
        return self._place(inside), True

    def _place(self, inside: str, depth: int = 0) -> Place:
        """Return the point that the text in parentheses means."""
        check_depth(depth)
        text = inside.strip()
        if text.startswith("$") and text.endswith("$") and len(text) > 1:
            return self._computed(text[1:-1], depth)
        for sign in ("|-", "-|"):
            if sign in text:
                first, _, second = text.partition(sign)
                one, other = self._place(first, depth + 1), self._place(second, depth + 1)
                return Place(one.x, other.y) if sign == "|-" else Place(other.x, one.y)
        name = text.removesuffix(".center").strip()
        if name in self._context.points:
            return self._context.points[name]
        return self._style.move.point(*self._numbers(text))

    def _numbers(self, text: str) -> tuple[float, float]:
        text = text.strip().removeprefix("axis cs:").removeprefix("canvas cs:")
        self._context.budget.take(len(text))
        parts = split(text)
        if len(parts) == 2:  # noqa: PLR2004 - x and y
            return self._context.number(parts[0]), self._context.number(parts[1])
        polar = split(text, ":")
        if len(parts) == 1 and len(polar) == 2:  # noqa: PLR2004 - angle and radius
            angle, radius = math.radians(self._context.number(polar[0])), self._context.number(polar[1])
            return radius * math.cos(angle), radius * math.sin(angle)
        if len(parts) == 3:  # noqa: PLR2004 - x, y and z
            raise Refused("coordinates in space")
        if _NAMED.fullmatch(text):
            raise NotTikz(f"no coordinate has the name {shown(text)!r}")
        raise Refused(f"the coordinate ({shown(text)})")

    def _computed(self, text: str, depth: int) -> Place:
        reader = Reader(text, self._context.budget)
        x = y = 0.0
        sign = 1.0
        while True:
            factor = sign
            if not reader.peek("("):
                until = reader.text.find("*", reader.at)
                if until < 0:
                    break
                factor *= self._context.number(reader.text[reader.at : until])
                reader.go(until)
                reader.accept("*")
            point = self._place(reader.group("("), depth + 1)
            while reader.accept("!"):
                if reader.peek("("):
                    raise Refused("feet of perpendiculars")
                share = self._context.number(reader.match(_BETWEEN))
                if not reader.accept("!"):
                    raise NotTikz(f"'!' expected before {reader.rest!r}")
                point = point.towards(self._place(reader.group("("), depth + 1), share)
            x, y = x + factor * point.x, y + factor * point.y
            if reader.done:
                return Place(x, y)
            found = reader.match(_TERM)
            if not found:
                break
            sign = 1.0 if found == "+" else -1.0
        raise Refused(f"the computed coordinate {shown(text)}")

    def _read_node(self, *, has_text: bool) -> TikzNode:
        """Read a node or a coordinate: its options, name and place, and the text of a node."""
        reader = self._reader
        style, name, at = replace(self._style, pos=None, draw=False, fill=False), "", None
        values: dict[str, str] = {}
        while not (has_text and reader.peek("{")):
            if reader.peek("["):
                style, more = self._context.read_options(reader.group("["), style, sized=False)
                values |= more
            elif reader.peek("(") and not name:
                name = reader.group("(").strip()
            elif reader.accept("at"):
                at = self._read_place(reader)[0]
            elif has_text:
                raise Refused(f"the node at {reader.rest!r}")
            else:
                return TikzNode("", style, name, at, values.get("label"))
        text = words(reader.group("{"))
        if "at" in values:
            at = self._read_place(Reader(values["at"], self._context.budget))[0]
        if text in _BULLETS:
            return TikzNode("", replace(style, face=style.words), name, at, values.get("label"), dot=True)
        if style.draw and (text or not style.fill):
            raise Refused("frames around nodes")
        return TikzNode(text, style, name, at, values.get("label"), dot=style.fill and not text)

    def _add_node(self, node: TikzNode, at: Place) -> None:
        """Draw a node, and remember its name."""
        budget, style = self._context.budget, node.style
        budget.take(1, "points")
        if node.name:
            self._context.points[node.name] = at
        if node.dot:
            self._context.marks.append(Disc(at, (at, at), 0.0, True, style.face, "", "-"))
        if node.text:
            budget.take(1, "texts")
            self._context.marks.append(Note(node.text, at, style.way, style.words))
        if node.label:
            where, colon, said = node.label.rpartition(":")
            angle = _ANGLES.get(where.strip(), where.strip()) if colon else "above"
            placed, _ = self._context.read_options(angle, style, sized=False)
            budget.take(1, "texts")
            self._context.marks.append(Note(words(said), at, placed.way, style.words))

    def _put(self, node: TikzNode) -> None:
        """Place a node by its own position, else on the line being drawn, else on the last operation."""
        if node.at is None and self._line:
            if node.label:
                raise Refused("a label in the middle of a line")
            pos = 0.5 if node.style.pos is None else node.style.pos
            self._notes.append(replace(node, style=replace(node.style, pos=pos)))
        else:
            self._add_node(node, node.at or self._along(node.style.pos))

    def _place_notes(self) -> None:
        for node in self._notes:
            self._add_node(node, self._along(node.style.pos))
        self._notes.clear()

    def _along(self, pos: float | None) -> Place:
        """Return the place at a share of the last operation; without one, its end."""
        if pos is None or not self._last:
            return self._last[-1] if self._last else self._current
        at = max(0.0, min(1.0, pos)) * (len(self._last) - 1)
        i = min(int(at), len(self._last) - 2)
        return self._last[i].towards(self._last[i + 1], at - i)


def _plus(place: Place, step: Place) -> Place:
    return Place(place.x + step.x, place.y + step.y)


def _painted(run: Run, style: PathStyle) -> list[Drawn]:
    """Return the marks of a part of a path."""
    face = style.face if style.fill else ""
    edge = style.ink if style.draw else ""
    if run.disc and face and run.middle is not None:
        return [Disc(run.middle, tuple(run.points), max(run.radii), run.on_paper, face, edge, style.dash)]
    marks: list[Drawn] = []
    if face:
        slice_ = _slice(run, face)
        if slice_ is not None:
            return [slice_]
        marks.append(Area(tuple(run.points), "", face, ""))
        if is_rectangle(run.points):
            return marks
    if edge and edge != face:
        marks += _stroked(run, style)
    return marks


def _stroked(run: Run, style: PathStyle) -> list[Drawn]:
    points, heads = run.points, "" if run.closed else style.heads
    marks: list[Drawn] = []
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
    """Return a path as a slice if it goes from the middle along an arc and back; None for other paths."""
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
