"""Figures of Geometry3K (Lu et al. 2021, arXiv:2105.04165; MIT), as tasks of ``geometry3k-free``.

The published file has each figure as named points with their pixels, lines, circles and facts. Figures are
redrawn from these: lines in pieces from point to point, y upwards, on axes with numbers. An annotation writes
lengths and angles that the published figure has; the change adds a segment of our own.
"""

import math
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput
from benchmark.core.order import natural_key
from benchmark.datasets.referenced_files import referenced_files
from benchmark.files.bounded import MIB
from benchmark.files.edge import validate_record
from benchmark.files.references import ReferencedFile
from benchmark.files.strict_json import loads
from benchmark.suites.mathopeval.free_forms import READ_TOLERANCE
from benchmark.suites.mathopeval.real_figures import (
    FigureSource,
    ReadFigures,
    RealEdit,
    RealFigure,
    make_tasks,
)

DATASET = "geometry3k-free"
COMMIT = "99e6b5293c7bb4a5eaf2a370e6b213c79ab33ebb"
FILE = ReferencedFile(
    url=f"https://raw.githubusercontent.com/lupantech/InterGPS/{COMMIT}/data/geometry3k/logic_forms.zip",
    sha256="264cd7316056d7ee57171b57397e3555c97e40d648a4e901db7baec59423665d",
)
_MEMBER = "logic_forms/diagram_logic_forms_annot.json"
_LIMIT = 32 * MIB
_FIX = "use data/geometry3k/logic_forms.zip of https://github.com/lupantech/InterGPS"

_LINES = (3, 24)  #: minimum and maximum pieces of lines
_POINTS = 14  #: maximum points
_SIZES = (40, 3000)  #: px of the longer side
_INCHES = (4.6, 3.4)  #: of the axes, less than matplotlib gives them
_LETTER = (0.06, 0.09)  #: half the width and height of a letter of 10 points, in inches
_GAP = 0.03  #: inches between a text and what it must not cover
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_TICKS = 9  #: maximum numbers along the longer axis
READ = 10  #: minimum number of new segments that a reader tells apart
_LONG, _OFF = 0.35, 0.06  #: inches: minimum length of a line to delete, and of its middle to circles
_BASE = 1.0  #: inches of a line to which a segment is added
_SHARES = range(20, 81, 5)  #: where a new segment ends, in percent of its base
_REACHES = (0.3, 0.36, 0.42, 0.5, 0.6, 0.7)  #: inches from the text of an angle to its vertex
_ANGLES = (15, 165)  #: degrees of an angle with a text
_SAME = 3  #: degrees between two directions that count as one
_NEW = (10, 15)  #: minimum degrees from a new segment to those of its point, and to its base
_VALUE = re.compile(r"(?=.*[\da-z])[\d+\-.]*(?:[a-z](?![a-z])[\d+\-.]*)*")
_FACT = re.compile(r"Equals\((?:LengthOf\(Line|MeasureOf\(Angle)\((.*?)\)\), *(.+?)\)")

Point = tuple[float, float]


