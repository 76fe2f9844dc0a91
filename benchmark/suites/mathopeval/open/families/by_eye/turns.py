"""Lines of one ink with numbers at their ends that lie over one another: where does a rule for turns lead?"""

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate

from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.arcs import ArcMeeting, Arcs, Line, arc
from benchmark.suites.mathopeval.open.families.by_eye.look import Figure, Look
from benchmark.suites.mathopeval.open.families.by_eye.rules import Language, Puzzle, Spot, When, fit_puzzle
from benchmark.suites.mathopeval.open.families.by_eye.segments import Point, cut
from benchmark.suites.mathopeval.open.families.charts.edits import first_fit

#: By whether the level is the highest: lines, what rules there are, and what they say.
_COUNTS = (10, 11)
_LANGUAGES = (
    Language(
        signs=2,
        deeds=3,
        pairs=((0, 1), (0, 2), (1, 2)),
        whens=(When.AGAIN,),
        chosen=1,
        shown=(2, 3),
        met=(6, 14),
        moves=3,
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
_SIGNS = ("thin lines under it", "thin lines over it", "thick lines under it", "thick lines over it")
_DEEDS = ("straight on", "left", "right")
_SORTS = ("over yours, or under it with a gap", "over yours, or under it; thin or thick")
_BY_TURNS = "by turns each time that a walk meets this sort (either first)"
_BY_LAST = "left if it turned at the crossing just before and else right, or the other way round"
_TURNS = (
    f"or two of these {_BY_TURNS}",
    f"left and right {_BY_TURNS}, or {_BY_LAST} (at its first crossing it has not turned)",
)
_CENTRE, _RIM = (50.0, 50.0), 44.0  #: of the circle on which lines end; the picture is 100 wide, 600 px
_NAME = 3.2  #: distance of a number from the end of its line
_BEND = (70, 120)  #: radius of bent lines
_ANGLE = 24  #: minimum angle of a crossing, degrees
_APART = 3.3  #: minimum distance of two crossings
_GAPS = 0.58, 0.1  #: between a line that lies below and the edge of the one above it, by level
_WIDTHS = (1.8, 3.2), (3.2, 5.0)  #: of thin and thick lines, by level, points
_EDGES = 1.6  #: both edges of a line of the highest level, which is hollow, points
_SHORT = 1.0  #: minimum length of what is seen of a line between two gaps
_TOPS = 8  #: draws of which lines lie on top
_CLEAR = 3.6  #: minimum distance of an end from other lines, and of a crossing from the ends


def turn_figure(draws: Draws, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of lines that asks where a walk leaves.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count, language = _COUNTS[is_highest], _LANGUAGES[is_highest]
    arcs = Arcs(_ANGLE, _APART, _CLEAR)
    while len(arcs.lines) < count:
        arcs.add(lambda: _line(draws, is_bent=is_highest))
    #: The number 2 * line is at its start, the next one at its end.
    numbers = [str(number) for number in draws.sample(range(10, 100), 2 * count)]
    along = arcs.meetings()

    def laid() -> tuple[str, Puzzle]:
        tops = {met.point: draws.choice((line, met.other)) for line, row in enumerate(along) for met in row}
        thick = set(draws.sample(range(count), count // 2) if is_highest else ())
        rows = _drawn(arcs.lines, along, tops, thick, look, is_hollow=is_highest)
        return rows, fit_puzzle(draws, language, *_spots(along, tops, thick))

    rows, puzzle = first_fit(laid, _TOPS)
    for place, line in enumerate(arcs.lines):
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
            "Walks go in at a number and come out at one. For each sort of other line"
            f" ({_SORTS[is_highest]}), a rule says how to go on where you meet it: straight on, left, right,"
            f" {_TURNS[is_highest]}. {puzzle.words(numbers)} Where does it lead from {numbers[puzzle.asked]}?"
        ),
        names=tuple(numbers[place] for place in puzzle.ends),
        before="to ",
        errors=puzzle.errors(_SIGNS[: language.signs], _DEEDS),
        summary=f"There are {count} lines, and the walk goes in at {numbers[puzzle.asked]}.",
        values={"lines": [[list(point) for point in line] for line in arcs.lines]},
    )


def _drawn(
    lines: Sequence[Line],
    along: Sequence[Sequence[ArcMeeting]],
    tops: Mapping[Point, int],
    thick: Collection[int],
    look: Look,
    *,
    is_hollow: bool,
) -> str:
    """Return the program of the lines, with gaps where others lie over them."""
    rows, gap, widths = "", _GAPS[is_hollow], _WIDTHS[is_hollow]
    for place, line in enumerate(lines):
        gaps = [
            (met.point, (gap + widths[met.other in thick] / 8.64) / math.sin(math.radians(met.angle)))
            for met in along[place]
            if tops[met.point] == met.other
        ]
        for piece in cut(line, gaps, _SHORT):
            drawn = f"{[round(x, 2) for x, _ in piece]}, {[round(y, 2) for _, y in piece]}"
            width, style = widths[place in thick], "solid_capstyle='butt'"
            rows += f"ax.plot({drawn}, color={literal(look.ink)}, linewidth={width}, {style})\n"
            if is_hollow:
                inner = f"color={literal(look.ground)}, linewidth={width - _EDGES:.1f}"
                rows += f"ax.plot({drawn}, {inner}, {style})\n"
    return rows


def _spots(
    along: Sequence[Sequence[ArcMeeting]], tops: Mapping[Point, int], thick: Collection[int]
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
        Spot((tops[met.point] == met.other) + 2 * (met.other in thick), False, exits(line, place, ahead))
        for line, row in enumerate(along)
        for place, met in enumerate(row)
        for ahead in (-1, 1)
    ]
    starts = [(line, ahead) for line in range(len(along)) for ahead in (1, -1)]
    return spots, [number(line, 0 if ahead > 0 else len(along[line]) - 1, ahead) for line, ahead in starts]


def _line(draws: Draws, *, is_bent: bool) -> Line:
    """Return a line between two points of the rim."""
    first, turn = draws.integer(0, 359), draws.integer(90, 270)
    start, end = (
        (_CENTRE[0] + _RIM * math.cos(math.radians(to)), _CENTRE[1] + _RIM * math.sin(math.radians(to)))
        for to in (first, first + turn)
    )
    bend = draws.choice((-1, 1)) * math.dist(start, end) ** 2 / (8 * draws.integer(*_BEND))
    return arc(start, end, bend if is_bent else 0.0)


def _beyond(before: Point, tip: Point) -> Point:
    """Return the point beyond the end of a line where its number is written."""
    ahead = _NAME / math.dist(before, tip)
    return tip[0] + ahead * (tip[0] - before[0]), tip[1] + ahead * (tip[1] - before[1])
