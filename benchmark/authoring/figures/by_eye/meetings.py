"""Lines and the crossing of two others: which one passes through it? The others miss it a little."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.look import TRIES, Figure, draw_look, eye_sample
from benchmark.authoring.figures.by_eye.segments import Point, distance, meeting
from benchmark.authoring.figures.charts.edits import first_fit
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("covered crossing", "one ink", "bent lines", "four dashed lines")
#: By how much the others miss the crossing at least and at most, by level; the picture is 100 wide, 600 px.
MISSES = ((3.6, 5.0), (2.6, 3.8), (1.2, 1.8), (0.9, 1.3), (0.8, 4.5))
_NAMES = "abcdefghkmnqrstuvw"
_REACH = 41  #: half the length of a line; the picture is 100 wide and high
_NAME = 3  #: distance of a name from the end of its line
_MARGIN = 2.5  #: minimum distance of a name from the edge
_NAME_CLEAR = 5.5  #: minimum distance of a name from other lines
_RIM_CLEAR = 2.5  #: minimum distance of two lines where they enter the cover
_COVER = 19  #: radius of what covers the crossing
_BEND = (55, 95)  #: radius of bent lines
_STEPS = 44
_ASIDE = (2.5, 5.0)  #: by how much further dashed lines miss the crossing
_NONE = (0.0, 0.0)
_TRIES = 30  #: for one line

Line = list[Point]


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    return first_fit(lambda: _sample(draws, level), TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    is_covered, is_inked, is_bent, has_four = (level > place for place in range(1, 5))
    look = replace(draw_look(draws, near=False), by_hand=False)  # a hand's lines are not straight
    count = 8 if has_four else 6
    names = draws.sample(_NAMES, count)
    centre = (float(draws.integer(47, 53)), float(draws.integer(47, 53)))
    first = draws.integer(0, 359)
    turns = [first + 180 * step / count for step in draws.shuffled(range(count))]
    lines: list[Line] = []

    def add(through: Point, misses: tuple[float, float], passes: tuple[float, float]) -> None:
        """Add a line that misses one point by ``misses`` and the asked crossing by ``passes``."""
        for _ in range(_TRIES):
            turn = turns[len(lines)] + draws.integer(-3, 3) + 180 * draws.integer(0, 1)
            bend = draws.choice((-1, 1)) / draws.integer(*_BEND) if is_bent else 0.0
            line = _line(through, turn, _miss(draws, *misses), bend)
            if passes[0] <= _distance(centre, line) <= passes[1] and _is_clear(
                line, lines, centre, both=is_covered
            ):
                lines.append(line)
                return
        raise UnfitError("a line would not be clear of the others")

    for misses in (_NONE, _NONE, _ASIDE, _ASIDE)[: count - 4]:
        add(centre, misses, (0, 100))
    dashed, passes = lines[:], MISSES[level - 1]
    add(centre, _NONE, (0, 100))
    for point in _crossings(draws, dashed, centre) if has_four else [centre] * 3:
        add(point, _NONE if has_four else passes, passes)
    solid = lines[len(dashed) :]
    by = [_distance(centre, line) for line in solid]
    colours = [look.ink] * 4 if is_inked else list(look.colours)
    rows = "".join(
        f"{_plotted(line)}, color={literal(colour)}, linewidth=2.2, label={literal(name)})\n"
        for line, colour, name in zip(solid, colours, names, strict=False)
    )
    for line in dashed:
        rows += f"{_plotted(line)}, color={literal(look.ink)}, linewidth=2, linestyle='--')\n"
    for line, name in zip([*solid, *dashed], names, strict=True):
        if name in names[:4] or has_four:
            rows += _named(line, name)
    if is_covered:
        rows += (
            f"ax.add_patch(plt.Circle({centre}, {_COVER}, facecolor={literal(look.ground)},"
            f" edgecolor={literal(look.ink)}, hatch='//', zorder=3))\n"
        )
    code = (
        f"{look.opened(size=(6.0, 6.0))}"
        "fig.subplots_adjust(left=0, right=1, bottom=0, top=1)\n"
        f"ax.set(xlim=(0, 100), ylim=(0, 100))\nax.axis('off')\n{rows}"
    )
    both = f"the dashed lines {names[4]} and {names[5]} meet" if has_four else "both dashed lines meet"
    way = "as circles" if is_bent else "straight"
    hidden = f" Below the patch, lines go on {way}." if is_covered else ""
    return eye_sample(
        Figure(
            type="geometric",
            domain="lines",
            look=look,
            code=code,
            question=f"Which line passes through the point where {both}?{hidden}",
            names=tuple(f"line {name}" for name in names[:4]),
            errors=tuple(
                f"Line {name} {f'misses it by {miss:.1f}' if place else 'passes through it'}."
                for place, (name, miss) in enumerate(zip(names, by, strict=False))
            ),
            summary=f"The lines {', '.join(names[:4])} pass near the crossing.",
            values={"turns": turns},
        ),
        SIGHTS,
        level,
    )


def _miss(draws: Draws, least: float, most: float) -> float:
    return draws.choice((-1, 1)) * draws.integer(round(10 * least), round(10 * most)) / 10


def _line(through: Point, turn: float, miss: float, bend: float) -> Line:
    """Return a line, or the arc of a circle with the radius ``1 / bend``, past a point."""
    along, across = math.radians(turn), math.radians(turn + 90)
    points = []
    for step in range(_STEPS + 1):
        way = (2 * step / _STEPS - 1) * _REACH
        ahead, aside = (
            (math.sin(way * bend) / bend, (1 - math.cos(way * bend)) / bend) if bend else (way, 0.0)
        )
        x = through[0] + ahead * math.cos(along) + (aside + miss) * math.cos(across)
        y = through[1] + ahead * math.sin(along) + (aside + miss) * math.sin(across)
        points.append((round(x, 2), round(y, 2)))
    return points


def _crossings(draws: Draws, dashed: Sequence[Line], centre: Point) -> list[Point]:
    """Return three crossings of dashed lines away from the asked one; other lines pass through them."""
    found = [
        point
        for first in range(4)
        for second in range(first)
        if (first, second) != (1, 0)
        for part in pairwise(dashed[first])
        for other in pairwise(dashed[second])
        for point in meeting(part, other)
        if math.dist(point, centre) < _COVER / 2
    ]
    if len(found) < 3:  # noqa: PLR2004
        raise UnfitError("dashed lines cross too far away")
    return draws.sample(found, 3)


def _distance(point: Point, line: Line) -> float:
    """Return the distance of a point from a line."""
    return min(distance(point, part) for part in pairwise(line))


def _is_clear(line: Line, others: Sequence[Line], centre: Point, *, both: bool) -> bool:
    """Return whether names and ends are away from other lines, also at the edge of the cover if ``both``."""
    if not all(_MARGIN < place < 100 - _MARGIN for place in _name_point(line)):
        return False
    for other in others:
        for point, its in ((_name_point(line), other), (_name_point(other), line)):
            if min(math.dist(point, known) for known in its) < _NAME_CLEAR:
                return False
        rims = [_rim(one, centre) for one in (line, other)]
        if both and min(math.dist(a, b) for a in rims[0] for b in rims[1]) < _RIM_CLEAR:
            return False
    return True


def _rim(line: Line, centre: Point) -> list[Point]:
    """Return the points of a line near the edge of the cover."""
    return [point for point in line if abs(math.dist(point, centre) - _COVER) < 2 * _REACH / _STEPS]


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
