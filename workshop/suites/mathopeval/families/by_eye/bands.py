"""Bands from left to right that pass over and under one another, all of one ink: where does a rule lead?"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import Domain
from workshop.authoring.figures.programs import literal
from workshop.suites.mathopeval.families.by_eye.look import Figure, Look
from workshop.suites.mathopeval.families.by_eye.rules import Language, When
from workshop.suites.mathopeval.families.by_eye.segments import Point, distance
from workshop.suites.mathopeval.families.by_eye.tangles import TALL, WIDE, Tangle, px, starts
from workshop.suites.mathopeval.families.by_eye.walks import (
    DEEDS,
    FLAG,
    Crossing,
    fit_lines,
    line_words,
    met_words,
)
from workshop.suites.mathopeval.families.charts.words import listed, short

#: By whether the level is the highest: bands, and their straight parts; by whether it is not 4: what rules there are.
_COUNTS, _PARTS = (7, 11), (6, 6)
_LANGUAGES = (
    Language(signs=2, whens=(When.FLAGGED, When.AGAIN), chosen=1, shown=(2, 3), met=(5, 12), moves=2),
    Language(
        signs=4, whens=(When.AGAIN, When.MOVED), chosen=2, shown=(3, 4), met=(8, 20), moves=4, apart=True
    ),
)
#: Of level 3, and what it says.
_STATED = replace(_LANGUAGES[1], shown=(0, 0), met=(9, 16), chosen=3, both=2)
_YOURS = [
    f"a band from {side} that lies {place} yours"
    for side in ("below", "above")
    for place in ("under", "over")
]
_DO = "stay", "change"
_WHENS = (
    "",
    "the second, fourth … time that you meet such a band",
    "if you changed at the crossing just before",
)
_SIGNS = ("under", "over", "under, from above", "over, from above")
_SORTS = (
    "sort of other band (over or under yours)",
    "sort of crossing (the other band over or under yours; from above or from below)",
)
#: Minimum distances of a corner from other bands and of two crossings, px, angle, degrees, and ends, px.
_PLAIN = (14.0, 29.0, 33.0, 22.0), (7.5, 18.0, 18.0, 12.0, 0.3)
_WIDTHS = (
    (7.8, 5.2),
    (3.8, 2.2),
)  #: of a band with and without its edges, points, by whether the level is not 4
_PX = 100 / 72  #: per point
_FAR = 1.5  #: by how much the inner part that is drawn anew at a crossing is longer than the edges, px


def band_figure(draws: Draws, domain: Domain, look: Look, *, level: int) -> Figure:
    """Return a figure of bands that asks where a walk by a rule ends, which is stated or must be found.

    Args:
        draws: random choices.
        domain: what title and names say.
        look: colours.
        level: from 3 to 5; level 3 states the rule.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_stated, is_highest, has_four = level == 3, level > 4, level != 4
    language = _STATED if is_stated else _LANGUAGES[has_four]
    count, (outer, inner) = _COUNTS[is_highest], _WIDTHS[has_four]
    names = draws.sample(
        [str(number) for number in range(10, 100)] if is_highest else domain.categories, count
    )
    tangle = Tangle(_PARTS[is_highest], *_PLAIN[is_highest])
    for start in starts(draws, count):
        tangle.add(draws, start)
    along, puzzle = fit_lines(
        draws, language, tangle.lines, lambda _, above, over: over + 2 * (above and has_four)
    )
    for row in along:
        for first, second in pairwise(row):
            if math.dist(px(first.point), px(second.point)) < _reach(first, outer) + _reach(second, outer):
                raise UnfitError("two crossings of a band are too near to each other")
    if is_stated:
        said = (
            f"Start on {names[puzzle.asked]} and go right to an end. Where your band crosses another one, stay on"
            f" yours or change to that one. {' '.join(puzzle.rule(_YOURS, _DO, _WHENS))} Where do you end?"
        )
    else:
        words = line_words(puzzle, language, names, "band", _SORTS[has_four])
        said = f"{words} On which band does it end from {names[puzzle.asked]}?"
    return Figure(
        type="line",
        domain=domain.name,
        look=look,
        code=_program(draws, domain, look, names, lines=tangle.lines, along=along, widths=(outer, inner)),
        question=said,
        names=tuple(names[line] for line in puzzle.ends),
        before="on ",
        errors=puzzle.errors(_SIGNS[: language.signs], DEEDS, FLAG),
        summary=f"The bands are {listed(names)}.",
        words=met_words(names, along),
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
    widths: tuple[float, float],
) -> str:
    """Return the program: all bands, then again the parts that pass over a band that was drawn later."""
    step, left = domain.x_step, domain.x_start
    order = draws.shuffled(range(len(names)))
    rows = "".join(f"band({_listed(lines[line], domain)})\n" for line in order)
    for line in order:
        for crossing in along[line]:
            if not crossing.is_over:
                piece = _piece(lines[line], crossing, _reach(crossing, widths[0]))
                rows += f"band({_listed(piece, domain)}, cut=1)\n"
    for line, name in enumerate(names):
        written = f"{short(left - 0.25 * step)}, {short(lines[line][0][1])}, {literal(name)}"
        rows += f'ax.text({written}, ha="right", va="center")\n'
    return (
        f"{look.opened()}\n\n"
        "def band(x, y, cut=0):\n"
        f"    look = {{'solid_capstyle': 'butt', 'color': {literal(look.ink)}}}\n"
        f"    ax.plot(x[cut:len(x) - cut], y[cut:len(x) - cut], linewidth={widths[0]}, **look)\n"
        f"    ax.plot(x, y, linewidth={widths[1]}, **look | {{'color': {literal(look.ground)}}})\n\n\n"
        f"{rows}"
        f"ax.set(title={literal(domain.line_title)}, xlabel={literal(domain.x_label)},"
        f" xlim=({short(left - 1.9 * step)}, {short(left + 8.5 * step)}), ylim=(0, 1))\n"
        f"ax.set_xticks(range({left}, {left + 8 * step + 1}, {step}))\n"
        f"ax.set(ylabel={literal(domain.label)}, yticks=[])\n"
    )


def _reach(crossing: Crossing, width: float) -> float:
    """Return how far from a crossing two bands of a width in points share ground, px."""
    turn = math.radians(crossing.angle)
    return width * _PX / 2 * (1 + abs(math.cos(turn))) / math.sin(turn) + 1


def _piece(line: Sequence[Point], crossing: Crossing, reach: float) -> list[Point]:
    """Return the part of a band that hides another one, so far from the crossing; its first and last points are for the inside."""
    x, y = px(crossing.point)
    start, end = min(pairwise(map(px, line)), key=lambda part: distance((x, y), part))
    along, up = ((last - first) / math.dist(start, end) for first, last in zip(start, end, strict=True))
    ways = (-reach - _FAR, -reach, reach, reach + _FAR)
    return [((x + way * along) / WIDE, (y + way * up) / TALL) for way in ways]


def _listed(points: Sequence[Point], domain: Domain) -> str:
    xs = [short(domain.x_start + 8 * domain.x_step * x) for x, _ in points]
    return f"{literal(xs)}, {literal([short(y) for _, y in points])}"