class _Figure(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    point_positions: dict[str, Annotated[list[float], Field(min_length=2, max_length=2)]]
    line_instances: list[str]
    circle_instances: list[str]
    diagram_logic_forms: list[str]


class _UnfitError(Exception):
    """A figure cannot become tasks; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlaneDrawing:
    """A figure, in units of its pixels."""

    points: Mapping[str, Point]
    lines: tuple[str, ...]  #: each the names of its ends
    circles: tuple[tuple[str, float], ...]  #: names of centres, and radii
    dots: tuple[str, ...] = ()  #: points at the end of no line
    step: int = 0  #: distance of numbers along the axes
    limits: tuple[int, int, int, int] = (0, 0, 0, 0)  #: x from and to, y from and to
    names: tuple[tuple[str, Point], ...] = ()
    values: tuple[tuple[str, Point], ...] = ()  #: what an annotation writes
    added: tuple[Point, Point] | None = None  #: a dashed segment, with a dot at its second end

    @property
    def unit(self) -> float:
        """How many units an inch has."""
        left, right, low, high = self.limits
        return max((right - left) / _INCHES[0], (high - low) / _INCHES[1])

    @property
    def ink(self) -> list[Point]:
        """Points close to each other on all that is drawn."""
        pairs = [(self.points[line[0]], self.points[line[1]]) for line in self.lines]
        found = [_towards(a, b, k / 40) for a, b in pairs for k in range(41)]
        for name, radius in self.circles:
            (x, y), turns = self.points[name], (math.tau * k / 90 for k in range(90))
            found += [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
        return [*found, *self.points.values()]

    @property
    def code(self) -> str:
        """The program that draws it."""
        left, right, low, high = self.limits
        lines = [
            "import matplotlib.pyplot as plt\n",
            f"points = {{{', '.join(f'{name!r}: {_pair(at)}' for name, at in self.points.items())}}}",
            f"for start, end in {list(self.lines)!r}:",
            '    plt.plot(*zip(points[start], points[end]), color="navy")',
        ]
        for name, radius in self.circles:
            circle = f'plt.Circle(points[{name!r}], {radius:g}, fill=False, color="navy", linewidth=1.5)'
            lines.append(f"plt.gca().add_patch({circle})")
        lines += [f'plt.plot(*points[{name!r}], "o", color="navy")' for name in self.dots]
        if self.added:
            (x1, y1), (x2, y2) = self.added
            lines.append(f'plt.plot([{x1:g}, {x2:g}], [{y1:g}, {y2:g}], color="crimson", linestyle="--")')
            lines.append(f'plt.plot({x2:g}, {y2:g}, "o", color="crimson")')
        texts = [(text, at, "") for text, at in self.names]
        texts += [(text, at, ', backgroundcolor="white"') for text, at in self.values]
        lines += [
            f'plt.text({x:g}, {y:g}, {text!r}, ha="center", va="center"{more})'
            for text, (x, y), more in texts
        ]
        lines += [
            f"plt.xticks(range({left}, {right + 1}, {self.step}))",
            f"plt.yticks(range({low}, {high + 1}, {self.step}))",
            f"plt.xlim({left}, {right})",
            f"plt.ylim({low}, {high})",
            'plt.gca().set_aspect("equal")',
            "plt.grid(True)\n",
        ]
        return "\n".join(lines)


def read_figures(source: Path | None) -> ReadFigures:
    """Return the figures of the published file that can become tasks.

    Args:
        source: the file, or a folder that has it, which may be of any version; None for the pinned address.

    Raises:
        BadInput: if a file is not there or not of this form: it names the figure, the field and the fix.
        OurFailure: if the server cannot be reached.
    """
    path, read = _file(source), ReadFigures(revision="" if source else COMMIT)
    seen = defaultdict[tuple[str, ...], list[_PlaneDrawing]](list)
    records = loads(_member(path), path)
    if not isinstance(records, dict) or not records:
        raise BadInput(path, "", f"{_MEMBER} is not an object with figures", _FIX)
    for name in sorted(records, key=natural_key):
        figure = validate_record(_Figure, records[name], path, f"figure {name}")
        try:
            plane = _plane(figure)
            # Several problems share a figure, whose points were also marked twice.
            if any(_is_alike(plane, other) for other in seen[plane.lines]):
                read.left_out[f"geometry3k-{name}"] = "shows the same figure as another one"
                continue
            seen[plane.lines].append(plane)
            read.figures.append(_tasks_of(f"geometry3k-{name}", plane, figure.diagram_logic_forms))
        except _UnfitError as error:
            read.left_out[f"geometry3k-{name}"] = str(error)
    return read


def _is_alike(one: _PlaneDrawing, other: _PlaneDrawing) -> bool:
    """Whether figures with the same lines show each point at places that a reader may take for one."""
    near = READ_TOLERANCE["geometric"] * (one.limits[1] - one.limits[0])
    names = [name for name, _ in one.circles]
    return (
        one.points.keys() == other.points.keys()
        and names == [name for name, _ in other.circles]
        and all(math.dist(at, other.points[name]) < near for name, at in one.points.items())
    )


def _file(source: Path | None) -> Path:
    if source is None:
        return referenced_files((FILE,))[0]
    for path in (source, *(source / end for end in (FILE.url.partition(f"{COMMIT}/")[2], "logic_forms.zip"))):
        if path.is_file():
            return path
    raise BadInput(source, "", "has no logic_forms.zip", _FIX)


def _member(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as packed, packed.open(_MEMBER) as file:
            data = file.read(_LIMIT + 1)
    except KeyError:
        raise BadInput(path, "", f"has no {_MEMBER}", _FIX) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        raise BadInput(path, "", f"cannot be unpacked: {error}", _FIX) from None
    if len(data) > _LIMIT:
        raise BadInput(path, "", f"{_MEMBER} unpacks to more than {_LIMIT // MIB} MiB", _FIX)
    return data


def _plane(figure: _Figure) -> _PlaneDrawing:
    """Return the figure without names and values."""
    places = {name: (x, y) for name, (x, y) in figure.point_positions.items() if (x, y) != (-1, -1)}
    lines = [line for line in figure.line_instances if line]
    circles = [name for name in figure.circle_instances if name]
    if any(len(line) != 2 or not set(line) <= set(places) for line in lines) or set(circles) - set(places):  # noqa: PLR2004 - two names
        raise _UnfitError("has a line or a circle at a point whose place is not known")
    radii = {name: _radius(name, figure, places) for name in circles}
    on_circles = {name for centre in circles for name in _on_circle(centre, figure, places)}
    used = [name for name in sorted(places) if name in {*"".join(lines), *circles, *on_circles}]
    if not used:
        raise _UnfitError("has no lines")
    # Pixels count downwards.
    left, low = min(places[name][0] for name in used), max(places[name][1] for name in used)
    points = {name: (round(places[name][0] - left), round(low - places[name][1])) for name in used}
    if len(set(points.values())) < len(points) or len(points) > _POINTS:
        raise _UnfitError("has points at one place, or too many points")
    pieces = _pieces(points, dict.fromkeys("".join(sorted(line)) for line in lines))
    if not _LINES[0] <= len(pieces) <= _LINES[1]:
        raise _UnfitError(f"has fewer than {_LINES[0]} lines, or more than {_LINES[1]}")
    dots = tuple(name for name in points if name not in "".join(pieces))
    plane = _PlaneDrawing(points=points, lines=pieces, circles=tuple(radii.items()), dots=dots)
    return _named(_framed(plane))


def _on_circle(centre: str, figure: _Figure, places: Mapping[str, Point]) -> list[str]:
    pattern = re.compile(rf"PointLiesOnCircle\((\w), Circle\({re.escape(centre)}\b.*")
    found = (pattern.fullmatch(fact) for fact in figure.diagram_logic_forms)
    return [match[1] for match in found if match and match[1] in places]


def _radius(centre: str, figure: _Figure, places: Mapping[str, Point]) -> float:
    radii = [math.dist(places[centre], places[name]) for name in _on_circle(centre, figure, places)]
    if not radii or max(radii) > 1.1 * min(radii):  # also two circles around one point
        raise _UnfitError("has a circle whose radius is not known")
    return round(sum(radii) / len(radii))


def _pieces(points: Mapping[str, Point], lines: Mapping[str, object]) -> tuple[str, ...]:
    """Return the lines without those that others cover: one with a point on it is listed in pieces, too."""
    kept = list(lines)
    size = max(math.dist(a, b) for a, b in combinations(points.values(), 2))
    for line in sorted(kept, key=lambda line: -math.dist(points[line[0]], points[line[1]])):
        inner = [name for name in points if name not in line and _is_on(points, name, line, 0.02 * size)]
        parts = {"".join(sorted(pair)) for pair in combinations((*line, *inner), 2)} - {line}
        within = [part for part in parts if part in kept]
        if any({"".join(sorted((end, name))) for end in line} <= set(within) for name in inner):
            kept.remove(line)
        else:
            kept = [other for other in kept if other not in within]
    return tuple(sorted(kept))  # in one order, whoever listed them


def _is_on(points: Mapping[str, Point], name: str, line: str, near: float) -> bool:
    start, end, point = points[line[0]], points[line[1]], points[name]
    length = math.dist(start, end)
    along = (
        (point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])
    ) / length
    return near < along < length - near and math.dist(point, _towards(start, end, along / length)) < near


def _framed(plane: _PlaneDrawing) -> _PlaneDrawing:
    """Return the figure with limits at numbers of its axes, and room for names."""
    x, y = zip(*plane.ink, strict=True)
    sizes = max(x) - min(x), max(y) - min(y)
    if not _SIZES[0] <= max(sizes) <= _SIZES[1] or min(sizes) < 0.08 * max(sizes):
        raise _UnfitError("is too small, too large or too flat")
    step = next(step for step in _STEPS if max(sizes) / step + 2 <= _TICKS)
    room = 0.06 * max(sizes)
    limits = [
        way * math.ceil((way * edge + room) / step) * step
        for edge, way in ((min(x), -1), (max(x), 1), (min(y), -1), (max(y), 1))
    ]
    return replace(plane, step=step, limits=(limits[0], limits[1], limits[2], limits[3]))


def _named(plane: _PlaneDrawing) -> _PlaneDrawing:
    """Return the figure with the name of each point where it is farthest from all else."""
    ink, unit = plane.ink, plane.unit
    for name, (x, y) in plane.points.items():
        near = [point for point in ink if math.dist(point, (x, y)) < 0.6 * unit]
        turns = [math.tau * k / 16 for k in range(16)]
        places = [
            (x + reach * unit * math.cos(turn), y + reach * unit * math.sin(turn))
            for reach in (0.15, 0.2, 0.27)
            for turn in turns
        ]
        gap, at = max((min(_gap(plane, name, place, near), 0.1), place) for place in places)
        if gap < _GAP:
            raise _UnfitError("has no room for the name of a point")
        plane = replace(plane, names=(*plane.names, (name, _rounded(at))))
    return plane


def _gap(plane: _PlaneDrawing, text: str, at: Point, ink: Sequence[Point]) -> float:
    """Return the inches from a text to the next of the ink, the other texts and the frame."""
    unit, (width, height) = plane.unit, _LETTER
    wide = len(text) * width
    left, right, low, high = plane.limits
    gaps = [min(at[0] - left, right - at[0]) / unit - wide, min(at[1] - low, high - at[1]) / unit - height]
    gaps += [max(abs(at[0] - x) / unit - wide, abs(at[1] - y) / unit - height) for x, y in ink]
    for other, (x, y) in (*plane.names, *plane.values):
        across = abs(at[0] - x) / unit - wide - len(other) * width
        gaps.append(max(across, abs(at[1] - y) / unit - 2 * height))
    return min(gaps)


def _tasks_of(name: str, plane: _PlaneDrawing, facts: Sequence[str]) -> RealFigure:
    draws, edits, left_out = Draws("geometry3k", name), list[RealEdit](), dict[str, str]()
    for operation, edit in (
        ("delete", _deletion(draws, plane)),
        ("modify", _change(draws, plane)),
        ("annotate", _annotation(plane, facts)),
    ):
        if isinstance(edit, str):
            left_out[operation] = edit
        else:
            edits.append(edit)
    return RealFigure(
        dataset=DATASET, id=name, type="geometric", code=plane.code, edits=tuple(edits), left_out=left_out
    )


def _deletion(draws: Draws, plane: _PlaneDrawing) -> RealEdit | str:
    """Delete one line that is easy to see, or two."""
    found = []
    for line in plane.lines:
        start, end = plane.points[line[0]], plane.points[line[1]]
        middle = _towards(start, end, 0.5)
        away = [abs(math.dist(middle, plane.points[name]) - radius) for name, radius in plane.circles]
        if math.dist(start, end) > _LONG * plane.unit and min(away, default=plane.unit) > _OFF * plane.unit:
            found.append(line)
    if len(found) < _LINES[0]:
        return f"has fewer than {_LINES[0]} lines that are easy to see"
    gone = draws.sample(found, draws.integer(1, 2))
    return RealEdit(
        operation="delete",
        code=replace(plane, lines=tuple(line for line in plane.lines if line not in gone)).code,
        hint="One straight line from a named point to the next was deleted, or two. Names stay.",
        guess=1 / (2 * len(found)),
    )


def _change(draws: Draws, plane: _PlaneDrawing) -> RealEdit | str:
    """Add a dashed segment from a point to a place on a line."""
    found = [
        (plane.points[name], _rounded(end))
        for line in plane.lines
        for name in plane.points
        for end in (_towards(plane.points[line[0]], plane.points[line[1]], share / 100) for share in _SHARES)
        if _is_apart(plane, name, line, end)
    ]
    # Three ends next to each other may be within the tolerance.
    if len(found) < 3 * READ:
        return "has no room for one more segment"
    return RealEdit(
        operation="modify",
        code=replace(plane, added=draws.choice(found)).code,
        hint="A dashed segment was added, from a point to a line, and a round dot at its new end.",
        guess=3 / len(found),
    )


def _is_apart(plane: _PlaneDrawing, name: str, line: str, end: Point) -> bool:
    """Whether a new segment from a point to a line does not lie along drawn ones or over a name."""
    point, sides = plane.points[name], [plane.points[side] for side in line]
    if name in line or math.dist(*sides) < _BASE * plane.unit or math.dist(point, end) < plane.unit / 2:
        return False
    others = [plane.points[each.replace(name, "")] for each in plane.lines if name in each]
    ink = [_towards(point, end, k / 40) for k in range(41)]
    return (
        all(_angle(end, point, other) > _NEW[0] for other in others)
        and all(_angle(point, end, side) > _NEW[1] for side in sides)
        and all(_gap(replace(plane, names=()), text, at, ink) > _GAP / 2 for text, at in plane.names)
    )


def _annotation(plane: _PlaneDrawing, facts: Sequence[str]) -> RealEdit | str:
    """Write the lengths and angles that the published figure has, where there is room."""
    lengths, angles, ink = dict[str, str](), dict[str, str](), plane.ink
    for names, value in _facts(facts):
        ends = "".join(names)
        if value is None or not set(names) <= set(plane.points):
            continue
        if len(names) == 2 and "".join(sorted(ends)) in plane.lines:  # noqa: PLR2004 - a length has two names
            at = _rounded(_towards(plane.points[ends[0]], plane.points[ends[1]], 0.5))
            own = [point for point in ink if not _is_near_line(plane, point, ends)]
            if ends not in lengths and _gap(plane, value, at, own) >= _GAP:
                plane, lengths[ends] = replace(plane, values=(*plane.values, (value, at))), value
        elif len(names) == 3 and ends not in angles:  # noqa: PLR2004 - an angle has three
            text = _degrees(value)
            if spot := _inside(plane, ends, text, ink):
                plane = replace(plane, values=(*plane.values, (text, spot)))
                angles[ends] = f'"{text}" at {_pair(spot)}'
    if not plane.values:
        return "has no length or angle with room for a text"
    hints = []
    if lengths:
        listed = ", ".join(f'{ends}: "{value}"' for ends, value in lengths.items())
        hints.append(
            f"Write these lengths, each centred at the middle of its segment, only the text: {listed}."
        )
    if angles:
        listed = ", ".join(f"∠{ends}: {value}" for ends, value in angles.items())
        hints.append(f"Write these sizes of angles, each centred at its place, only the text: {listed}.")
    texts = tuple(text for text, _ in plane.values)
    return RealEdit(operation="annotate", code=plane.code, hint=" ".join(hints), guess=1.0, texts=texts)


def _facts(facts: Sequence[str]) -> Iterator[tuple[list[str], str | None]]:
    """Yield the names and the value of each length and angle; None for a value that is not plain text."""
    for fact in facts:
        if (match := _FACT.fullmatch(fact)) is not None:
            value = match[2].strip()
            yield match[1].replace(" ", "").split(","), value if _VALUE.fullmatch(value) else None


def _degrees(value: str) -> str:
    return f"{value}°" if re.fullmatch(r"[\d.]+|\d*[a-z]", value) else f"({value})°"


def _inside(plane: _PlaneDrawing, ends: str, text: str, ink: Sequence[Point]) -> Point | None:
    """Return where the size of an angle has room, on its bisector; None if nowhere."""
    first, vertex, second = (plane.points[name] for name in ends)
    rays = [plane.points[line.replace(ends[1], "")] for line in plane.lines if ends[1] in line]
    whole = _angle(first, vertex, second)
    turns = [(_angle(first, vertex, ray), _angle(ray, vertex, second)) for ray in rays]
    inner = [turn for turn in turns if sum(turn) < whole + 1 and min(turn) > _SAME]
    sides = [min((turn[side] for turn in turns), default=180.0) for side in (0, 1)]
    if not _ANGLES[0] <= whole <= _ANGLES[1] or max(sides) > _SAME or inner:
        return None
    one, two = (_towards(vertex, side, 1 / math.dist(vertex, side)) for side in (first, second))
    middle = _towards(one, two, 0.5)
    for reach in _REACHES:
        at = _rounded(_towards(vertex, middle, reach * plane.unit / math.dist(vertex, middle)))
        if _gap(plane, text, at, ink) >= _GAP:
            return at
    return None


def _is_near_line(plane: _PlaneDrawing, point: Point, ends: str) -> bool:
    start, end = plane.points[ends[0]], plane.points[ends[1]]
    return abs(math.dist(start, point) + math.dist(point, end) - math.dist(start, end)) < 1e-6  # noqa: PLR2004


def _rounded(at: Point) -> Point:
    return round(at[0], 1) + 0.0, round(at[1], 1) + 0.0  # no -0


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _angle(first: Point, vertex: Point, second: Point) -> float:
    """Return the angle at a vertex in degrees, from 0 to 180."""
    turn = math.atan2(first[1] - vertex[1], first[0] - vertex[0]) - math.atan2(
        second[1] - vertex[1], second[0] - vertex[0]
    )
    return abs((math.degrees(turn) + 180) % 360 - 180)


def _pair(at: Point) -> str:
    return f"({at[0]:g}, {at[1]:g})"


SOURCE = FigureSource(dataset=DATASET, read=read_figures, make=make_tasks)
