"""Parts of a disc without percentages: which one has a share? Later levels walk along arrows in a ring."""

from dataclasses import replace
from itertools import accumulate, pairwise, permutations

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import domains
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import FigureSample
from workshop.suites.mathopeval.families.by_eye.look import TRIES, Figure, draw_look, eye_sample
from workshop.suites.mathopeval.families.by_eye.rings import ring_figure
from workshop.suites.mathopeval.families.charts.edits import first_fit
from workshop.suites.mathopeval.families.charts.words import listed, short

SIGHTS = ("near colours", "rule of a walk", "rule from walks", "rule with a memory")
#: Least and largest difference of the right share and the next one by level, as a share of the right one.
GAPS = ((0.15, 0.5), (0.13, 0.3))
_COUNT = 8  #: parts
_SMALLEST = 5  #: share of a part, %
_PART = """\
def part(start, end, color):
    turns, inner = np.radians(np.linspace(start, end, 80)), np.zeros(80)
    x, y = [*np.cos(turns), *inner], [*np.sin(turns), *inner]
    ax.fill(x, y, facecolor=color, edgecolor={ground}, linewidth=1.5)


"""


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    is_walk = level > 2
    return first_fit(lambda: _walked(draws, level) if is_walk else _sample(draws, level), TRIES)


def _walked(draws: Draws, level: int) -> FigureSample:
    look = replace(draw_look(draws, near=True), by_hand=False)  # a hand's arrows are hard to follow
    return eye_sample(ring_figure(draws, draws.choice(domains()), look, level=level), SIGHTS, level)


def _sample(draws: Draws, level: int) -> FigureSample:
    own = _split(draws, _COUNT, _SMALLEST)
    start = draws.integer(0, 359)
    turns = [start + 3.6 * end for end in accumulate(own, initial=0)]
    least, most = GAPS[level - 1]

    def fits(right: int, *others: int) -> bool:
        """Return whether the share that is nearest to the right one is neither near nor far."""
        nearest = min(abs(own[part] - own[right]) for part in others)
        return least * own[right] <= nearest <= most * own[right]

    places = draws.shuffled(range(_COUNT))
    chosen = next((four for four in permutations(places, 4) if fits(*four)), None)
    if chosen is None:
        raise UnfitError("no four parts differ")
    asked = own[chosen[0]]
    domain, look = draws.choice(domains()), draw_look(draws, near=level > 1)
    names = draws.sample(domain.categories, 4)
    looks = [literal(colour) for colour in look.colours]
    shown = {place: looks[index] for index, place in enumerate(chosen)}
    rows = ""
    for place, (first, last) in enumerate(pairwise(turns)):
        rows += f"part({first:.2f}, {last:.2f}, {shown.get(place, literal(look.rest))})\n"
    keys = "".join(
        f"ax.fill([], [], facecolor={looks[index]}, label={literal(names[index])})\n"
        for index in draws.shuffled(range(4))
    )
    code = (
        f"{look.opened()}"
        f"fig.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.92)\n\n\n"
        f"{_PART.format(ground=literal(look.ground))}{rows}{keys}"
        f"ax.set(title={literal(domain.pie_title)}, xlim=(-1.35, 2.35), ylim=(-1.2, 1.2), aspect='equal')\n"
        "ax.axis('off')\nax.legend(loc='center right', handlelength=2.4, handleheight=1.6)\n"
    )
    called = {place: f'"{name}"' for place, name in zip(chosen, names, strict=True)}
    spans = [
        f"{called.get(place, 'a part without a name')} from {short(first)}° to {short(last)}°"
        for place, (first, last) in enumerate(pairwise(turns))
    ]
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
            question=f"The disc is divided. Which part in the legend is {asked} % of the whole?",
            names=tuple(names),
            errors=tuple(shares),
            summary=f"Four parts have names: {listed(names)}.",
            words=f"Counterclockwise, by angles of the round disc: {listed(spans)}.",
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
