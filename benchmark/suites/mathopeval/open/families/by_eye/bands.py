"""Bands from left to right that pass over and under one another, all of one ink: where does a walk end?"""

from collections.abc import Sequence
from itertools import pairwise

from benchmark.authoring.figures.domains import Domain
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.look import Figure, Look
from benchmark.suites.mathopeval.open.families.by_eye.segments import Point
from benchmark.suites.mathopeval.open.families.by_eye.tangles import TALL, WIDE, Tangle
from benchmark.suites.mathopeval.open.families.by_eye.walks import (
    Crossing,
    crossings_along,
    fit_walk,
    met_words,
    misread,
    walk,
    wrong_ends,
)
from benchmark.suites.mathopeval.open.families.charts.words import listed, short

#: By whether the level is the highest: bands, straight parts, each how many covers count, changes of a walk.
_COUNTS, _PARTS, _EACH, _CHANGES = (6, 7), (7, 7), (1, 2), ((3, 5), (3, 6))
_PASSED = (7, 10)  #: minimum crossings of a walk
#: Minimum distance of a corner from other bands and of two crossings, px; minimum angle, degrees.
_CLEAR, _APART, _ANGLE = 15.0, 30.0, 30.0
_OUTER, _INNER = 8.6, 6.0  #: width of a band with and without its edges, points
_REACH = 20.0  #: how far a band is drawn anew to both sides of a crossing that it passes over, px


def band_figure(draws: Draws, domain: Domain, look: Look, *, is_highest: bool) -> Figure:
    """Return a figure of bands that asks where a walk ends.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    count, each = _COUNTS[is_highest], _EACH[is_highest]
    names = draws.sample(domain.categories, count)
    tangle = Tangle(_PARTS[is_highest], _CLEAR, _APART, _ANGLE)
    for start in draws.shuffled([0.06 + 0.82 * start / (count - 1) for start in range(count)]):
        tangle.add(draws, start)
    over: dict[Point, bool] = {}
    along = crossings_along(
        tangle.lines, lambda _first, _second, point: over.setdefault(point, draws.chance(1, 2))
    )

    def counts(crossing: Crossing) -> bool:
        return crossing.is_covered

    def changes(number: int, _: Crossing) -> bool:
        return number % each == 0

    starts = draws.shuffled(range(count))
    walks = (walk(along, start, counts, changes) for start in starts)
    taken = fit_walk(walks, _CHANGES[is_highest], _PASSED[is_highest])
    first = taken.lines[0]
    ends = misread(along, first, counts, changes, taken)
    options = [taken.end, *wrong_ends(draws, ends, [taken.end, first])]
    asked = "each second band" if is_highest else "each band"
    return Figure(
        type="line",
        domain=domain.name,
        look=look,
        code=_program(draws, domain, look, names, lines=tangle.lines, along=along),
        question=(
            f"Start on {names[first]}, go right, and change to {asked} that lies over yours."
            " On which band do you end?"
        ),
        names=tuple(names[line] for line in options),
        errors=(
            f"The walk goes along {listed([names[line] for line in taken.lines])}.",
            f"It passes {len(taken.passed)} crossings.",
        ),
        summary=met_words(names, along, covers=True),
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
) -> str:
    """Return the program: all bands, then again the parts that pass over a band that was drawn later."""
    step, left = domain.x_step, domain.x_start
    order = draws.shuffled(range(len(names)))
    rows = "".join(f"band({_listed(lines[line], domain)})\n" for line in order)
    for place, line in enumerate(order):
        for crossing in along[line]:
            if not crossing.is_covered and crossing.other in order[place + 1 :]:
                rows += f"band({_listed(_piece(lines[line], crossing.point), domain)}, 'butt')\n"
    for line, name in enumerate(names):
        written = f"{short(left - 0.25 * step)}, {short(lines[line][0][1])}, {literal(name)}"
        rows += f'ax.text({written}, ha="right", va="center")\n'
    return (
        f"{look.opened()}\n\n"
        "def band(x, y, cap='projecting'):\n"
        f"    ax.plot(x, y, color={literal(look.ink)}, linewidth={_OUTER}, solid_capstyle='butt')\n"
        f"    ax.plot(x, y, color={literal(look.ground)}, linewidth={_INNER}, solid_capstyle=cap)\n\n\n"
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
