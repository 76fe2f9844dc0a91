"""Lines and the crossing of two others: which one passes through it? Later levels walk along lines."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import FigureSample
from workshop.suites.mathopeval.families.by_eye.look import TRIES, Figure, draw_look, eye_sample
from workshop.suites.mathopeval.families.by_eye.segments import Point, distance
from workshop.suites.mathopeval.families.by_eye.turns import turn_figure
from workshop.suites.mathopeval.families.charts.edits import first_fit
from workshop.suites.mathopeval.families.charts.words import listed

SIGHTS = ("covered crossing", "rule of a walk", "rule from walks", "rule with a memory")
#: By how much the others miss the crossing at least and at most, by level; the picture is 100 wide, 600 px.
MISSES = ((3.6, 5.0), (2.6, 3.8))
_NAMES = "abcdefghkmnqrstuvw"
_COUNT = 6  #: lines, two of which are dashed
_REACH = 41  #: half the length of a line; the picture is 100 wide and high
_NAME = 3  #: distance of a name from the end of its line
_MARGIN = 2.5  #: minimum distance of a name from the edge
_NAME_CLEAR = 5.5  #: minimum distance of a name from other lines
_RIM_CLEAR = 2.5  #: minimum distance of two lines where they enter the cover
_COVER = 19  #: radius of what covers the crossing
_OFF = (5, 9)  #: distance of its middle from the crossing
_STEPS = 44
_NONE = (0.0, 0.0)
_TRIES = 30  #: for one line

Line = list[Point]


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_walk = level > 2
    return first_fit(lambda: _walked(draws, level) if is_walk else _sample(draws, level), TRIES)


def _walked(draws: Draws, level: int) -> FigureSample:
    look = replace(draw_look(draws, near=False), by_hand=False)  # a hand's crossings are hard to tell
    return eye_sample(turn_figure(draws, look, level=level), SIGHTS, level)


def _sample(draws: Draws, level: int) -> FigureSample:
    is_covered = level > 1
    look = replace(draw_look(draws, near=False), by_hand=False)  # a hand's lines are not straight
    names = draws.sample(_NAMES, _COUNT)
    centre = (float(draws.integer(47, 53)), float(draws.integer(47, 53)))
    cover = _beside(draws, centre) if is_covered else None
    first = draws.integer(0, 359)
    turns = [first + 180 * step / _COUNT for step in draws.shuffled(range(_COUNT))]
    lines: list[Line] = []

    def add(misses: tuple[float, float]) -> None:
        """Add a line that misses the asked crossing by ``misses``, or passes through it."""
        low, high = misses if misses != _NONE else (0, 100)
        for _ in range(_TRIES):
            turn = turns[len(lines)] + draws.integer(-3, 3) + 180 * draws.integer(0, 1)
            line = _line(centre, turn, _miss(draws, *misses))
            if low <= _distance(centre, line) <= high and _is_clear(line, lines, cover):
                lines.append(line)
                return
        raise UnfitError("a line would not be clear of the others")

    for misses in (_NONE, _NONE, _NONE, *[MISSES[level - 1]] * 3):
        add(misses)
    dashed, solid = lines[:2], lines[2:]
    by = [_distance(centre, line) for line in solid]
    rows = "".join(
        f"{_plotted(line)}, color={literal(colour)}, linewidth=2.2, label={literal(name)})\n"
        for line, colour, name in zip(solid, look.colours, names, strict=False)
    )
    for line in dashed:
        rows += f"{_plotted(line)}, color={literal(look.ink)}, linewidth=2, linestyle='--')\n"
    for line, name in zip([*solid, *dashed], names, strict=True):
        if name in names[:4]:
            rows += _named(line, name)
    if cover:
        rows += (
            f"ax.add_patch(plt.Circle({cover}, {_COVER}, facecolor={literal(look.ground)},"
            f" edgecolor={literal(look.ink)}, hatch='//', zorder=3))\n"
        )
    code = (
        f"{look.opened(size=(6.0, 6.0))}"
        "fig.subplots_adjust(left=0, right=1, bottom=0, top=1)\n"
        f"ax.set(xlim=(0, 100), ylim=(0, 100))\nax.axis('off')\n{rows}"
    )
    ways = zip(("a dashed line",) * 2 + tuple(f"line {name}" for name in names[:4]), lines, strict=True)
    hidden = " Below the patch, lines go on straight." if is_covered else ""
    return eye_sample(
        Figure(
            type="geometric",
            domain="lines",
            look=look,
            code=code,
            question=f"Which line passes through the point where both dashed lines meet?{hidden}",
            names=tuple(f"line {name}" for name in names[:4]),
            errors=tuple(
                f"Line {name} {f'misses it by {miss:.1f}' if place else 'passes through it'}."
                for place, (name, miss) in enumerate(zip(names, by, strict=False))
            ),
            summary=f"The lines {', '.join(names[:4])} pass near the crossing.",
            words=(
                "The picture is 100 wide and 100 high, with (0, 0) at the lower left. Lines are straight:"
                f" {listed([f'{called} from {line[0]} to {line[-1]}' for called, line in ways])}."
            ),
            values={"turns": turns},
        ),
        SIGHTS,
        level,
    )


def _beside(draws: Draws, point: Point) -> Point:
    """Return a point near another one, which is not the same."""
    turn, off = math.radians(draws.integer(0, 359)), draws.integer(10 * _OFF[0], 10 * _OFF[1]) / 10
    return round(point[0] + off * math.cos(turn), 2), round(point[1] + off * math.sin(turn), 2)


def _miss(draws: Draws, least: float, most: float) -> float:
    return draws.choice((-1, 1)) * draws.integer(round(10 * least), round(10 * most)) / 10


def _line(through: Point, turn: float, miss: float) -> Line:
    """Return a straight line past a point."""
    along, across = math.radians(turn), math.radians(turn + 90)
    points = []
    for step in range(_STEPS + 1):
        way = (2 * step / _STEPS - 1) * _REACH
        x = through[0] + way * math.cos(along) + miss * math.cos(across)
        y = through[1] + way * math.sin(along) + miss * math.sin(across)
        points.append((round(x, 2), round(y, 2)))
    return points


def _distance(point: Point, line: Line) -> float:
    """Return the distance of a point from a line."""
    return min(distance(point, part) for part in pairwise(line))


def _is_clear(line: Line, others: Sequence[Line], cover: Point | None) -> bool:
    """Return whether names and ends are away from other lines, and so are lines at the edge of the cover."""
    if not all(_MARGIN < place < 100 - _MARGIN for place in _name_point(line)):
        return False
    for other in others:
        for point, its in ((_name_point(line), other), (_name_point(other), line)):
            if min(math.dist(point, known) for known in its) < _NAME_CLEAR:
                return False
        if cover:
            rims = [_rim(one, cover) for one in (line, other)]
            if min(math.dist(a, b) for a in rims[0] for b in rims[1]) < _RIM_CLEAR:
                return False
    return True


def _rim(line: Line, cover: Point) -> list[Point]:
    """Return the points of a line near the edge of the cover, whose middle is given."""
    return [point for point in line if abs(math.dist(point, cover) - _COVER) < 2 * _REACH / _STEPS]


def _plotted(line: Line) -> str:
    return f"ax.plot({[x for x, _ in line]}, {[y for _, y in line]}"


def _name_point(line: Line) -> Point:
    """Return the point beyond the end of a line where its name is written."""
    (x, y), (end, last) = line[-2:]
    ahead = _NAME / math.dist((x, y), (end, last))
    return end + ahead * (end - x), last + ahead * (last - y)


def _named(line: Line, name: str) -> str:
    """Return the line of a program that writes a name beyond the end of a line."""
    x, y = _name_point(line)
    return f"ax.text({x:.1f}, {y:.1f}, {literal(name)}, ha='center', va='center', fontsize=14)\n"
