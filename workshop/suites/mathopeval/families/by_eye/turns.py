"""Hollow lines with numbers at their ends that lie over one another: where does a rule for turns lead?"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from benchmark.core.draws import Draws
from workshop.authoring.figures.programs import literal
from workshop.suites.mathopeval.families.by_eye.arcs import ArcMeeting, Arcs, Line, arc
from workshop.suites.mathopeval.families.by_eye.look import Figure, Look
from workshop.suites.mathopeval.families.by_eye.rules import Language, Puzzle, Spot, When, fit_puzzle
from workshop.suites.mathopeval.families.by_eye.segments import Point, cut
from workshop.suites.mathopeval.families.charts.edits import first_fit

_COUNTS = (10, 11)  #: lines, by whether the level is the highest
#: By whether the level is not 4: what rules there are, and what they say.
_LANGUAGES = (
    Language(
        signs=2,
        deeds=3,
        pairs=((0, 1), (0, 2), (1, 2)),
        whens=(When.AGAIN, When.FLAGGED, When.MOVED),
        chosen=2,
        shown=(2, 3),
        met=(6, 14),
        moves=3,
        both=2,
        apart=True,
    ),
    Language(
        signs=4,
        deeds=3,
        pairs=((1, 2),),
        whens=(When.AGAIN, When.MOVED),
        chosen=2,
        shown=(3, 4),
        met=(8, 16),
        moves=4,
        most=100,
    ),
)
_STATED = replace(_LANGUAGES[1], shown=(0, 0), met=(9, 14), chosen=3, both=2)  #: of level 3
_SIGNS = (
    ("lines under it", "lines over it"),
    ("thin lines under it", "thin lines over it", "thick lines under it", "thick lines over it"),
)
_DEEDS = ("straight on", "left", "right")
_SORTS = ("over yours, or under it", "over yours, or under it; thin or thick")
_BY_TURNS = "by turns each time that a walk meets this sort (either first)"
_BY_LAST, _AT_FIRST = "if it turned at the crossing just before", "(at its first crossing it has not turned)"
_BY_WIDTH = "one of two if your line is thick and the other if it is thin"
_TURNS = (
    f"two of these {_BY_TURNS}, one of two {_BY_LAST} and else the other {_AT_FIRST}, or {_BY_WIDTH}",
    f"left and right {_BY_TURNS}, or left {_BY_LAST} and else right, or the other way round {_AT_FIRST}",
)
_FLAG = "on a thick line"
#: What level 3 says of a rule.
_YOURS = [f"a {width} line {place} yours" for width in ("thin", "thick") for place in ("under", "over")]
_DO = "go straight on", "turn left", "turn right"
_WHENS = (
    "",
    "the second, fourth … time that you meet such a line",
    "if you turned at the crossing just before",
)
_CENTRE, _RIM = (50.0, 50.0), 44.0  #: of the circle on which lines end; the picture is 100 wide, 600 px
_NAME = 3.2  #: distance of a number from the end of its line
_BEND = (70, 120)  #: radius of lines
_ANGLE = 24  #: minimum angle of a crossing, degrees
_APART = 3.3  #: minimum distance of two crossings
_GAP = 0.1  #: between a line that lies below and the edge of the one above it
#: Widths of thin and thick lines, which are hollow, and of their edges together, points, by whether the level is not 4.
_WIDTHS, _EDGES = ((4.8, 7.6), (3.2, 5.0)), (2.2, 1.6)
_SHORT = 1.0  #: minimum length of what is seen of a line between two gaps
_TOPS = 8  #: draws of which lines lie on top
_CLEAR = 3.6  #: minimum distance of an end from other lines, and of a crossing from the ends


def turn_figure(draws: Draws, look: Look, *, level: int) -> Figure:
    """Return a figure of lines that asks where a walk by a rule leaves, which is stated or must be found.

    Args:
        draws: random choices.
        look: colours.
        level: from 3 to 5; level 3 states the rule.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_stated, has_four = level == 3, level != 4
    count, language = _COUNTS[level > 4], _STATED if is_stated else _LANGUAGES[has_four]
    arcs = Arcs(_ANGLE, _APART, _CLEAR)
    while len(arcs.lines) < count:
        arcs.add(lambda: _line(draws))
    #: The number 2 * line is at its start, the next one at its end.
    numbers = [str(number) for number in draws.sample(range(10, 100), 2 * count)]
    along = arcs.meetings()

    def laid() -> tuple[str, str, Puzzle]:
        tops = {met.point: draws.choice((line, met.other)) for line, row in enumerate(along) for met in row}
        thick = set(draws.sample(range(count), count // 2))
        rows = _drawn(arcs.lines, along, tops, thick, look, has_four=has_four)
        puzzle = fit_puzzle(draws, language, *_spots(along, tops, thick, language.signs))
        return rows, _words(numbers, along, tops, thick), puzzle

    rows, words, puzzle = first_fit(laid, _TOPS)
    for place, line in enumerate(arcs.lines):
        for number, (tip, before) in zip(
            numbers[2 * place :], ((line[0], line[1]), (line[-1], line[-2])), strict=False
        ):
            x, y = _beyond(before, tip)
            rows += f"ax.text({x:.1f}, {y:.1f}, '{number}', ha='center', va='center', fontsize=12)\n"
    if is_stated:
        said = (
            f"Go in at {numbers[puzzle.asked]} and follow the lines to an end; to turn is to go on along the"
            f" other line. {' '.join(puzzle.rule(_YOURS, _DO, _WHENS))} Where do you come out?"
        )
    else:
        said = (
            "Walks go in at a number and come out at one. For each sort of other line"
            f" ({_SORTS[has_four]}), a rule says how to go on where you meet it: straight on, left, right,"
            f" {_TURNS[has_four]}. {puzzle.words(numbers)} Where does it lead from {numbers[puzzle.asked]}?"
        )
    return Figure(
        type="geometric",
        domain="lines",
        look=look,
        code=(
            f"{look.opened(size=(6.0, 6.0))}"
            "fig.subplots_adjust(left=0, right=1, bottom=0, top=1)\n"
            f"ax.set(xlim=(0, 100), ylim=(0, 100))\nax.axis('off')\n{rows}"
        ),
        question=said,
        names=tuple(numbers[place] for place in puzzle.ends),
        before="to ",
        errors=puzzle.errors(_SIGNS[has_four], _DEEDS, _FLAG),
        summary=f"There are {count} lines, and the walk goes in at {numbers[puzzle.asked]}.",
        words=words,
        values={"lines": [[list(point) for point in line] for line in arcs.lines]},
    )


def _drawn(
    lines: Sequence[Line],
    along: Sequence[Sequence[ArcMeeting]],
    tops: Mapping[Point, int],
    thick: Collection[int],
    look: Look,
    *,
    has_four: bool,
) -> str:
    """Return the program of the lines, with gaps where others lie over them."""
    rows, widths = "", _WIDTHS[has_four]
    for place, line in enumerate(lines):
        gaps = [
            (met.point, (_GAP + widths[met.other in thick] / 8.64) / math.sin(math.radians(met.angle)))
            for met in along[place]
            if tops[met.point] == met.other
        ]
        for piece in cut(line, gaps, _SHORT):
            drawn = f"{[round(x, 2) for x, _ in piece]}, {[round(y, 2) for _, y in piece]}"
            width, style = widths[place in thick], "solid_capstyle='butt'"
            rows += f"ax.plot({drawn}, color={literal(look.ink)}, linewidth={width}, {style})\n"
            inner = f"color={literal(look.ground)}, linewidth={width - _EDGES[has_four]:.1f}"
            rows += f"ax.plot({drawn}, {inner}, {style})\n"
    return rows


def _spots(
    along: Sequence[Sequence[ArcMeeting]], tops: Mapping[Point, int], thick: Collection[int], signs: int
) -> tuple[list[Spot], list[int]]:
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
        Spot(
            ((tops[met.point] == met.other) + 2 * (met.other in thick)) % signs,
            line in thick,
            exits(line, place, ahead),
        )
        for line, row in enumerate(along)
        for place, met in enumerate(row)
        for ahead in (-1, 1)
    ]
    starts = [(line, ahead) for line in range(len(along)) for ahead in (1, -1)]
    return spots, [number(line, 0 if ahead > 0 else len(along[line]) - 1, ahead) for line, ahead in starts]


def _words(
    numbers: Sequence[str],
    along: Sequence[Sequence[ArcMeeting]],
    tops: Mapping[Point, int],
    thick: Collection[int],
) -> str:
    """Return in words which lines each line meets, where, and how they lie there."""
    places = {point: f"#{number}" for number, point in enumerate(tops, start=1)}
    rows = []
    for line, row in enumerate(along):
        met = [
            f"at {places[of.point]} {_called(numbers, of.other)}"
            f" ({'over' if tops[of.point] == of.other else 'under'} it,"
            f" with {numbers[2 * of.other + (of.leftward > 0)]} on the left)"
            for of in row
        ]
        is_thick = "thick" if line in thick else "thin"
        rows.append(f"{_called(numbers, line)} is {is_thick} and meets {', '.join(met) or 'no other'}.")
    return (
        "A line is called by the numbers at its two ends, and a crossing by # and a number. Crossings of a line"
        " are listed from its first end; the other way, left and right change places."
        f" {' '.join(rows)}"
    )


def _called(numbers: Sequence[str], line: int) -> str:
    return f"{numbers[2 * line]}-{numbers[2 * line + 1]}"


def _line(draws: Draws) -> Line:
    """Return a bent line between two points of the rim."""
    first, turn = draws.integer(0, 359), draws.integer(90, 270)
    start, end = (
        (_CENTRE[0] + _RIM * math.cos(math.radians(to)), _CENTRE[1] + _RIM * math.sin(math.radians(to)))
        for to in (first, first + turn)
    )
    bend = draws.choice((-1, 1)) * math.dist(start, end) ** 2 / (8 * draws.integer(*_BEND))
    return arc(start, end, bend)


def _beyond(before: Point, tip: Point) -> Point:
    """Return the point beyond the end of a line where its number is written."""
    ahead = _NAME / math.dist(before, tip)
    return tip[0] + ahead * (tip[0] - before[0]), tip[1] + ahead * (tip[1] - before[1])
