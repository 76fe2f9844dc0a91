"""Bands from left to right that pass over and under one another, all of one ink: where does a rule lead?"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from benchmark.authoring.figures.by_eye.look import Figure, Look
from benchmark.authoring.figures.by_eye.rules import Language, When, fit_puzzle
from benchmark.authoring.figures.by_eye.segments import Point
from benchmark.authoring.figures.by_eye.tangles import TALL, WIDE, Tangle
from benchmark.authoring.figures.by_eye.walks import (
    DEEDS,
    FLAG,
    Crossing,
    crossings_along,
    line_spots,
    line_words,
    met_words,
)
from benchmark.authoring.figures.charts.words import short
from benchmark.authoring.figures.domains import Domain
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws

#: By whether the level is the highest: bands, straight parts, and what rules there are.
_COUNTS, _PARTS = (7, 8), (7, 6)
_LANGUAGES = (
    Language(
        signs=2,
        deeds=2,
        pairs=((0, 1),),
        whens=(When.FLAGGED, When.AGAIN),
        chosen=1,
        shown=(2, 3),
        met=(6, 2),
    ),
    Language(
        signs=4,
        deeds=2,
        pairs=((0, 1),),
        whens=(When.FLAGGED, When.AGAIN),
        chosen=2,
        shown=(3, 4),
        met=(8, 3),
    ),
)
#: Sorts of bands at a crossing; the last two are those of bands with a line in their middle.
_SIGNS = ("under", "over", "lined, under", "lined, over")
_SORTS = (
    "sort of other band (over or under yours)",
    "sort of other band (over or under yours, with or without a line in its middle)",
)
#: Minimum distance of a corner from other bands and of two crossings, px; minimum angle, degrees.
_CLEAR, _APART, _ANGLE = 14.0, 26.0, 28.0
_OUTER, _INNER = 8.6, 6.0  #: width of a band with and without its edges, points
_REACH = 17.0  #: how far a band is drawn anew to both sides of a crossing that it passes over, px


def band_figure(draws: Draws, domain: Domain, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of bands that asks where a walk ends.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count, language = _COUNTS[is_highest], _LANGUAGES[is_highest]
    names = draws.sample(domain.categories, count)
    tangle = Tangle(_PARTS[is_highest], _CLEAR, _APART, _ANGLE)
    for start in draws.shuffled([0.06 + 0.82 * start / (count - 1) for start in range(count)]):
        tangle.add(draws, start)
    lined = set(draws.sample(range(count), count // 2) if is_highest else ())
    tops: dict[Point, int] = {}

    def sign(line: int, other: int, point: Point) -> int:
        """Return the sort of the other band; which of two lies on top is drawn when they are first met."""
        return (tops.setdefault(point, draws.choice((line, other))) == other) + 2 * (other in lined)

    along = crossings_along(tangle.lines, sign)
    puzzle = fit_puzzle(draws, language, *line_spots(along))
    words = line_words(puzzle, language, names, "band", _SORTS[is_highest])
    return Figure(
        type="line",
        domain=domain.name,
        look=look,
        code=_program(draws, domain, look, names, lines=tangle.lines, along=along, lined=lined),
        question=f"{words} On which band does it end from {names[puzzle.asked]}?",
        names=tuple(names[line] for line in puzzle.ends),
        before="on ",
        errors=puzzle.errors(_SIGNS[: language.signs], DEEDS, FLAG),
        summary=met_words(names, along, _SIGNS),
        values={"rows": [[list(point) for point in row] for row in tangle.lines]},
    )


def _program(
    draws: Draws,
    domain: Domain,
    look: Look,
    names: Sequence[str],
    *,
    lines: Sequence[Sequence[Point]],
    along: Sequence[Sequence[Crossing]],
    lined: Collection[int],
) -> str:
    """Return the program: all bands, then again the parts that pass over a band that was drawn later."""
    step, left = domain.x_step, domain.x_start
    order = draws.shuffled(range(len(names)))
    middles = [", middle=1.2" * (line in lined) for line in range(len(names))]
    rows = "".join(f"band({_listed(lines[line], domain)}{middles[line]})\n" for line in order)
    for place, line in enumerate(order):
        for crossing in along[line]:
            if crossing.sign % 2 == 0 and crossing.other in order[place + 1 :]:
                piece = _listed(_piece(lines[line], crossing.point), domain)
                rows += f"band({piece}, cap='butt'{middles[line]})\n"
    for line, name in enumerate(names):
        written = f"{short(left - 0.25 * step)}, {short(lines[line][0][1])}, {literal(name)}"
        rows += f'ax.text({written}, ha="right", va="center")\n'
    return (
        f"{look.opened()}\n\n"
        "def band(x, y, cap='projecting', middle=0):\n"
        f"    ax.plot(x, y, color={literal(look.ink)}, linewidth={_OUTER}, solid_capstyle='butt')\n"
        f"    ax.plot(x, y, color={literal(look.ground)}, linewidth={_INNER}, solid_capstyle=cap)\n"
        f"    ax.plot(x, y, color={literal(look.ink)}, linewidth=middle, solid_capstyle='butt')\n\n\n"
        f"{rows}"
        f"ax.set(title={literal(domain.line_title)}, xlabel={literal(domain.x_label)},"
        f" xlim=({short(left - 1.9 * step)}, {short(left + 8.5 * step)}), ylim=(0, 1))\n"
        f"ax.set_xticks(range({left}, {left + 8 * step + 1}, {step}))\n"
        f"ax.set(ylabel={literal(domain.label)}, yticks=[])\n"
    )


def _piece(line: Sequence[Point], middle: Point) -> list[Point]:
    """Return the corners of a part of a line around a point on it."""
    found: list[Point] = []
    for part in pairwise(line):
        (x, y), (end, last) = part
        if not x <= middle[0] < end:
            continue
        long = (((end - x) * WIDE) ** 2 + ((last - y) * TALL) ** 2) ** 0.5
        reach = _REACH / long * (end - x)
        ends = max(x, middle[0] - reach), min(end, middle[0] + reach)
        found += [(to, y + (last - y) * (to - x) / (end - x)) for to in ends]
    return found


def _listed(points: Sequence[Point], domain: Domain) -> str:
    xs = [short(domain.x_start + 8 * domain.x_step * x) for x, _ in points]
    return f"{literal(xs)}, {literal([short(y) for _, y in points])}"
