"""Lines of one ink with numbers at their ends: where does a walk leave that turns left and right by turns?"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.look import Figure, Look
from benchmark.suites.mathopeval.open.families.by_eye.segments import Point, distance, meeting
from benchmark.suites.mathopeval.open.families.by_eye.walks import wrong_ends

#: By whether the level is the highest: lines, minimum turns of the walk.
_COUNTS, _TURNS = (10, 11), (5, 8)
_EACH = 2  #: the walk turns at each second crossing
_SAME = 1e-6  #: places on a line that differ by less are the same
_MOST = 40  #: crossings of a walk
_CENTRE, _RIM = (50.0, 50.0), 44.0  #: of the circle on which lines end; the picture is 100 wide, 600 px
_NAME = 3.2  #: distance of a number from the end of its line
_BEND = (70, 120)  #: radius of bent lines
_STEPS = 14  #: straight parts of a bent line
_ANGLE = 20  #: minimum angle of a crossing, degrees
_APART = 2.0  #: minimum distance of two crossings
_CLEAR = 3.6  #: minimum distance of an end from other lines, and of a crossing from the ends
_TRIES = 300  #: for one line

Line = list[Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meeting:
    """A crossing of two lines."""

    place: float  #: on the line, in parts from its start
    other: int
    there: float  #: place on the other line
    leftward: int  #: in which direction the other line goes to the left, seen along this line: 1 or -1


def turn_figure(draws: Draws, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of lines that asks where a walk leaves.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count = _COUNTS[is_highest]
    lines: list[Line] = []
    crossings: list[Point] = []
    while len(lines) < count:
        _add(draws, lines, crossings, is_bent=is_highest)
    along = [_meetings(lines, line) for line in range(count)]
    numbers = draws.sample(range(10, 100), 2 * count)  #: 2 * line for its start, one more for its end
    first, end, passed, turns = _fit(along, draws.shuffled(range(2 * count)), _TURNS[is_highest])
    options = [end, *wrong_ends(draws, _slips(along, first, passed), [end, first])]
    rows = ""
    for place, line in enumerate(lines):
        drawn = f"{[x for x, _ in line]}, {[y for _, y in line]}"
        rows += f"ax.plot({drawn}, color={literal(look.ink)}, linewidth=2)\n"
        for number, (tip, before) in zip(
            numbers[2 * place :], ((line[0], line[1]), (line[-1], line[-2])), strict=False
        ):
            x, y = _beyond(before, tip)
            rows += f"ax.text({x:.1f}, {y:.1f}, '{number}', ha='center', va='center', fontsize=12)\n"
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
            f"Go in at {numbers[first]}. At each second crossing turn onto the other line: left, then right,"
            " then left and so on. Where do you come out?"
        ),
        names=tuple(f"at {numbers[place]}" for place in options),
        errors=(f"The walk passes {passed} crossings.", f"It turns {turns} times."),
        summary=f"There are {count} lines, and the walk goes in at {numbers[first]}.",
        values={"lines": [[list(point) for point in line] for line in lines]},
    )


def _fit(along: Sequence[Sequence[_Meeting]], starts: Sequence[int], least: int) -> tuple[int, int, int, int]:
    """Return the first start from which a walk turns often enough, and what :func:`_walk` says of it.

    Raises:
        UnfitError: if there is none.
    """
    for first in starts:
        try:
            end, passed, turns = _walk(along, first)
        except UnfitError:
            continue
        if turns >= least and end != first:
            return first, end, passed, turns
    raise UnfitError("walks turn too seldom")


def _walk(
    along: Sequence[Sequence[_Meeting]], first: int, slip: int = 0, kind: str = ""
) -> tuple[int, int, int]:
    """Return the end where a walk comes out, and how many crossings it passed and turns it took.

    At the crossing with the number ``slip``, it makes a mistake: ``missed``, ``twice`` or ``turned``.

    Raises:
        UnfitError: if it does not come out.
    """
    line, ahead, place = first // 2, 1 - 2 * (first % 2), -1.0 if first % 2 == 0 else 1000.0
    passed = counted = turns = 0
    while True:
        row = along[line] if ahead > 0 else along[line][::-1]
        met = next((found for found in row if (found.place - place) * ahead > _SAME), None)
        if met is None:
            return 2 * line + (ahead > 0), passed, turns
        passed += 1
        if passed > _MOST:
            raise UnfitError("the walk goes in circles")
        counted += 1 + (passed == slip) * {"missed": -1, "twice": 1}.get(kind, 0)
        if counted < _EACH or (passed == slip and kind == "missed"):
            place = met.place
            continue
        counted, turns = 0, turns + 1
        left = (turns % 2 == 1) != (passed == slip and kind == "turned")
        line, place, ahead = met.other, met.there, met.leftward * ahead * (1 if left else -1)


def _slips(along: Sequence[Sequence[_Meeting]], first: int, passed: int) -> Iterator[int]:
    """Yield the ends of walks with one mistake."""
    for slip in range(1, passed + 1):
        for kind in ("missed", "twice", "turned"):
            try:
                yield _walk(along, first, slip, kind)[0]
            except UnfitError:
                continue


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


def _meetings(lines: Sequence[Line], line: int) -> list[_Meeting]:
    """Return the crossings of a line, in order."""
    found = []
    for other, its in enumerate(lines):
        if other == line:
            continue
        for place, part in enumerate(pairwise(lines[line])):
            for there, against in enumerate(pairwise(its)):
                for point in meeting(part, against):
                    is_left = math.sin(math.radians(_heading(against) - _heading(part))) > 0
                    found.append(
                        _Meeting(
                            place=place + math.dist(part[0], point) / math.dist(*part),
                            other=other,
                            there=there + math.dist(against[0], point) / math.dist(*against),
                            leftward=1 if is_left else -1,
                        )
                    )
    return sorted(found, key=lambda met: met.place)


def _beyond(before: Point, tip: Point) -> Point:
    """Return the point beyond the end of a line where its number is written."""
    ahead = _NAME / math.dist(before, tip)
    return tip[0] + ahead * (tip[0] - before[0]), tip[1] + ahead * (tip[1] - before[1])
