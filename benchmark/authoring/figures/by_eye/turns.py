"""Lines of one ink with numbers at their ends and marks at crossings: where does a rule for turns lead?"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, takewhile

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.by_eye.look import MARKS, Figure, Look, marks_code
from benchmark.authoring.figures.by_eye.rules import Language, Spot, When, fit_puzzle
from benchmark.authoring.figures.by_eye.segments import Point, distance, meeting
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws

#: By whether the level is the highest: lines, what rules there are, and what they say.
_COUNTS = (11, 12)
_LANGUAGES = (
    Language(signs=3, deeds=3, pairs=((1, 2),), whens=(When.AGAIN,), chosen=1, shown=(2, 3), met=(6, 3)),
    Language(
        signs=4, deeds=3, pairs=((1, 2),), whens=(When.AGAIN, When.MOVED), chosen=2, shown=(3, 4), met=(7, 4)
    ),
)
_DEEDS = ("straight on", "left", "right")
_BY_TURNS = "left and right by turns each time that a walk meets this mark (left or right first)"
_BY_LAST = (
    "or left if it turned at the crossing just before and else right, or the other way round (at its first"
    " crossing it has not turned)"
)
_TURNS = (f"or {_BY_TURNS}", f"{_BY_TURNS}, {_BY_LAST}")
_CENTRE, _RIM = (50.0, 50.0), 44.0  #: of the circle on which lines end; the picture is 100 wide, 600 px
_NAME = 3.2  #: distance of a number from the end of its line
_BEND = (70, 120)  #: radius of bent lines
_STEPS = 14  #: straight parts of a bent line
_ANGLE = 18  #: minimum angle of a crossing, degrees
_APART = 2.8  #: minimum distance of two crossings
_CLEAR = 3.2  #: minimum distance of an end from other lines, and of a crossing from the ends
_TRIES = 300  #: for one line

Line = list[Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meeting:
    """A crossing of two lines."""

    place: float  #: on the line, in parts from its start
    other: int
    point: Point
    leftward: int  #: in which direction the other line goes to the left, seen along this line: 1 or -1


def turn_figure(draws: Draws, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of lines that asks where a walk leaves.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count, language = _COUNTS[is_highest], _LANGUAGES[is_highest]
    lines: list[Line] = []
    crossings: list[Point] = []
    while len(lines) < count:
        _add(draws, lines, crossings, is_bent=is_highest)
    #: The number 2 * line is at its start, the next one at its end.
    numbers = [str(number) for number in draws.sample(range(10, 100), 2 * count)]
    marks = {point: draws.integer(0, language.signs - 1) for point in crossings}
    puzzle = fit_puzzle(draws, language, *_spots(_meetings(lines), marks))
    signs = [name for name, *_ in MARKS[: language.signs]]
    rows = ""
    for place, line in enumerate(lines):
        drawn = f"{[x for x, _ in line]}, {[y for _, y in line]}"
        rows += f"ax.plot({drawn}, color={literal(look.ink)}, linewidth=2)\n"
        for number, (tip, before) in zip(
            numbers[2 * place :], ((line[0], line[1]), (line[-1], line[-2])), strict=False
        ):
            x, y = _beyond(before, tip)
            rows += f"ax.text({x:.1f}, {y:.1f}, '{number}', ha='center', va='center', fontsize=12)\n"
    rows += marks_code(look, marks)
    return Figure(
        type="geometric",
        domain="lines",
        look=look,
        code=(
            f"{look.opened(size=(6.0, 6.0))}"
            "fig.subplots_adjust(left=0, right=1, bottom=0, top=1)\n"
            f"ax.set(xlim=(0, 100), ylim=(0, 100))\nax.axis('off')\n{rows}"
        ),
        question=(
            "Walks go in at a number and come out at one. For each mark at crossings"
            f" ({', '.join(signs)}), a rule says how to go on there: straight on, left, right,"
            f" {_TURNS[is_highest]}. {puzzle.words(numbers)} Where does it lead from {numbers[puzzle.asked]}?"
        ),
        names=tuple(numbers[place] for place in puzzle.ends),
        before="to ",
        errors=puzzle.errors(signs, _DEEDS),
        summary=f"There are {count} lines, and the walk goes in at {numbers[puzzle.asked]}.",
        values={"lines": [[list(point) for point in line] for line in lines]},
    )


def _spots(along: Sequence[Sequence[_Meeting]], marks: Mapping[Point, int]) -> tuple[list[Spot], list[int]]:
    """Return the crossings as spots, in both directions of each line, and the first one from each end."""
    before = [0, *accumulate(map(len, along))]
    places = [{met.point: place for place, met in enumerate(row)} for row in along]

    def number(line: int, place: int, ahead: int) -> int:
        is_end = not 0 <= place < len(along[line])
        return -1 - (2 * line + (ahead > 0)) if is_end else 2 * (before[line] + place) + (ahead > 0)

    def exits(line: int, place: int, ahead: int) -> tuple[int, ...]:
        met = along[line][place]
        ways = [(line, place, ahead)]
        ways += [(met.other, places[met.other][met.point], side * met.leftward * ahead) for side in (1, -1)]
        return tuple(number(on, there, to) for on, there, to in ((on, at + to, to) for on, at, to in ways))

    spots = [
        Spot(marks[met.point], False, exits(line, place, ahead))
        for line, row in enumerate(along)
        for place, met in enumerate(row)
        for ahead in (-1, 1)
    ]
    starts = [(line, ahead) for line in range(len(along)) for ahead in (1, -1)]
    return spots, [number(line, 0 if ahead > 0 else len(along[line]) - 1, ahead) for line, ahead in starts]


def _add(draws: Draws, lines: list[Line], crossings: list[Point], *, is_bent: bool) -> None:
    """Add a line that is clear of the others, with its crossings.

    Raises:
        UnfitError: if none of some tries is clear.
    """
    for _ in range(_TRIES):
        line = _line(draws, is_bent=is_bent)
        tips = [tip for other in lines for tip in (other[0], other[-1])]
        if any(math.dist(tip, end) < 2 * _CLEAR for tip in tips for end in (line[0], line[-1])):
            continue
        met = list(takewhile(lambda found: found is not None, (_clear(line, other) for other in lines)))
        points = [point for found in met for point in found or ()]
        known = [*crossings, *points]
        if len(met) == len(lines) and all(
            math.dist(point, other) >= _APART
            for place, point in enumerate(points)
            for other in known[: len(crossings) + place]
        ):
            lines.append(line)
            crossings += points
            return
    raise UnfitError("a line would not be clear of the others")


def _line(draws: Draws, *, is_bent: bool) -> Line:
    """Return a line between two points of the rim."""
    start, turn = draws.integer(0, 359), draws.integer(90, 270)
    (x, y), (end, last) = (
        (_CENTRE[0] + _RIM * math.cos(math.radians(to)), _CENTRE[1] + _RIM * math.sin(math.radians(to)))
        for to in (start, start + turn)
    )
    long = math.dist((x, y), (end, last))
    bend = draws.choice((-1, 1)) * long**2 / (8 * draws.integer(*_BEND)) if is_bent else 0.0
    points = []
    steps = _STEPS if is_bent else 1
    for step in range(steps + 1):
        share = step / steps
        aside = 4 * bend * share * (1 - share) / long
        points.append(
            (
                round(x + share * (end - x) - aside * (last - y), 2),
                round(y + share * (last - y) + aside * (end - x), 2),
            )
        )
    return points


def _clear(line: Line, other: Line) -> list[Point] | None:
    """Return where two lines cross; None if ends are too near, or the lines nearly parallel."""
    found = []
    for part in pairwise(line):
        for against in _beside(part, other):
            for point in meeting(part, against):
                turn = abs(_heading(part) - _heading(against)) % 180
                if min(turn, 180 - turn) < _ANGLE:
                    return None
                found.append(point)
    tips = [(point, its) for one, its in ((line, other), (other, line)) for point in (one[0], one[-1])]
    if any(distance(tip, part) < _CLEAR for tip, its in tips for part in pairwise(its)):
        return None
    return found


def _beside(part: tuple[Point, Point], line: Line) -> Iterator[tuple[Point, Point]]:
    """Yield the parts of a line that may meet a part."""
    (x, y), (end, last) = part
    left, right, low, high = min(x, end), max(x, end), min(y, last), max(y, last)
    for one, two in pairwise(line):
        is_aside = max(one[0], two[0]) < left or min(one[0], two[0]) > right
        if not (is_aside or max(one[1], two[1]) < low or min(one[1], two[1]) > high):
            yield one, two


def _heading(part: tuple[Point, Point]) -> float:
    return math.degrees(math.atan2(part[1][1] - part[0][1], part[1][0] - part[0][0]))


def _meetings(lines: Sequence[Line]) -> list[list[_Meeting]]:
    """Return the crossings of each line, in order."""
    found: list[list[_Meeting]] = [[] for _ in lines]
    for line, other in ((j, i) for j in range(len(lines)) for i in range(j)):
        for place, part in enumerate(pairwise(lines[line])):
            for there, against in enumerate(pairwise(lines[other])):
                for point in meeting(part, against):
                    left = 1 if math.sin(math.radians(_heading(against) - _heading(part))) > 0 else -1
                    at, at_other = (
                        number + math.dist(piece[0], point) / math.dist(*piece)
                        for number, piece in ((place, part), (there, against))
                    )
                    found[line].append(_Meeting(place=at, other=other, point=point, leftward=left))
                    found[other].append(_Meeting(place=at_other, other=line, point=point, leftward=-left))
    return [sorted(row, key=lambda met: met.place) for row in found]


def _beyond(before: Point, tip: Point) -> Point:
    """Return the point beyond the end of a line where its number is written."""
    ahead = _NAME / math.dist(before, tip)
    return tip[0] + ahead * (tip[0] - before[0]), tip[1] + ahead * (tip[1] - before[1])
