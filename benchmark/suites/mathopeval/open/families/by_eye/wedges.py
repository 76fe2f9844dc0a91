"""Parts of a disc without percentages: which one has a share? Later levels walk along arrows in a ring."""

import math
from dataclasses import replace
from itertools import accumulate, pairwise, permutations

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.domains import domains
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.look import TRIES, Figure, draw_look, eye_sample
from benchmark.suites.mathopeval.open.families.by_eye.rings import ring_figure
from benchmark.suites.mathopeval.open.families.charts.edits import first_fit
from benchmark.suites.mathopeval.open.families.charts.words import listed

SIGHTS = ("near colours", "turned slant", "rule from walks", "rule with a memory")
#: Least and largest difference of the right share and the next one by level, as a share of the right one.
GAPS = ((0.15, 0.5), (0.13, 0.3), (0.05, 0.08))
_TILT = 0.5  #: height of the slanted disc, as a share of its width
_TURNS = ((-40, -20), (20, 40))  #: by which a slanted disc is turned, degrees
_COUNT = 8  #: parts
_SMALLEST = 5  #: share of a part, %
_SHARES = (5, 5, 8)  #: least share of the right part by level, %
_OTHER = "#8c8c88"  #: colour of parts that are not asked for
_SEEN = 1.5  #: difference of two shares that looks like none, %
_PART = """\
def part(start, end, inner, outer, color, moved=0, drop=0, **look):
    turns, middle = np.radians(np.linspace(start, end, 80)), np.radians((start + end) / 2)
    x = np.array([*outer * np.cos(turns), *inner * np.cos(turns[::-1])]) + moved * np.cos(middle)
    y = np.array([*outer * np.sin(turns), *inner * np.sin(turns[::-1])]) + moved * np.sin(middle)
    x, y = {along} * x - {across} * {tilt} * y, {across} * x + {along} * {tilt} * y
    ax.fill(x, y - drop, facecolor=color, **{{"edgecolor": {ground}, "linewidth": 1.5}} | look)


"""


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_walk = level > 3
    return first_fit(lambda: _walked(draws, level) if is_walk else _sample(draws, level), TRIES)


def _walked(draws: Draws, level: int) -> FigureSample:
    look = replace(draw_look(draws, near=True), by_hand=False)  # a hand's arrows are hard to follow
    is_highest = level > 4
    return eye_sample(ring_figure(draws, draws.choice(domains()), look, is_highest=is_highest), SIGHTS, level)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_slanted = level > 1, level > 2
    own = _split(draws, _COUNT, _SMALLEST)
    start = draws.integer(0, 359)
    turns = [start + 3.6 * end for end in accumulate(own, initial=0)]
    seen = [_seen(first, last) for first, last in pairwise(turns)]
    least, most = GAPS[level - 1]

    def fits(right: int, bait: int, *others: int) -> bool:
        """Return whether a part looks like the right one, and the nearest share is neither near nor far."""
        asked = own[right]
        nearest = min(abs(own[part] - asked) for part in (bait, *others))
        looks = abs(seen[bait] - asked) <= _SEEN <= abs(seen[right] - asked)
        return least * asked <= nearest <= most * asked and (looks or not is_slanted)

    places = draws.shuffled(range(_COUNT))
    chosen = next(
        (four for four in permutations(places, 4) if own[four[0]] >= _SHARES[level - 1] and fits(*four)),
        None,
    )
    if chosen is None:
        raise UnfitError("no four parts mislead and differ")
    asked = own[chosen[0]]
    domain, look = draws.choice(domains()), draw_look(draws, near=near)
    look = replace(look, by_hand=look.by_hand and not is_slanted)  # a hand's edges are hard to measure
    names = draws.sample(domain.categories, 4)
    looks = [literal(colour) for colour in look.colours]
    shown = {place: looks[index] for index, place in enumerate(chosen)}
    rows, walls = "", ""
    for place, (first, last) in enumerate(pairwise(turns)):
        span = f"part({first:.2f}, {last:.2f}, 0, 1"
        walls += f"{span}, {literal(look.ink)}, moved=0, drop=0.09)\n" * is_slanted
        rows += f"{span}, color={shown.get(place, literal(_OTHER))}, moved=0)\n"
    keys = "".join(
        f"ax.fill([], [], facecolor={looks[index]}, label={literal(names[index])})\n"
        for index in draws.shuffled(range(4))
    )
    turned = math.radians(draws.integer(*draws.choice(_TURNS)) if is_slanted else 0)
    drawn = _PART.format(
        along=round(math.cos(turned), 4),
        across=round(math.sin(turned), 4),
        tilt=_TILT if is_slanted else 1,
        ground=literal(look.ground),
    )
    code = (
        f"{look.opened()}"
        f"fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n{drawn}{walls}{rows}{keys}"
        f"ax.set(title={literal(domain.pie_title)}, xlim=(-1.35, 2.35), ylim=(-1.2, 1.2), aspect='equal')\n"
        "ax.axis('off')\nax.legend(loc='center right', handlelength=2.4, handleheight=1.6)\n"
    )
    hint = "The disc is round and seen at a slant. " if is_slanted else "The disc is divided. "
    shares = [
        f"{name} has {share} % of the whole."
        for name, share in zip(names, (own[place] for place in chosen), strict=True)
    ]
    return eye_sample(
        Figure(
            type="pie",
            domain=domain.name,
            look=look,
            code=code,
            question=f"{hint}Which part in the legend is {asked} % of the whole?",
            names=tuple(names),
            errors=tuple(shares),
            summary=f"Four parts have names: {listed(names)}.",
            values={"turns": [round(turn, 2) for turn in turns]},
        ),
        SIGHTS,
        level,
    )


def _split(draws: Draws, count: int, least: int) -> list[int]:
    """Return whole shares of at least ``least`` that make 100."""
    cuts = sorted(draws.sample(range(1, 100 - count * (least - 1)), count - 1))
    bounds = [0, *cuts, 100 - count * (least - 1)]
    return [high - low + least - 1 for low, high in pairwise(bounds)]


def _seen(start: float, end: float) -> float:
    """Return the share that the angle of a part on the slanted disc seems to have, %."""
    first, last = (
        math.degrees(math.atan2(_TILT * math.sin(math.radians(turn)), math.cos(math.radians(turn))))
        for turn in (start, end)
    )
    return (last - first) % 360 / 3.6
